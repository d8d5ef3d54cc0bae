"""Groups: people who play together, the secret link that opens everything they keep, and replacing it.

A group's key opens it for reading and writing, and every table of it: a table's link is worked out from the
group's key when somebody opens the table from there. Nothing about a table's link leads back to its group.
"""

import secrets
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

from sqlite_utils import Database

from companion.store.clock import now
from companion.store.database import Store
from companion.store.links import links
from companion.store.links.ending import end
from companion.store.links.links import LinkEnded, derived, hashed


@dataclass(frozen=True, slots=True)
class Group:
    """A group as it is now. ``uid`` is what files know it by; it opens nothing."""

    id: int
    uid: str
    name: str
    created_at: str


def open_group(store: Store, key: str) -> Group | None:
    """The group that a key opens; None if it never opened one. Raises LinkEnded where it has been replaced.

    A table's key opens none: phones once chose the keys of their groups, and could choose that.
    """
    row = store.db.execute(
        """
        SELECT groups.id, uid, name, groups.created_at, ended_at
        FROM group_links JOIN groups ON groups.id = group_id
        WHERE key_hash = ? AND key_hash NOT IN (SELECT key_hash FROM links)
        """,
        [hashed(key)],
    ).fetchone()
    if row is None:
        return None
    *found, ended_at = row
    if ended_at is not None:
        raise LinkEnded(deleted=not found[2])
    return Group(*found)


def start_group(store: Store, write_key: str, name: str, uid: str | None = None) -> str:
    """Start a group of this name and return its key; the same write key starts one only. Raises LinkEnded."""
    key = key_of_new(write_key)
    with store.writing() as db:
        if open_group(store, key) is None:
            row = {"uid": uid or secrets.token_hex(16), "name": name, "created_at": now()}
            group_id: Any = db.table("groups").insert(row, pk="id").last_pk
            add_link(db, group_id, key)
    return key


def key_of_new(write_key: str) -> str:
    """Return the key of the group that a write key starts. Nobody can choose it: least of all a table's."""
    return derived(write_key, "group")


def check_group(db: Database, group_id: int) -> None:
    """Raise LinkEnded where a group has been deleted since it was opened; inside a transaction."""
    if not db.table("group_links").count_where("group_id = ? AND ended_at IS NULL", [group_id]):
        raise LinkEnded


def rename_group(store: Store, group_id: int, name: str) -> None:
    """Give a group another name."""
    with store.writing() as db:
        db.table("groups").update(group_id, {"name": name})


def replace_link(store: Store, key: str, write_key: str) -> str | None:
    """End the links of a group, and all that was opened through them; the key of the new link.

    None if the key is no group's.
    May be repeated with the same write key, also with the link that it ended: an answer that was lost must
    not lock everybody out. Raises LinkEnded where somebody else has replaced the link.
    """
    new = derived(write_key, f"group:{key}")
    with store.writing() as db, suppress(LinkEnded):
        found = open_group(store, key)
        if found is None:
            return None
        _end_links(db, found.id)
        add_link(db, found.id, new)
    if open_group(store, new) is None:
        raise LinkEnded
    return new


def give_link(store: Store, group_id: int, replaced: bool = False) -> str:
    """A new key for a group, for whoever runs the companion; the others end where they are ``replaced``.

    Raises LinkEnded where the group has been deleted.
    """
    key = links.new_key()
    with store.writing() as db:
        check_group(db, group_id)
        add_link(db, group_id, key)
    return (replace_link(store, key, links.new_key()) or key) if replaced else key


def table_key(store: Store, group: Group, key: str, table_id: int) -> str | None:
    """A host's key of one of the group's tables, worked out from the group's key; None if it has no such table.

    It opens the table from now on, until somebody replaces the link: then the next one is worked out. Only the
    first time anything is written. Raises LinkEnded where the group's key has been replaced.
    """
    found, is_new = _table_key(store.db, group, key, table_id)
    if is_new:
        with store.writing() as db:
            open_group(store, key)
            found, _ = _table_key(db, group, key, table_id)
            if found:
                links.add(db, table_id, found, links.HOST, hashed(key))
    return found


def _table_key(db: Database, group: Group, key: str, table_id: int) -> tuple[str | None, bool]:
    """The first key worked out for a table that has not ended, and whether it still has to be added."""
    if not db.table("tables").count_where("id = ? AND group_id = ? AND deleted_at IS NULL", [table_id, group.id]):
        return None, False
    for times in count():
        found = derived(key, f"{links.FIRST}:{table_id}:{times}")
        link = links.look_up(db, found)
        if link is None or link["ended_at"] is None:
            break
    return found, link is None


def add_link(db: Database, group_id: int, key: str) -> None:
    """Let a key open a group; inside a transaction."""
    db.table("group_links").insert({"key_hash": hashed(key), "group_id": group_id, "created_at": now()})


def _end_links(db: Database, group_id: int) -> None:
    keys = [row["key_hash"] for row in db.table("group_links").rows_where("group_id = ?", [group_id])]
    db.execute("UPDATE group_links SET ended_at = ? WHERE group_id = ? AND ended_at IS NULL", [now(), group_id])
    end(db, keys)
