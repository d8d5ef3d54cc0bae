"""Rematches: the tables at which the players of a finished one play again. Every phone comes along, as what it was.

``tables.rematch_of`` is the first table of the series, of which each is the rematch of the one before.
"""

import secrets

from companion.games.players import fold_name
from companion.games.sitting import Sitting
from companion.store.database import Store
from companion.store.groups.groups import Home
from companion.store.journal.changes import Change
from companion.store.journal.facts import Table
from companion.store.journal.loading import load_table
from companion.store.links import links
from companion.store.links.links import SCORER, WATCHER, LinkEnded
from companion.store.tables.starting import insert_table, prepare_table
from companion.store.tables.writing import add_entry


def start_rematch(store: Store, credential: str, game: str, sitting: Sitting, home: Home | None) -> str:
    """Start the rematch of a finished table, unless it has been, and return the key with which this phone goes on.

    Raises LinkEnded, and MayNot for a watcher.
    """
    new = prepare_table(game, sitting)
    with store.writing() as db:
        link = links.require_role(store, credential, SCORER)
        if find_rematch(store, link.table_id) is None:
            before = load_table(store, link.table_id)
            rematch_id = insert_table(db, new, home)
            first = db.table("tables").get(before.id)["rematch_of"] or before.id
            db.table("tables").update(rematch_id, {"rematch_of": first})
            _take_along(store, before, rematch_id)
            change = Change("rematch_begun", {"table": rematch_id})
            add_entry(db, before, secrets.token_urlsafe(16), change, link.seat)
    # A big screen that only watches shows the code, and nobody looks at it who could make one.
    if (there := find_rematch(store, link.table_id)) and links.find_code(store, link.table_id):
        links.ensure_code(store, there)
    return follow_rematches(store, credential) or credential.partition(".")[0]


def _take_along(store: Store, before: Table, rematch_id: int, only: int | None = None) -> None:
    """Copy the rows of a table's phones, or ``only`` one, to its rematch, each with the seat of its player there."""
    players = load_table(store, rematch_id).sitting.players
    seats = {fold_name(name): seat for seat, name in enumerate(players)}
    rows = list(store.db.table("phones").rows_where("table_id = ? AND ifnull(id = ?, 1)", [before.id, only], "id"))
    for row in rows:
        seat = None if row["seat"] is None else seats.get(fold_name(before.sitting.players[row["seat"]]))
        row |= {"id": None, "table_id": rematch_id, "seat": seat, "asks": None}
    store.db.table("phones").insert_all(rows)


def follow_rematches(store: Store, credential: str) -> str | None:
    """Return a key for the latest rematch of a table, where its phone is what it is here; None if there is no rematch.

    Raises LinkEnded to a phone that was removed on the way, and to one that did not come along before the links of its
    role were replaced there.
    """
    link = links.find_link(store, credential)
    if link is None or not (there := find_rematch(store, link.table_id)):
        return None
    role, has_row, latest = link.role if link.role == WATCHER else SCORER, False, 0
    while there:
        latest, has_row = there, _has_row(store, there, credential.partition(".")[2], role)
        there = find_rematch(store, latest)
    if shared := links.find_shared(store.db, latest, role) if has_row or not link.phone_id else None:
        return shared
    with store.writing() as db:
        if link.phone_id and not _has_row(store, latest, credential.partition(".")[2], role):
            _take_along(store, load_table(store, link.table_id), latest, link.phone_id)
        return links.ensure_link(db, latest, role)


def _has_row(store: Store, table_id: int, secret: str, role: str) -> bool:
    """Return whether a table knows a phone. Raises LinkEnded if it was removed, or comes too late."""
    row = store.db.execute(
        "SELECT ended_at FROM phones WHERE table_id = ? AND secret = ?", [table_id, secret]
    ).fetchone()
    replaced = "table_id = ? AND role = ? AND ended_at IS NOT NULL"
    if (row and row[0]) or (not row and store.db.table("links").count_where(replaced, [table_id, role])):
        raise LinkEnded
    return row is not None


def find_rematch(store: Store, table_id: int) -> int | None:
    """Return the table where those of a finished table play again; None if they don't, or it was deleted."""
    begun = """
        SELECT min(later.id) FROM tables AS this JOIN tables AS later
        ON later.rematch_of = coalesce(this.rematch_of, this.id) AND later.id > this.id AND later.deleted_at IS NULL
        WHERE this.id = ?
    """
    (found,) = store.db.execute(begun, [table_id]).fetchone()
    return found if found and load_table(store, table_id).sheet.ending else None
