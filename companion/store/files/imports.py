"""Import files: a sheet as a table, a group's file as a group with its tables.

Everything is read, checked and replayed before the database is locked, then written in one transaction. A file that
would hold up other tables' saves takes several; what is cut off between them, the same file adds when it comes again.
"""

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlite_utils import Database

from companion.games import jsonfile
from companion.games.message import Message
from companion.games.players import same_name
from companion.store.clock import now
from companion.store.database import Store
from companion.store.files.reading import GroupFile, Member, TableFile, is_group, read_group, read_table
from companion.store.files.restoring import append_missing
from companion.store.groups import groups
from companion.store.groups.players import Roster
from companion.store.journal.facts import Conflict
from companion.store.journal.tables import Prepared, load_table, prepare, remember, start_table
from companion.store.links.links import HOST, LinkEnded, add_link, find_made, look_up, new_key

MAX_ENTRIES_PER_TRANSACTION = 2_500  # written in 0.03 s, on a busy small computer in 0.2 s
ENTRIES_PER_TABLE = 25  # what the rest of a table costs, as so many entries
PAUSE_SECONDS = 0.15  # between two transactions: whoever waits for the database looks every 0.1 s


@dataclass(frozen=True, slots=True)
class Home:
    """The group that a file goes into. If its key opens none yet, one is made."""

    key: str
    name: str
    uid: str
    request: str | None = None


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a file is to go.

    ``into`` is the key of the group that it goes into, whatever it is. Otherwise a sheet goes into the first group of
    ``known`` keys, or into that of the key ``own``, which is made and called ``name`` if it is the ``new`` one of the
    form, or becomes a table by itself; a group's file goes into that one of the ``known`` which wrote it, or becomes a
    new group. Who sends a file again, with the same ``secret`` and ``write_key``, gets the same.
    """

    secret: str
    write_key: str
    into: str = ""
    known: tuple[str, ...] = ()
    own: str = ""
    new: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import came to: how many tables a file has, how many of them were new, and with how many rounds.

    ``group`` is the key of the group that has it, ``name`` what that is called, and ``table_id`` the table of a sheet
    there; ``table`` is the key of a table by itself.
    """

    tables: int
    added: int
    rounds: int
    warnings: tuple[Message, ...]
    group: str = ""
    name: str = ""
    table_id: int | None = None
    table: str = ""


def import_file(store: Store, raw: bytes, to: Destination) -> Imported:
    """Import a file and return what came of it. Raises Unreadable and LinkEnded; then nothing is written."""
    file, warnings = _read(raw)
    tables = file.tables if isinstance(file, GroupFile) else (file,)
    rounds = sum(len(table.sheet.sitting.rounds) for table in tables)
    home = _find_home(store, file, to)
    if home is None:
        key = start_table(store, tables[0].sheet.game, tables[0].sheet.sitting, to.write_key, past=tables[0].past)
        return Imported(1, 1, rounds, warnings, table=key)
    members = file.players if isinstance(file, GroupFile) else ()
    group_id, added = _add(store, partial(_enter, store, home), members, tables)
    if isinstance(file, GroupFile):
        return Imported(len(tables), added, rounds, warnings, home.key, home.name)
    table_id = _find_table(store, group_id, file.past.uid)
    if table_id and not added:
        _go_on(store, table_id, file)
    return Imported(1, added, rounds, warnings, home.key, home.name, table_id)


def _go_on(store: Store, table_id: int, file: TableFile) -> None:
    """Append what a table of the group lacks of its file: one of two phones may bring back more of the same table."""
    with suppress(Conflict):
        with store.writing() as db:
            table = append_missing(db, load_table(store, table_id), file.sheet)
        remember(store, table)


def import_group(store: Store, group_id: int, file: GroupFile) -> int:
    """Add what a group lacks of a file and return how many tables that were. Raises LinkEnded.

    Where there are players, only those come in who sit at a table that does: the others may have another name there.
    """
    return _add(store, partial(_check, group_id), file.players, file.tables)[1]


def import_tables(store: Store, group_id: int, tables: Sequence[TableFile]) -> int:
    """Add the tables that a group lacks and return how many. Raises LinkEnded."""
    return _add(store, partial(_check, group_id), (), tables)[1]


def _read(raw: bytes) -> tuple[TableFile | GroupFile, tuple[Message, ...]]:
    """Return what a file says, and where it says it twice or not by the rules. Raises Unreadable."""
    content, doubled = jsonfile.parse(raw)
    file = read_group(content) if is_group(content) else read_table(content)
    return file, (*doubled, *file.warnings)


def _find_home(store: Store, file: TableFile | GroupFile, to: Destination) -> Home | None:
    """Return the group that a file goes into. Raises LinkEnded where the key is that of a group no more."""
    if to.into:
        return _home_of(groups.open_group(store, to.into), to.into)
    known = [_home_of(found, key) for key in to.known if (found := _open(store, key))]
    if isinstance(file, GroupFile):
        return next((home for home in known if home.uid == file.uid), None) or _new_home(store, file, to.secret)
    if known or not to.own:
        return known[0] if known else None
    found = groups.open_group(store, to.own)
    if found is None and to.own == to.new:
        return Home(to.own, to.name, secrets.token_hex(16))
    return _home_of(found, to.own)


def _home_of(found: groups.Group | None, key: str) -> Home:
    if found is None:
        raise LinkEnded
    return Home(key, found.name, found.uid)


def _open(store: Store, key: str) -> groups.Group | None:
    with suppress(LinkEnded):
        return groups.open_group(store, key)
    return None


def _new_home(store: Store, file: GroupFile, secret: str) -> Home:
    """Return the group of a file as this secret knows it: a new one if that was deleted or its link replaced."""
    request = f"{secret} {file.uid}"
    made = find_made(store.db, request)
    if made and (found := _open(store, made)):
        return _home_of(found, made)
    return Home(new_key(), file.name, file.uid, request)


def _add(
    store: Store, enter: Callable[[Database], int], members: Sequence[Member], tables: Sequence[TableFile]
) -> tuple[int, int]:
    """Write the members and tables that a group lacks; return its id, and how many tables came.

    ``enter`` gives the group's id inside a transaction, or raises LinkEnded.
    """
    added = 0
    for number, batch in enumerate(_in_batches(tables)):
        if number:
            time.sleep(PAUSE_SECONDS)
        prepared = [(table, prepare(table.sheet.game, table.sheet.sitting, table.past)) for table in batch]
        with store.writing() as db:
            group_id = enter(db)
            known = {uid for (uid,) in db.execute("SELECT uid FROM tables WHERE group_id = ?", [group_id])}
            new = [(table, ready) for table, ready in prepared if table.past.uid not in known]
            roster = Roster(db, group_id)
            _add_members(roster, members, [table for table, _ in new])
            _add_tables(db, group_id, roster, new)
        added += len(new)
    return group_id, added


def _in_batches(tables: Sequence[TableFile]) -> Iterator[list[TableFile]]:
    """Divide tables by what one transaction takes; one batch at least, maybe empty."""
    batch: list[TableFile] = []
    room = MAX_ENTRIES_PER_TRANSACTION
    for table in tables:
        entries = ENTRIES_PER_TABLE + len(table.sheet.sitting.rounds)
        if batch and entries > room:
            yield batch
            batch, room = [], MAX_ENTRIES_PER_TRANSACTION
        batch.append(table)
        room -= entries
    yield batch


def _enter(store: Store, home: Home, db: Database) -> int:
    """Return the id of the group whose key this is, a new one where there is none. Raises LinkEnded."""
    if found := groups.open_group(store, home.key):
        return found.id
    if look_up(db, home.key):  # it is a table's
        raise LinkEnded
    row = {"uid": home.uid, "name": home.name, "created_at": now()}
    group_id: Any = db.table("groups").insert(row, pk="id").last_pk
    add_link(db, HOST, key=home.key, group_id=int(group_id), request=home.request)
    return int(group_id)


def _check(group_id: int, db: Database) -> int:
    groups.check_group(db, group_id)
    return group_id


def _add_members(roster: Roster, members: Sequence[Member], tables: Sequence[TableFile]) -> None:
    """Add everybody to a group without players, else spellings and who sits at these tables."""
    sit = {
        same_name(table.people.get(seat, name))
        for table in tables
        for seat, name in enumerate(table.sheet.sitting.players)
    }
    everybody = not roster.names
    for name, hidden, same_as in members:
        if everybody or same_as is not None or same_name(name) in sit:
            roster.add(name, hidden, same_as)


def _add_tables(db: Database, group_id: int, roster: Roster, tables: Sequence[tuple[TableFile, Prepared]]) -> None:
    seats, results = [], []
    for table, ready in tables:
        table_id = ready.write(db, group_id)
        known = {seat: roster.look_up(name) for seat, name in table.people.items()}
        sat = roster.seat(ready.players, known)
        seats += [
            {"table_id": table_id, "seat": seat, "name": name, "player_id": sat[seat]}
            for seat, name in enumerate(ready.players)
        ]
        results += [{"table_id": table_id, **result} for result in ready.results]
    db.table("seats").insert_all(seats)
    db.table("results").insert_all(results)


def _find_table(store: Store, group_id: int, uid: str) -> int | None:
    """Return the table of a group with this id in files."""
    rows = store.db.table("tables").rows_where("group_id = ? AND uid = ?", [group_id, uid])
    return next((row["id"] for row in rows), None)
