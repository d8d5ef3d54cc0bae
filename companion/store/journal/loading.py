"""Tables as they are now: by the key in an address or by their id, from memory or else replayed from the journal."""

import json
from threading import Lock

from cachetools import LRUCache, cached
from sqlite_utils import Database

from companion.store.database import Store
from companion.store.journal.facts import StoredEntry, Table, replay
from companion.store.links import links
from companion.store.links.links import Link, LinkEnded

# States of the tables that are played now; as many as have so many entries together (6 kB each at most).
MAX_ENTRIES_IN_MEMORY = 20_000
_states: LRUCache[tuple[object, ...], Table] = LRUCache(
    MAX_ENTRIES_IN_MEMORY, lambda table: min(table.version, MAX_ENTRIES_IN_MEMORY)
)
_states_lock = Lock()


def open_table(store: Store, key: str) -> tuple[Table, Link] | None:
    """Return the table that a key opens, and the link, with its role; None if it opens none. Raises LinkEnded."""
    link = links.find_link(store, key)
    return (_load(store, link.table_id, link.version), link) if link else None


def load_table(store: Store, table_id: int, version: int | None = None) -> Table:
    """Return a table as it is now, at this version if that was looked up. Raises LinkEnded if it has been deleted."""
    if version is None:
        (version,) = store.db.execute("SELECT max(seq) FROM journal WHERE table_id = ?", [table_id]).fetchone()
    return _load(store, table_id, version)


def remember_table(store: Store, table: Table) -> None:
    """Keep the state of a table in memory, once what led to it is committed."""
    with _states_lock:
        _states[store, table.id, table.version] = table


@cached(_states, key=lambda *at: at, lock=_states_lock)
def _load(store: Store, table_id: int, version: int) -> Table:
    """Return a table at this version or later, from memory or else replayed."""
    return replay(table_id, read_journal(store.db, table_id))


def read_journal(db: Database, table_id: int) -> list[StoredEntry]:
    """Return the journal of a table, in order. Raises LinkEnded if the table has been deleted."""
    sql = "SELECT seq, kind, payload, at, phone FROM journal WHERE table_id = ? ORDER BY seq"
    rows = [(seq, kind, json.loads(payload), *rest) for seq, kind, payload, *rest in db.execute(sql, [table_id])]
    if not rows:
        raise LinkEnded(deleted=True)
    return rows
