"""Event streams: every phone hears at once that its table has changed. What has changed it fetches as ever.

A stream says what a poll would have said to the same key and nothing else (see ``docs/front-end.md``).
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from companion.store import changes
from companion.store.database import Store
from companion.store.links.links import LinkEnded, find_link
from companion.store.tables.rematches import find_rematch
from companion.web.app.presence import PHONE, Presence
from companion.web.app.security import HEADERS

SECONDS_BETWEEN_GLANCES = 0.03  # at whether anybody has written
SECONDS_BETWEEN_SIGNS_OF_LIFE = 25
BUSY_TIMEOUT_MS = 100  # the event loop waits no longer for the file
UNCACHED = {**HEADERS, "Cache-Control": "no-store"}
UNBUFFERED = {**UNCACHED, "X-Accel-Buffering": "no"}  # nginx would hold a stream back


class Streams:
    """The phones that listen, by table; addresses begin with ``root``."""

    def __init__(self, store: Store, root: str, presence: Presence) -> None:
        self.store, self.root, self.presence = store, root, presence
        self.listening: dict[int, set[asyncio.Event]] = {}  # each is set when there may be news
        self.stopped = False

    async def watch(self) -> None:
        """Look for ever whether anybody has written, and wake the phones at every table that has changed."""
        seen, states = 0, dict[int, changes.State]()
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_GLANCES)
            with suppress(sqlite3.Error):  # at the next glance
                if not seen:
                    self.store.db.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
                if self.listening and (version := changes.data_version(self.store)) != seen:
                    found = changes.states(self.store, list(self.listening))
                    for table_id in found:
                        if found[table_id] != states.get(table_id):
                            self._wake(table_id)
                    seen, states = version, found

    def stop(self) -> None:
        """End all streams, telling phones to come again, and refuse new ones."""
        self.stopped = True
        for table_id in self.listening:
            self._wake(table_id)

    async def serve(self, request: Request) -> Response:
        """Answer with the stream of a table, for the key in the address."""
        key, status = request.path_params["key"], 204
        credential = f"{key}.{request.cookies.get(PHONE, '')}"
        try:
            link = None if self.stopped else find_link(self.store, credential)
            if link is None:
                status = 503 if self.stopped else 404
            elif request.method != "HEAD":
                events = self._yield_events(credential, link.table_id)
                return StreamingResponse(events, headers=UNBUFFERED, media_type="text/event-stream")
        except LinkEnded:
            status = 410
        except sqlite3.Error:
            status = 503
        return Response(status_code=status, headers=UNCACHED)

    async def _yield_events(self, credential: str, table_id: int) -> AsyncIterator[str]:
        """Yield news for a phone until its link ends; a slow phone gets the latest state only."""
        key, _, secret = credential.partition(".")
        woken, latest = asyncio.Event(), None
        self.listening.setdefault(table_id, set()).add(woken)
        try:
            while not self.stopped:
                link = find_link(self.store, credential)
                if link is None:
                    raise LinkEnded
                if link.phone_id:
                    self.presence.see(secret)
                heard = replace(link, home=None)  # that the table came into a group is no news to a page
                if heard != latest:
                    yield f"data: {link.version}\n\n"
                    if find_rematch(self.store, link.table_id):
                        yield _event("rematch", f"{self.root}/t/{key}/rematch")
                    latest = heard
                try:
                    async with asyncio.timeout(SECONDS_BETWEEN_SIGNS_OF_LIFE):  # wait_for would make a task each time
                        await woken.wait()
                except TimeoutError:
                    yield _event("alive", SECONDS_BETWEEN_SIGNS_OF_LIFE)
                woken.clear()
            yield _event("again")
        except LinkEnded:
            yield _event("ended")
        except sqlite3.Error:  # the file can't be read: the phone asks, and is told so
            yield _event("again")
        finally:
            self.listening[table_id].discard(woken)
            if not self.listening[table_id]:
                del self.listening[table_id]

    def _wake(self, table_id: int) -> None:
        for woken in self.listening.get(table_id, ()):
            woken.set()


def _event(name: str, data: object = "") -> str:
    return f"event: {name}\ndata: {data}\n\n"
