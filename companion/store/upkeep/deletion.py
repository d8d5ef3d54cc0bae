"""Deletion of any table, group or player by the command. The file is overwritten, too.

Where a player is forgotten, another name stands in journals, seats and groups, in one transaction; rounds, points and
statistics stay. Nothing else rewrites a journal. A last entry says so: by that, every process reads the table anew.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from itertools import count
from typing import Any

from sqlite_utils import Database

from companion.games.players import fold_name
from companion.store.database import Store, now
from companion.store.groups.groups import check_group
from companion.store.groups.tables import delete_tables
from companion.store.journal.changes import Change
from companion.store.journal.facts import replay
from companion.store.journal.loading import read_journal
from companion.store.links.links import new_key
from companion.store.tables.writing import add_entry


def delete_table(store: Store, table_id: int) -> None:
    """Delete any table with its journal, and end its links."""
    with store.writing() as db:
        delete_tables(db, [table_id])


def forget_at_table(store: Store, table_id: int, name: str, other: str) -> None:
    """Take a name out of a table that is in no group, and put another there."""
    with store.writing() as db:
        _rewrite(db, table_id, {fold_name(name)}, set(), other)


def forget_in_group(store: Store, group_id: int, name: str, other: str) -> None:
    """Take a player, by any name in a group, out of the group and all its tables. Raises LinkEnded."""
    with store.writing() as db:
        check_group(db, group_id)
        rows = list(db.table("players").rows_where("group_id = ?", [group_id]))
        person = next((row["same_as"] or row["id"] for row in rows if row["folded"] == fold_name(name)), None)
        spellings = {row["id"]: row["folded"] for row in rows if (row["same_as"] or row["id"]) == person}
        used = {row["folded"] for row in rows}
        for table in list(db.table("tables").rows_where("group_id = ?", [group_id])):
            seats = db.table("seats").rows_where("table_id = ?", [table["id"]])
            names = {fold_name(row["name"]) for row in seats if row["player_id"] in spellings}
            _rewrite(db, table["id"], {fold_name(name), *spellings.values(), *names}, used, other)
        for spelling in spellings.keys() - {person}:
            db.execute("UPDATE seats SET player_id = ? WHERE player_id = ?", [person, spelling])
            db.table("players").delete(spelling)
        if person:
            substitute = next(_substitutes(other, used))
            db.table("players").update(person, {"name": substitute, "folded": fold_name(substitute)})


def overwrite_log(store: Store) -> None:
    """Work SQLite's log into the file, so that nothing deleted is left in it, unless somebody is reading just now."""
    store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _rewrite(db: Database, table_id: int, names: Collection[str], used: Collection[str], other: str) -> None:
    """Replace these names in a table's journal, and earlier names of their seats, by another one for each seat.

    Triggers guard journals except those of deleted tables, so the table is marked as deleted meanwhile.
    """
    rows = list(db.table("journal").rows_where("table_id = ?", [table_id], order_by="seq"))
    payloads = [json.loads(row["payload"]) for row in rows]
    sittings = replay(table_id, read_journal(db, table_id)).sittings
    called: defaultdict[int, set[str]] = defaultdict(set)

    def collect(seat: int, name: str) -> str:
        called[seat].add(fold_name(name))
        return name

    def substitute(seat: int, name: str) -> str:
        folded = fold_name(name)
        is_earlier = seat in seats and folded != fold_name(dict(enumerate(sittings[-1].players)).get(seat, ""))
        return by_seat[seat] if is_earlier or folded in names else name

    for index, payload in enumerate(payloads):
        _replace_names(payload, len(sittings[index - 1].players), collect)
    seats = {seat for seat, found in called.items() if not found.isdisjoint(names)}
    if not seats:
        return
    substitutes = _substitutes(other, set(used).union(*called.values()))
    by_seat: defaultdict[int, str] = defaultdict(lambda: next(substitutes))
    for index, (row, payload) in enumerate(zip(rows, payloads, strict=True)):
        _replace_names(payload, len(sittings[index - 1].players), substitute)
        row["payload"] = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    db.table("tables").update(table_id, {"deleted_at": now()})
    db.table("journal").delete_where("table_id = ?", [table_id])
    db.table("journal").insert_all(rows)
    db.table("tables").update(table_id, {"deleted_at": None})
    table = add_entry(db, replay(table_id, read_journal(db, table_id)), new_key(), Change("name_forgotten", {}))
    for seat, name in enumerate(table.sitting.players):
        db.execute("UPDATE seats SET name = ? WHERE table_id = ? AND seat = ?", [name, table_id, seat])


def _replace_names(payload: dict[str, Any], before: int, rename: Callable[[int, str], str]) -> None:
    """Rename everybody in an entry, by seat. ``before`` is how many players the table had until then."""
    if "name" in payload:  # as it was written when a form could rename only one
        payload["name"] = rename(payload["seat"], payload["name"])
    if "players" in payload:
        payload["players"] = [rename(seat, name) for seat, name in enumerate(payload["players"])]
    if "names" in payload:
        payload["names"] = [[seat, rename(seat, name)] for seat, name in payload["names"]]
    if "joined" in payload:
        payload["joined"] = [[rename(seat, name), n] for seat, (name, n) in enumerate(payload["joined"], before)]


def _substitutes(name: str, used: Collection[str]) -> Iterator[str]:
    names = (name if number == 1 else f"{name} {number}" for number in count(1))
    return (each for each in names if fold_name(each) not in used)
