"""Whether a round could be saved now: as much of a save is tried as leaves nothing behind."""

import sqlite3
from contextlib import suppress
from dataclasses import dataclass

from companion.store.database import Store
from companion.store.trouble import trouble_of

PATIENCE = 3000  # milliseconds, for whoever writes just now
LIKE_A_ROUND = 32 * 1024  # bytes, about what saving a round writes


@dataclass(frozen=True, slots=True)
class Ailment:
    """Why nothing can be saved: a word for programs, a line for whoever runs the companion, and what SQLite says."""

    word: str
    told: str
    error: str


class _Enough(Exception):
    """The transaction has gone as far as it shall."""


def look(store: Store) -> Ailment | None:
    """Return why nothing can be saved; None where a round would be.

    A transaction writes into SQLite's log as much as a round would, and is taken back. For a thread of its own, whose
    connection keeps nothing in memory.
    """
    try:
        store.db.execute(f"PRAGMA busy_timeout = {PATIENCE}")
        store.db.execute("PRAGMA cache_size = 1")  # pages; what is more is written before the commit
        with suppress(_Enough), store.writing() as db:
            db.execute("INSERT INTO groups (uid, name, created_at) VALUES ('', ?, '')", ["x" * LIKE_A_ROUND])
            store.check_files()
            raise _Enough
    except sqlite3.Error as error:
        trouble = trouble_of(error, store.path)
        return Ailment(trouble.name.lower(), trouble.explain(store.path, error), str(error))
    return None
