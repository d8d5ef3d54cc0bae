"""``/health``: whether a round would be saved."""

import asyncio
import sqlite3
import time

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from companion.store.database import Store
from companion.store.trouble import trouble_of
from companion.store.upkeep.soundness import try_to_save

SECONDS_BETWEEN_LOOKS = 1.0  # however many ask: each takes the write lock


class Health:
    """What was found at the latest look."""

    def __init__(self, store: Store) -> None:
        self.store, self.looking = store, asyncio.Lock()
        self.word, self.looked_at = "ok", -SECONDS_BETWEEN_LOOKS

    async def tell(self, _request: Request) -> Response:
        """Answer 200 or 503: whether a round would be saved, and in one word why not."""
        async with self.looking:
            if time.monotonic() - self.looked_at >= SECONDS_BETWEEN_LOOKS:
                # In no thread of Flask's: it also finds out when all those wait for the file.
                self.word, self.looked_at = await asyncio.to_thread(self._look), time.monotonic()
        status = 200 if self.word == "ok" else 503
        return JSONResponse({"status": self.word}, status, {"Cache-Control": "no-store"})

    def _look(self) -> str:
        try:
            try_to_save(self.store)
        except sqlite3.Error as error:
            return trouble_of(error, self.store.path).name.lower()
        return "ok"
