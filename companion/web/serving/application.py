"""The ASGI application: event streams and ``/health`` on the event loop, the rest in Flask's threads.

A request takes a thread only once its body has arrived, and only until its answer is worked out. Slow phones wait on
the event loop.
"""

import asyncio
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from wsgiref.types import StartResponse, WSGIEnvironment

from a2wsgi import WSGIMiddleware
from flask import Flask
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, Router
from starlette.types import Message, Receive, Scope, Send

from companion.store.database import Store
from companion.store.upkeep.soundness import Ailment, find_ailment
from companion.web.app.folders import version
from companion.web.app.site import below_root
from companion.web.serving.streams import UNCACHED, Streams
from companion.web.serving.whereabouts import HEALTH

# Separate threads, so that a save waits neither for pages nor for downloads: behind 64 of the longest it waited 9 s.
# More threads for reading would slow down each write, which waits for Python's lock between its steps.
DOWNLOAD_THREADS, READ_THREADS, WRITE_THREADS = 1, 4, 8
MAX_BODY_BYTES = 3 * 1024 * 1024  # a page may take less
# A larger body is read up to here and dropped: browsers show our page about it only after they have sent all.
MAX_BYTES_READ = 32 * 1024 * 1024
SECONDS_BETWEEN_LOOKS = 1.0  # for ``/health``, however many ask: each takes the write lock
SECONDS_TO_ARRIVE = 240  # for a whole request: two megabytes over a bad Wi-Fi
CLOSE_CONNECTION = (b"connection", b"close")  # the phone goes on with another connection
REPLACED_HEADERS = (b"content-length", b"transfer-encoding")


class Application:
    """The ASGI application around a Flask application."""

    def __init__(self, app: Flask, is_stopping: Callable[[], bool]) -> None:
        self.app, self.is_stopping = app, is_stopping
        self.store: Store = app.extensions["store"]
        self.root: str = app.extensions["root"]
        self.streams = Streams(self.store, self.root)
        self.looking, self.looked_at = asyncio.Lock(), -SECONDS_BETWEEN_LOOKS
        self.ailment: Ailment | None = None
        # Queues without a limit: a thread hands its answer over and is free.
        self.pools = [
            WSGIMiddleware(self._answer, threads, send_queue_size=0)  # type: ignore[arg-type]
            for threads in (DOWNLOAD_THREADS, READ_THREADS, WRITE_THREADS)
        ]
        downloading, reading, writing = (GZipMiddleware(pool) for pool in self.pools)  # type: ignore[arg-type]
        self.router = Router(
            [
                Route(HEALTH, self.tell_health),
                Route("/t/{key}/events", self.streams.serve, methods=["GET"]),
                Route("/t/{key}/sheet.{kind}", downloading),
                Route("/{path:path}", writing, methods=["POST"]),
                Mount("/", reading),
            ],
            lifespan=self._live,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on once it has arrived."""
        if scope["type"] == "lifespan":
            await self.router(scope, receive, send)
            return
        whole = False

        async def hand_on(message: Message) -> None:
            if message["type"] == "http.response.start" and (self.is_stopping() or not whole):
                message["headers"] = [*message["headers"], CLOSE_CONNECTION]
            await send(message)

        try:
            body, length, whole = await _read_body(Request(scope, receive))
        except TimeoutError:
            await Response(status_code=408)(scope, receive, hand_on)
            return
        except ClientDisconnect:
            return
        begun = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_what_arrived() -> Message:
            return begun.pop() if begun else await receive()

        # For WSGI "Sec_Fetch_Site" would be the same header as "Sec-Fetch-Site", which no script can send.
        headers = [each for each in scope["headers"] if b"_" not in each[0] and each[0] not in REPLACED_HEADERS]
        headers.append((b"content-length", str(length).encode()))
        scope = {**scope, "path": below_root(scope["path"], self.root), "headers": headers}
        await self.router(scope, receive_what_arrived, hand_on)

    async def tell_health(self, request: Request) -> Response:
        """Answer ``/health`` with 200 or 503: whether a round would be saved, and in one word why not.

        With the database's id, as in the note, also the version, the number of phones at tables, and what to do.
        """
        async with self.looking:
            try:
                self.store.check_files()
            except sqlite3.Error:  # found out at once, for commands that are not to open what lies there
                self.looked_at = -SECONDS_BETWEEN_LOOKS
            if time.monotonic() - self.looked_at >= SECONDS_BETWEEN_LOOKS:
                # In no thread of Flask's: it also finds out when all those wait for the file.
                self.ailment = await asyncio.to_thread(find_ailment, self.store)
                self.looked_at = time.monotonic()
            ailment = self.ailment
        health: dict[str, object] = {"status": ailment.word if ailment else "ok"}
        if request.query_params.get("id") == str(self.store.id):
            health |= {"version": version(), "phones": sum(map(len, self.streams.listening.values()))}
            health |= {"told": ailment.sentence} if ailment else {}
        return JSONResponse(health, 503 if ailment else 200, UNCACHED)

    def _answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        environ["wsgi.errors"] = sys.stderr  # a2wsgi would write errors to standard output
        return self.app.wsgi_app(environ, start_response)

    @asynccontextmanager
    async def _live(self, _router: Router) -> AsyncIterator[None]:
        """Watch for news until the end, then close the store."""
        watching = asyncio.create_task(self.streams.watch())
        yield
        watching.cancel()
        for pool in self.pools:
            pool.executor.shutdown(cancel_futures=True)
        self.store.close()


async def _read_body(request: Request) -> tuple[bytes, int, bool]:
    """Return a body up to ``MAX_BODY_BYTES``, its length, and whether all of it was read.

    Raises TimeoutError, and ClientDisconnect if the phone hangs up.
    """
    length = int(request.headers.get("content-length", 0))
    if length <= MAX_BYTES_READ:
        body, length = bytearray(), 0
        async with asyncio.timeout(SECONDS_TO_ARRIVE):
            async for part in request.stream():
                length += len(part)
                if length > MAX_BYTES_READ:
                    break
                if length <= MAX_BODY_BYTES:
                    body += part
            else:
                return bytes(body), length, True
    return b"", length, False
