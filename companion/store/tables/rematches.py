"""Rematches: the tables at which the players of a finished one play again. Every phone comes along, as what it was.

``tables.rematch_of`` is the first table of the series, of which each is the rematch of the one before.
"""

import json

from sqlite_utils import Database

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
            first = "SELECT ifnull(rematch_of, id) FROM tables WHERE id = ?"
            db.execute(f"UPDATE tables SET rematch_of = ({first}) WHERE id = ?", [before.id, rematch_id])  # noqa: S608
            _take_along(db, before, new.table, rematch_id)
            add_entry(db, before, Change("rematch_begun", {"table": rematch_id}), link.seat)
    # A big screen that only watches shows the code, and nobody looks at it who could make one.
    if (there := find_rematch(store, link.table_id)) and links.find_code(store, link.table_id):
        links.ensure_code(store, there)
    return follow_rematches(store, credential) or credential.partition(".")[0]


def _take_along(db: Database, before: Table, after: Table, rematch_id: int, phone_id: int | None = None) -> None:
    """Copy the rows of a table's phones, or one of them, to its rematch, each with the seat of its player there."""
    there = {fold_name(name): seat for seat, name in enumerate(after.sitting.players)}
    seats = {seat: there.get(fold_name(name)) for seat, name in enumerate(before.sitting.players)}
    db.execute(
        """
        INSERT OR IGNORE INTO phones
            (table_id, secret, role, seat, name, came_by, offer_declined, created_at, role_at, ended_at)
        SELECT ?, secret, role, (SELECT value FROM json_each(?) WHERE key = CAST(seat AS TEXT)),
            name, came_by, offer_declined, created_at, role_at, ended_at
        FROM phones WHERE table_id = ? AND ifnull(id = ?, 1) ORDER BY id
        """,
        [rematch_id, json.dumps(seats), before.id, phone_id],
    )


def follow_rematches(store: Store, credential: str) -> str | None:
    """Return a key for the latest rematch of a table, where its phone is what it is here; None if there is no rematch.

    Raises LinkEnded to a phone that was removed on the way, and to one that did not come along before the links of its
    role were replaced there.
    """
    link = links.find_link(store, credential)
    latest = there = find_rematch(store, link.table_id) if link else None
    if link is None or latest is None:
        return None
    role, row = link.role if link.role == WATCHER else SCORER, None
    sql = """
        SELECT phones.ended_at, phones.id,
            EXISTS (SELECT 1 FROM links WHERE table_id = :table AND role = :role AND ended_at IS NOT NULL)
        FROM tables LEFT JOIN phones ON table_id = tables.id AND secret = :secret WHERE tables.id = :table
    """
    values: dict[str, object] = {"role": role, "secret": credential.partition(".")[2]}
    while there:
        latest = there
        removed_at, row, is_replaced = store.db.execute(sql, values | {"table": there}).fetchone()
        if removed_at or (is_replaced and not row):
            raise LinkEnded
        there = find_rematch(store, there)
    if (row or not link.phone_id) and (shared := links.find_shared(store.db, latest, role)):
        return shared
    with store.writing() as db:
        if link.phone_id:
            _take_along(db, load_table(store, link.table_id), load_table(store, latest), latest, link.phone_id)
        return links.ensure_link(db, latest, role)


def find_rematch(store: Store, table_id: int) -> int | None:
    """Return the table where those of a finished table play again; None if they don't, or it was deleted."""
    begun = """
        SELECT min(later.id) FROM tables AS this JOIN tables AS later
        ON later.rematch_of = coalesce(this.rematch_of, this.id) AND later.id > this.id AND later.deleted_at IS NULL
        WHERE this.id = ?
    """
    (found,) = store.db.execute(begun, [table_id]).fetchone()
    return found if found and load_table(store, table_id).sheet.ending else None
