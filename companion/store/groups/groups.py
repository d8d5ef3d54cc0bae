"""Groups: people who play together, the secret link that opens everything they keep, and replacing it.

Whoever has a group's link may read and write all it keeps, and is a host at its tables.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlite_utils import Database

from companion.store.database import Store, insert, now
from companion.store.links.links import HOST, SCORER, LinkEnded, add_link, end_ways_through_group, ensure_link, find_key
from companion.store.links.phones import save_phone


@dataclass(frozen=True, slots=True)
class Home:
    """The group of a table, and the names in the group by seat; a table that was begun elsewhere is ``added``."""

    group_id: int
    called: Mapping[int, str] = field(default_factory=dict)
    added: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """A group, with the id and the key of its link. ``uid`` identifies the group in files; it opens nothing."""

    id: int
    uid: str
    name: str
    link_id: int
    key: str


_GROUP = """
    SELECT groups.id, uid, groups.name, links.id, key, ended_at FROM links JOIN groups ON groups.id = group_id
"""


def open_group(store: Store, key: str) -> Group | None:
    """Return the group that a key opens; None if it never opened one. Raises LinkEnded."""
    row = store.db.execute(f"{_GROUP} WHERE key = ?", [key]).fetchone()
    if row and row[-1] is not None:
        raise LinkEnded(deleted=not row[2])
    return Group(*row[:-1]) if row else None


def require_group(db: Database, group_id: int) -> Group:
    """Return a group with the link that opens it now. Raises LinkEnded if it has been deleted."""
    row = db.execute(f"{_GROUP} WHERE group_id = ? AND ended_at IS NULL", [group_id]).fetchone()
    if row is None:
        raise LinkEnded(deleted=True)
    return Group(*row[:-1])


def start_group(store: Store, key: str, name: str) -> str:
    """Start a group that this new random key opens, unless it does already, and return the key. Raises LinkEnded."""
    with store.writing() as db:
        enter_group(store, db, key, name, secrets.token_hex(16))
    return key


def enter_group(store: Store, db: Database, key: str, name: str, uid: str, made_by: str | None = None) -> int:
    """Return the id of the group of a key, started where the key is new; inside a transaction. Raises LinkEnded."""
    if group := open_group(store, key):
        return group.id
    if find_key(db, "key = ?", key):
        raise LinkEnded
    return make_group(db, key, name, uid, made_by)


def make_group(db: Database, key: str, name: str, uid: str, made_by: str | None) -> int:
    """Make a group that a new key opens, and return its id; inside a transaction."""
    group_id = insert(db, "groups", {"uid": uid, "name": name, "created_at": now()})
    add_link(db, HOST, key=key, group_id=group_id, made_by=made_by)
    return group_id


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
        group = open_group(store, key)
        return _replace(db, group.id, made_by) if group else None


def give_group_link(store: Store, group_id: int, replace: bool = False) -> str:
    """Return a group's key, a new one with ``replace``, for the command. Raises LinkEnded."""
    with store.writing() as db:
        key = require_group(db, group_id).key
        return _replace(db, group_id) if replace else key


def _replace(db: Database, group_id: int, made_by: str | None = None) -> str:
    end_ways_through_group(db, group_id)
    return add_link(db, HOST, group_id=group_id, made_by=made_by)


def open_group_table(store: Store, key: str, table_id: int, secret: str) -> str | None:
    """Make a phone that has a group's key a host at one of its tables; return the key with which it goes on there.

    Without a secret it keeps score there. None if the group has no such table. Raises LinkEnded.
    """
    is_host = "SELECT 1 FROM phones WHERE table_id = ? AND secret = ? AND role = 'host' AND ended_at IS NULL"
    with store.writing() as db:
        group = open_group(store, key)
        theirs = "SELECT 1 FROM tables WHERE id = ? AND group_id = ?"
        if group is None or not db.execute(theirs, [table_id, group.id]).fetchone():
            return None
        if secret and not db.execute(is_host, [table_id, secret]).fetchone():
            save_phone(db, table_id, secret, HOST, group.link_id)
        return ensure_link(db, table_id, SCORER)
