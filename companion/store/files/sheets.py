"""Files to export and import: a table's sheet file with its id and times, and the file of a group.

A group's file holds its players and, for every table, the sheet file. What a second import finds there
already, by its id, it leaves as it is.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from companion.games import sheetfile
from companion.games.players import same_name
from companion.store.database import Store
from companion.store.files.reading import FORMAT, VERSION, GroupFile, TableFile
from companion.store.groups import players
from companion.store.groups.groups import Group, check_group
from companion.store.journal.replay import Table, replay
from companion.store.journal.tables import Home, entries, import_table

AT_ONCE = 100  # tables in one transaction


def write_table(store: Store, table: Table) -> dict[str, Any]:
    """The sheet file of a table."""
    uid = store.db.table("tables").get(table.id)["uid"]
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
    between = "\n"
    for row in store.db.table("tables").rows_where("group_id = ?", [group.id], order_by="started_at, id"):
        # Not by table_now: that would let go of the tables that are played just now.
        written = write_table(store, replay(row["id"], entries(store, row["id"])))
        extra = {"people": _people(store, row["id"]), "archived_at": row["archived_at"]}
        extra = {key: value for key, value in extra.items() if value}
        yield between + _dumps(written | extra)
        between = ",\n"
    yield "\n]}\n"


def import_group(store: Store, group_id: int, file: GroupFile) -> int:
    """Add to a group what it has not yet of a file; how many tables that were.

    Where there are players already, only those come in who sit at a table that does: the others may be here
    by another name.
    """
    with store.writing() as db:
        check_group(db, group_id)
        needed = _needed(store, group_id, file) if players.list_players(store, group_id) else None
        for name, hidden, same_as in file.players:
            if needed is None or same_as is not None or same_name(name) in needed:
                players.import_player(db, group_id, name, hidden, same_as)
    return import_tables(store, group_id, file.tables)


def _needed(store: Store, group_id: int, file: GroupFile) -> set[str]:
    """The players at the tables of a file that a group has not, by what their names have in common."""
    return {
        same_name(table.people.get(seat, name))
        for table in file.tables
        if table_of(store, group_id, table.past.uid) is None
        for seat, name in enumerate(table.sheet.sitting.players)
    }


def import_tables(store: Store, group_id: int, tables: Sequence[TableFile]) -> int:
    """Add these tables to a group, but for those that it has; how many were added.

    A hundred at a time, so that others can write in between; whoever is interrupted imports again.
    """
    added = 0
    for first in range(0, len(tables), AT_ONCE):
        with store.writing() as db:
            for file in tables[first : first + AT_ONCE]:
                if table_of(store, group_id, file.past.uid) is None:
                    known = {seat: players.lookup_player(db, group_id, name) for seat, name in file.people.items()}
                    home = Home(group_id, known)
                    import_table(store, db, file.sheet.game, file.sheet.sitting, home, file.past)
                    added += 1
    return added


def table_of(store: Store, group_id: int, uid: str) -> int | None:
    """The table of a group with this id in files."""
    rows = store.db.table("tables").rows_where("group_id = ? AND uid = ?", [group_id, uid])
    return next((row["id"] for row in rows), None)


def _dumps(written: object) -> str:
    return json.dumps(written, ensure_ascii=False, separators=(",", ":"))


def _write_players(store: Store, group_id: int) -> list[dict[str, Any]]:
    written: list[dict[str, Any]] = []
    for player in players.list_players(store, group_id):
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
