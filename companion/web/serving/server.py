"""The server: uvicorn on one port, and a clean stop."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
from collections.abc import Sequence
from types import FrameType

import uvicorn
from flask import Flask

from companion.web.app.log import KEYLESS
from companion.web.serving import connections
from companion.web.serving.access import AccessLog
from companion.web.serving.addresses import BACKLOG
from companion.web.serving.asgi import Application
from companion.web.serving.connections import KEPT_OPEN, Connection

MOST_FILES = 65_536  # connections and others
TO_GO_ON = 0.5  # seconds that a stop gives to those who have been answered, and may be sending the next request
TO_FINISH = 3  # seconds that a stop gives to those who are being answered
TO_RETURN = 0.5  # seconds for threads that nobody waits for any more
TURN = 0.0005  # seconds that a thread works until another may: the event loop must not wait for those that work long
STOPS = (signal.SIGINT, signal.SIGTERM)


def run(app: Flask, sockets: Sequence[socket.socket], proxies: Sequence[str], access_log: bool) -> None:
    """Answer until a signal: which proxies are believed, and whether each request is logged."""
    sys.setswitchinterval(TURN)
    server = Uvicorn(Application(app, proxies, allow_handles(), AccessLog() if access_log else None))
    for stop in STOPS:  # also before uvicorn listens to them, and when it has finished and sends itself one more
        signal.signal(stop, lambda *_: setattr(server, "should_exit", True))
    server.run(list(sockets))
    if not server.finished:
        # A thread that goes on would hold up the end. What it has not committed never was.
        os._exit(0)


class Uvicorn(uvicorn.Server):
    """Ends the streams before it waits for the other answers, and then closes the file."""

    def __init__(self, application: Application) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
        for name in ("uvicorn.error", "asyncio", connections.__name__):
            logging.getLogger(name).addFilter(KEYLESS)
        self.application = application
        self.finished = True
        super().__init__(
            uvicorn.Config(
                application,
                http=Connection,
                lifespan="off",
                ws="none",
                interface="asgi3",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                headers=[("Server", "companion")],
                backlog=BACKLOG,
                timeout_keep_alive=KEPT_OPEN,
                timeout_graceful_shutdown=TO_FINISH + 1,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept connections."""
        if self.application.access_log:
            self.application.access_log.start()
        self.application.start()
        self.application.connections.start(self.server_state.connections)
        await super().startup(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop, at a signal."""
        self.application.stopping = True
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept nothing more, finish what has begun, and work the log into the one database file."""
        self.application.stopping = True
        self.application.streams.stop()
        self.application.watching.cancel()
        self.application.connections.stop()
        loop = asyncio.get_running_loop()
        loop.call_later(TO_FINISH, self._hang_up)
        for server in self.servers:
            server.close()
        # uvicorn closes at once whatever waits for a request: one that is on its way would be lost.
        until = loop.time() + TO_GO_ON
        while self.server_state.connections and loop.time() < until:
            await asyncio.sleep(TO_GO_ON / 20)
        await super().shutdown(sockets)
        self.finished = self.application.finish(TO_RETURN)
        if self.finished:
            self.application.streams.store.close()
        if self.application.access_log:
            self.application.access_log.stop()

    def _hang_up(self) -> None:
        """Drop whoever does not read the answer."""
        for connection in list(self.server_state.connections):
            connection.transport.abort()


def allow_handles() -> int:
    """Raise this process's soft limit of open files, often 1,024, as far as that is allowed; how many it may open."""
    try:
        import resource
    except ImportError:  # not on this system
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MOST_FILES
    if soft < MOST_FILES:
        soft = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft
