"""Deletion of any table, group or player by the command. The file is overwritten, too.

Where a player is forgotten, another name stands in journals, seats and groups, in one transaction; rounds, points and
statistics stay. Nothing else rewrites a journal. A last entry says so: by that, every process reads the table anew.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from itertools import count, zip_longest
from typing import Any

from sqlite_utils import Database

from companion.games.players import fold_name
from companion.store.database import Store, now
from companion.store.groups.groups import require_group
from companion.store.groups.tables import delete_tables
from companion.store.journal.changes import Change
from companion.store.journal.facts import replay
from companion.store.journal.loading import read_journal
from companion.store.tables.writing import add_entry

WITH_NAMES = {"name", "names", "players", "joined"}  # parts of an entry
SPELLINGS = """
    SELECT id, folded FROM players WHERE ifnull(same_as, id) =
    (SELECT ifnull(same_as, id) FROM players WHERE group_id = ? AND folded = ?) ORDER BY same_as NULLS FIRST
"""


def delete_table(store: Store, table_id: int) -> None:
    """Delete any table with its journal, and end its links."""
    with store.writing() as db:
        delete_tables(db, "id = ?", table_id)


def forget_at_table(store: Store, table_id: int, name: str, other: str) -> None:
    """Take a name out of a table that is in no group, and put another there."""
    with store.writing() as db:
        _rewrite(db, table_id, {fold_name(name)}, set(), other)


def forget_in_group(store: Store, group_id: int, name: str, other: str) -> None:
    """Take a player, by any name in a group, out of the group and all its tables. Raises LinkEnded."""
    with store.writing() as db:
        require_group(db, group_id)
        spellings = dict(db.execute(SPELLINGS, [group_id, fold_name(name)]).fetchall())
        used = {row["folded"] for row in db.table("players").rows_where("group_id = ?", [group_id])}
        person = next(iter(spellings), 0)
        for (table_id,) in db.execute("SELECT id FROM tables WHERE group_id = ?", [group_id]).fetchall():
            seated = db.table("seats").rows_where("table_id = ? AND player_id = ?", [table_id, person])
            names = {fold_name(name), *spellings.values(), *(fold_name(row["name"]) for row in seated)}
            _rewrite(db, table_id, names, used, other)
        if person:
            substitute = next(_substitutes(other, used))
            db.table("players").delete_where("same_as = ?", [person])
            db.table("players").update(person, {"name": substitute, "folded": fold_name(substitute)})


def overwrite_log(store: Store) -> None:
    """Work SQLite's log into the file, so that nothing deleted is left in it, unless somebody is reading just now."""
    store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _rewrite(db: Database, table_id: int, names: Collection[str], used: Collection[str], other: str) -> None:
    """Replace these names in a table's journal, and earlier ones of their seats, each by a name that is new there.

    Triggers guard journals except those of deleted tables, so the table is marked as deleted meanwhile.
    """
    sittings = replay(table_id, read_journal(db, table_id)).sittings
    called = [{*map(fold_name, filter(None, seat))} for seat in zip_longest(*(each.players for each in sittings))]
    seats = [seat for seat in called if not seat.isdisjoint(names)]
    if not seats:
        return
    current = {*map(fold_name, sittings[-1].players)}
    forgotten = sorted(set().union(*seats) - (current - {*names}), key=lambda name: (name not in current, name))
    instead = dict(zip(forgotten, _substitutes(other, {*used}.union(*called)), strict=False))
    db.conn.create_function("rename", 1, lambda payload: json.dumps(_rename(json.loads(payload), instead)))
    db.table("tables").update(table_id, {"deleted_at": now()})
    entries = "SELECT table_id, seq, kind, rename(payload), at, key, phone FROM journal WHERE table_id = ?"
    db.execute(f"INSERT OR REPLACE INTO journal (table_id, seq, kind, payload, at, key, phone) {entries}", [table_id])
    db.table("tables").update(table_id, {"deleted_at": None})
    table = add_entry(db, replay(table_id, read_journal(db, table_id)), Change("name_forgotten", {}))
    seated = ((name, table_id, seat) for seat, name in enumerate(table.sitting.players))
    db.conn.executemany("UPDATE seats SET name = ? WHERE table_id = ? AND seat = ?", seated)


def _rename(part: Any, instead: Mapping[str, str]) -> Any:
    """Return an entry, or a part with names, with other names in it."""
    match part:
        case dict():
            return {key: _rename(value, instead) if key in WITH_NAMES else value for key, value in part.items()}
        case list():
            return [_rename(each, instead) for each in part]
        case str():
            return instead.get(fold_name(part), part)
    return part


def _substitutes(name: str, used: Collection[str]) -> Iterator[str]:
    names = (name if number == 1 else f"{name} {number}" for number in count(1))
    return (each for each in names if fold_name(each) not in used)
