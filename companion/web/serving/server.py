"""The server: uvicorn on one port, and a clean stop."""

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Sequence

import uvicorn
from flask import Flask

from companion.web.app.log import shorten_keys
from companion.web.serving.application import Application
from companion.web.serving.whereabouts import BACKLOG

IDLE_SECONDS = 75  # until a connection is closed: longer than proxies hold one that they might use again
SECONDS_TO_GO_ON = 0.5  # after a stop, for phones that have been answered and may be sending the next request
SECONDS_TO_FINISH = 3  # after that, for requests that are being answered
# New objects until Python looks for garbage. With its usual 700 and 9,000 phones it went through all 1.4 million
# objects again and again, and answered nobody for 0.8 s each time.
NEW_OBJECTS = 20_000


def run(app: Flask, sockets: Sequence[socket.socket], proxies: Sequence[str], access_log: bool) -> None:
    """Answer until a signal. Trust proxies on this computer and at these addresses and networks."""
    server = Server(app, proxies, access_log)
    for stop in (signal.SIGINT, signal.SIGTERM):  # before uvicorn listens to them, and once it is done
        signal.signal(stop, lambda *_: setattr(server, "should_exit", True))
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])
    server.run(list(sockets))


class Server(uvicorn.Server):
    """Finishes running requests at a stop, and sends phones to another connection."""

    def __init__(self, app: Flask, proxies: Sequence[str] = (), access_log: bool = False) -> None:
        self.application = Application(app, lambda: self.should_exit)
        config = uvicorn.Config(
            self.application,
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
        errors, requests, loop = map(logging.getLogger, ("uvicorn.error", "uvicorn.access", "asyncio"))
        for logger in (errors, requests, loop):
            logger.addFilter(shorten_keys)
        errors.setLevel(logging.ERROR)
        if access_log:
            lines = logging.StreamHandler(sys.stdout)
            lines.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
            requests.addHandler(lines)
            requests.setLevel(logging.INFO)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, answer requests that are on their way, and finish running ones."""
        self.application.streams.stop()
        for server in self.servers:
            server.close()
        # uvicorn closes at once whatever waits for a request: one that is on its way would be lost.
        await asyncio.sleep(SECONDS_TO_GO_ON)
        asyncio.get_running_loop().call_later(SECONDS_TO_FINISH, self._hang_up)
        await super().shutdown(sockets)

    def _hang_up(self) -> None:
        """Drop connections that stall, and try again every second while answers are worked out."""
        for connection in list(self.server_state.connections):
            cycle = getattr(connection, "cycle", None)
            if cycle is None or cycle.response_started or cycle.more_body:
                connection.transport.abort()
        if self.server_state.connections:
            asyncio.get_running_loop().call_later(1, self._hang_up)
