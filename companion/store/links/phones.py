"""The phones at a table: each has a key of its own from its first visit, so that one can be put out without the others.

A phone that asks for more (to keep score, to be host) waits until somebody at the table says yes.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlite_utils import Database

from companion.games.players import same_name
from companion.store.database import Store, now
from companion.store.journal.tables import load_table
from companion.store.links.links import (
    COMMON,
    HOST,
    OWN,
    ROLES,
    SCORER,
    WATCHER,
    Link,
    Row,
    add_link,
    at_least,
    end_links,
    find_made,
    look_up,
    require_role,
)

REFUSED = "refused"
_CHAIN = """
    WITH RECURSIVE begun(first, second) AS (
        SELECT table_id, json_extract(payload, '$.table') FROM journal WHERE kind = 'rematch_begun'
    ), chain(id) AS (
        SELECT ?
        UNION SELECT second FROM begun JOIN chain ON first = id
        UNION SELECT first FROM begun JOIN chain ON second = id
    )
    SELECT id FROM chain
"""  # a table, those that it is a rematch of, and its rematches


class NameTaken(Exception):
    """Another phone at the table has this name."""


class NoRequests(Exception):
    """The hosts let nobody ask."""


@dataclass(frozen=True, slots=True)
class KnownPhone:
    """A phone at a table. ``id`` opens nothing; ``since`` is UTC in ISO 8601.

    ``name`` is what was typed by who has no ``seat``, empty if nothing was. ``asks`` is the role that it asks for,
    ``REFUSED`` or empty.
    """

    id: str
    seat: int | None
    name: str
    role: str
    since: str
    asks: str
    is_offered: bool
    """Whether it was offered to make another phone host, and declined."""


def own_key(store: Store, shown: str) -> str | None:
    """Return the key with which a phone goes on that opened a table: its own, or the key that it shows.

    None where it must be added (``settle``): it is the phone's first visit, or the key opens more than its own.
    """
    key, _, secret = shown.partition(".")
    row = look_up(store.db, key)
    if row is None or not secret or row["secret"] == secret:
        return key
    link = require_role(store, shown, WATCHER)
    own = _find_own(store.db, link.table_id, secret)
    return str(own["key"]) if own and at_least(own["role"], link.role) else None


def settle(store: Store, shown: str) -> str:
    """Return the key with which a phone goes on that opened a table, added on its first visit.

    By another phone's own key it gets a scorer's at most. Raises LinkEnded.
    """
    with store.writing() as db:
        if found := own_key(store, shown):
            return found
        link, secret = require_role(store, shown, WATCHER), shown.partition(".")[2]
        if own := _find_own(db, link.table_id, secret):
            db.table("links").update(own["id"], {"role": link.role, "group_id": link.group_id})
            return str(own["key"])
        about = {"table_id": link.table_id, "group_id": link.group_id, "secret": secret, "via": link.id}
        return add_link(db, link.role, **about)


def moved_to(store: Store, shown: str) -> str | None:
    """Return the key of the phone's own at the table that an ended key opened; None where it has none."""
    key, _, secret = shown.partition(".")
    row = look_up(store.db, key)
    own = _find_own(store.db, row["table_id"], secret) if row and secret else None
    return str(own["key"]) if own else None


def _find_own(db: Database, table_id: int, secret: str) -> Row | None:
    where = "table_id = ? AND secret = ? AND ended_at IS NULL"
    return next(db.table("links").rows_where(where, [table_id, secret], limit=1), None)


def say_who(store: Store, shown: str, seat: int | None, write_key: str) -> str:
    """Let a phone that keeps score say who it is, or that it is nobody's (None); return the key that it goes on with.

    Raises LinkEnded, and MayNot for a watcher.
    """
    key = own_key(store, shown) or settle(store, shown)
    with store.writing() as db:
        link = require_role(store, key, SCORER)
        return _say(db, key, link, {"seat": seat}, write_key)


def say_name(store: Store, shown: str, name: str, write_key: str) -> str:
    """Say whose phone it is, by a player's name or another; return the key that it goes on with.

    Raises LinkEnded, and NameTaken where another phone has the name.
    """
    key = own_key(store, shown) or settle(store, shown)
    with store.writing() as db:
        link = require_role(store, key, WATCHER)
        players = load_table(store, link.table_id).sitting.players
        seat = next((seat for seat, player in enumerate(players) if same_name(player) == same_name(name)), None)
        own = f"table_id = ? AND id <> ? AND request IS NOT ? AND {OWN}"
        others = list(db.table("links").rows_where(own, [link.table_id, link.id, f"{key} {write_key}"]))
        taken = {same_name(other["name"] or "") for other in others} | {other["seat"] for other in others}
        if same_name(name) in taken or (seat is not None and seat in taken):
            raise NameTaken
        return _say(db, key, link, {"name": name} if seat is None else {"seat": seat}, write_key)


def _say(db: Database, key: str, link: Link, said: dict[str, int | str | None], write_key: str) -> str:
    """Write what a phone says of itself. One that keeps no cookie gets its own link by that, once for a write key."""
    if not db.table("links").count_where(f"id = ? AND {COMMON}", [link.id]):
        db.table("links").update(link.id, said)
        return key
    request = f"{key} {write_key}"
    about = {"table_id": link.table_id, "group_id": link.group_id, "request": request, "via": link.id}
    return find_made(db, request) or add_link(db, link.role, **about, **said)


def list_phones(store: Store, table_id: int) -> list[KnownPhone]:
    """Return the phones at a table, in seat order, then those of nobody who plays. Phones of one player are one."""
    order = "seat IS NULL, seat, name IS NULL, id"
    rows = store.db.table("links").rows_where(f"table_id = ? AND {OWN}", [table_id], order_by=order)
    found: dict[object, KnownPhone] = {}
    for row in rows:
        whose = row["id"] if row["seat"] is None else f"seat {row['seat']}"
        before = found.get(whose)
        role = row["role"] if before is None or at_least(row["role"], before.role) else before.role
        about = (row["created_at"], row["asks"] or "", bool(row["offered"]))
        if before:
            about = (before.since, before.asks or about[1], before.is_offered or about[2])
        found[whose] = KnownPhone(str(row["id"]), row["seat"], row["name"] or "", role, *about)
    return list(found.values())


def change_role(store: Store, shown: str, phone: str, role: str) -> None:
    """Give the phone of this id another role, here and at rematches; where there is no such phone, do nothing.

    The last host stays. Who gets less knows links that give more: those are replaced, and no other phone's ends.
    Raises LinkEnded, and MayNot where the key is no host's.
    """
    with store.writing() as db:
        host = require_role(store, shown, HOST)
        rows = _rows_of(db, host.table_id, phone)
        if role == HOST or not _is_last_host(db, host, rows):
            lost = [each for each in ROLES if _had(rows, each) and not at_least(role, each)]
            _decide(db, host.table_id, rows, "role = ?, asks = NULL", role)
            _replace_known(db, host.table_id, rows, lost)


def remove_phone(store: Store, shown: str, phone: str) -> None:
    """End the ways in of the phone of this id, here and at rematches, and no other phone's.

    The last host stays. Raises LinkEnded, and MayNot where the key is no host's.
    """
    with store.writing() as db:
        host = require_role(store, shown, HOST)
        rows = _rows_of(db, host.table_id, phone)
        if not _is_last_host(db, host, rows):
            _decide(db, host.table_id, rows, "ended_at = ?", now())
            _replace_known(db, host.table_id, rows, [each for each in ROLES if _had(rows, each)])


def _rows_of(db: Database, table_id: int, phone: str) -> list[Row]:
    """Return the links of a phone: it, and those of the same player."""
    own = db.table("links").rows_where(f"CAST(id AS TEXT) = ? AND table_id = ? AND {OWN}", [phone, table_id])
    row = next(own, None)
    if row is None or row["seat"] is None:
        return [row] if row else []
    return list(db.table("links").rows_where(f"table_id = ? AND seat = ? AND {OWN}", [table_id, row["seat"]]))


def _had(rows: Iterable[Row], role: str) -> bool:
    """Return whether any of the links gives a role or more: the phone has seen the common link of that."""
    return any(at_least(row["role"], role) for row in rows)


def _is_last_host(db: Database, host: Link, rows: list[Row]) -> bool:
    """Return whether these are a host's own links, and no other phone is host."""
    theirs = {row["id"] for row in rows}
    hosts = db.table("links").rows_where(f"table_id = ? AND role = 'host' AND {OWN}", [host.table_id])
    return host.id in theirs and {row["id"] for row in hosts} <= theirs


def _decide(db: Database, table_id: int, rows: list[Row], change: str, *values: str) -> None:
    """Change links, and those of the same phones at the tables before and after."""
    for row in rows:
        db.execute(f"UPDATE links SET {change} WHERE id = ?", [*values, row["id"]])  # noqa: S608
        for there in _chain(db, table_id) if row["secret"] else ():
            where = "table_id = ? AND secret = ? AND ended_at IS NULL"
            db.execute(f"UPDATE links SET {change} WHERE {where}", [*values, there, row["secret"]])  # noqa: S608


def _replace_known(db: Database, table_id: int, rows: list[Row], roles: list[str]) -> None:
    """Replace the links that phones have seen: the common ones of these roles, and the address that they came by."""
    for there in _chain(db, table_id) if roles else ():
        for row in list(db.table("links").rows_where(f"table_id = ? AND {COMMON}", [there])):
            if row["role"] in roles:
                _renew(db, row)
    came_by = {row["via"] for row in rows} - {row["id"] for row in rows}
    where = "id IN (SELECT value FROM json_each(?)) AND secret IS NOT NULL AND ended_at IS NULL"
    for row in list(db.table("links").rows_where(where, [str(sorted(each for each in came_by if each))])):
        _renew(db, row)


def _renew(db: Database, row: Row) -> None:
    """End a link and add another that opens the same; its phone, if it has one, is led there (``moved_to``)."""
    kept = ("role", "table_id", "group_id", "seat", "secret", "name", "asks", "via")
    end_links(db, "id = ?", row["id"])
    add_link(db, **{column: row[column] for column in kept})


def _chain(db: Database, table_id: int) -> list[int]:
    return [found for (found,) in db.execute(_CHAIN, [table_id])]


def ask(store: Store, key: str, role: str) -> None:
    """Ask for a role. Who was refused asks in vain. Raises LinkEnded, and NoRequests where nobody may ask."""
    with store.writing() as db:
        link = require_role(store, key, WATCHER)
        if not db.table("links").count_where(f"id = ? AND asks IS NULL AND {OWN}", [link.id]) or at_least(
            link.role, role
        ):
            return
        if db.table("tables").get(link.table_id)["asks_off"]:
            raise NoRequests
        db.table("links").update(link.id, {"asks": role})


def answer(store: Store, shown: str, phone: str, yes: bool) -> None:
    """Let the phone of this id have what it asks for, or refuse it; where it asks for nothing, do nothing.

    Who keeps score lets others keep score, a host makes hosts. Raises LinkEnded and MayNot.
    """
    with store.writing() as db:
        link = require_role(store, shown, SCORER)
        for row in _rows_of(db, link.table_id, phone):
            if row["asks"] in ROLES:
                require_role(store, shown, row["asks"])
                given = {"role": row["asks"], "asks": None} if yes else {"asks": REFUSED}
                db.table("links").update(row["id"], given)


def may_ask(store: Store, table_id: int) -> bool:
    """Return whether phones at a table may ask for more."""
    return not store.db.table("tables").get(table_id)["asks_off"]


def let_ask(store: Store, shown: str, on: bool) -> None:
    """Let phones ask, or not. Raises LinkEnded, and MayNot where the key is no host's."""
    with store.writing() as db:
        db.table("tables").update(require_role(store, shown, HOST).table_id, {"asks_off": int(not on)})


def decline_offer(store: Store, shown: str) -> None:
    """Offer a host no more to make another phone host. Raises LinkEnded and MayNot."""
    with store.writing() as db:
        db.table("links").update(require_role(store, shown, HOST).id, {"offered": 1})
