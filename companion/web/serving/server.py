"""The server: event streams and ``/health`` on uvicorn's event loop, the rest in Flask's threads."""

import asyncio
import gc
import signal
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial

import uvicorn
from a2wsgi import WSGIMiddleware
from flask import Flask
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount, Route, Router

from companion.web.app import log
from companion.web.serving import health
from companion.web.serving.bodies import WholeBodies
from companion.web.serving.streams import Streams

# Separate threads, so that a save waits neither for pages nor for files: behind 64 of the longest it waited 9 s. More
# threads for reading would slow down each write, which waits for Python's lock between its steps.
FILE_THREADS, PAGE_THREADS, SAVE_THREADS = 1, 4, 8
IDLE_SECONDS = 75  # until a connection is closed: longer than proxies hold one that they might use again
SECONDS_TO_FINISH = 3  # after a stop, for requests that are being answered
NEW_OBJECTS = 20_000  # until Python looks for garbage: with its 700 and 9,000 phones a page took 1.4 s, not 88 ms


def run(app: Flask, listening: socket.socket, proxies: Sequence[str], access_log: bool) -> None:
    """Answer until a signal. Trust proxies on this computer and at these addresses and networks."""
    log.write(access_log)
    server = Server(app, proxies, access_log)
    for stop in (signal.SIGINT, signal.SIGTERM):  # uvicorn raises them once more when it is done
        signal.signal(stop, server.handle_exit)
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])
    server.run([listening])


class Server(uvicorn.Server):
    """Serves a Flask application."""

    def __init__(self, app: Flask, proxies: Sequence[str] = (), access_log: bool = False) -> None:
        store, root = app.extensions["store"], app.extensions["root"]
        self.streams = Streams(store, root, app.extensions["presence"])
        # Queues without a limit: a thread hands its answer over and is free.
        pools = [
            WSGIMiddleware(app.wsgi_app, threads, send_queue_size=0)  # type: ignore[arg-type]
            for threads in (FILE_THREADS, PAGE_THREADS, SAVE_THREADS)
        ]
        files, pages, saves = (GZipMiddleware(pool) for pool in pools)  # type: ignore[arg-type]

        @asynccontextmanager
        async def live(_router: Router) -> AsyncIterator[None]:
            watching = asyncio.create_task(self.streams.watch())
            yield
            watching.cancel()
            for pool in pools:
                await asyncio.to_thread(pool.executor.shutdown, cancel_futures=True)  # they may need the event loop
            store.close()

        routes = [
            Route("/health", partial(health.tell, store)),
            Route("/t/{key}/events", self.streams.serve),
            Route("/t/{key}/sheet.{kind}", files),
            Route("/t/{key}/history", files),  # each correction is derived before and after it: 2.6 s at 500 rounds
            Route("/g/{key}/{file}.{kind}", files),
            Route("/imports", files, methods=["POST"]),
            Route("/g/{key}/imports", files, methods=["POST"]),
            Route("/{path:path}", saves, methods=["POST"]),
            Mount("/", pages),
        ]
        config = uvicorn.Config(
            WholeBodies(Router(routes, lifespan=live), root),
            ws="none",
            log_config=None,
            access_log=access_log,
            forwarded_allow_ips=["127.0.0.1", "::1", *proxies],
            server_header=False,
            timeout_keep_alive=IDLE_SECONDS,
            timeout_graceful_shutdown=SECONDS_TO_FINISH,
        )
        super().__init__(config)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, and finish what is being answered."""
        self.streams.stop()
        await super().shutdown(sockets)
