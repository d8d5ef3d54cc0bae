"""The import of files: a sheet as a table, a group's file as a group with its tables.

Everything is read, checked and replayed before the database is locked. Then each transaction writes some whole tables,
so that no save waits for a file. An import that was cut off is completed by importing the file again.
"""

import secrets
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate, groupby
from math import inf
from typing import TypeAlias

from sqlite_utils import Database

from companion.games.players import fold_name
from companion.store.database import Store
from companion.store.files.reading import GroupFile, Member, TableFile, read_file
from companion.store.files.restoring import restore_by
from companion.store.groups import groups
from companion.store.groups.players import Roster, read_roster, save_seats
from companion.store.journal.facts import Conflict
from companion.store.links.links import SCORER, Link, LinkEnded, find_key, new_key
from companion.store.tables.starting import Prepared, prepare_table, start_table

CHARACTERS_PER_TRANSACTION = 200_000  # of journals, and the rest of the last table's
MAX_ATTEMPTS = 3
Ready: TypeAlias = tuple[TableFile, Prepared]


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a file goes; sent again with the same ``write_key``, it goes to the same place.

    ``into`` is the key of its group. Without it a sheet goes into the first of the ``groups`` or into the group of the
    key ``own`` (made with this ``name`` if new), else it is a table by itself, whose host is the phone of this
    ``secret``; a group's file goes into the one of the ``groups`` that wrote it, else into a new group.
    """

    write_key: str = field(default_factory=new_key)
    into: str = ""
    groups: tuple[str, ...] = ()
    own: str = ""
    name: str = ""
    secret: str = ""


@dataclass(frozen=True, slots=True)
class Imported:
    """The outcome of an import: how many tables the file has, how many were added, and how many rounds they have.

    ``group`` and ``name`` are the key and name of their group, ``table_id`` is a sheet's table there; ``table`` is the
    key of a table by itself.
    """

    tables: int
    added: int
    rounds: int
    group: str = ""
    name: str = ""
    table_id: int | None = None
    table: str = ""


@dataclass(frozen=True, slots=True)
class _Target:
    """The group that a file goes into. If its key opens none yet, one is made."""

    key: str
    name: str
    uid: str
    made_by: str | None = None


def import_file(store: Store, raw: bytes, to: Destination, max_rounds: float = inf) -> Imported:
    """Import a file of so many rounds at most, and return what came of it.

    Raises Unreadable and LinkEnded; then nothing is written, unless the group was deleted meanwhile.
    """
    file = read_file(raw, max_rounds)
    tables = file.tables if isinstance(file, GroupFile) else (file,)
    rounds = sum(len(table.sheet.sitting.rounds) for table in tables)
    target = _find_target(store, file, to)
    if target is None:
        sheet, past = tables[0].sheet, tables[0].past
        key = start_table(store, sheet.game, sheet.sitting, to.write_key, past=past, secret=to.secret)
        return Imported(1, 1, rounds, table=key)
    members = file.players if isinstance(file, GroupFile) else ()
    group_id, added = _add(store, target, members, tables)
    if isinstance(file, GroupFile):
        return Imported(len(tables), added, rounds, target.key, target.name)
    found = store.db.execute("SELECT id FROM tables WHERE group_id = ? AND uid = ?", [group_id, file.past.uid])
    (table_id,) = found.fetchone() or (None,)
    if table_id and not added:
        with suppress(Conflict):  # one of two phones may bring back more of the same table
            restore_by(store, lambda: _find_access(store, group_id, table_id), file.sheet)
    return Imported(1, added, rounds, target.key, target.name, table_id)


def _find_access(store: Store, group_id: int, table_id: int) -> Link:
    """Return what a group's file may do at a table of the group. Raises LinkEnded if the table has left it."""
    sql = "SELECT max(seq) FROM journal JOIN tables ON id = table_id WHERE table_id = ? AND group_id = ?"
    (version,) = store.db.execute(sql, [table_id, group_id]).fetchone()
    if version is None:
        raise LinkEnded
    return Link(table_id, SCORER, version, seat=None, home=group_id)


def _find_target(store: Store, file: TableFile | GroupFile, to: Destination) -> _Target | None:
    """Return the group that a file goes into; None for a table by itself. Raises LinkEnded."""
    if to.into:
        return _open(store, to.into)
    if isinstance(file, GroupFile):
        # A new one also if that which was made for this key was deleted or its link replaced.
        made_by = f"{to.write_key} {file.uid}"
        found = _find(store, *to.groups, find_key(store.db, "made_by = ?", made_by) or "")
        return next((each for each in found if each.uid == file.uid), _Target(new_key(), file.name, file.uid, made_by))
    if found := _find(store, *to.groups):
        return found[0]
    return _open(store, to.own, to.name) if to.own else None


def _open(store: Store, key: str, name: str = "") -> _Target:
    """Return the group of a key, or a new one of this name if the key opens none. Raises LinkEnded."""
    if found := groups.open_group(store, key):
        return _Target(key, found.name, found.uid)
    if not name:
        raise LinkEnded
    return _Target(key, name, secrets.token_hex(16))


def _find(store: Store, *keys: str) -> list[_Target]:
    found = []
    for key in keys:
        with suppress(LinkEnded):
            found.append(_open(store, key))
    return found


def _add(store: Store, target: _Target, members: Sequence[Member], tables: Sequence[TableFile]) -> tuple[int, int]:
    """Add the tables that a group doesn't have; return its id and how many they are. Raises LinkEnded."""
    present = _find_present(store, target)
    new = [table for table in tables if table.past.uid not in present]
    added = 0
    for part in _divide([(table, prepare_table(table.sheet.game, table.sheet.sitting, table.past)) for table in new]):
        began = time.monotonic()
        group_id, more = _add_part(store, target, members, part)
        members, added = (), added + more
        time.sleep(time.monotonic() - began)  # who waits looks for the lock now and then: SQLite has no queue
    return group_id, added


def _divide(ready: Sequence[Ready]) -> Iterator[Sequence[Ready]]:
    """Yield the tables in parts of about so many characters; an empty part if there are none."""
    sizes = accumulate(sum(len(entry["payload"]) for entry in prepared.journal) for _, prepared in ready)
    parts = groupby(zip(ready, sizes, strict=True), key=lambda each: each[1] // CHARACTERS_PER_TRANSACTION)
    yield from [[table for table, _ in part] for _, part in parts] or [[]]


def _find_present(store: Store, target: _Target) -> set[str]:
    """Return the ids in files of the tables that a group has now."""
    group = groups.open_group(store, target.key)
    found = store.db.execute("SELECT uid FROM tables WHERE group_id = ?", [group.id if group else None])
    return {uid for (uid,) in found}


def _add_part(store: Store, target: _Target, members: Sequence[Member], part: Sequence[Ready]) -> tuple[int, int]:
    """Add tables, from the start again if somebody else adds one of them meanwhile. Raises LinkEnded."""
    for _ in range(MAX_ATTEMPTS - 1):
        with suppress(sqlite3.IntegrityError):
            return _write_part(store, target, members, part)
    return _write_part(store, target, members, part)


def _write_part(store: Store, target: _Target, members: Sequence[Member], part: Sequence[Ready]) -> tuple[int, int]:
    """Add those tables that the group doesn't have now, in one transaction. Raises IntegrityError if it gets one."""
    group, present = groups.open_group(store, target.key), _find_present(store, target)
    new = [(table, prepared) for table, prepared in part if table.past.uid not in present]
    roster = read_roster(store.db, group.id if group else None)
    _look_up_members(roster, members, [table for table, _ in new])
    seats = [roster.seat(table.sheet.sitting.players, table.people) for table, _ in new]
    with store.writing() as db:
        group_id = groups.enter_group(store, db, target.key, target.name, target.uid, target.made_by)
        _add_tables(db, group_id, roster, [prepared for _, prepared in new], seats)
    return group_id, len(new)


def _look_up_members(roster: Roster, members: Sequence[Member], tables: Sequence[TableFile]) -> None:
    """Look up all members for an empty group, else only spellings and those who sit at these tables."""
    sit = {
        fold_name(table.people.get(seat, name))
        for table in tables
        for seat, name in enumerate(table.sheet.sitting.players)
    }
    everybody = not roster.people
    for name, same_as in members:
        if everybody or same_as is not None or fold_name(name) in sit:
            roster.look_up(name, same_as)


def _add_tables(
    db: Database, group_id: int, roster: Roster, new: Sequence[Prepared], seats: Sequence[Sequence[tuple[str, str]]]
) -> None:
    """Write tables with all their rows at once; inside a transaction."""
    ((newest,),) = db.execute("SELECT ifnull(max(id), 0) FROM tables")
    numbered = list(enumerate(new, newest + 1))
    rows = {
        "tables": [{"id": table_id, **each.row, "group_id": group_id} for table_id, each in numbered],
        "journal": [{"table_id": table_id, **entry} for table_id, each in numbered for entry in each.journal],
        "results": [{"table_id": table_id, **result} for table_id, each in numbered for result in each.results],
    }
    for name, added in rows.items():
        if added:  # insert_all would take twice as long
            columns = ", ".join(added[0]), ", ".join(f":{column}" for column in added[0])
            db.conn.executemany("INSERT INTO {} ({}) VALUES ({})".format(name, *columns), added)  # noqa: S608
    sat = ((table_id, seat, *both) for table_id, at in enumerate(seats, newest + 1) for seat, both in enumerate(at))
    save_seats(db, group_id, roster, sat)
