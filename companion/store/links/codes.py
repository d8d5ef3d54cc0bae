"""Short codes: ten letters and digits that let a watcher in when read out across the table.

Nobody is ever refused a right code, so guessing must be hopeless by their number alone: there are 32^10 = 1.1e15. A
year of 100 tries a second has 3.2e9 tries, which find one live code with a chance of 2.8e-6. It would take 350 tables
with a live code at every moment of that year until the chance to find any of them was 1 in 1,000; and whoever finds
one watches a game.
"""

import re
import secrets
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from sqlite_utils import Database

from companion.store.clock import ago, now
from companion.store.database import Store
from companion.store.links import links
from companion.store.links.links import derived

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # no 0 and O, no 1 and I
LENGTH = 10
GOOD_FOR = timedelta(hours=24)


def cleaned(typed: str) -> str | None:
    """A code as it was typed, without spaces and dashes and in capitals; None if it can't be one."""
    code = re.sub(r"[\s\u2010-\u2015-]", "", typed).upper()
    return code if re.fullmatch(f"[{ALPHABET}]{{{LENGTH}}}", code) else None


def current(store: Store, table_id: int) -> str | None:
    """The code of a table; None if it has none, or one that is too old."""
    return next((row["code"] for row in _good(store.db, "table_id = ?", table_id)), None)


def offer(store: Store, table_id: int) -> str:
    """The code of a table, a new one if it has none."""
    code = current(store, table_id)
    if code:
        return code
    with store.writing() as db:
        db.table("codes").delete_where("created_at <= ?", [ago(GOOD_FOR)])
        code = current(store, table_id)
        if code is None:
            code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
            db.table("codes").insert({"code": code, "table_id": table_id, "created_at": now()})
    return code


def join(store: Store, code: str, write_key: str) -> str | None:
    """The key of a watcher's link for whoever knows a code, the same for the same write key; None if it is wrong.

    A wrong one writes nothing and waits for nobody who writes.
    """
    if not any(_good(store.db, "code = ?", code)):
        return None
    with store.writing() as db:
        for row in _good(db, "code = ?", code):
            key = derived(write_key, f"{links.WATCHER}:{code}")
            links.check_room(db, row["table_id"])
            links.add(db, row["table_id"], key, links.WATCHER, None)
            return key
    return None


def _good(db: Database, where: str, value: str | int) -> Iterator[dict[str, Any]]:
    """The codes that are not too old."""
    return db.table("codes").rows_where(f"{where} AND created_at > ?", [value, ago(GOOD_FOR)])
