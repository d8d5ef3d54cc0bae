"""Groups: people who play together, the secret link that opens everything they keep, and replacing it.

Whoever has a group's link may read and write all it keeps, and is a host at its tables.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlite_utils import Database

from companion.store.database import Store, now
from companion.store.links.links import (
    HOST,
    SCORER,
    LinkEnded,
    add_link,
    end_ways_through_group,
    ensure_link,
    find_key,
    find_shared,
)
from companion.store.links.phones import save_phone

_GOOD = "group_id = ? AND ended_at IS NULL"


@dataclass(frozen=True, slots=True)
class Home:
    """The group of a table, and the names in the group by seat; a table that was begun elsewhere is ``added``."""

    group_id: int
    called: Mapping[int, str] = field(default_factory=dict)
    added: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """A group. ``uid`` identifies it in files; it opens nothing."""

    id: int
    uid: str
    name: str


def open_group(store: Store, key: str) -> Group | None:
    """Return the group that a key opens; None if it never opened one. Raises LinkEnded."""
    row = store.db.execute(
        """
        SELECT groups.id, uid, groups.name, ended_at FROM links JOIN groups ON groups.id = group_id
        WHERE key = ?
        """,
        [key],
    ).fetchone()
    if row is None:
        return None
    group = Group(*row[:3])
    if row[3] is not None:
        raise LinkEnded(deleted=not group.name)
    return group


def start_group(store: Store, key: str, name: str) -> str:
    """Start a group that this new random key opens, unless it does already, and return the key. Raises LinkEnded."""
    with store.writing() as db:
        enter_group(store, db, key, name, secrets.token_hex(16))
    return key


def enter_group(store: Store, db: Database, key: str, name: str, uid: str, made_by: str | None = None) -> int:
    """Return the id of the group of a key, started where the key is new; inside a transaction. Raises LinkEnded."""
    if group := open_group(store, key):
        return group.id
    if db.table("links").count_where("key = ?", [key]):
        raise LinkEnded
    row = {"uid": uid, "name": name, "created_at": now()}
    group_id: Any = db.table("groups").insert(row, pk="id").last_pk
    add_link(db, HOST, key=key, group_id=group_id, made_by=made_by)
    return int(group_id)


def check_group(db: Database, group_id: int) -> None:
    """Raise LinkEnded if a group has been deleted since it was opened; inside a transaction."""
    if not db.table("links").count_where(_GOOD, [group_id]):
        raise LinkEnded


def find_group_key(store: Store, group_id: int) -> tuple[str, str] | None:
    """Return the key that opens a group now, and the group's name; None if it has been deleted."""
    sql = f"SELECT key, groups.name FROM links JOIN groups ON groups.id = group_id WHERE {_GOOD}"  # noqa: S608
    row = store.db.execute(sql, [group_id]).fetchone()
    return (row[0], row[1]) if row else None


def list_groups_of_host(store: Store, secret: str) -> list[tuple[str, str]]:
    """Return the key and the name of each group at one of whose tables a phone is a host, the latest first."""
    sql = """
        SELECT links.key, groups.name FROM phones JOIN tables ON tables.id = phones.table_id
        JOIN groups ON groups.id = tables.group_id
        JOIN links ON links.group_id = groups.id AND links.ended_at IS NULL
        WHERE secret = ? AND phones.role = 'host' AND phones.ended_at IS NULL
        GROUP BY groups.id ORDER BY max(tables.id) DESC
    """
    return store.db.execute(sql, [secret]).fetchall()


def rename_group(store: Store, group_id: int, name: str) -> None:
    """Give a group another name."""
    with store.writing() as db:
        db.table("groups").update(group_id, {"name": name})


def replace_link(store: Store, key: str, write_key: str) -> str | None:
    """End a group's link and all ways through it; return the new key, or None if the key is no group's.

    Sent again with the same write key, it returns the same: an answer that is lost must lock nobody out. Raises
    LinkEnded where somebody else has replaced the link.
    """
    made_by = f"{key} {write_key}"
    with store.writing() as db:
        if made := find_key(db, "made_by = ?", made_by):
            return made
        found = open_group(store, key)
        return _replace(db, found.id, made_by) if found else None


def give_group_link(store: Store, group_id: int, replace: bool = False) -> str:
    """Return a group's key, a new one with ``replace``, for the command. Raises LinkEnded."""
    with store.writing() as db:
        check_group(db, group_id)
        key, _ = find_group_key(store, group_id) or ("", "")
        return _replace(db, group_id) if replace else key


def _replace(db: Database, group_id: int, made_by: str | None = None) -> str:
    end_ways_through_group(db, group_id)
    return add_link(db, HOST, group_id=group_id, made_by=made_by)


def find_group_link(db: Database, group_id: int) -> int | None:
    """Return the id of the link that opens a group now; None if it has been deleted."""
    row = db.execute(f"SELECT id FROM links WHERE {_GOOD}", [group_id]).fetchone()  # noqa: S608
    return row and int(row[0])


def open_group_table(store: Store, key: str, table_id: int, secret: str) -> str | None:
    """Make a phone that has a group's key a host at one of its tables; return the key with which it goes on there.

    Without a secret it keeps score there. None if the group has no such table. Raises LinkEnded.
    """
    is_host = "table_id = ? AND secret = ? AND role = 'host' AND ended_at IS NULL"
    group = open_group(store, key)
    theirs = "id = ? AND group_id = ?"
    if group is None or not store.db.table("tables").count_where(theirs, [table_id, group.id]):
        return None
    shared = find_shared(store.db, table_id, SCORER)
    if shared and (not secret or store.db.table("phones").count_where(is_host, [table_id, secret])):
        return shared
    with store.writing() as db:
        open_group(store, key)
        if not db.table("tables").count_where(theirs, [table_id, group.id]):
            return None
        if secret and not db.table("phones").count_where(is_host, [table_id, secret]):
            save_phone(db, table_id, secret, HOST, find_group_link(db, group.id))
        return ensure_link(db, table_id, SCORER)
