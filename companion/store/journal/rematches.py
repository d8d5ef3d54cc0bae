"""A rematch: the table at which the players of a finished one play again, and everybody's way there.

The finished table's journal says which it is. Each link there is brought along once: as a link to the rematch that lets
its holder do the same.
"""

import secrets

from sqlite_utils import Database

from companion.games.players import same_name
from companion.games.sitting import Round, Sitting
from companion.store.database import Store
from companion.store.journal.facts import Fact, facts_of
from companion.store.journal.replay import REMATCH, Table
from companion.store.journal.tables import Home, add_entry, create, load_table, open_table
from companion.store.links import codes, links
from companion.store.links.links import HOST, SCORER, WATCHER, Link, LinkEnded


def start_rematch(store: Store, key: str, game: str, sitting: Sitting[Round], home: Home | None) -> str:
    """Start the rematch of a finished table, or find the one that was started first; the key for who has ``key``.

    Who starts it is its host. Raises LinkEnded, and MayNot for who only watches.
    """
    host = None
    with store.writing() as db:
        link = links.require_role(db, key, SCORER)
        table = load_table(store, link["table_id"])
        if rematch_of(db, table) is None:
            started = create(store, db, game, facts_of(game, sitting), secrets.token_urlsafe(16), home)
            add_entry(db, table, secrets.token_urlsafe(16), Fact(REMATCH, {"table": started}), link["seat"])
            seat = _same_seat(table.sitting, sitting, link["seat"])
            if link["role"] == HOST or link["seat"] is not None:
                _bring(db, link | {"role": HOST}, started, seat)
            else:  # others have the same link, and score there as well: this one is for who started it alone
                host = links.add_link(db, HOST, table_id=started, group_id=link["group_id"])
    way = host or follow(store, key) or key
    # A big screen that only watches shows the code, and nobody looks at it who could make one.
    if codes.find_code(store, links.share_link(store, key, WATCHER)):
        codes.offer_code(store, links.share_link(store, way, WATCHER))
    return way


def follow(store: Store, key: str) -> str | None:
    """The key for the latest rematch of a key's table, and of its rematch in turn; None where nobody plays again.

    It opens that table from now on, in the same role and for the same player. Raises LinkEnded where one of the links
    on the way there has been replaced, or where the links of its role there were replaced before this key came along.
    """
    found = None
    while opened := open_table(store, found or key):
        table, link = opened
        there = rematch_of(store.db, table)
        if there is None:
            break
        found = _link_to(store, found or key, table, link, there)
    return found


def rematch_of(db: Database, table: Table) -> int | None:
    """The table where those of a finished table play again; None where they do not, or it has been deleted."""
    if table.sheet.ending is None:
        return None
    there = db.table("tables").rows_where("id = ? AND deleted_at IS NULL", [table.rematch])
    return next((int(row["id"]) for row in there), None)


def has_rematch(store: Store, link: Link) -> bool:
    """Whether those of a link's table play again. Asked for every phone: most journals have no such entry."""
    begun = "SELECT 1 FROM journal WHERE table_id = ? AND kind = ? LIMIT 1"
    if store.db.execute(begun, [link.table_id, REMATCH]).fetchone() is None:
        return False
    return rematch_of(store.db, load_table(store, link.table_id)) is not None


def _link_to(store: Store, key: str, table: Table, link: Link, there: int) -> str:
    way = links.find_made(store.db, _request(key, there))
    if way is None:
        with store.writing() as db:
            before = links.require_role(db, key, link.role)
            if links.were_replaced(db, there, before["role"]):
                raise LinkEnded
            seat = _same_seat(table.sitting, load_table(store, there).sitting, before["seat"])
            way = _bring(db, before, there, seat)
    return way


def _bring(db: Database, link: links.Row, there: int, seat: int | None) -> str:
    """Return the key of a link that lets its holder do at the rematch what a link of the table lets him do there."""
    request = _request(link["key"], there)
    brought = {"table_id": there, "group_id": link["group_id"], "seat": seat, "request": request}
    return links.find_made(db, request) or links.add_link(db, link["role"], **brought)


def _request(key: str, there: int) -> str:
    return f"{key} {there}"


def _same_seat(before: Sitting[Round], after: Sitting[Round], seat: int | None) -> int | None:
    """The seat that the player of a seat has now, by name; None where nobody of that name plays."""
    if seat is None:
        return None
    name = same_name(before.players[seat])
    return next((other for other, theirs in enumerate(after.players) if same_name(theirs) == name), None)
