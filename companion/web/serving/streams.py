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
UNBUFFERED = {
    **HEADERS,
    "Companion": "events",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
}  # nginx would hold a stream back


class Streams:
    """The phones that listen; addresses begin with ``root``."""

    def __init__(self, store: Store, root: str, presence: Presence) -> None:
        self.store, self.root, self.presence = store, root, presence
        self.listening: dict[asyncio.Event, int] = {}  # each with its table; it is set when there may be news
        self.is_stopped = False

    async def watch(self) -> None:
        """Look for ever whether anybody has written, and wake the phones at every table that has changed."""
        seen, states = 0, dict[int, changes.State]()
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_GLANCES)
            with suppress(sqlite3.Error):  # at the next glance
                if self.listening and (version := changes.data_version(self.store)) != seen:
                    found = changes.states(self.store, list(set(self.listening.values())))
                    for woken, table_id in self.listening.items():
                        if found.get(table_id) != states.get(table_id):
                            woken.set()
                    seen, states = version, found

    def stop(self) -> None:
        """End all streams, telling phones to come again."""
        self.is_stopped = True
        for woken in self.listening:
            woken.set()

    async def serve(self, request: Request) -> Response:
        """Answer with the stream of a table, for the key in the address."""
        credential = f"{request.path_params['key']}.{request.cookies.get(PHONE, '')}"
        try:
            link = find_link(self.store, credential)
        except (LinkEnded, sqlite3.Error) as error:
            return Response(status_code=410 if isinstance(error, LinkEnded) else 503)
        if link is None:
            return Response(status_code=404)
        events = self._yield_events(credential, link.table_id)
        return StreamingResponse(events, headers=UNBUFFERED, media_type="text/event-stream")

    async def _yield_events(self, credential: str, table_id: int) -> AsyncIterator[str]:
        """Yield news for a phone until its link ends; a slow phone gets the latest state only."""
        key, _, secret = credential.partition(".")
        woken, latest = asyncio.Event(), None
        self.listening[woken] = table_id
        try:
            while not self.is_stopped:
                link = find_link(self.store, credential)
                if link is None:
                    raise LinkEnded
                if link.phone_id:
                    self.presence.see(secret)
                heard = replace(link, home=None)  # that the table came into a group is no news to a page
                if heard != latest:
                    yield f"data: {link.version}\n\n"
                    if find_rematch(self.store, table_id):
                        yield _event("rematch", f"{self.root}/t/{key}/rematch")
                    latest = heard
                try:
                    async with asyncio.timeout(SECONDS_BETWEEN_SIGNS_OF_LIFE):  # wait_for would make a task each time
                        await woken.wait()
                except TimeoutError:
                    yield _event("alive", SECONDS_BETWEEN_SIGNS_OF_LIFE)
                woken.clear()
            yield _event("again")
        except (LinkEnded, sqlite3.Error) as error:
            yield _event("ended" if isinstance(error, LinkEnded) else "again")
        finally:
            del self.listening[woken]


def _event(name: str, data: object = "") -> str:
    return f"event: {name}\ndata: {data}\n\n"
