"""Short codes: ten letters and digits that let a watcher in when read out across the table.

Nobody is refused a right code, so guessing must be hopeless by their number alone: of 32^10 = 1.1e15, a year of 100
tries a second finds one live code with a chance of 2.8e-6; and whoever finds one watches a game.
"""

import re
import secrets
from datetime import timedelta

from companion.store.database import Store, ago, now

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # no 0 and O, no 1 and I
LENGTH = 10
GOOD_FOR = timedelta(hours=24)
_GOOD = "ended_at IS NULL AND codes.created_at > ?"


def read_code(typed: str) -> str | None:
    """Return a code as it was typed, without spaces and dashes and in capitals; None if it can't be one."""
    code = re.sub(r"[\s\u2010-\u2015-]", "", typed).upper()
    return code if re.fullmatch(f"[{ALPHABET}]{{{LENGTH}}}", code) else None


def find_code(store: Store, key: str) -> str | None:
    """Return the code that gives a watcher's link, by its key; None if there is none, or it is too old."""
    found = f"SELECT code FROM codes JOIN links USING (key) WHERE key = ? AND {_GOOD}"  # noqa: S608
    row = store.db.execute(found, [key, ago(GOOD_FOR)]).fetchone()
    return row and str(row[0])


def offer_code(store: Store, key: str) -> str:
    """Return the code that gives a watcher's link, a new one if it has none."""
    if code := find_code(store, key):
        return code
    with store.writing() as db:
        db.table("codes").delete_where("created_at <= ?", [ago(GOOD_FOR)])
        code = find_code(store, key)
        if code is None:
            code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
            db.table("codes").insert({"code": code, "key": key, "created_at": now()})
    return code


def find_key_by_code(store: Store, code: str) -> str | None:
    """Return the key of the watcher's link that a code gives; None if the code is wrong, or its link has ended."""
    found = f"SELECT key FROM codes JOIN links USING (key) WHERE code = ? AND {_GOOD}"  # noqa: S608
    row = store.db.execute(found, [code, ago(GOOD_FOR)]).fetchone()
    return row and str(row[0])
