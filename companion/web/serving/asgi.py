"""The companion as an ASGI application: streams and polls for nothing new stay on the event loop, the rest is Flask's.

A thread is only taken by a request that has arrived whole, and only until its answer, or the next piece of a long one,
is worked out: how slowly a phone sends and reads is the event loop's business.
"""

from __future__ import annotations

import asyncio
import contextvars
import io
import re
import sqlite3
import sys
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from a2wsgi import WSGIMiddleware
from flask import Flask

from companion.web.app.place import Place
from companion.web.serving import bodies
from companion.web.serving.access import AccessLog, Answered
from companion.web.serving.bodies import Bodies, Message, Receive
from companion.web.serving.caretaker import keep_watch
from companion.web.serving.connections import DOING, Connections, Doing
from companion.web.serving.health import PATH, Health
from companion.web.serving.proxies import Proxied, Proxies
from companion.web.serving.streams import Streams
from companion.web.table.shared import is_known

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

Send = Callable[[Message], Awaitable[None]]

THREADS = 16
TO_OPEN = 5  # seconds for all of them to open the file
DEAR = 1  # thread at most that works out what takes long, so that it delays nobody's round
UNCHANGED = [(b"cache-control", b"no-store")]
CLOSE = (b"connection", b"close")  # whoever is answered so goes on by another connection
_EVENTS = re.compile(r"/t/([\w.-]+)/events", re.ASCII)
# Files, and what adds up a group's games: a hundred times as dear as a table. (Imports have a turn of their own.)
_DEAR = re.compile(r"/[tg]/[^/]+/(?:[^/]+\.(?:csv|json|svg|xlsx)|bgstats|statistics)", re.ASCII)


class Application:
    """The ASGI application around a Flask application.

    ``proxies`` are addresses and networks whose word on the scheme, the host and the client of a request is taken,
    ``handles`` is how many files the process may open, and ``access_log`` takes a line for each request.
    """

    def __init__(
        self, app: Flask, proxies: Iterable[str] = (), handles: int = 1024, access_log: AccessLog | None = None
    ) -> None:
        self.app, self.proxies, self.access_log = app, Proxies(proxies), access_log
        self.place: Place = app.extensions["place"]
        self.streams = Streams(app.extensions["store"], self.place)
        self.health = Health(app.extensions["store"], self.streams)
        self.connections = Connections(handles)
        self.bodies = Bodies(app, self.connections.hang_up)
        self.dear = asyncio.Semaphore(DEAR)
        self.stopping = False
        # A queue without an end: a thread hands its answer over and is free.
        self.flask: Any = WSGIMiddleware(Arrived(Proxied(app.wsgi_app, self.proxies)), THREADS, send_queue_size=0)  # type: ignore[arg-type]

    def start(self) -> None:
        """Let every thread open the file: while it is gone it can be read on, but not be opened."""
        together = threading.Barrier(THREADS)

        def read() -> None:
            with suppress(sqlite3.Error):
                self.streams.store.db.execute("SELECT id FROM tables LIMIT 1").fetchone()
            with suppress(threading.BrokenBarrierError):
                together.wait(TO_OPEN)

        for _ in range(THREADS):
            self.flask.executor.submit(read)
        self.health.executor.submit(lambda: self.streams.store.db)
        self.streams.start()
        self.watching = asyncio.create_task(keep_watch(self.app))

    def finish(self, seconds: float) -> bool:
        """Begin no more requests; whether those that were begun have been answered in so many seconds."""

        def wait() -> None:
            for executor in (self.flask.executor, self.health.executor):
                executor.shutdown(cancel_futures=True)

        waiting = threading.Thread(target=wait, daemon=True)
        waiting.start()
        waiting.join(seconds)
        return not waiting.is_alive()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request, and note it where that is wished. That the health is asked for is no news."""

        async def hand_on(message: Message) -> None:
            if self.stopping and message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], CLOSE]}
            await send(message)

        path = self.place.inside(scope["path"])
        if path == PATH and scope["method"] in ("GET", "HEAD"):
            await self.health.answer(scope, hand_on)
            return
        answered = Answered(scope, hand_on)
        try:
            await self._serve(path, scope, receive, answered.send)
        finally:
            if self.access_log:
                self.access_log.note(answered.told(self.proxies.client(scope)))

    async def _serve(self, path: str, scope: Message, receive: Receive, send: Send) -> None:
        if scope["method"] == "GET":
            if stream := _EVENTS.fullmatch(path):
                scope[DOING] = Doing.LISTENING
                await self.streams.serve(stream[1], receive, send)
                return
            with suppress(sqlite3.Error):  # Flask says what is wrong
                if is_known(self.streams.store, self.place, path, scope["query_string"].decode("latin-1")):
                    await send({"type": "http.response.start", "status": 204, "headers": UNCHANGED})
                    await send({"type": "http.response.body", "body": b""})
                    return
        scope[DOING] = Doing.ARRIVING
        arrived = await self.bodies.keep(scope, receive)
        scope[DOING] = Doing.ANSWERED
        if arrived:
            # For WSGI "X_Forwarded_Host" would be the same header as "X-Forwarded-Host", behind a proxy's back.
            headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
            turn = Turn(self.dear) if _DEAR.fullmatch(path) or b"all=" in scope["query_string"] else None
            about = {"headers": headers, "companion.arrived": arrived, "companion.turn": turn}
            gone = asyncio.create_task(_hung_up(receive)) if turn and arrived.whole else None
            try:
                if turn is None or await turn.begin(gone):
                    await self._answer({**scope, **about}, receive, send)
            finally:
                if gone:
                    gone.cancel()
                if turn:
                    turn.end()

    async def _answer(self, scope: Message, receive: Receive, send: Send) -> None:
        """Let Flask answer, hold the answer back if it asks for that, and work a long one out as it is read."""

        async def hand_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                await asyncio.sleep(scope.get("companion.wait", 0))
                if not scope["companion.arrived"].whole:
                    message = {**message, "headers": [*message["headers"], CLOSE]}
            elif "companion.rest" in scope and not message.get("more_body"):
                return
            await send(message)

        await self.flask(scope, _nothing, hand_on)
        if rest := scope.get("companion.rest"):
            loop, gone = asyncio.get_running_loop(), asyncio.create_task(_hung_up(receive))
            try:
                while not gone.done():
                    async with self.dear:
                        piece = await loop.run_in_executor(self.flask.executor, rest.next)
                    if not piece:
                        break
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
                await send({"type": "http.response.body", "body": b""})
            finally:
                gone.cancel()
                await loop.run_in_executor(self.flask.executor, rest.close)


async def _nothing() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _hung_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class Turn:
    """One of the few turns in which something dear is worked out; how slowly it is read is no part of it."""

    def __init__(self, turns: asyncio.Semaphore) -> None:
        self.turns, self.loop = turns, asyncio.get_running_loop()
        self.taken = False

    async def begin(self, gone: asyncio.Task[None] | None) -> bool:
        """Wait for it; whether the phone is still there, where that is known."""
        await self.turns.acquire()
        self.taken = True
        return gone is None or not gone.done()

    def end(self) -> None:
        """Leave it to the next, if that was not done already; on the event loop."""
        if self.taken:
            self.taken = False
            self.turns.release()

    def worked_out(self) -> None:
        """Leave it to the next; in the thread that did the work."""
        self.loop.call_soon_threadsafe(self.end)


@dataclass(frozen=True, slots=True)
class Rest:
    """The pieces of an answer after the first two, each worked out when it is asked for."""

    pieces: Iterator[bytes]
    answer: Iterable[bytes]
    context: contextvars.Context

    def next(self) -> bytes:
        """The next piece; empty after the last."""
        return self.context.run(lambda: next((piece for piece in self.pieces if piece), b""))

    def close(self) -> None:
        """Say to the application that its answer has been taken or is not wanted any more."""
        self.context.run(getattr(self.answer, "close", lambda: None))


class Arrived:
    """Gives a WSGI application a body that is there, and its length, and takes a long answer from it piece by piece."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """One request."""
        scope = environ["asgi.scope"]
        arrived: bodies.Arrived = scope["companion.arrived"]
        environ["CONTENT_LENGTH"] = str(arrived.length)
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        environ["wsgi.input"], environ["wsgi.errors"] = io.BytesIO(arrived.body), sys.stderr
        context = contextvars.copy_context()
        answer = context.run(self.app, environ, start_response)
        pieces = iter(answer)
        first = context.run(lambda: list(islice(pieces, 2)))
        rest = Rest(pieces, answer, context)
        if len(first) == 2:
            scope["companion.rest"] = rest
        else:
            rest.close()
        if scope["companion.turn"]:
            scope["companion.turn"].worked_out()
        return first
