"""The companion as an ASGI application: streams and polls for nothing new stay on the event loop, the rest is Flask's.

A thread is only taken by a request that has arrived whole, and only until its answer is worked out: how slowly a phone
sends and reads is the event loop's business.
"""

from __future__ import annotations

import ipaddress
import re
import sqlite3
import sys
import tempfile
import threading
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

from a2wsgi import WSGIMiddleware
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.web.serving.streams import Streams
from companion.web.start.imports import LARGEST_FILE
from companion.web.table.shared import is_known

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

THREADS = 16
LARGEST_BODY = 2 * LARGEST_FILE  # bytes; which of them a page takes is Flask's business
IN_MEMORY = 256 * 1024  # bytes of a body; more is kept in a temporary file
UNCHANGED = [(b"cache-control", b"no-store")]
_EVENTS = re.compile(r"/t/([\w-]+)/events", re.ASCII)


class Application:
    """The ASGI application around a Flask application.

    ``proxies`` are addresses and networks whose word on the scheme, the host and the client of a request is taken.
    """

    def __init__(self, app: Flask, proxies: Iterable[str] = ()) -> None:
        self.streams = Streams(app.extensions["store"])
        # A queue without an end: a thread hands its answer over and is free.
        self.flask: Any = WSGIMiddleware(Arrived(Proxied(app.wsgi_app, proxies)), THREADS, send_queue_size=0)  # type: ignore[arg-type]

    def finish(self, seconds: float) -> bool:
        """Begin no more requests; whether those that were begun have been answered in so many seconds."""
        waiting = threading.Thread(target=self.flask.executor.shutdown, kwargs={"cancel_futures": True}, daemon=True)
        waiting.start()
        waiting.join(seconds)
        return not waiting.is_alive()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request."""
        path = str(scope["path"])
        if scope["method"] == "GET":
            if stream := _EVENTS.fullmatch(path):
                await self.streams.serve(stream[1], receive, send)
                return
            with suppress(sqlite3.Error):  # Flask says what is wrong
                if is_known(self.streams.store, path, scope["query_string"].decode("latin-1")):
                    await send({"type": "http.response.start", "status": 204, "headers": UNCHANGED})
                    await send({"type": "http.response.body", "body": b""})
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
