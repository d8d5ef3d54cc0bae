"""``/health``: whether a round would be saved."""

import sqlite3
from threading import Condition

from cachetools import TTLCache, cached
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from companion.store.database import Store
from companion.store.trouble import trouble_of
from companion.store.upkeep.soundness import try_to_save

SECONDS_BETWEEN_LOOKS = 1.0  # however many ask: each takes the write lock


def tell(store: Store, _request: Request) -> Response:
    """Answer 200 or 503: whether a round would be saved, and in one word why not."""
    # In Starlette's own threads: it also finds out when all of Flask's wait for the file.
    word = look(store)
    return JSONResponse({"status": word}, 200 if word == "ok" else 503, {"Cache-Control": "no-store"})


@cached(TTLCache(1, SECONDS_BETWEEN_LOOKS), condition=Condition())
def look(store: Store) -> str:
    """Return what became of trying to save."""
    try:
        try_to_save(store)
    except sqlite3.Error as error:
        return trouble_of(error, store.path).name.lower()
    return "ok"
