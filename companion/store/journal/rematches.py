"""A rematch: the table at which the players of a finished one play again, and everybody's way there.

The finished table's journal says which it is. Each link there is brought along once: as a link to the rematch that lets
its holder do the same.
"""

import secrets

from sqlite_utils import Database

from companion.games.players import same_name
from companion.games.sitting import Sitting
from companion.store.database import Store
from companion.store.journal.facts import Fact, Table
from companion.store.journal.tables import Home, add_entry, create, load_table, open_table, prepare
from companion.store.links import codes, links
from companion.store.links.links import SCORER, WATCHER, Link, LinkEnded, find_phone


def start_rematch(store: Store, credential: str, game: str, sitting: Sitting, home: Home | None) -> str:
    """Start the rematch of a finished table, or find the one that was started first; the key of whoever shows one.

    Everybody is there what they are here: who starts it takes it from no host, and who began this table is there first,
    so that it is theirs as well. Raises LinkEnded, and MayNot for who only watches.
    """
    new = prepare(game, sitting)
    with store.writing() as db:
        link = links.require_role(store, credential, SCORER)
        table = load_table(store, link.table_id)
        if rematch_of(db, table) is None:
            there = create(db, new, home)
            add_entry(db, table, secrets.token_urlsafe(16), Fact("rematch_begun", {"table": there}), link.seat)
    if first := _find_first(store.db, link.table_id):
        follow(store, first)
    key: str = store.db.table("links").get(link.id)["key"]
    way = follow(store, key) or key
    # A big screen that only watches shows the code, and nobody looks at it who could make one.
    if codes.find_code(store, links.share_link(store, key, WATCHER)):
        codes.offer_code(store, links.share_link(store, way, WATCHER))
    return way


def _find_first(db: Database, table_id: int) -> str | None:
    """Return the key of the phone that was at a table first; None where it is there no more."""
    rows = db.table("links").rows_where("table_id = ? AND secret IS NOT NULL", [table_id], order_by="id", limit=1)
    found = [find_phone(db, table_id, row["secret"]) for row in rows]
    return next((row["key"] for row in found if row and row["ended_at"] is None), None)


def follow(store: Store, key: str) -> str | None:
    """Return the key for the latest rematch of a key's table, of its rematch in turn; None where nobody plays again.

    It opens that table in the same role, for the same player. Raises LinkEnded where a link on the way was replaced,
    or the links of its role there were before this key came along.
    """
    found = None
    while opened := open_table(store, found or key):
        there = rematch_of(store.db, opened[0])
        if there is None:
            break
        found = _follow_once(store, found or key, opened[0], there)
    return found


def _follow_once(store: Store, key: str, table: Table, there: int) -> str:
    request = f"{key} {there}"
    way = links.find_made(store.db, request)
    if way is None:
        with store.writing() as db:
            links.require_role(store, key, WATCHER)
            row = links.look_up(db, key) or {}
            way = links.find_made(db, request) or _find_of_phone(db, there, row["secret"])
            if way is None:
                is_own = any(row[column] is not None for column in ("secret", "seat", "name"))
                if links.were_replaced(db, there, row["role"], links.ALL if is_own else links.ONLY_COMMON):
                    raise LinkEnded
                seat = _find_seat(row["seat"], table, load_table(store, there).sitting)
                columns = {column: row[column] for column in ("group_id", "secret", "name")}
                way = links.add_link(db, row["role"], table_id=there, seat=seat, request=request, **columns)
    return way


def _find_of_phone(db: Database, there: int, secret: str | None) -> str | None:
    """Return the key that a phone has there; None if it has not been there. Raises LinkEnded where it was put out."""
    row = find_phone(db, there, secret or "")
    if row and row["ended_at"]:
        raise LinkEnded
    return str(row["key"]) if row else None


def _find_seat(before: int | None, table: Table, sitting: Sitting) -> int | None:
    """Return the seat that the player of a seat has at the rematch, by name; None where nobody of that name plays."""
    names = [same_name(name) for name in sitting.players]
    mine = [same_name(name) for seat, name in enumerate(table.sitting.players) if seat == before]
    return names.index(mine[0]) if mine and mine[0] in names else None


def rematch_of(db: Database, table: Table) -> int | None:
    """Return the table where those of a finished table play again; None where there is none any more."""
    if table.sheet.ending is None:
        return None
    there = db.table("tables").rows_where("id = ? AND deleted_at IS NULL", [table.rematch])
    return next((int(row["id"]) for row in there), None)


def has_rematch(store: Store, link: Link) -> bool:
    """Return whether those of a table play again. Asked for every phone: most journals have no such entry."""
    begun = "SELECT 1 FROM journal WHERE table_id = ? AND kind = 'rematch_begun' LIMIT 1"
    if store.db.execute(begun, [link.table_id]).fetchone() is None:
        return False
    return rematch_of(store.db, load_table(store, link.table_id)) is not None
