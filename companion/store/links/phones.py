"""The phones at a table: each is known by its cookie, a secret, from its first visit with it; its row says what it may.

A phone that asks for more (to keep score, to be host, to take the place of a player's old phone) waits until somebody
at the table says yes. The tables of one evening, each the rematch of the one before, are a *series*: who is removed is
removed from all of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
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
    end_links,
    end_phones,
    ensure_link,
    find_way_back,
    is_good,
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


@dataclass(frozen=True, slots=True)
class ListedPhone:
    """A phone at a table. ``id`` opens nothing; ``since`` is UTC in ISO 8601.

    ``name`` is typed, without a ``seat``. ``asks`` is the role that it requests, ``NEW_PHONE``, ``REFUSED`` or empty.
    """

    id: int
    seat: int | None
    name: str
    role: str
    since: str
    asks: str
    has_declined: bool


def record_visit(store: Store, credential: str) -> None:
    """Save that a phone with a cookie has come, in the role that its link gives it. Raises LinkEnded."""
    secret = credential.partition(".")[2]
    with store.writing() as db:
        link = require_role(store, credential, WATCHER)
        if secret and link.recorded_role != link.role:
            came_by = "SELECT id FROM links WHERE key = ?"
            (link_id,) = db.execute(came_by, [credential.partition(".")[0]]).fetchone()
            save_phone(db, link.table_id, secret, link.role, link_id)


def save_phone(db: Database, table_id: int, secret: str, role: str, came_by: int | None) -> None:
    """Add a phone to a table, or give it another role; inside a transaction. What it asked for is answered by that."""
    db.execute(
        """
        INSERT INTO phones (table_id, secret, role, came_by, created_at, role_at)
        VALUES (:table, :secret, :role, :came_by, :now, :now)
        ON CONFLICT (table_id, secret) DO UPDATE
        SET role = :role, came_by = :came_by, role_at = :now, asks = NULL, ended_at = NULL,
            seat = CASE WHEN ended_at IS NULL THEN seat END
        """,
        {"table": table_id, "secret": secret, "role": role, "came_by": came_by, "now": now()},
    )


def become_host(store: Store, key: str, secret: str) -> str:
    """Make a phone host by a way back, which ends with that, and return a key of the table.

    Sent again by the same phone it does nothing. Raises LinkEnded where it is none, too old, or was used by another.
    """
    with store.writing() as db:
        row = find_way_back(db, key)
        if row is None:
            raise LinkEnded
        if is_good(row):
            save_phone(db, row["table_id"], secret, HOST, row["id"])
            end_links(db, "id = ?", row["id"])
        elif not db.table("phones").count_where(
            f"{_AT} AND secret = ? AND came_by = ?", [row["table_id"], secret, row["id"]]
        ):
            raise LinkEnded
        return ensure_link(db, row["table_id"], SCORER)


def save_phone_seat(store: Store, credential: str, seat: int | None) -> None:
    """Save the seat of a scorer's phone (None: nobody's), where it is known. Raises LinkEnded and MayNot."""
    with store.writing() as db:
        link = require_role(store, credential, SCORER)
        if link.phone_id:
            db.table("phones").update(link.phone_id, {"seat": seat})


def save_phone_name(store: Store, credential: str, name: str, players: Sequence[str], takes_over: bool = False) -> None:
    """Save the name of a phone's owner, or their seat among the ``players``. Raises LinkEnded and PhoneNameTaken.

    With ``takes_over`` it asks for a player's seat that another phone has.
    """
    with store.writing() as db:
        link = require_role(store, credential, WATCHER)
        seat = next((seat for seat, player in enumerate(players) if fold_name(player) == fold_name(name)), None)
        others = list(db.table("phones").rows_where(f"{_AT} AND id <> ?", [link.table_id, link.phone_id]))
        is_anothers = any(
            fold_name(other["name"] or "") == fold_name(name) or other["seat"] == seat is not None for other in others
        )
        if is_anothers and (seat is None or not takes_over):
            raise PhoneNameTaken
        if link.phone_id:
            db.table("phones").update(link.phone_id, {"name": name if seat is None else None, "seat": seat})
            if is_anothers:
                _save_request(db, link, NEW_PHONE)


def list_phones(store: Store, table_id: int) -> list[ListedPhone]:
    """Return the phones at a table, in seat order, then those of nobody who plays."""
    columns = "id, seat, ifnull(name, ''), role, created_at, ifnull(asks, ''), offer_declined"
    sql = f"SELECT {columns} FROM phones WHERE {_AT} ORDER BY seat IS NULL, seat, name IS NULL, id"  # noqa: S608
    return [ListedPhone(*row) for row in store.db.execute(sql, [table_id])]


def list_host_secrets(store: Store, table_id: int) -> list[str]:
    """Return the secrets of the hosts' phones at a table."""
    rows = store.db.execute(f"SELECT secret FROM phones WHERE {_AT} AND role = 'host'", [table_id])  # noqa: S608
    return [secret for (secret,) in rows]


def change_role(store: Store, credential: str, phone_id: int, role: str | None) -> None:
    """Give a phone another role or none, here and at the tables of the series where the one who does it decides, too.

    The last host stays. The links to a role that the phone loses end at these tables: it has seen them. A deputy makes
    no host, and decides over those phones alone that came later. Raises LinkEnded and MayNot.
    """
    with store.writing() as db:
        link = require_role(store, credential, DEPUTY)
        row = _find_phone(db, link, phone_id)
        if row is None:
            return
        if link.role == DEPUTY and (role == HOST or phone_id <= link.phone_id):
            raise MayNot(HOST)
        if row["role"] == HOST != role and _is_last_host(db, link.table_id, phone_id):
            return
        mine = "SELECT table_id FROM phones WHERE secret = ? AND role = ? AND ended_at IS NULL"
        tables = f"table_id IN ({mine}) AND table_id IN {SERIES}"
        decided = [credential.partition(".")[2], link.role, link.table_id]
        theirs = f"secret = ? AND {tables}"
        if role is None:
            end_phones(db, theirs, row["secret"], *decided)
        else:
            change = f"UPDATE phones SET role = ?, role_at = ?, asks = NULL WHERE ended_at IS NULL AND {theirs}"  # noqa: S608
            db.execute(change, [role, now(), row["secret"], *decided])
        for lost in HANDED_ON:
            if at_least(row["role"], lost) and not (role and at_least(role, lost)):
                end_links(db, f"role = ? AND {tables}", lost, *decided)


def _find_phone(db: Database, link: Link, phone_id: int) -> dict[str, Any] | None:
    return next(db.table("phones").rows_where(f"{_AT} AND id = ?", [link.table_id, phone_id]), None)


def _is_last_host(db: Database, table_id: int, phone_id: int) -> bool:
    return not db.table("phones").count_where(f"{_AT} AND role = 'host' AND id <> ?", [table_id, phone_id])


def request_role(store: Store, credential: str, role: str) -> None:
    """Save that a phone asks for a role, unless it was refused before. Raises LinkEnded and NoRequests."""
    with store.writing() as db:
        link = require_role(store, credential, WATCHER)
        if not at_least(link.role, role):
            _save_request(db, link, role)


def _save_request(db: Database, link: Link, request: str) -> None:
    if link.asks or not link.phone_id:
        return
    if db.table("tables").get(link.table_id)["asks_off"]:
        raise NoRequests
    db.table("phones").update(link.phone_id, {"asks": request})


def answer(store: Store, credential: str, phone_id: int, yes: bool, hosts_are_away: bool = False) -> None:
    """Grant or refuse what a phone requests, if it requests anything.

    Scorers admit scorers and new phones, hosts admit hosts. A new phone gets the seat, and the old one's row ends; a
    host's phone is replaced by a host alone, unless ``hosts_are_away``. Raises LinkEnded and MayNot.
    """
    with store.writing() as db:
        link = require_role(store, credential, SCORER)
        row = _find_phone(db, link, phone_id)
        if row is None or row["asks"] not in (NEW_PHONE, SCORER, HOST):
            return
        if row["asks"] != NEW_PHONE:
            require_role(store, credential, row["asks"])
        if not yes:
            db.table("phones").update(phone_id, {"asks": REFUSED})
            return
        if row["asks"] == NEW_PHONE:
            old = f"{_AT} AND seat = ? AND id <> ? AND asks IS NOT '{NEW_PHONE}'"
            for other in list(db.table("phones").rows_where(old, [link.table_id, row["seat"], phone_id])):
                if other["role"] == HOST and link.role != HOST and not hosts_are_away:
                    raise MayNot(HOST)
                end_phones(db, f"secret = ? AND table_id IN {SERIES}", other["secret"], link.table_id)
                db.table("phones").update(other["id"], {"seat": other["seat"], "asks": MOVED})
        role = HOST if row["asks"] == HOST else SCORER
        db.table("phones").update(phone_id, {"role": role, "role_at": now(), "asks": None})


def can_ask(store: Store, table_id: int) -> bool:
    """Return whether phones at a table can ask for more."""
    return not store.db.table("tables").get(table_id)["asks_off"]


def let_ask(store: Store, credential: str, on: bool) -> None:
    """Allow requests by phones, or drop and forbid them. Raises LinkEnded, and MayNot unless the key is a host's."""
    with store.writing() as db:
        table_id = require_role(store, credential, DEPUTY).table_id
        db.table("tables").update(table_id, {"asks_off": int(not on)})
        if not on:
            db.execute("UPDATE phones SET asks = NULL WHERE table_id = ? AND asks <> ?", [table_id, REFUSED])


def decline_offer(store: Store, credential: str) -> None:
    """Stop offering a host to make another phone host. Raises LinkEnded and MayNot."""
    with store.writing() as db:
        db.table("phones").update(require_role(store, credential, HOST).phone_id, {"offer_declined": 1})
