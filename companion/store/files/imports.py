"""The import of files: a sheet as a table, a group's file as a group with its tables.

Everything is read, checked and replayed before the database is locked. Then each transaction writes some whole tables,
so that no save waits for a file. An import that was cut off is completed by importing the file again.
"""

import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import accumulate, groupby
from math import inf
from typing import NamedTuple, TypeAlias

from sqlite_utils import Database

from companion.games.players import fold_name
from companion.store.database import Store
from companion.store.files.reading import GroupFile, TableFile, read_file
from companion.store.files.restoring import restore_by
from companion.store.groups.groups import Home, enter_group, open_group
from companion.store.groups.players import add_players
from companion.store.journal.facts import Conflict
from companion.store.links.links import SCORER, Link, LinkEnded, find_key, new_key
from companion.store.tables.starting import Prepared, insert_table, prepare_table, start_table

CHARACTERS_PER_TRANSACTION = 200_000  # of journals, and the rest of the last table's
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


class _Target(NamedTuple):
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
    rounds = sum(len(table.sheet.sitting.rounds) for table in file.tables)
    target = _find_target(store, file, to)
    if target is None:
        sheet, past = file.tables[0].sheet, file.tables[0].past
        key = start_table(store, sheet.game, sheet.sitting, to.write_key, past=past, secret=to.secret)
        return Imported(1, 1, rounds, table=key)
    group_id, added = _add(store, target, file)
    outcome = Imported(len(file.tables), added, rounds, target.key, target.name)
    if file.uid:
        return outcome
    found = "SELECT id FROM tables WHERE group_id = ? AND uid = ?"
    (table_id,) = store.db.execute(found, [group_id, file.tables[0].past.uid]).fetchone() or (None,)
    if table_id and not added:
        with suppress(Conflict):  # one of two phones may bring back more of the same table
            restore_by(store, lambda: _find_access(store, group_id, table_id), file.tables[0].sheet)
    return replace(outcome, table_id=table_id)


def _find_access(store: Store, group_id: int, table_id: int) -> Link:
    """Return what a group's file may do at a table of the group. Raises LinkEnded if the table has left it."""
    sql = "SELECT max(seq) FROM journal JOIN tables ON id = table_id WHERE table_id = ? AND group_id = ?"
    (version,) = store.db.execute(sql, [table_id, group_id]).fetchone()
    if version is None:
        raise LinkEnded
    return Link(table_id, SCORER, version, seat=None, home=group_id)


def _find_target(store: Store, file: GroupFile, to: Destination) -> _Target | None:
    """Return the group that a file goes into; None for a table by itself. Raises LinkEnded."""
    if to.into:
        return _open(store, to.into)
    # A new one also if that which was made for this key was deleted or its link replaced.
    made_by = f"{to.write_key} {file.uid}"
    for key in (*to.groups, file.uid and find_key(store.db, "made_by = ?", made_by)):
        with suppress(LinkEnded):
            target = _open(store, key or "")
            if file.uid in ("", target.uid):
                return target
    if file.uid:
        return _Target(new_key(), file.name, file.uid, made_by)
    return _open(store, to.own, to.name) if to.own else None


def _open(store: Store, key: str, name: str = "") -> _Target:
    """Return the group of a key, or a new one of this name if the key opens none. Raises LinkEnded."""
    if group := open_group(store, key):
        return _Target(key, group.name, group.uid)
    if not name:
        raise LinkEnded
    return _Target(key, name, secrets.token_hex(16))


def _add(store: Store, target: _Target, file: GroupFile) -> tuple[int, int]:
    """Add the tables that a group doesn't have; return its id and how many they are. Raises LinkEnded."""
    present, added = _list_uids(store.db, target.key), 0
    new = [table for table in file.tables if table.past.uid not in present]
    ready = [(table, prepare_table(table.sheet.game, table.sheet.sitting, table.past)) for table in new]
    seated = ((table.people.get(seat, name)) for table in new for seat, name in enumerate(table.sheet.sitting.players))
    with store.writing() as db:
        group_id = enter_group(store, db, *target)
        add_players(db, group_id, file.players, set(map(fold_name, seated)))
    for part in _divide(ready):
        began = time.monotonic()
        with store.writing() as db:
            present = _list_uids(db, target.key)
            for table, prepared in part:
                if table.past.uid not in present:
                    insert_table(db, prepared, Home(group_id, table.people))
                    added += 1
        time.sleep(time.monotonic() - began)  # who waits looks for the lock now and then: SQLite has no queue
    return group_id, added


def _list_uids(db: Database, key: str) -> set[str]:
    """Return the ids in files of the tables that the group of a key has now."""
    sql = "SELECT uid FROM tables WHERE group_id = (SELECT group_id FROM links WHERE key = ?)"
    return {uid for (uid,) in db.execute(sql, [key])}


def _divide(ready: Sequence[Ready]) -> Iterator[Sequence[Ready]]:
    """Yield the tables in parts of about so many characters."""
    sizes = accumulate(len(prepared.entry["payload"]) for _, prepared in ready)
    parts = groupby(zip(ready, sizes, strict=True), key=lambda each: each[1] // CHARACTERS_PER_TRANSACTION)
    yield from ([table for table, _ in part] for _, part in parts)
