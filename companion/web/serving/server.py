"""The server: event streams and ``/health`` on uvicorn's event loop, the rest in Flask's threads, and a clean stop."""

import asyncio
import gc
import signal
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import uvicorn
from a2wsgi import WSGIMiddleware
from flask import Flask
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount, Route, Router

from companion.store.database import Store
from companion.web.app import log
from companion.web.serving.bodies import WholeBodies
from companion.web.serving.health import Health
from companion.web.serving.streams import Streams
from companion.web.serving.whereabouts import BACKLOG, HEALTH

# Separate threads, so that a save waits neither for pages nor for files: behind 64 of the longest it waited 9 s. More
# threads for reading would slow down each write, which waits for Python's lock between its steps.
DOWNLOAD_THREADS, IMPORT_THREADS, READ_THREADS, WRITE_THREADS = 1, 1, 4, 8
IDLE_SECONDS = 75  # until a connection is closed: longer than proxies hold one that they might use again
SECONDS_TO_GO_ON = 0.5  # after a stop, for phones that have been answered and may be sending the next request
SECONDS_TO_FINISH = 3  # after that, for requests that are being answered
# New objects until Python looks for garbage. With its usual 700 and 9,000 phones it went through all 1.4 million
# objects again and again, and answered nobody for 0.8 s each time.
NEW_OBJECTS = 20_000


def run(app: Flask, sockets: Sequence[socket.socket], proxies: Sequence[str], access_log: bool) -> None:
    """Answer until a signal. Trust proxies on this computer and at these addresses and networks."""
    log.write(access_log)
    server = Server(app, proxies, access_log)
    for stop in (signal.SIGINT, signal.SIGTERM):  # before uvicorn listens to them, and once it is done
        signal.signal(stop, lambda *_: setattr(server, "should_exit", True))
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])
    server.run(list(sockets))


class Server(uvicorn.Server):
    """Serves a Flask application."""

    def __init__(self, app: Flask, proxies: Sequence[str] = (), access_log: bool = False) -> None:
        self.store: Store = app.extensions["store"]
        self.streams = Streams(self.store, app.extensions["root"], app.extensions["presence"])
        # Queues without a limit: a thread hands its answer over and is free.
        self.pools = [
            WSGIMiddleware(app.wsgi_app, threads, send_queue_size=0)  # type: ignore[arg-type]
            for threads in (DOWNLOAD_THREADS, IMPORT_THREADS, READ_THREADS, WRITE_THREADS)
        ]
        downloads, imports, reading, writing = (GZipMiddleware(pool) for pool in self.pools)  # type: ignore[arg-type]
        routes = [
            Route(HEALTH, Health(self.store, self.streams).tell),
            Route("/t/{key}/events", self.streams.serve, methods=["GET"]),
            Route("/t/{key}/sheet.{kind}", downloads),
            Route("/g/{key}/{file}.{kind}", downloads),
            Route("/imports", imports, methods=["POST"]),
            Route("/g/{key}/imports", imports, methods=["POST"]),
            Route("/{path:path}", writing, methods=["POST"]),
            Mount("/", reading),
        ]
        router = Router(routes, lifespan=self._live)
        config = uvicorn.Config(
            WholeBodies(router, app.extensions["root"], lambda: self.should_exit),
            ws="none",
            lifespan="on",
            interface="asgi3",
            log_config=None,
            access_log=access_log,
            forwarded_allow_ips=["127.0.0.1", "::1", *proxies],
            server_header=False,
            headers=[("Server", "companion")],
            backlog=BACKLOG,
            timeout_keep_alive=IDLE_SECONDS,
        )
        super().__init__(config)

    @asynccontextmanager
    async def _live(self, _router: Router) -> AsyncIterator[None]:
        """Watch for news until the end, then close the store."""
        watching = asyncio.create_task(self.streams.watch())
        yield
        watching.cancel()
        for pool in self.pools:
            pool.executor.shutdown(cancel_futures=True)
        self.store.close()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, answer requests that are on their way, and finish running ones."""
        self.streams.stop()
        for server in self.servers:
            server.close()
        # uvicorn closes at once whatever waits for a request: one that is on its way would be lost.
        await asyncio.sleep(SECONDS_TO_GO_ON)
        asyncio.get_running_loop().call_later(SECONDS_TO_FINISH, self._hang_up)
        await super().shutdown(sockets)

    def _hang_up(self) -> None:
        """Drop every connection; what is being saved is finished all the same."""
        for connection in list(self.server_state.connections):
            connection.transport.abort()
