"""Links: the random keys that are handed on, to keep score at a table, to watch it, or to open a group.

Keys are stored as they are: the file has mode 600, and holds all games anyway. Who opened a table is known by a phone's
cookie (``phones``); from then on that phone's row counts, and what becomes of the link doesn't matter.

A watcher's link may have a *code* to read out across the table. Nobody is refused a right code, so guessing must be
hopeless by their number alone: of 32^10 = 1.1e15, a year of 100 tries a second finds one with a chance of 2.8e-6.

A table's link with the role of a host is a *way back*, made by the command: it turns one phone into a host, once.
"""

import re
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlite_utils import Database

from companion.store.database import Store, ago, insert, now

HOST, DEPUTY, SCORER, WATCHER = ROLES = ("host", "deputy", "scorer", "watcher")  # each may do what those after it may
HANDED_ON = (SCORER, WATCHER)  # the roles of the links that are handed on
MOVED = "moved"  # what the row of a phone that has ended says if its player took the seat along to another
CODE_LETTERS, CODE_LENGTH = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789", 10  # no 0 and O, no 1 and I
GOOD_FOR = timedelta(days=1)  # a code, a way back


@dataclass(eq=False)
class LinkEnded(Exception):
    """The link has been replaced, the phone was removed, or the table or group was deleted.

    ``moved_seat`` is that of the player at this table who plays from another phone now.
    """

    deleted: bool = False
    table_id: int = 0
    moved_seat: int | None = None


@dataclass(eq=False)
class MayNot(Exception):
    """The link does not let its holder do this; only one of this role would."""

    role: str


@dataclass(frozen=True, slots=True)
class Link:
    """What an address opens for a phone: a table at its current version (the ``seq`` of its last entry), in a role.

    ``changes`` counts changes of the table's links and phones; ``changed_at`` is the moment of the last entry, since a
    restored file repeats versions; ``home`` is the table's group; with ``asks_off`` nobody can ask. Only a phone that
    is known by its cookie has a ``phone_id``, a seat and a request (``asks``: a role, ``NEW_PHONE`` or ``REFUSED``),
    and came by the link ``came_by``. ``recorded_role`` is the role that it was known in so far.
    """

    table_id: int
    role: str
    version: int
    changes: int = 0
    changed_at: str = ""
    home: int | None = None
    asks_off: int = 0
    phone_id: int = 0
    recorded_role: str | None = None
    seat: int | None = None
    asks: str | None = None
    came_by: int | None = None


def find_link(store: Store, credential: str) -> Link | None:
    """Return what a key opens now, with the phone's secret (joined by a dot) or without; None if it opened no table.

    A phone's row and the link both count, whichever allows more. A row that has ended refuses the links of before.
    Raises LinkEnded.
    """
    key, _, secret = credential.partition(".")
    row = store.db.execute(
        """
        SELECT links.role, links.created_at, links.ended_at, phones.ended_at,
            links.table_id, seq, links_changed, at, tables.group_id, asks_off,
            phones.id, phones.role, seat, asks, came_by
        FROM links JOIN tables ON tables.id = links.table_id
        LEFT JOIN phones ON phones.table_id = links.table_id AND secret = ?
        LEFT JOIN journal ON journal.table_id = links.table_id
            AND seq = (SELECT max(seq) FROM journal WHERE journal.table_id = links.table_id)
        WHERE links.key = ? AND links.role <> 'host'
        """,
        [secret, key],
    ).fetchone()
    if row is None:
        return None
    link_role, created_at, ended_at, removed_at, table_id, version, *about = row
    phone = about[-5:]
    has_row = phone[0] is not None and removed_at is None
    is_open = ended_at is None and (removed_at is None or created_at > removed_at)
    if version is None:
        raise LinkEnded(deleted=True)
    if not (has_row or is_open):
        raise LinkEnded(table_id=table_id, moved_seat=phone[2] if phone[3] == MOVED else None)
    roles = [role for role, counts in ((link_role, is_open), (phone[1], has_row)) if counts]
    return Link(table_id, min(roles, key=ROLES.index), version, *(about if has_row else about[:-5]))


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
    row = {"key": new_key(), "role": role, "created_at": now()} | columns
    insert(db, "links", row)
    return str(row["key"])


def new_key() -> str:
    """Return a random key of 128 bits."""
    return secrets.token_urlsafe(16)


def find_key(db: Database, where: str, *values: object) -> str | None:
    """Return the key of the first link that a condition finds, if possible one that hasn't ended; None if none."""
    sql = f"SELECT key FROM links WHERE {where} ORDER BY ended_at IS NOT NULL, id"  # noqa: S608
    row = db.execute(sql, values).fetchone()
    return row and str(row[0])


def share_link(store: Store, credential: str, role: str) -> str:
    """Return the key of a table's link that a key's holder hands on, added if need be. Raises LinkEnded and MayNot."""
    link = require_role(store, credential, role)
    if shared := find_shared(store.db, link.table_id, role):
        return shared
    with store.writing() as db:
        require_role(store, credential, role)
        return ensure_link(db, link.table_id, role)


def find_shared(db: Database, table_id: int, role: str) -> str | None:
    """Return the key of a table's link in a role that is handed on now; None if there is none."""
    return find_key(db, "table_id = ? AND role = ? AND code IS NULL AND ended_at IS NULL", table_id, role)


def ensure_link(db: Database, table_id: int, role: str) -> str:
    """Return the key of a table's link in a role, added if need be; inside a transaction."""
    return find_shared(db, table_id, role) or add_link(db, role, table_id=table_id)


def replace_links(store: Store, credential: str, write_key: str) -> None:
    """End all links of a table; phones that are known go on. Sent again with the same write key, it does nothing.

    Raises LinkEnded, and MayNot unless the key is a host's or a deputy's.
    """
    with store.writing() as db:
        table_id = require_role(store, credential, DEPUTY).table_id
        made_by = f"{table_id} {write_key}"
        if not find_key(db, "made_by = ?", made_by):
            end(db, "links", "table_id = ?", table_id)
            add_link(db, SCORER, table_id=table_id, made_by=made_by)


def give_table_link(store: Store, table_id: int, role: str, replace: bool = False) -> str:
    """Return a table's key in a role, for the command; a host's is always new. ``replace`` ends those of before."""
    with store.writing() as db:
        if replace:
            end(db, "links", "table_id = ? AND role = ?", table_id, role)
        return add_link(db, HOST, table_id=table_id) if role == HOST else ensure_link(db, table_id, role)


def find_way_back(db: Database, key: str) -> dict[str, Any] | None:
    """Return the row of a host's way back, ``is_good`` while it is neither used nor old; None if the key is none."""
    sql = """
        SELECT id, table_id, ended_at IS NULL AND created_at > ? AS is_good
        FROM links WHERE key = ? AND table_id IS NOT NULL AND role = 'host'
    """
    return next(db.query(sql, [ago(GOOD_FOR), key]), None)


def read_code(typed: str) -> str | None:
    """Return a code as it was typed, without spaces and dashes and in capitals; None if it can't be one."""
    code = re.sub(r"[\s\u2010-\u2015-]", "", typed).upper()
    return code if re.fullmatch(f"[{CODE_LETTERS}]{{{CODE_LENGTH}}}", code) else None


def find_code(store: Store, table_id: int) -> str | None:
    """Return the code that opens a table; None if there is none, or it is too old."""
    found = "SELECT code FROM links WHERE table_id = ? AND code IS NOT NULL AND ended_at IS NULL AND created_at > ?"
    row = store.db.execute(found, [table_id, ago(GOOD_FOR)]).fetchone()
    return row and str(row[0])


def ensure_code(store: Store, table_id: int) -> str:
    """Return the code that opens a table, a new one if it has none."""
    with store.writing() as db:
        code = find_code(store, table_id)
        if code is None:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            add_link(db, WATCHER, table_id=table_id, code=code)
    return code


def find_key_by_code(store: Store, code: str) -> str | None:
    """Return the key of the watcher's link that a code gives; None if the code is wrong, or its link has ended."""
    return find_key(store.db, "code = ? AND ended_at IS NULL AND created_at > ?", code, ago(GOOD_FOR))


def end(db: Database, what: str, where: str, *values: object) -> None:
    """End the ``links`` or ``phones`` that a condition finds; inside a transaction.

    Nothing of before opens a table for a phone whose row has ended.
    """
    db.execute(f"UPDATE {what} SET ended_at = ? WHERE ended_at IS NULL AND {where}", [now(), *values])  # noqa: S608


def end_ways_through_group(db: Database, group_id: int) -> None:
    """End a group's link, the phones that came by it, and the links that they saw at its tables."""
    end(db, "phones", "came_by IN (SELECT id FROM links WHERE group_id = ?)", group_id)
    end(db, "links", "table_id IN (SELECT id FROM tables WHERE group_id = ?)", group_id)
    end(db, "links", "group_id = ?", group_id)
