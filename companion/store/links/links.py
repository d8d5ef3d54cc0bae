"""Links: the random keys that open a table, as its host, to keep score or only to watch; and those that open a group.

Keys are stored as they are: the file has mode 600, and holds all games anyway. A row says what its key opens:

- without a table it is a group's link;
- with a table and a group it came from the group's page, and ends with the group's link;
- with a secret, a seat or a name it is *own*, one phone's since its first visit; else *common*, to be handed on.

A phone shows the key in its address and, joined to it by a dot, the secret that it keeps in a cookie. The key alone
lets it read or keep score; only together they are a host's, so an address that is passed on makes nobody host.
"""

import secrets
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from companion.store.database import Store, now
from companion.store.groups.players import forget_seats

HOST, SCORER, WATCHER = ROLES = ("host", "scorer", "watcher")  # each may do what those after it may
ONLY_COMMON, ALL = 1, 2  # which links of its role a link took the place of (``replaces``)
IS_OWN = "coalesce(seat, secret, name) IS NOT NULL AND ended_at IS NULL"
LinkRow = dict[str, Any]


@dataclass(eq=False)
class LinkEnded(Exception):
    """The link has been replaced, or its table or group was deleted."""

    deleted: bool = False


@dataclass(eq=False)
class MayNot(Exception):
    """The link does not let its holder do this; only one of this role would."""

    role: str


@dataclass(frozen=True, slots=True)
class Link:
    """What a key opens: a table at its current version (the ``seq`` of its last entry), in a role.

    ``changes`` counts changes of the table's links; ``changed_at`` is the moment of the last entry, since a restored
    file repeats versions. ``group_id`` is the group that the link came through, ``home`` the table's group. ``asks`` is
    the role that its phone requests, or ``refused``. ``is_own``: one phone's; ``is_theirs``: this phone's.
    """

    table_id: int
    role: str
    version: int
    seat: int | None
    group_id: int | None = None
    changes: int = 0
    changed_at: str = ""
    home: int | None = None
    id: int = 0
    asks: str | None = None
    is_own: bool = False
    is_theirs: bool = False


def find_link(store: Store, credential: str) -> Link | None:
    """Return what a key opens now, with the phone's secret or without; None if it opened no table. Raises LinkEnded.

    With the secret, an ended key opens what the phone's own link opens; to a phone that was removed, another phone's
    key opens nothing.
    """
    key, _, secret = credential.partition(".")
    row = store.db.execute(
        """
        SELECT links.table_id, iif(role = 'host' AND secret <> :secret, 'scorer', role), seq,
            iif(secret <> :secret, NULL, seat), links.group_id, links_changed, at, tables.group_id, links.id,
            links.asks, coalesce(seat, secret, name) IS NOT NULL,
            coalesce(seat, secret, name) IS NOT NULL AND ifnull(secret, :secret) = :secret, ended_at
        FROM links JOIN tables ON tables.id = links.table_id
        LEFT JOIN journal ON journal.table_id = links.table_id
            AND seq = (SELECT max(seq) FROM journal WHERE journal.table_id = links.table_id)
        WHERE links.key = :key
        """,
        {"key": key, "secret": secret},
    ).fetchone()
    if row is None:
        return None
    *found, ended_at = row
    link = Link(*found)
    if secret and (ended_at is not None or (link.is_own and not link.is_theirs)):
        mine = find_phone(store.db, link.table_id, secret)
        if mine and mine["ended_at"] is None and ended_at is not None:
            return find_link(store, f"{mine['key']}.{secret}")
        ended_at = mine["ended_at"] if mine else ended_at
    if ended_at is not None or link.version is None:
        raise LinkEnded(deleted=link.version is None)
    return link


def find_row(db: Database, where: str, *values: object, order: str = "id") -> LinkRow | None:
    """Return the first link that a condition finds; None if there is none."""
    return next(db.table("links").rows_where(where, values, order_by=order, limit=1), None)


def look_up(db: Database, credential: str) -> LinkRow | None:
    """Return the row of a key that opens a table or did; None if it never did."""
    return find_row(db, "key = ? AND table_id IS NOT NULL", credential.partition(".")[0])


def find_phone(db: Database, table_id: int, secret: str) -> LinkRow | None:
    """Return the row of a phone's own link to a table, else of one that has ended; None if it has not been there."""
    return find_row(db, "table_id = ? AND secret = ?", table_id, secret, order="ended_at IS NOT NULL, id DESC")


def find_own(db: Database, table_id: int, secret: str) -> LinkRow | None:
    """Return the row of a phone's own link to a table; None if it has none, or that has ended."""
    return find_row(db, "table_id = ? AND secret = ? AND ended_at IS NULL", table_id, secret)


def require_role(store: Store, credential: str, role: str) -> Link:
    """Return what a key opens; inside a transaction that stays true. Raises LinkEnded, and MayNot below this role."""
    link = find_link(store, credential)
    if link is None:
        raise LinkEnded
    if not at_least(link.role, role):
        raise MayNot(role)
    return link


def at_least(role: str, other: str) -> bool:
    """Return whether a role lets its holder do what the other does."""
    return ROLES.index(role) <= ROLES.index(other)


def add_link(db: Database, role: str, **columns: Any) -> str:
    """Add a link and return its key, random unless it is given; inside a transaction."""
    key: str = columns.setdefault("key", new_key())
    db.table("links").insert({"role": role, "created_at": now()} | columns)
    return key


def find_made(db: Database, made_by: str) -> str | None:
    """Return the key of the newest link that ``made_by`` made, ended or not; None if it made none."""
    row = find_row(db, "request = ?", made_by, order="id DESC")
    return row["key"] if row else None


def share_link(store: Store, credential: str, role: str) -> str:
    """Return the key of the common link, added if need be, that a key's holder hands on. Raises LinkEnded and MayNot.

    If the key came through a group, the link ends with the group's.
    """
    link = require_role(store, credential, role)
    if shared := find_common(store.db, role, link.table_id, link.group_id):
        return shared
    with store.writing() as db:
        require_role(store, credential, role)
        return ensure_common_link(db, role, link.table_id, link.group_id)


def ensure_common_link(db: Database, role: str, table_id: int, group_id: int | None) -> str:
    """Return the key of a table's common link, added if need be; inside a transaction."""
    return find_common(db, role, table_id, group_id) or add_link(db, role, table_id=table_id, group_id=group_id)


def find_common(db: Database, role: str, table_id: int, group_id: int | None) -> str | None:
    """Return the key of a table's first common link in a role, by the group that it came through; None if none."""
    common = "coalesce(seat, secret, name) IS NULL AND ended_at IS NULL"
    row = find_row(db, f"role = ? AND table_id = ? AND group_id IS ? AND {common}", role, table_id, group_id)
    return row["key"] if row else None


def replace_links(store: Store, credential: str, role: str, write_key: str) -> str:
    """End all links of a role, add a new one, and return the key with which the host goes on.

    Replacing the hosts' link ends all other links, too, since hosts hand on all of them. The same write key returns the
    same key, so that a lost answer locks out nobody. Raises LinkEnded, and MayNot unless the key is a host's.
    """
    key, _, secret = credential.partition(".")
    made_by = f"{key} {write_key}"
    with store.writing() as db:
        new = find_made(db, made_by)
        if new is None:
            host = require_role(store, credential, HOST)
            own = {"seat": host.seat, "secret": secret or None} if role == HOST else {}
            new = _replace(db, role, host.table_id, group_id=host.group_id, request=made_by, **own)
    return new if role == HOST else key


def give_table_link(store: Store, table_id: int, role: str, replaced: bool = False) -> str:
    """Return a table's key in a role, a new one if ``replaced``, for the command."""
    with store.writing() as db:
        return _replace(db, role, table_id) if replaced else ensure_common_link(db, role, table_id, None)


def _replace(db: Database, role: str, table_id: int, group_id: int | None = None, **columns: Any) -> str:
    # Who had the hosts' link may have put the table into a group. Who came through that group trusts it.
    if role == HOST and group_id is None and db.table("tables").get(table_id)["added_at"]:
        leave_group(db, table_id)
    end_links(db, "table_id = ? AND ? IN (role, 'host')", table_id, role)
    return add_link(db, role, table_id=table_id, group_id=group_id, replaces=ALL, **columns)


def were_replaced(db: Database, table_id: int, role: str, least: int = ALL) -> bool:
    """Return whether a table's links of a role were replaced: older links bring nobody along then."""
    replaced = "table_id = ? AND role IN (?, 'host') AND replaces >= ?"
    return db.table("links").count_where(replaced, [table_id, role, least]) > 0


def new_key() -> str:
    """Return a random key of 128 bits."""
    return secrets.token_urlsafe(16)


def end_links(db: Database, where: str, *values: object) -> None:
    """End the links that a condition finds; inside a transaction."""
    db.execute(f"UPDATE links SET ended_at = ? WHERE ended_at IS NULL AND {where}", [now(), *values])  # noqa: S608


def leave_group(db: Database, table_id: int) -> None:
    """Take a table out of its group, and end the links that came from there; inside a transaction."""
    forget_seats(db, [table_id])
    db.table("tables").update(table_id, {"group_id": None, "added_at": None})
    end_links(db, "table_id = ? AND group_id IS NOT NULL", table_id)
