"""The answer at ``/health``, for whoever looks whether the companion can do its work.

Strangers learn whether a round would be saved, and in one word why not. To whoever knows the id of the database, as the
note beside it has it, it also says the version, how many phones are at tables, and what to do.
"""

import asyncio
import sqlite3
import time

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from companion.store.database import Store
from companion.store.upkeep.soundness import Ailment, look
from companion.web.app.folders import version
from companion.web.app.security import HEADERS
from companion.web.serving.streams import Streams

OFTEN = 1.0  # seconds between two looks, however many ask


class Health:
    """Looks when somebody asks; all who ask meanwhile hear what it finds."""

    def __init__(self, store: Store, streams: Streams) -> None:
        self.store, self.streams, self.looking = store, streams, asyncio.Lock()
        self.found: Ailment | None = None
        self.since = -OFTEN

    async def answer(self, request: Request) -> Response:
        """Answer 200 or 503."""
        async with self.looking:
            try:
                self.store.check_files()
            except sqlite3.Error:  # found out at once, for commands that are not to open what lies there
                self.since = -OFTEN
            if time.monotonic() - self.since >= OFTEN:
                # In no thread of Flask's: it also finds out when all those wait for the file.
                self.found = await asyncio.to_thread(look, self.store)
                self.since = time.monotonic()
            found = self.found
        told: dict[str, object] = {"status": found.word if found else "ok"}
        if request.query_params.get("id") == str(self.store.id):
            told |= {"version": version(), "phones": sum(map(len, self.streams.at.values()))}
            told |= {"told": found.line} if found else {}
        return JSONResponse(told, 503 if found else 200, {**HEADERS, "Cache-Control": "no-store"})
