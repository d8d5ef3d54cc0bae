"""The open connections: who says or reads nothing is closed, and where there are too many, who was idle longest.

An open connection costs no thread, only a file handle and some memory, until nobody else gets in.
"""

from __future__ import annotations

import asyncio
import logging
import re
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from companion import shell
from companion.games.message import Message, say

GLANCE = 2  # seconds between two looks at all connections
KEPT_OPEN = 75  # seconds without a request; longer than proxies keep a connection that they might use again
TO_ARRIVE = 240  # seconds for a whole request: two megabytes over a bad Wi-Fi
MOST_SMALL = 200  # pieces of a body in pieces that are no longer than 255 bytes; each costs as much as a long one
TO_READ = 30  # seconds in which somebody takes something of an answer
MOST = 20_000  # connections; each takes some 15 kB
MOST_UNREAD = 64 * 1024 * 1024  # bytes of answers that wait to be read, of all connections together
RESERVED = 128  # file handles for everything else: the threads' connections to the database, files that are sent
QUIET = 60  # seconds between two lines in the log
DOING = "companion.doing"  # where a request's scope says how far it is

log = logging.getLogger(__name__)


class Doing(IntEnum):
    """What a connection is about, in the order in which it is closed where there are too many."""

    WAITING = 0  # for a request: none has begun, or its head has not arrived
    ARRIVING = 1
    LISTENING = 2  # to a stream: the phone comes again, and asks until then
    ANSWERED = 3  # or reading an answer


@dataclass(slots=True)
class Seen:
    """How a connection was found, and since when (seconds of the event loop's clock)."""

    request: object
    doing: Doing
    since: float
    unread: int = 0
    unread_since: float = 0.0


_SMALL = re.compile(rb"\r\n0*[0-9a-fA-F]{1,2}[ \t;\r]")


class Connection(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """One connection of a phone, which counts before its first byte.

    A body may come in pieces, as some proxies send it on. Nobody sends many tiny ones: a megabyte of them would keep
    the event loop busy for half a second.
    """

    small = 0
    counted: object = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Make room for it."""
        super().connection_made(transport)
        self.app.connections.make_room(self)

    def data_received(self, data: bytes) -> None:
        """Take what has arrived, unless it is in too many pieces."""
        if self.cycle is not self.counted:
            self.counted, self.small = self.cycle, 0
        self.small += len(_SMALL.findall(data))
        if self.small > MOST_SMALL:
            self.transport.abort()
        else:
            super().data_received(data)


class Connections:
    """All connections of this process, as uvicorn keeps them."""

    def __init__(self, handles: int) -> None:
        """For a process that may open so many files."""
        self.most = min(MOST, max(handles - RESERVED, handles // 2))
        self.open: set[Any] = set()
        self.seen: dict[Any, Seen] = {}
        self.watching: asyncio.Task[None] | None = None
        self.silent_until = 0.0

    def start(self, opened: set[Any]) -> None:
        """Begin to look after the connections in this set, on the running event loop."""
        self.open = opened
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._no_handle_left)
        self.watching = loop.create_task(self._watch())

    def stop(self) -> None:
        """Look no more."""
        if self.watching:
            self.watching.cancel()

    def make_room(self, newest: Any) -> None:
        """Close some where there are too many, but not the newest."""
        if len(self.open) > self.most:
            self._look()
            closed = self._close_idle(max(1, self.most // 50), newest)
            told = say(
                "More than %(most)s connections: closed %(closed)s, the longest idle first.",
                most=self.most,
                closed=closed,
            )
            self._say(told)

    def hang_up(self, scope: Any) -> None:
        """End the connection of a request."""
        for connection in self.open:
            if connection.scope is scope:
                connection.transport.abort()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(GLANCE)
            self._look()

    def _look(self) -> None:
        """Close who has had time enough, and who leaves too much unread."""
        now = asyncio.get_running_loop().time()
        self.seen = {connection: self._found(connection, now) for connection in self.open}
        for connection, seen in self.seen.items():
            idle, unread = now - seen.since, now - seen.unread_since
            if (
                (seen.unread and unread > TO_READ)
                or (seen.doing == Doing.WAITING and idle > KEPT_OPEN)
                or (seen.doing == Doing.ARRIVING and idle > TO_ARRIVE)
            ):
                connection.transport.abort()
        unread = sum(seen.unread for seen in self.seen.values())
        if unread > MOST_UNREAD:
            for connection, seen in sorted(self.seen.items(), key=lambda item: -item[1].unread):
                if unread > MOST_UNREAD:
                    connection.transport.abort()
                    unread -= seen.unread

    def _found(self, connection: Any, now: float) -> Seen:
        unread = connection.transport.get_write_buffer_size()
        doing, request = _doing(connection, unread), connection.cycle
        seen = self.seen.get(connection)
        if seen is None or seen.doing != doing or seen.request is not request:
            seen = Seen(request, doing, now, seen.unread if seen else 0, seen.unread_since if seen else now)
        if not unread or unread < seen.unread:
            seen.unread_since = now
        seen.unread = unread
        return seen

    def _close_idle(self, number: int, but: Any = None) -> int:
        """Close so many connections, those that are about least, and for longest, first; how many there were."""
        found = sorted(self.seen.items(), key=lambda item: (item[1].doing, item[1].since))
        idle = [
            connection for connection, _ in found if connection is not but and not connection.transport.is_closing()
        ]
        for connection in idle[:number]:
            connection.transport.abort()
        return len(idle[:number])

    def _no_handle_left(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """The event loop could not accept a connection, which it would tell with a traceback for each."""
        if not str(context.get("message")).startswith("socket.accept() out of system resource"):
            loop.default_exception_handler(context)
            return
        self._look()
        closed = self._close_idle(max(1, len(self.open) // 10))
        told = say(
            "No file handle is left for another connection: closed %(closed)s, the longest idle first.", closed=closed
        )
        self._say(told)

    def _say(self, message: Message) -> None:
        now = asyncio.get_running_loop().time()
        if now >= self.silent_until:
            self.silent_until = now + QUIET
            log.warning(shell.told(message))


def _doing(connection: Any, unread: int) -> Doing:
    if connection.cycle is None or connection.cycle.response_complete:
        return Doing.ANSWERED if unread else Doing.WAITING
    return Doing(connection.scope.get(DOING, Doing.ANSWERED))
