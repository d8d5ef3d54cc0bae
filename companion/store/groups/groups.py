"""Groups: people who play together, the secret link that opens everything they keep, and replacing it.

A group's key opens it for reading and writing, and every table of it: a table's link is worked out from the
group's key when somebody opens the table from there. Nothing about a table's link leads back to its group.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlite_utils import Database

from companion.store.clock import now
from companion.store.database import Store
from companion.store.links import links
from companion.store.links.keys import derived, hashed
from companion.store.links.links import LinkEnded


@dataclass(frozen=True, slots=True)
class Group:
    """A group as it is now. ``uid`` is what files know it by; it opens nothing."""

    id: int
    uid: str
    name: str
    created_at: str


def open_group(store: Store, key: str) -> Group | None:
    """The group that a key opens; None if it never opened one. Raises LinkEnded where it has been replaced."""
    row = store.db.execute(
        """
        SELECT groups.id, uid, name, groups.created_at, ended_at
        FROM group_links JOIN groups ON groups.id = group_id WHERE key_hash = ?
        """,
        [hashed(key)],
    ).fetchone()
    if row is None:
        return None
    *found, ended_at = row
    if ended_at is not None:
        raise LinkEnded
    return Group(*found)


def start_group(store: Store, key: str, name: str, uid: str | None = None) -> Group:
    """The group of a key; a new one of this name if the key opens none yet. Raises LinkEnded."""
    with store.writing() as db:
        found = open_group(store, key)
        if found is None:
            row = [secrets.token_hex(16) if uid is None else uid, name, now()]
            (group_id,) = db.execute(
                "INSERT INTO groups (uid, name, created_at) VALUES (?, ?, ?) RETURNING id", row
            ).fetchone()
            _add_link(db, group_id, key)
            found = Group(group_id, *row)
    return found


def must_be_there(db: Database, group_id: int) -> None:
    """Raise LinkEnded where a group has been deleted since it was opened; inside a transaction."""
    if not db.execute("SELECT 1 FROM group_links WHERE group_id = ? AND ended_at IS NULL", [group_id]).fetchone():
        raise LinkEnded


def rename_group(store: Store, group_id: int, name: str) -> None:
    """Give a group another name."""
    with store.writing() as db:
        db.execute("UPDATE groups SET name = ? WHERE id = ?", [name, group_id])


def replace_link(store: Store, key: str, write_key: str) -> str | None:
    """End the links of a group, and those to tables opened through them; the key of the new link.

    None if the key is no group's.
    May be repeated with the same write key, also with the link that it ended: an answer that was lost must
    not lock everybody out. Raises LinkEnded where somebody else has replaced the link.
    """
    new = derived(write_key, f"group:{key}")
    with store.writing() as db:
        row = db.execute("SELECT group_id, ended_at FROM group_links WHERE key_hash = ?", [hashed(key)]).fetchone()
        if row is None:
            return None
        group_id, ended_at = row
        if ended_at is None:
            _end_links(db, group_id)
            _add_link(db, group_id, new)
    if open_group(store, new) is None:
        raise LinkEnded
    return new


def table_key(store: Store, group: Group, key: str, table_id: int) -> str | None:
    """A scorer's key of one of the group's tables, worked out from the group's key; None if it has no such table.

    It opens the table from now on, until somebody replaces the link: then the next one is worked out. Only the
    first time anything is written. Raises LinkEnded where the group's key has been replaced.
    """
    found, is_new = _table_key(store.db, group, key, table_id)
    if is_new:
        with store.writing() as db:
            open_group(store, key)
            found, _ = _table_key(db, group, key, table_id)
            if found:
                links.add(db, table_id, found, links.SCORER, through=hashed(key))
    return found


def _table_key(db: Database, group: Group, key: str, table_id: int) -> tuple[str | None, bool]:
    """The first key worked out for a table that has not ended, and whether it still has to be added."""
    if not db.execute(
        "SELECT 1 FROM tables WHERE id = ? AND group_id = ? AND deleted_at IS NULL", [table_id, group.id]
    ).fetchone():
        return None, False
    times = 0
    while True:
        found = derived(key, f"{links.SCORER}:{table_id}:{times}")
        row = db.execute("SELECT ended_at FROM links WHERE key_hash = ?", [hashed(found)]).fetchone()
        if row is None or row[0] is None:
            return found, row is None
        times += 1


def _add_link(db: Database, group_id: int, key: str) -> None:
    db.execute(
        "INSERT INTO group_links (key_hash, group_id, created_at) VALUES (?, ?, ?)", [hashed(key), group_id, now()]
    )


def _end_links(db: Database, group_id: int) -> None:
    ending = [now(), group_id]
    db.execute(
        """
        UPDATE links SET ended_at = ? WHERE ended_at IS NULL
        AND through IN (SELECT key_hash FROM group_links WHERE group_id = ?)
        """,
        ending,
    )
    db.execute("UPDATE group_links SET ended_at = ? WHERE group_id = ? AND ended_at IS NULL", ending)
