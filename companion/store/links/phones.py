"""The phones at a table: each is known by its cookie, a secret, from its first visit with it; its row says what it may.

A phone that asks for more (to keep score, to be host, to take the place of a player's old phone) waits until somebody
at the table says yes. The tables of one evening, each the rematch of the one before, are a *series*: who is removed is
removed from all of them.
"""

from collections.abc import Sequence
from typing import Any

from sqlite_utils import Database

from companion.games.players import fold_name
from companion.store.database import Store, now
from companion.store.links.links import (
    DEPUTY,
    HANDED_ON,
    HOST,
    MOVED,
    SCORER,
    WATCHER,
    Link,
    LinkEnded,
    MayNot,
    at_least,
    end,
    ensure_link,
    find_way_back,
    require_role,
)

NEW_PHONE, REFUSED = "phone", "refused"
SERIES = """
    (SELECT other.id FROM (SELECT coalesce(rematch_of, id) AS first FROM tables WHERE id = ?)
    JOIN tables AS other ON other.id = first OR other.rematch_of = first)
"""  # a table, those that it is a rematch of, and its rematches
_AT = "table_id = ? AND ended_at IS NULL"


class PhoneNameTaken(Exception):
    """Another phone at the table has this name."""


class NoRequests(Exception):
    """The hosts let nobody ask."""


def record_visit(store: Store, credential: str) -> None:
    """Save that a phone with a cookie has come, in the role that its link gives it. Raises LinkEnded."""
    key, _, secret = credential.partition(".")
    with store.writing() as db:
        link = require_role(store, credential, WATCHER)
        if secret and link.recorded_role != link.role:
            (came_by,) = db.execute("SELECT id FROM links WHERE key = ?", [key]).fetchone()
            save_phone(db, link.table_id, secret, link.role, came_by)


def save_phone(db: Database, table_id: int, secret: str, role: str, came_by: int | None) -> None:
    """Add a phone to a table, or give it another role; inside a transaction. What it asked for is answered by that."""
    db.execute(
        """
        INSERT INTO phones (table_id, secret, role, came_by, created_at, role_at)
        VALUES (:table, :secret, :role, :came_by, :now, :now)
        ON CONFLICT (table_id, secret) DO UPDATE SET role = :role, came_by = :came_by, role_at = :now, asks = NULL,
        seat = iif(ended_at IS NULL, seat, NULL), ended_at = NULL
        """,
        {"table": table_id, "secret": secret, "role": role, "came_by": came_by, "now": now()},
    )


def give_role(db: Database, role: str, where: str, *values: object) -> int:
    """Give the phones that a condition finds another role, and return how many they are; inside a transaction."""
    change = f"UPDATE phones SET role = ?, role_at = ?, asks = NULL WHERE ended_at IS NULL AND {where}"  # noqa: S608
    return int(db.execute(change, [role, now(), *values]).rowcount)


def become_host(store: Store, key: str, secret: str) -> str:
    """Make a phone host by a way back, which ends with that, and return a key of the table.

    Sent again by the same phone it does nothing. Raises LinkEnded where it is none, too old, or was used by another.
    """
    with store.writing() as db:
        row = find_way_back(db, key)
        if row is None:
            raise LinkEnded
        if row["is_good"]:
            save_phone(db, row["table_id"], secret, HOST, row["id"])
            end(db, "links", "id = ?", row["id"])
        elif not _find(db, row["table_id"], "secret = ? AND came_by = ?", secret, row["id"]):
            raise LinkEnded
        return ensure_link(db, row["table_id"], SCORER)


def save_phone_seat(store: Store, credential: str, seat: int | None) -> None:
    """Save the seat of a scorer's phone (None: nobody's), where it is known. Raises LinkEnded and MayNot."""
    with store.writing() as db:
        _save(db, require_role(store, credential, SCORER).phone_id, seat=seat)


def save_phone_name(store: Store, credential: str, name: str, players: Sequence[str], takes_over: bool = False) -> None:
    """Save the name of a phone's owner, or their seat among the ``players``. Raises LinkEnded and PhoneNameTaken.

    With ``takes_over`` it asks for a player's seat that another phone has.
    """
    with store.writing() as db:
        link, folded = require_role(store, credential, WATCHER), fold_name(name)
        seat = next((seat for seat, player in enumerate(players) if fold_name(player) == folded), None)
        others = _find(db, link.table_id, "id <> ?", link.phone_id)
        is_anothers = any(
            fold_name(each["name"] or "") == folded or each["seat"] == seat is not None for each in others
        )
        if is_anothers and (seat is None or not takes_over):
            raise PhoneNameTaken
        _save(db, link.phone_id, name=name if seat is None else None, seat=seat)
        if is_anothers:
            _save_request(db, link, NEW_PHONE)


def list_phones(store: Store, table_id: int) -> list[dict[str, Any]]:
    """Return the rows of the phones at a table, in seat order, then those of nobody who plays."""
    return _find(store.db, table_id, "1 ORDER BY seat IS NULL, seat, name IS NULL, id")


def change_role(store: Store, credential: str, phone_id: int, role: str | None) -> None:
    """Give a phone another role or none, here and at the tables of the series where the one who does it decides, too.

    The last host stays. The links to a role that the phone loses end at these tables: it has seen them. A deputy makes
    no host, and decides over those phones alone that came later. Raises LinkEnded and MayNot.
    """
    with store.writing() as db:
        link = require_role(store, credential, DEPUTY)
        for row in _find(db, link.table_id, "id = ?", phone_id):
            if link.role == DEPUTY and (role == HOST or phone_id <= link.phone_id):
                raise MayNot(HOST)
            if row["role"] == HOST != role and not _find(db, link.table_id, "role = 'host' AND id <> ?", phone_id):
                return
            mine = "SELECT table_id FROM phones WHERE secret = ? AND role = ? AND ended_at IS NULL"
            tables = f"table_id IN ({mine}) AND table_id IN {SERIES}"
            decided = [credential.partition(".")[2], link.role, link.table_id]
            if role is None:
                end(db, "phones", f"secret = ? AND {tables}", row["secret"], *decided)
            else:
                give_role(db, role, f"secret = ? AND {tables}", row["secret"], *decided)
            for lost in HANDED_ON:
                if at_least(row["role"], lost) and not (role and at_least(role, lost)):
                    end(db, "links", f"role = ? AND {tables}", lost, *decided)


def _find(db: Database, table_id: int, where: str, *values: object) -> list[dict[str, Any]]:
    return list(db.query(f"SELECT * FROM phones WHERE {_AT} AND {where}", [table_id, *values]))  # noqa: S608


def _save(db: Database, phone_id: int, **columns: object) -> None:
    """Change a phone's row; a phone without a cookie has none."""
    if phone_id:
        db.table("phones").update(phone_id, columns)


def request_role(store: Store, credential: str, role: str) -> None:
    """Save that a phone asks for a role, unless it was refused before. Raises LinkEnded and NoRequests."""
    with store.writing() as db:
        link = require_role(store, credential, WATCHER)
        if not at_least(link.role, role):
            _save_request(db, link, role)


def _save_request(db: Database, link: Link, request: str) -> None:
    if not link.asks and link.phone_id:
        if link.asks_off:
            raise NoRequests
        _save(db, link.phone_id, asks=request)


def answer(store: Store, credential: str, phone_id: int, yes: bool, hosts_are_away: bool = False) -> None:
    """Grant or refuse what a phone requests, if it requests anything.

    Scorers admit scorers and new phones, hosts admit hosts. A new phone gets the seat, and the old one's row ends; a
    host's phone is replaced by a host alone, unless ``hosts_are_away``. Raises LinkEnded and MayNot.
    """
    with store.writing() as db:
        link = require_role(store, credential, SCORER)
        for row in _find(db, link.table_id, "id = ? AND asks IN (?, ?, ?)", phone_id, NEW_PHONE, SCORER, HOST):
            if row["asks"] == HOST:
                require_role(store, credential, HOST)
            if not yes:
                _save(db, phone_id, asks=REFUSED)
                return
            if row["asks"] == NEW_PHONE:
                old = "seat = ? AND id <> ? AND asks IS NOT ?"
                for other in _find(db, link.table_id, old, row["seat"], phone_id, NEW_PHONE):
                    if other["role"] == HOST and link.role != HOST and not hosts_are_away:
                        raise MayNot(HOST)
                    end(db, "phones", f"secret = ? AND table_id IN {SERIES}", other["secret"], link.table_id)
                    db.table("phones").update(other["id"], {"asks": MOVED})
            give_role(db, HOST if row["asks"] == HOST else SCORER, "id = ?", phone_id)


def let_ask(store: Store, credential: str, on: bool) -> None:
    """Allow requests by phones, or drop and forbid them. Raises LinkEnded, and MayNot unless the key is a host's."""
    with store.writing() as db:
        table_id = require_role(store, credential, DEPUTY).table_id
        db.table("tables").update(table_id, {"asks_off": int(not on)})
        if not on:
            db.execute(f"UPDATE phones SET asks = NULL WHERE {_AT} AND asks <> ?", [table_id, REFUSED])  # noqa: S608


def decline_offer(store: Store, credential: str) -> None:
    """Stop offering a host to make another phone host. Raises LinkEnded and MayNot."""
    with store.writing() as db:
        _save(db, require_role(store, credential, HOST).phone_id, offer_declined=1)
