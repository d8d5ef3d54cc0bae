"""Short codes: ten letters and digits that let a watcher in when read out across the table.

Nobody is refused a right code, so guessing must be hopeless by their number alone: of 32^10 = 1.1e15, a year of 100
tries a second finds one live code with a chance of 2.8e-6; and whoever finds one watches a game.
"""

import re
import secrets
from datetime import timedelta

from companion.store.database import Store, ago
from companion.store.links.links import WATCHER, add_link, find_row

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # no 0 and O, no 1 and I
LENGTH = 10
GOOD_FOR = timedelta(hours=24)
_GOOD = "ended_at IS NULL AND created_at > ?"


def read_code(typed: str) -> str | None:
    """Return a code as it was typed, without spaces and dashes and in capitals; None if it can't be one."""
    code = re.sub(r"[\s\u2010-\u2015-]", "", typed).upper()
    return code if re.fullmatch(f"[{ALPHABET}]{{{LENGTH}}}", code) else None


def find_code(store: Store, table_id: int) -> str | None:
    """Return the code that opens a table; None if there is none, or it is too old."""
    row = find_row(store.db, f"table_id = ? AND code IS NOT NULL AND {_GOOD}", table_id, ago(GOOD_FOR))
    return str(row["code"]) if row else None


def ensure_code(store: Store, table_id: int) -> str:
    """Return the code that opens a table, a new one if it has none."""
    if code := find_code(store, table_id):
        return code
    with store.writing() as db:
        code = find_code(store, table_id)
        if code is None:
            code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
            add_link(db, WATCHER, table_id=table_id, code=code)
    return code


def find_key_by_code(store: Store, code: str) -> str | None:
    """Return the key of the watcher's link that a code gives; None if the code is wrong, or its link has ended."""
    row = find_row(store.db, f"code = ? AND {_GOOD}", code, ago(GOOD_FOR))
    return str(row["key"]) if row else None
