"""Deletion of any table, group or player by the command. The file is overwritten, too.

Where a player is forgotten, another name stands in journals, seats and groups, in one transaction; rounds, points and
statistics stay. Nothing else rewrites a journal. A last entry says so: by that, every process reads the table anew.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any

from sqlite_utils import Database

from companion.games.players import fold_name
from companion.games.sitting import Sitting
from companion.store.database import Store, now
from companion.store.groups.groups import check_group
from companion.store.groups.tables import delete_tables
from companion.store.journal.facts import Fact, replay
from companion.store.journal.tables import add_entry, modernize_fact, read_journal
from companion.store.links.links import new_key
from companion.store.upkeep.lists import names_in


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
        theirs = {row["id"]: row["folded"] for row in rows if (row["same_as"] or row["id"]) == person}
        names = {fold_name(name), *theirs.values()}
        used = {row["folded"] for row in rows}
        for (table_id,) in db.execute("SELECT id FROM tables WHERE group_id = ?", [group_id]).fetchall():
            seats = db.table("seats").rows_where("table_id = ?", [table_id])
            sat = {fold_name(row["name"]) for row in seats if row["player_id"] in theirs}
            _rewrite(db, table_id, names | sat, used, other)
        for spelling in theirs.keys() - {person}:
            db.execute("UPDATE seats SET player_id = ? WHERE player_id = ?", [person, spelling])
            db.execute("DELETE FROM players WHERE id = ?", [spelling])
        if person:
            substitute = next(_substitutes(other, used))
            db.table("players").update(person, {"name": substitute, "folded": fold_name(substitute)})


def _rewrite(db: Database, table_id: int, names: Collection[str], used: Collection[str], other: str) -> None:
    """Replace these names in a table's journal, by another one for each seat.

    Triggers guard journals except those of deleted tables, so the table is marked as deleted meanwhile.
    """
    rows = list(db.table("journal").rows_where("table_id = ?", [table_id], order_by="seq"))
    payloads: list[dict[str, Any]] = []
    for row in rows:
        row["kind"], payload = modernize_fact(row["kind"], json.loads(row["payload"]))
        payloads.append(payload)
    present = {fold_name(each) for payload in payloads for each in names_in(payload)}
    if not present & set(names):
        return
    sittings = replay(table_id, read_journal(db, table_id)).sittings
    names = {*names, *_corrected(payloads, sittings, names)}
    substitutes = _substitutes(other, present | set(used))
    by_seat: defaultdict[int, str] = defaultdict(lambda: next(substitutes))

    def substitute(seat: int, name: str) -> str:
        return by_seat[seat] if fold_name(name) in names else name

    for index, (row, payload) in enumerate(zip(rows, payloads, strict=True)):
        if "joined" in payload:
            first = len(sittings[index - 1].players)
            payload["joined"] = [[substitute(at, name), n] for at, (name, n) in enumerate(payload["joined"], first)]
        if "players" in payload:
            payload["players"] = [substitute(seat, name) for seat, name in enumerate(payload["players"])]
        elif "names" in payload:
            payload["names"] = [[seat, substitute(seat, name)] for seat, name in payload["names"]]
        row["payload"] = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    db.table("tables").update(table_id, {"deleted_at": now()})
    db.table("journal").delete_where("table_id = ?", [table_id])
    db.table("journal").insert_all(rows)
    db.table("tables").update(table_id, {"deleted_at": None})
    table = add_entry(db, replay(table_id, read_journal(db, table_id)), new_key(), Fact("name_forgotten", {}), None)
    for seat, called in enumerate(table.sitting.players):
        db.execute("UPDATE seats SET name = ? WHERE table_id = ? AND seat = ?", [called, table_id, seat])


def _corrected(payloads: Sequence[Mapping[str, Any]], sittings: Sequence[Sitting], names: Collection[str]) -> set[str]:
    """Return former names of seats that were renamed to one of these, unless somebody has such a name now."""
    found = set(names)
    for index in reversed(range(1, len(payloads))):
        for seat, name in payloads[index].get("names", ()):
            if fold_name(name) in found:
                found.add(fold_name(sittings[index - 1].players[seat]))
    return found - {fold_name(name) for name in sittings[-1].players}


def _substitutes(name: str, used: Collection[str]) -> Iterator[str]:
    names = (name if number == 1 else f"{name} {number}" for number in count(1))
    return (each for each in names if fold_name(each) not in used)


@contextmanager
def overwriting(store: Store) -> Iterator[None]:
    """Overwrite in the file and its log what is deleted meanwhile, and give the room back to the disk."""
    store.db.execute("PRAGMA secure_delete = ON")
    store.db.execute("PRAGMA wal_checkpoint(RESTART)")
    yield
    with suppress(sqlite3.Error):  # it is deleted all the same
        store.db.execute("PRAGMA incremental_vacuum").fetchall()
        store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
