"""Short codes: six letters and digits that let a watcher in when read out across the table.

Guessing is limited for each table, never for an address, since everybody in a café shares one. A wrong
code belongs to no table, so the first two characters say whose it was meant to be: a new code takes two
that no other table has, while there are any.
"""

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlite_utils import Database

from companion.store.clock import ago, now, since
from companion.store.database import Store
from companion.store.links import links
from companion.store.links.links import derived

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # no 0 and O, no 1 and I
LENGTH = 6
SLOT = 2  # the characters that name the table
GOOD_FOR = timedelta(hours=24)
# Ten wrong tries at once, then one every six minutes: against four characters, one chance in 4,000 a day.
TRIES = 10
FORGOTTEN_AFTER = timedelta(minutes=6)


@dataclass(eq=False)
class TooManyTries(Exception):
    """Too many wrong codes were tried for this table; how long to wait."""

    minutes: int


def cleaned(typed: str) -> str | None:
    """A code as it was typed, without spaces and dashes and in capitals; None if it can't be one."""
    code = re.sub(r"[\s-]", "", typed).upper()
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
            code = _new(db)
            db.table("codes").insert({"code": code, "table_id": table_id, "created_at": now()})
    return code


def join(store: Store, code: str, write_key: str) -> str | None:
    """The key of a watcher's link for whoever knows a code, the same for the same write key; None if it is wrong.

    Raises TooManyTries where the table must not be guessed at for a while, also for the right code.
    """
    slot = code[:SLOT]
    with store.writing() as db:
        tries = _tries(db, slot)
        if tries > TRIES - 1:
            raise TooManyTries(int((tries - TRIES + 1) * FORGOTTEN_AFTER / timedelta(minutes=1)) + 1)
        row = next(_good(db, "code = ?", code), None)
        if row is None:
            db.table("wrong_codes").upsert({"slot": slot, "tries": tries + 1, "at": now()}, pk="slot")
            return None
        key = derived(write_key, f"{links.WATCHER}:{code}")
        links.check_room(db, row["table_id"])
        links.add(db, row["table_id"], key, links.WATCHER)
    return key


def _good(db: Database, where: str, value: str | int) -> Iterator[dict[str, Any]]:
    """The codes that are not too old."""
    return db.table("codes").rows_where(f"{where} AND created_at > ?", [value, ago(GOOD_FOR)])


def _tries(db: Database, slot: str) -> float:
    """The wrong tries that are not forgotten yet."""
    rows = db.table("wrong_codes").rows_where("slot = ?", [slot])
    return max([0.0, *(float(row["tries"]) - since(row["at"]) / FORGOTTEN_AFTER for row in rows)])


def _new(db: Database) -> str:
    """A code that no table has, in a slot that no table has either if twenty draws find one."""
    taken = {row["code"] for row in db.table("codes").rows}
    slots = {code[:SLOT] for code in taken}
    drawn = ["".join(secrets.choice(ALPHABET) for _ in range(LENGTH)) for _ in range(20)]
    free = [code for code in drawn if code not in taken]
    return next((code for code in free if code[:SLOT] not in slots), free[0])
