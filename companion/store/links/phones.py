"""The phones at a table: each has a key of its own from its first visit, so that one can be put out without the others.

A phone that asks for more (to keep score, to be host) waits until somebody at the table says yes.
"""

from dataclasses import dataclass

from sqlite_utils import Database

from companion.games.players import fold_name
from companion.store.database import Store, now
from companion.store.journal.tables import load_table
from companion.store.links.links import (
    HOST,
    IS_OWN,
    ONLY_COMMON,
    ROLES,
    SCORER,
    WATCHER,
    Link,
    LinkRow,
    add_link,
    at_least,
    end_links,
    find_made,
    find_own,
    find_phone,
    find_row,
    look_up,
    require_role,
    were_replaced,
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


class PhoneNameTaken(Exception):
    """Another phone at the table has this name."""


class NoRequests(Exception):
    """The hosts let nobody ask."""


@dataclass(frozen=True, slots=True)
class ListedPhone:
    """A phone at a table. ``id`` opens nothing; ``since`` is UTC in ISO 8601.

    ``name`` is typed, without a ``seat``. ``asks`` is the role that it requests, ``REFUSED`` or empty. ``is_offered``:
    its host declined to make another phone host.
    """

    id: str
    seat: int | None
    name: str
    role: str
    since: str
    asks: str
    is_offered: bool


def find_own_key(store: Store, credential: str) -> str | None:
    """Return the key with which a phone goes on: its own, or the one that it shows.

    None if ``settle`` must add one: on a first visit, or if the shown key opens more than its own.
    """
    key, _, secret = credential.partition(".")
    row = look_up(store.db, key)
    if row is None or not secret or (row["secret"] == secret and row["ended_at"] is None):
        return key
    link = require_role(store, credential, WATCHER)
    own = find_own(store.db, link.table_id, secret)
    return str(own["key"]) if own and at_least(own["role"], link.role) else None


def settle(store: Store, credential: str) -> str:
    """Return a phone's own key to a table, added on its first visit. Raises LinkEnded."""
    with store.writing() as db:
        if found := find_own_key(store, credential):
            return found
        link, secret = require_role(store, credential, WATCHER), credential.partition(".")[2]
        if own := find_own(db, link.table_id, secret):
            db.table("links").update(own["id"], {"role": link.role, "group_id": link.group_id, "asks": None})
            return str(own["key"])
        new = {"table_id": link.table_id, "group_id": link.group_id, "secret": secret, "via": link.id}
        return add_link(db, link.role, **new)


def save_phone_seat(store: Store, credential: str, seat: int | None, write_key: str) -> str:
    """Save the seat of a scorer's phone (None: nobody's) and return its key. Raises LinkEnded and MayNot."""
    with store.writing() as db:
        link = require_role(store, credential, SCORER)
        return _say(db, credential, link, {"seat": seat}, write_key)


def save_phone_name(store: Store, credential: str, name: str, write_key: str) -> str:
    """Save the name of a phone's owner and return its key. Raises LinkEnded and PhoneNameTaken."""
    with store.writing() as db:
        link = require_role(store, credential, WATCHER)
        players = load_table(store, link.table_id).sitting.players
        seat = next((seat for seat, player in enumerate(players) if fold_name(player) == fold_name(name)), None)
        others = f"table_id = ? AND id <> ? AND request IS NOT ? AND {IS_OWN}"
        for other in db.table("links").rows_where(others, [link.table_id, link.id, _made_by(credential, write_key)]):
            if fold_name(other["name"] or "") == fold_name(name) or other["seat"] == seat is not None:
                raise PhoneNameTaken
        return _say(db, credential, link, {"name": name if seat is None else None, "seat": seat}, write_key)


def _say(db: Database, credential: str, link: Link, columns: dict[str, int | str | None], write_key: str) -> str:
    """Save who has a phone and return its key. A phone without cookies gets a link of its own, once per write key."""
    if link.is_theirs:
        db.table("links").update(link.id, columns)
        return credential.partition(".")[0]
    made_by = _made_by(credential, write_key)
    made = {"table_id": link.table_id, "group_id": link.group_id, "request": made_by, "via": link.id}
    return find_made(db, made_by) or add_link(db, link.role, **made, **columns)


def _made_by(credential: str, write_key: str) -> str:
    return f"{credential.partition('.')[0]} {write_key}"


def list_phones(store: Store, table_id: int) -> list[ListedPhone]:
    """Return the phones at a table, in seat order, then those of nobody who plays."""
    columns = "CAST(id AS TEXT), seat, ifnull(name, ''), role, created_at, ifnull(asks, ''), offered"
    order = "seat IS NULL, seat, name IS NULL, id"
    sql = f"SELECT {columns} FROM links WHERE table_id = ? AND {IS_OWN} ORDER BY {order}"  # noqa: S608
    return [ListedPhone(*row) for row in store.db.execute(sql, [table_id])]


def change_role(store: Store, credential: str, phone: str, role: str | None) -> str:
    """Give a phone, by its id, another role or none, here and at rematches; return the host's key.

    The last host stays. Common links of lost roles are replaced, since that phone has seen them, and the link that it
    came by; other phones stay. A host without cookies, who goes by a common link, gets a new key. Raises LinkEnded,
    and MayNot unless the key is a host's.
    """
    mine, _, secret = credential.partition(".")
    with store.writing() as db:
        host = require_role(store, credential, HOST)
        row = _find_listed(db, host, phone)
        if row is None or (role != HOST and _is_last_host(db, host, row)):
            return mine
        lost = [each for each in ROLES if at_least(row["role"], each) and not (role and at_least(role, each))]
        change: dict[str, str | None] = {"role": role, "asks": None} if role else {"ended_at": now()}
        for table_id in _find_hosted(db, host, secret):
            own = row if table_id == host.table_id else find_own(db, table_id, row["secret"] or "")
            if own:
                db.table("links").update(own["id"], change)
            for other in list(db.table("links").rows_where("table_id = ? AND ended_at IS NULL", [table_id])):
                came_by = own and lost and other["id"] == own["via"] and other["secret"]
                if came_by or (other["role"] in lost and not _is_own(other)):
                    new = _renew(db, other)
                    mine = new if other["id"] == host.id else mine
    return mine


def _find_listed(db: Database, link: Link, phone: str) -> LinkRow | None:
    return find_row(db, f"CAST(id AS TEXT) = ? AND table_id = ? AND {IS_OWN}", phone, link.table_id)


def _is_own(row: LinkRow) -> bool:
    return any(row[column] is not None for column in ("seat", "secret", "name"))


def _is_last_host(db: Database, host: Link, row: LinkRow) -> bool:
    others = f"table_id = ? AND role = 'host' AND id <> ? AND {IS_OWN}"
    return host.id == row["id"] and not find_row(db, others, host.table_id, host.id)


def _find_hosted(db: Database, host: Link, secret: str) -> list[int]:
    """Return the table's id, and those of its chain of rematches where this phone is host or will be."""
    chain = [table_id for (table_id,) in db.execute(_CHAIN, [host.table_id]) if table_id != host.table_id]
    return [host.table_id, *(each for each in chain if secret and _is_host(db, each, secret, host))]


def _is_host(db: Database, table_id: int, secret: str, host: Link) -> bool:
    """Return whether a host's phone is host at another table of the chain, or will be once it goes there."""
    row = find_phone(db, table_id, secret)
    if row is None:
        return table_id > host.table_id and not were_replaced(db, table_id, HOST)
    return row["ended_at"] is None and row["role"] == HOST


def _renew(db: Database, row: LinkRow) -> str:
    """End a link and return the key of a copy; its phone goes on with that (``find_link``)."""
    columns = ("role", "table_id", "group_id", "seat", "secret", "name", "asks", "via")
    end_links(db, "id = ?", row["id"])
    return add_link(db, **{column: row[column] for column in columns}, replaces=ONLY_COMMON)


def request_role(store: Store, credential: str, role: str) -> None:
    """Save that a phone asks for a role, unless it was refused before. Raises LinkEnded and NoRequests."""
    with store.writing() as db:
        link = require_role(store, credential, WATCHER)
        if link.asks or not link.is_theirs or at_least(link.role, role):
            return
        if db.table("tables").get(link.table_id)["asks_off"]:
            raise NoRequests
        db.table("links").update(link.id, {"asks": role})


def answer(store: Store, credential: str, phone: str, yes: bool) -> None:
    """Grant or refuse what the phone of this id requests, if it requests anything.

    Scorers admit scorers, hosts admit hosts. Raises LinkEnded and MayNot.
    """
    with store.writing() as db:
        link = require_role(store, credential, SCORER)
        row = _find_listed(db, link, phone)
        if row and row["asks"] in ROLES:
            require_role(store, credential, row["asks"])
            change = {"role": row["asks"], "asks": None} if yes else {"asks": REFUSED}
            db.table("links").update(row["id"], change)


def may_ask(store: Store, table_id: int) -> bool:
    """Return whether phones at a table may ask for more."""
    return not store.db.table("tables").get(table_id)["asks_off"]


def let_ask(store: Store, credential: str, on: bool) -> None:
    """Allow requests by phones, or drop and forbid them. Raises LinkEnded, and MayNot unless the key is a host's."""
    with store.writing() as db:
        table_id = require_role(store, credential, HOST).table_id
        db.table("tables").update(table_id, {"asks_off": int(not on)})
        if not on:
            db.execute("UPDATE links SET asks = NULL WHERE table_id = ? AND asks <> ?", [table_id, REFUSED])


def decline_offer(store: Store, credential: str) -> None:
    """Stop offering a host to make another phone host. Raises LinkEnded and MayNot."""
    with store.writing() as db:
        db.table("links").update(require_role(store, credential, HOST).id, {"offered": 1})
