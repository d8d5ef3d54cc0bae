"""Rematches: the table at which the players of a finished one play again, and everybody's link there.

The finished table's journal names it. Each link is copied once, with its role.
"""

import secrets

from companion.games.players import fold_name
from companion.games.sitting import Sitting
from companion.store.database import Store
from companion.store.journal.changes import Change
from companion.store.journal.tables import Home, add_entry, insert_table, load_table, prepare_table
from companion.store.links import codes, links
from companion.store.links.links import SCORER, WATCHER, LinkEnded


def start_rematch(store: Store, credential: str, game: str, sitting: Sitting, home: Home | None) -> str:
    """Start the rematch of a finished table, unless it has been, and return this phone's key there.

    Everybody keeps their role; the link of the phone that began this table comes first, so that the rematch is that
    phone's, too. Raises LinkEnded, and MayNot for a watcher.
    """
    new = prepare_table(game, sitting)
    with store.writing() as db:
        link = links.require_role(store, credential, SCORER)
        if find_rematch(store, link.table_id) is None:
            begun = Change("rematch_begun", {"table": insert_table(db, new, home)})
            add_entry(db, load_table(store, link.table_id), secrets.token_urlsafe(16), begun, link.seat)
    first = links.find_row(store.db, "table_id = ? AND secret IS NOT NULL", link.table_id)
    if first and (own := links.find_own(store.db, link.table_id, first["secret"])):
        follow_rematches(store, own["key"])
    key: str = store.db.table("links").get(link.id)["key"]
    way = follow_rematches(store, key) or key
    # A big screen that only watches shows the code, and nobody looks at it who could make one.
    if codes.find_code(store, links.share_link(store, key, WATCHER)):
        codes.offer_code(store, links.share_link(store, way, WATCHER))
    return way


def follow_rematches(store: Store, key: str) -> str | None:
    """Return the key for the latest rematch of a key's table, in the same role and seat; None if there is no rematch.

    Raises LinkEnded if a link on the way was replaced, or the rematch's links of this role were.
    """
    found = None
    while (link := links.find_link(store, found or key)) and (there := find_rematch(store, link.table_id)):
        found = _follow_once(store, found or key, link.table_id, there)
    return found


def _follow_once(store: Store, key: str, table_id: int, there: int) -> str:
    made_by = f"{key} {there}"
    if way := links.find_made(store.db, made_by):
        return way
    with store.writing() as db:
        links.require_role(store, key, WATCHER)
        if way := links.find_made(db, made_by):
            return way
        row = links.look_up(db, key) or {}
        if own := links.find_phone(db, there, row["secret"] or ""):
            if own["ended_at"]:
                raise LinkEnded
            return str(own["key"])
        is_own = any(row[column] is not None for column in ("secret", "seat", "name"))
        if links.were_replaced(db, there, row["role"], links.ALL if is_own else links.ONLY_COMMON):
            raise LinkEnded
        before, after = (load_table(store, each).sitting.players for each in (table_id, there))
        seats = {fold_name(name): seat for seat, name in enumerate(after)}
        seat = next((seats.get(fold_name(name)) for seat, name in enumerate(before) if seat == row["seat"]), None)
        columns = {column: row[column] for column in ("group_id", "secret", "name")}
        return links.add_link(db, row["role"], table_id=there, seat=seat, request=made_by, **columns)


def find_rematch(store: Store, table_id: int) -> int | None:
    """Return the table where those of a finished table play again; None if they don't, or it was deleted."""
    begun = """
        SELECT id FROM journal JOIN tables ON id = json_extract(payload, '$.table')
        WHERE table_id = ? AND kind = 'rematch_begun' AND deleted_at IS NULL ORDER BY seq DESC LIMIT 1
    """
    row = store.db.execute(begun, [table_id]).fetchone()
    return row[0] if row and load_table(store, table_id).sheet.ending else None
