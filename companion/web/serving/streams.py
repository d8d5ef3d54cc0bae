"""Event streams: every phone hears at once that its table has changed. What has changed it fetches as ever.

A stream says what a poll would have said to the same key and nothing else (see ``docs/front-end.md``).
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from companion.store import changes
from companion.store.database import Store
from companion.store.journal.rematches import find_rematch
from companion.store.links import links
from companion.web.app.place import Place
from companion.web.app.security import HEADERS

GLANCE = 0.03  # seconds between two glances at whether anybody has written
SIGN_OF_LIFE = 25  # seconds
MOST = 200  # streams of a table; other phones ask
READING = 100  # milliseconds; the event loop waits no longer for the file
UNKEPT = {**HEADERS, "Cache-Control": "no-store"}
STREAM = {**UNKEPT, "X-Accel-Buffering": "no"}  # nginx would hold a stream back


class Streams:
    """The phones that listen, by table."""

    def __init__(self, store: Store, place: Place) -> None:
        self.store, self.place = store, place
        self.at: dict[int, set[asyncio.Event]] = {}  # each is set when there may be news
        self.stopped = False

    async def watch(self) -> None:
        """Look for ever whether anybody has written, and wake the phones at every table that has changed."""
        seen, states = 0, dict[int, changes.State]()
        while True:
            await asyncio.sleep(GLANCE)
            with suppress(sqlite3.Error):  # at the next glance
                if not seen:
                    self.store.db.execute(f"PRAGMA busy_timeout = {READING}")
                if self.at and (version := changes.data_version(self.store)) != seen:
                    found = changes.states(self.store, list(self.at))
                    for table_id in found:
                        if found[table_id] != states.get(table_id):
                            self._wake(table_id)
                    seen, states = version, found

    def stop(self) -> None:
        """End all streams with a word to come again; whoever opens one now is sent away."""
        self.stopped = True
        for table_id in self.at:
            self._wake(table_id)

    async def serve(self, request: Request) -> Response:
        """Answer with the stream of a table, for the key in the address."""
        key = request.path_params["key"]
        try:
            link = None if self.stopped else links.find_link(self.store, key)
        except links.LinkEnded:
            return Response(status_code=410, headers=UNKEPT)
        except sqlite3.Error:
            return Response(status_code=503, headers=UNKEPT)
        if link is None:
            return Response(status_code=503 if self.stopped else 404, headers=UNKEPT)
        if request.method == "HEAD" or len(self.at.get(link.table_id, ())) >= MOST:
            return Response(status_code=204, headers=UNKEPT)
        return StreamingResponse(self._tell(key, link.table_id), headers=STREAM, media_type="text/event-stream")

    async def _tell(self, key: str, table_id: int) -> AsyncIterator[str]:
        """Say what is news to a key until its link ends. A slow phone hears how things are, not all that happened."""
        woken, told = asyncio.Event(), None
        self.at.setdefault(table_id, set()).add(woken)
        try:
            while not self.stopped:
                link = links.find_link(self.store, key)
                if link is None:
                    raise links.LinkEnded
                if link != told:
                    yield f"data: {link.version}\n\n"
                    if find_rematch(self.store, link.table_id):
                        yield _event("rematch", self.place.address("t", key) + "/rematch")
                    told = link
                try:
                    async with asyncio.timeout(SIGN_OF_LIFE):  # wait_for would make a task each time
                        await woken.wait()
                except TimeoutError:
                    yield _event("alive", SIGN_OF_LIFE)
                woken.clear()
            yield _event("again")
        except links.LinkEnded:
            yield _event("ended")
        except sqlite3.Error:  # the file can't be read: the phone asks, and is told so
            yield _event("again")
        finally:
            self.at[table_id].discard(woken)
            if not self.at[table_id]:
                del self.at[table_id]

    def _wake(self, table_id: int) -> None:
        for woken in self.at.get(table_id, ()):
            woken.set()


def _event(name: str, data: object = "") -> str:
    return f"event: {name}\ndata: {data}\n\n"
