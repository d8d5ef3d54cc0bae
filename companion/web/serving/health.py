"""``/health``: whether a round would be saved."""

import asyncio
import time

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from companion.store.database import Store
from companion.store.upkeep.soundness import find_ailment

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
                ailment = await asyncio.to_thread(find_ailment, self.store)
                self.word, self.looked_at = ailment.word if ailment else "ok", time.monotonic()
        status = 200 if self.word == "ok" else 503
        return JSONResponse({"status": self.word}, status, {"Cache-Control": "no-store"})
