"""Files to take home and bring back: a table's sheet file with its id and times, and the file of a group.

A group's file holds its players and, for every table, the sheet file. What a second import finds there
already, by its id, it leaves as it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from companion.games import sheetfile
from companion.games.players import same_name
from companion.store.database import Store
from companion.store.files.reading import FORMAT, VERSION, GroupFile, TableFile
from companion.store.groups import players
from companion.store.groups.counting import Stale, count
from companion.store.groups.groups import Group, must_be_there
from companion.store.journal.replay import Table, replay
from companion.store.journal.tables import Home, bring_back, entries

AT_ONCE = 100  # tables in one transaction


def write_table(store: Store, table: Table) -> dict[str, Any]:
    """The sheet file of a table."""
    (uid,) = store.db.execute("SELECT uid FROM tables WHERE id = ?", [table.id]).fetchone()
    written = sheetfile.write(table.game, table.sitting)
    about = {key: written.pop(key) for key in ("format", "version", "game")}
    return {**about, "id": uid, "started_at": table.started_at, "last_at": table.last_at, **written}


def write_group(store: Store, group: Group) -> Iterator[str]:
    """The file of a group, piece by piece, all of one moment."""
    store.db.execute("BEGIN")
    try:
        yield from _group(store, group)
    finally:
        store.db.rollback()


def _group(store: Store, group: Group) -> Iterator[str]:
    about = {"format": FORMAT, "version": VERSION, "id": group.uid, "name": group.name}
    yield f'{json.dumps(about, ensure_ascii=False)[:-1]}, "players": {_dumps(_write_players(store, group.id))},\n'
    yield '"tables": ['
    rows = store.db.execute(
        "SELECT id, archived_at FROM tables JOIN summaries ON table_id = id WHERE summaries.group_id = ?"
        " ORDER BY started_at, id",
        [group.id],
    ).fetchall()
    between = "\n"
    for table_id, archived_at in rows:
        # Not by table_now: that would let go of the tables that are played just now.
        written = write_table(store, replay(table_id, entries(store, table_id)))
        people = _people(store, table_id)
        extra = ({"people": people} if people else {}) | ({"archived_at": archived_at} if archived_at else {})
        yield between + _dumps(written | extra)
        between = ",\n"
    yield "\n]}\n"


def bring_in(store: Store, group_id: int, file: GroupFile) -> int:
    """Add to a group what it has not yet of a file; how many tables that were.

    Where there are players already, only those come in who sit at a table that does: the others may be here
    by another name.
    """
    with store.writing() as db:
        must_be_there(db, group_id)
        needed = _needed(store, group_id, file) if players.players(store, group_id) else None
        for name, hidden, same_as in file.players:
            if needed is None or same_as is not None or same_name(name) in needed:
                players.add(db, group_id, name, hidden, same_as)
    return bring_in_tables(store, group_id, file.tables)


def _needed(store: Store, group_id: int, file: GroupFile) -> set[str]:
    """The players at the tables of a file that a group has not, by what their names have in common."""
    return {
        same_name(table.people.get(seat, name))
        for table in file.tables
        if table_of(store, group_id, table.past.uid) is None
        for seat, name in enumerate(table.sheet.sitting.players)
    }


def bring_in_tables(store: Store, group_id: int, tables: Sequence[TableFile]) -> int:
    """Add these tables to a group, but for those that it has; how many were added.

    A hundred at a time, so that others can write in between; whoever is interrupted imports again.
    """
    added = 0
    for first in range(0, len(tables), AT_ONCE):
        with store.writing() as db:
            stale: set[Stale] = set()
            for file in tables[first : first + AT_ONCE]:
                if table_of(store, group_id, file.past.uid) is None:
                    known = {seat: players.named(db, group_id, name) for seat, name in file.people.items()}
                    home = Home(group_id, known)
                    stale |= bring_back(store, db, file.sheet.game, file.sheet.sitting, home, file.past)
                    added += 1
            count(db, stale)
    return added


def table_of(store: Store, group_id: int, uid: str) -> int | None:
    """The table of a group with this id in files."""
    row = store.db.execute("SELECT id FROM tables WHERE group_id = ? AND uid = ?", [group_id, uid]).fetchone()
    return row[0] if row else None


def _dumps(written: object) -> str:
    return json.dumps(written, ensure_ascii=False, separators=(",", ":"))


def _write_players(store: Store, group_id: int) -> list[dict[str, Any]]:
    written: list[dict[str, Any]] = []
    for player in players.players(store, group_id):
        written.append({"name": player.name} | ({"hidden": True} if player.hidden else {}))
        written += [{"name": spelling.name, "same_as": player.name} for spelling in player.spellings]
    return written


def _people(store: Store, table_id: int) -> dict[str, str]:
    """The group's name of everybody at a table whose name there is another."""
    rows = store.db.execute(
        "SELECT seats.name, players.name FROM seats JOIN players ON id = player_id WHERE table_id = ? ORDER BY seat",
        [table_id],
    ).fetchall()
    return {at_the_table: name for at_the_table, name in rows if same_name(at_the_table) != same_name(name)}
