"""Files to download: a table's sheet file with its id and times, and the file of a group.

A group's file holds its players and, for every table, the sheet file.
"""

import json
from collections.abc import Iterator
from typing import Any

from companion.games import sheetfile
from companion.games.players import fold_name
from companion.store.database import Store
from companion.store.files.reading import GROUP_FORMAT
from companion.store.groups.groups import Group
from companion.store.groups.players import list_players, list_seated
from companion.store.journal.facts import Table, replay
from companion.store.journal.loading import read_journal


def write_table(store: Store, table: Table) -> dict[str, Any]:
    """Return the sheet file of a table."""
    uid = store.db.table("tables").get(table.id)["uid"]
    written = sheetfile.write_sheet(table.game, table.sitting)
    about = {key: written.pop(key) for key in ("format", "version", "game")}
    return {**about, "id": uid, "started_at": table.started_at, "last_at": table.last_at, **written}


def write_group(store: Store, group: Group) -> Iterator[str]:
    """Yield the file of a group in pieces, each table as of one moment; a table deleted meanwhile is left out.

    No piece keeps the database open, so slow readers hold up nobody, and any thread may take the next one.
    """
    about = {"format": GROUP_FORMAT, "version": sheetfile.FORMAT_VERSION, "id": group.uid, "name": group.name}
    people: list[dict[str, Any]] = []
    for player in list_players(store, group.id):
        people.append({"name": player.name})
        people += [{"name": spelling, "same_as": player.name} for spelling in player.spellings.values()]
    yield f'{json.dumps(about, ensure_ascii=False)[:-1]}, "players": {_dumps(people)},\n"tables": ['
    rows = store.db.execute("SELECT id FROM tables WHERE group_id = ? ORDER BY started_at, id", [group.id]).fetchall()
    between = "\n"
    for (table_id,) in rows:
        if written := _write_table_of(store, group.id, table_id):
            yield between + written
            between = ",\n"
    yield "\n]}\n"


def _write_table_of(store: Store, group_id: int, table_id: int) -> str:
    """Return a table as JSON for a group's file; empty if it has left the group."""
    store.db.execute("BEGIN")
    try:
        if store.db.table("tables").get(table_id)["group_id"] != group_id:
            return ""
        # Not by load_table: that would let go of the tables that are played just now.
        written = write_table(store, replay(table_id, read_journal(store.db, table_id)))
        seated = list_seated(store.db, table_id)
        people = {there: name for there, name in seated if fold_name(there) != fold_name(name)}
        return _dumps(written | ({"people": people} if people else {}))
    finally:
        store.db.rollback()


def _dumps(written: object) -> str:
    return json.dumps(written, ensure_ascii=False, separators=(",", ":"))
