"""The companion as an ASGI application: streams stay on the event loop, everything else goes to Flask in threads.

A thread is only taken by a request that has arrived whole, and only until its answer is worked out: how slowly a phone
sends and reads is the event loop's business.
"""

from __future__ import annotations

import ipaddress
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import IO, TYPE_CHECKING, Any

from a2wsgi import WSGIMiddleware
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.web.serving.streams import Streams
from companion.web.start.imports import LARGEST_FILE

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

THREADS = 16
LARGEST_BODY = 2 * LARGEST_FILE  # bytes; which of them a page takes is Flask's business
IN_MEMORY = 256 * 1024  # bytes of a body; more is kept in a temporary file
_EVENTS = re.compile(r"/t/([\w-]+)/events", re.ASCII)


class Application:
    """The ASGI application around a Flask application.

    ``proxies`` are addresses and networks whose word on the scheme, the host and the client of a request is taken.
    """

    def __init__(self, app: Flask, proxies: Iterable[str] = ()) -> None:
        self.streams = Streams(app.extensions["store"])
        # A queue without an end: a thread hands its answer over and is free.
        self.flask: Any = WSGIMiddleware(Arrived(Proxied(app.wsgi_app, proxies)), THREADS, send_queue_size=0)  # type: ignore[arg-type]

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request."""
        stream = _EVENTS.fullmatch(_path(scope)) if scope["method"] == "GET" else None
        if stream:
            await self.streams.serve(stream[1], scope.get("root_path", ""), receive, send)
            return
        with tempfile.SpooledTemporaryFile(IN_MEMORY) as body:
            if await _arrives(body, receive):
                # For WSGI "X_Forwarded_Host" would be the same header as "X-Forwarded-Host", behind a proxy's back.
                headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
                await self.flask({**scope, "headers": headers, "companion.body": body}, _nothing, send)


async def _arrives(body: IO[bytes], receive: Receive) -> bool:
    """Keep what a phone sends until it is there; False where it hangs up before. What is too much is let go."""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return False
        body.write(message["body"] if body.tell() <= LARGEST_BODY else b"")
        more = message["more_body"]
    return True


async def _nothing() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


def _path(scope: Message) -> str:
    return str(scope["path"].removeprefix(scope.get("root_path", "")))


class Arrived:
    """Gives a WSGI application a body that is there, and its length."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """One request."""
        body = environ["asgi.scope"]["companion.body"]
        environ["CONTENT_LENGTH"] = str(body.tell())
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        body.seek(0)
        environ["wsgi.input"], environ["wsgi.errors"] = body, sys.stderr
        return self.app(environ, start_response)


class Proxied:
    """Believes what a proxy on this computer, or one that was named, says of a request. Anybody else could forge it."""

    def __init__(self, app: WSGIApplication, proxies: Iterable[str]) -> None:
        self.app = app
        self.proxied = ProxyFix(app, x_for=1, x_proto=1, x_host=1)
        self.proxies = [ipaddress.ip_network(proxy) for proxy in ("127.0.0.1", "::1", *proxies)]

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """One request."""
        app = self.proxied if self._believes(environ.get("REMOTE_ADDR", "")) else self.app
        return app(environ, start_response)

    def _believes(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        found = getattr(found, "ipv4_mapped", None) or found
        return any(found in network for network in self.proxies)
