"""Event streams: every phone hears at once that its table has changed. What has changed it fetches as ever.

A stream says what a poll would have said to the same key and nothing else (see ``docs/front-end.md``). Streams belong
to the event loop: one that has nothing to say is a task that waits for the phone to hang up.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.store.journal.rematches import has_rematch
from companion.store.links import links
from companion.web.app.security import HEADERS
from companion.web.serving.figures import Figures, Row

if TYPE_CHECKING:
    from companion.store.database import Store
    from companion.web.app.place import Place
    from companion.web.serving.asgi import Send
    from companion.web.serving.bodies import Receive

GLANCE = 0.03  # seconds between two glances at whether another process has written
SIGN_OF_LIFE = 25  # seconds
PACE = 0.001  # seconds for each stream of a table until they are told the next news
MOST = 200  # streams of a table; other phones ask
READING = 100  # milliseconds; the event loop waits no longer for the file
OPENED = {
    **HEADERS,
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # nginx would hold a stream back
}


@dataclass(eq=False, slots=True)
class Stream:
    """What one phone hears. A slow phone is told how its table is when it can hear again, not all that happened."""

    streams: Streams
    key: str
    table_id: int
    send: Send
    told: links.Link | None = None
    due: set[str] = field(default_factory=set)
    telling: asyncio.Task[None] | None = None
    alive: asyncio.TimerHandle | None = None

    def tell(self, what: str) -> None:
        """Tell the phone, as soon as it listens: ``news`` of its table, ``alive``, or to come ``again``."""
        self.due.add(what)
        if self.telling is None or self.telling.done():
            self.telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        while self.due:
            due, self.due = self.due, set()
            try:
                said, last = self._words(due)
            except sqlite3.Error:  # the file can't be read: the phone asks, and is told so
                said, last = _event("again"), True
            if said:
                await self.send({"type": "http.response.body", "body": said.encode(), "more_body": not last})
            if last:
                return

    def _words(self, due: set[str]) -> tuple[str, bool]:
        """What to say, and whether it is the last."""
        if "again" in due:
            return _event("again"), True
        said = _event("alive", SIGN_OF_LIFE) if "alive" in due else ""
        if "news" not in due:
            return said, False
        try:
            link = links.find_link(self.streams.store, self.key)
            if link is None:
                raise links.LinkEnded
            if link == self.told:
                return said, False
            said += f"data: {link.version}\n\n"
            if has_rematch(self.streams.store, link):
                said += _event("rematch", self.streams.place.address("t", self.key) + "/rematch")
        except links.LinkEnded:
            return _event("ended"), True
        self.told = link
        return said, False


class Streams:
    """The streams of this process."""

    def __init__(self, store: Store, place: Place, figures: Row | None = None) -> None:
        self.store, self.place = store, place
        self.figures = figures or Figures().row()
        self.at: dict[int, set[Stream]] = {}  # by table
        self.states: dict[int, tuple[int, int]] = {}  # as they were last seen
        self.due: dict[int, float] = {}  # when a table's phones may be told the next news
        self.later: set[int] = set()  # the tables whose phones are told then
        self.loop: asyncio.AbstractEventLoop | None = None
        self.glancing: asyncio.Task[None] | None = None
        self.seen = 0
        self.looks = False
        self.stopped = False

    def start(self) -> None:
        """Begin to look for changes; on the event loop that holds the streams."""
        self.loop = asyncio.get_running_loop()
        self.store.db.execute(f"PRAGMA busy_timeout = {READING}")
        self.store.on_commit(self._committed)
        self.glancing = asyncio.create_task(self._glance())

    def stop(self) -> None:
        """End all streams with a word to come again; whoever opens one now is sent away."""
        self.stopped = True
        self.store.on_commit(None)
        if self.glancing:
            self.glancing.cancel()
        for stream in self._all():
            stream.tell("again")

    async def serve(self, sent: str, receive: Receive, send: Send) -> None:
        """Hold the stream of one phone, by the key that it has sent, until it or the link ends."""
        key = self.place.own(sent)
        if key is None:
            await _refuse(send, 421)
            return
        try:
            link = None if self.stopped else links.find_link(self.store, key)
        except links.LinkEnded:
            await _refuse(send, 410)
            return
        except sqlite3.Error:
            await _refuse(send, 503)
            return
        if link is None:
            await _refuse(send, 503 if self.stopped else 404)
            return
        if len(self.at.get(link.table_id, ())) >= MOST:
            await _refuse(send, 204)
            return
        await send({"type": "http.response.start", "status": 200, "headers": _raw(OPENED)})
        stream = Stream(self, key, link.table_id, send)
        try:
            self._join(stream)
            stream.tell("news")
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self._leave(stream)

    def _join(self, stream: Stream) -> None:
        # What changes from now on is noticed; what has changed until now is read when the stream says its first word.
        self.at.setdefault(stream.table_id, set()).add(stream)
        self.figures["phones"] += 1
        self._sign_of_life(stream)

    def _leave(self, stream: Stream) -> None:
        if stream.alive:
            stream.alive.cancel()
        if stream.telling:
            stream.telling.cancel()
        here = self.at.get(stream.table_id, set())
        if stream in here:
            here.discard(stream)
            self.figures["phones"] -= 1
        if not here:
            self.at.pop(stream.table_id, None)
            self.states.pop(stream.table_id, None)
            self.due.pop(stream.table_id, None)

    def _sign_of_life(self, stream: Stream) -> None:
        if stream.alive:
            stream.tell("alive")
        stream.alive = asyncio.get_running_loop().call_later(SIGN_OF_LIFE, self._sign_of_life, stream)

    def _committed(self) -> None:
        """Look at once; called in the thread that has written."""
        if not self.looks and self.loop:
            self.looks = True
            with suppress(RuntimeError):  # the event loop has ended meanwhile
                self.loop.call_soon_threadsafe(self._look)

    async def _glance(self) -> None:
        while True:
            await asyncio.sleep(GLANCE)
            with suppress(sqlite3.Error):  # at the next glance
                if self.at and self._data_version() != self.seen:
                    self._look()

    def _look(self) -> None:
        """Tell the phones at every table that is not as it was."""
        self.looks = False
        with suppress(sqlite3.Error):  # at the next glance
            seen = self._data_version()
            for table_id, state in self._states(list(self.at)).items():
                if self.states.get(table_id) != state:
                    self.states[table_id] = state
                    self._news(table_id)
            self.seen = seen

    def _news(self, table_id: int) -> None:
        """Tell the phones at a table, at once or in turn: those of one must not take the time of all others."""
        loop = asyncio.get_running_loop()
        wait = self.due.get(table_id, 0) - loop.time()
        if wait <= 0:
            self._tell(table_id)
        elif table_id not in self.later:
            self.later.add(table_id)
            loop.call_later(wait, self._tell, table_id)

    def _tell(self, table_id: int) -> None:
        self.later.discard(table_id)
        if streams := self.at.get(table_id):
            self.due[table_id] = asyncio.get_running_loop().time() + PACE * len(streams)
            for stream in streams:
                stream.tell("news")

    def _data_version(self) -> int:
        """What changes whenever anybody else commits to the file, in this process or another."""
        return int(self.store.db.execute("PRAGMA data_version").fetchone()[0])

    def _states(self, table_ids: list[int]) -> dict[int, tuple[int, int]]:
        """Of each table what changes when a poll's answer does."""
        rows = self.store.db.execute(
            """
            SELECT value, (SELECT max(seq) FROM journal WHERE table_id = value),
                   (SELECT links_changed FROM tables WHERE id = value)
            FROM json_each(?)
            """,
            [json.dumps(table_ids)],
        )
        return {table_id: (version, changed) for table_id, version, changed in rows}

    def _all(self) -> Iterator[Stream]:
        for streams in list(self.at.values()):
            yield from list(streams)


def _event(name: str, data: object = "") -> str:
    return f"event: {name}\ndata: {data}\n\n"


def _raw(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


async def _refuse(send: Send, status: int) -> None:
    headers: dict[str, Any] = {**HEADERS, "Cache-Control": "no-store", "Content-Length": "0"}
    await send({"type": "http.response.start", "status": status, "headers": _raw(headers)})
    await send({"type": "http.response.body", "body": b""})
