"""Links: the secret keys that open a table, to keep score or only to watch, and replacing them.

Only hashes of keys are stored. The watcher's link that the share screen shows is worked out from the
scorer's key, so that whoever may write can always show it; a link by short code has a key of its own.
"""

import base64
import hashlib
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from companion.store.clock import now
from companion.store.database import Store

SCORER, WATCHER = "scorer", "watcher"


class LinkEnded(Exception):
    """The link was a table's, and has been replaced."""


@dataclass(frozen=True, slots=True)
class Link:
    """What a key opens: a table at its current version (the ``seq`` of its last entry), and in which role."""

    table_id: int
    role: str
    version: int


def find(store: Store, key: str) -> Link | None:
    """What a key opens now; None if it never opened anything.

    Raises LinkEnded where it has been replaced or the table was deleted.
    """
    row = store.db.execute(
        """
        SELECT table_id, role, ended_at,
               (SELECT max(seq) FROM journal WHERE journal.table_id = links.table_id)
        FROM links WHERE key_hash = ?
        """,
        [hashed(key)],
    ).fetchone()
    if row is None:
        return None
    table_id, role, ended_at, version = row
    if ended_at is not None or version is None:
        raise LinkEnded
    return Link(table_id, role, version)


def add(db: Database, table_id: int, key: str, role: str, through: str | None = None) -> None:
    """Let a key open a table; inside a transaction. A link that is there already, ended or not, stays as it is.

    ``through`` is the hash of the group's key that it was worked out from: it ends with that.
    """
    if look_up(db, key) is None:
        row = {"key_hash": hashed(key), "table_id": table_id, "role": role, "created_at": now(), "through": through}
        db.table("links").insert(row)


def look_up(db: Database, key: str) -> dict[str, Any] | None:
    """The link of a key, ended or not; None if it never opened a table."""
    return next(db.table("links").rows_where("key_hash = ?", [hashed(key)]), None)


def watcher_key(store: Store, table_id: int, scorer_key: str) -> str:
    """The key of the watchers' link that goes with a scorer's; it opens the table from now on.

    Pages that show it are asked for again and again: only the first time anything is written.
    """
    key = derived(scorer_key, f"{WATCHER}:{times_replaced(store.db, table_id)}")
    if look_up(store.db, key):
        return key
    with store.writing() as db:
        key = derived(scorer_key, f"{WATCHER}:{times_replaced(db, table_id)}")
        add(db, table_id, key, WATCHER)
    return key


def times_replaced(db: Database, table_id: int) -> int:
    """How often the watchers' links of a table have been replaced."""
    return int(db.table("tables").get(table_id)["watchers_replaced"])


def replace_scorer(store: Store, scorer_key: str, write_key: str) -> str | None:
    """End every scorer's link of a table and return the key of the new one; None if the key is no scorer's.

    May be repeated with the same write key, also with the link that it ended: an answer that was lost must
    not lock the table's only scorer out. Raises LinkEnded where somebody else has replaced the link.
    """
    new = derived(write_key, f"{SCORER}:{scorer_key}")
    with store.writing() as db:
        link = look_up(db, scorer_key)
        if link is None or link["role"] != SCORER:
            return None
        if link["ended_at"] is None:
            end(db, link["table_id"], SCORER)
            add(db, link["table_id"], new, SCORER, link["through"])
    if find(store, new) is None:
        raise LinkEnded
    return new


def replace_watchers(store: Store, table_id: int, times: int) -> None:
    """End every watcher's link of a table and its code, unless they have been replaced more than ``times`` times."""
    with store.writing() as db:
        if times_replaced(db, table_id) == times:
            end(db, table_id, WATCHER)
            db.table("tables").update(table_id, {"watchers_replaced": times + 1})
            db.table("codes").delete_where("table_id = ?", [table_id])


def end(db: Database, table_id: int, role: str) -> None:
    """End the links of a role; inside a transaction."""
    db.execute(
        "UPDATE links SET ended_at = ? WHERE table_id = ? AND role = ? AND ended_at IS NULL", [now(), table_id, role]
    )


def hashed(key: str) -> str:
    """What is stored of a key: who reads the file can't open a table with it."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def derived(key: str, use: str) -> str:
    """A key of 128 bits that only the holder of ``key`` can work out; always the same for the same use."""
    digest = hashlib.blake2b(f"{use}:{key}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
