"""The import of files: a sheet as a table, a group's file as a group with its tables.

Everything is read, checked and replayed before the database is locked, then written in one transaction.
"""

import secrets
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from sqlite_utils import Database

from companion.games.players import fold_name
from companion.store.database import Store
from companion.store.files.reading import GroupFile, Member, TableFile, read_file
from companion.store.files.restoring import restore_by
from companion.store.groups import groups
from companion.store.groups.players import Roster, read_roster, save_seats
from companion.store.journal.facts import Conflict
from companion.store.journal.tables import Prepared, prepare_table, start_table
from companion.store.links.links import SCORER, Link, LinkEnded, find_made, new_key

MAX_ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a file goes; sent again with the same ``write_key``, it goes to the same place.

    ``into`` is the key of its group. Without it a sheet goes into the first of the ``groups`` or into the group of the
    key ``own`` (made with this ``name`` if new), else it is a table by itself; a group's file goes into the one of the
    ``groups`` that wrote it, else into a new group.
    """

    write_key: str = field(default_factory=new_key)
    into: str = ""
    groups: tuple[str, ...] = ()
    own: str = ""
    name: str = ""


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


def import_file(store: Store, raw: bytes, to: Destination) -> Imported:
    """Import a file and return what came of it. Raises Unreadable and LinkEnded; then nothing is written."""
    file = read_file(raw)
    tables = file.tables if isinstance(file, GroupFile) else (file,)
    rounds = sum(len(table.sheet.sitting.rounds) for table in tables)
    target = _find_target(store, file, to)
    if target is None:
        key = start_table(store, tables[0].sheet.game, tables[0].sheet.sitting, to.write_key, past=tables[0].past)
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
        found = _find(store, *to.groups, find_made(store.db, made_by) or "")
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
    """Add the tables that a group doesn't have, and return its id and how many they are. Raises LinkEnded."""
    ready = [(table, prepare_table(table.sheet.game, table.sheet.sitting, table.past)) for table in tables]
    for _ in range(MAX_ATTEMPTS - 1):
        with suppress(sqlite3.IntegrityError):  # somebody else has just added one of them
            return _add_new(store, target, members, ready)
    return _add_new(store, target, members, ready)


def _add_new(
    store: Store, target: _Target, members: Sequence[Member], ready: Sequence[tuple[TableFile, Prepared]]
) -> tuple[int, int]:
    """Add those tables that the group doesn't have now. Raises IntegrityError if it gets one of them meanwhile."""
    group = groups.open_group(store, target.key)
    group_id = group.id if group else None
    present = {uid for (uid,) in store.db.execute("SELECT uid FROM tables WHERE group_id = ?", [group_id])}
    new = [(table, prepared) for table, prepared in ready if table.past.uid not in present]
    roster = read_roster(store.db, group_id)
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
    """Write all tables at once: during ten thousand, a save waits 0.5 s; 3 s if each is written alone."""
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
