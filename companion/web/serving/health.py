"""``/health``: whether a round would be saved."""

import asyncio
import time

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from companion.store.database import Store
from companion.store.upkeep.soundness import Ailment, find_ailment
from companion.web.app.folders import version
from companion.web.serving.streams import UNCACHED, Streams

SECONDS_BETWEEN_LOOKS = 1.0  # however many ask: each takes the write lock


class Health:
    """What was found at the latest look."""

    def __init__(self, store: Store, streams: Streams) -> None:
        self.store, self.streams = store, streams
        self.looking, self.looked_at = asyncio.Lock(), -SECONDS_BETWEEN_LOOKS
        self.ailment: Ailment | None = None

    async def tell(self, request: Request) -> Response:
        """Answer 200 or 503: whether a round would be saved, and in one word why not.

        With the database's id, as in the note, also the version, the number of phones at tables, and what to do.
        """
        async with self.looking:
            if time.monotonic() - self.looked_at >= SECONDS_BETWEEN_LOOKS:
                # In no thread of Flask's: it also finds out when all those wait for the file.
                self.ailment = await asyncio.to_thread(find_ailment, self.store)
                self.looked_at = time.monotonic()
        health: dict[str, object] = {"status": self.ailment.word if self.ailment else "ok"}
        if request.query_params.get("id") == str(self.store.id):
            health |= {"version": version(), "phones": sum(map(len, self.streams.listening.values()))}
            health |= {"told": self.ailment.sentence} if self.ailment else {}
        return JSONResponse(health, 503 if self.ailment else 200, UNCACHED)
