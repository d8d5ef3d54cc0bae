"""Bringing files in: a sheet as a table, a group's file as a group with its tables. All of it is seen, or nothing.

Everything is read, checked and derived before the database is locked. The tables are written in pieces, into a group
that waits: it has no link and no name, so nobody can see or open what is in it. In the end one quick transaction lets
it be the group, or moves its tables to the group that they are for. What was cut off on the way is taken out by the
next import or at the next start.
"""

import secrets
import sqlite3
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from companion.games import jsonfile
from companion.games.message import Message
from companion.games.players import same_name
from companion.store.clock import now
from companion.store.database import Busy, Store
from companion.store.files import apart
from companion.store.files.reading import GroupFile, TableFile, is_group, read_group, read_table
from companion.store.groups import groups
from companion.store.groups.players import Roster
from companion.store.journal.tables import Prepared, prepare, start_table
from companion.store.links.links import HOST, LinkEnded, add_link, find_made, new_key

AT_ONCE = 500  # entries in one transaction; a table is never divided, and counts as so many at least:
A_TABLE = 25
TAKEN_OUT = 20  # tables in one transaction, where an import was cut off
AT_HAND = 64 * 1024  # bytes; what is larger is brought in by a process of its own
PATIENCE = 1  # seconds, for the import before
LEAVE = 0.01  # seconds, at least, for others between two transactions
WAITING = ""  # the id in files of a group that waits: no other has it


@dataclass(frozen=True, slots=True)
class NewGroup:
    """A group that comes to be with what is brought into it. Its key is what will open it, ``request`` what asked."""

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
    """What was brought in: how many tables a file has, how many of them were new, and with how many rounds.

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


def import_file(store: Store, raw: bytes, to: Destination, at_hand: int = AT_HAND) -> Imported:
    """Bring in what a file says. Raises Unreadable, LinkEnded, and Busy while somebody else brings in another.

    A file of more than ``at_hand`` bytes is left to another process: one that works on and on would hold up whatever
    else this one has to answer.
    """
    store.check_files()  # another process would make a new one
    with turn(store):
        return bring_in(store, raw, to) if len(raw) <= at_hand else apart.bring_in(store.path, raw, to)


@contextmanager
def turn(store: Store) -> Iterator[None]:
    """Only one import goes on at a time, whatever process it is in. Raises Busy where another one does for long.

    The lock is SQLite's, on a file of its own: it works wherever the database does, and ends with the process.
    """
    beside = store.path.with_name(f"{store.path.name}-import")
    with closing(sqlite3.connect(beside, timeout=PATIENCE, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            raise Busy from error
        take_out(store)
        yield


def tidy(store: Store) -> None:
    """Take out what an import has left that was cut off, unless one goes on just now."""
    if _waiting(store):
        with suppress(Busy), turn(store):
            pass


def bring_in(store: Store, raw: bytes, to: Destination) -> Imported:
    """Bring in what a file says, in this process. The caller has the turn. Raises Unreadable and LinkEnded."""
    file, warnings = _read(raw)
    tables = file.tables if isinstance(file, GroupFile) else (file,)
    rounds = sum(len(table.sheet.sitting.rounds) for table in tables)
    home, key = _home(store, file, to)
    if home is None:
        started = start_table(store, file.sheet.game, file.sheet.sitting, to.write_key, past=file.past)  # type: ignore[union-attr]
        return Imported(1, 1, rounds, warnings, table=started)
    group_id, added = _bring_in(store, home, file.players if isinstance(file, GroupFile) else (), tables, key)
    table_id = None if isinstance(file, GroupFile) else table_of(store, group_id, file.past.uid)
    return Imported(len(tables), added, rounds, warnings, key, home.name, table_id)


def import_group(store: Store, group_id: int, file: GroupFile) -> int:
    """Add to a group what it has not yet of a file; how many tables that were. Raises LinkEnded.

    Where there are players already, only those come in who sit at a table that does: the others may be here
    by another name.
    """
    return _bring_in(store, groups.Group(group_id, file.uid, file.name, ""), file.players, file.tables)[1]


def import_tables(store: Store, group_id: int, tables: Sequence[TableFile]) -> int:
    """Add these tables to a group, but for those that it has; how many were added. Raises LinkEnded."""
    return _bring_in(store, groups.Group(group_id, "", "", ""), (), tables)[1]


def table_of(store: Store, group_id: int, uid: str) -> int | None:
    """The table of a group with this id in files."""
    rows = store.db.table("tables").rows_where("group_id = ? AND uid = ?", [group_id, uid])
    return next((row["id"] for row in rows), None)


def take_out(store: Store) -> None:
    """Take everything out again that waits, a little at a time; no import may be going on."""
    for group_id in _waiting(store):
        while _take_out_some(store, group_id):
            time.sleep(LEAVE)
        with store.writing() as db:
            db.execute("UPDATE players SET same_as = NULL WHERE group_id = ?", [group_id])
            db.table("players").delete_where("group_id = ?", [group_id])
            db.table("groups").delete_where("id = ? AND uid = ?", [group_id, WAITING])


def _waiting(store: Store) -> list[int]:
    return [row["id"] for row in store.db.table("groups").rows_where("uid = ?", [WAITING])]


def _take_out_some(store: Store, group_id: int) -> bool:
    """Delete a few tables that nobody could ever see, with all that belongs to them; False where there are none."""
    with store.writing() as db:
        found = list(db.table("tables").rows_where("group_id = ?", [group_id], limit=TAKEN_OUT))
        chosen = ", ".join(str(row["id"]) for row in found)
        db.execute(f"UPDATE tables SET deleted_at = '' WHERE id IN ({chosen})")  # noqa: S608 - the journal's trigger
        for kept in ("results", "seats", "journal"):
            db.execute(f"DELETE FROM {kept} WHERE table_id IN ({chosen})")  # noqa: S608
        db.execute(f"DELETE FROM tables WHERE id IN ({chosen})")  # noqa: S608
    return bool(found)


def _read(raw: bytes) -> tuple[TableFile | GroupFile, tuple[Message, ...]]:
    """What a file says, and where it says it twice or not by the rules."""
    parsed = jsonfile.parse(raw)
    with parsed.located():
        file = read_group(parsed.content) if is_group(parsed.content) else read_table(parsed.content)
    return file, (*parsed.twice, *file.warnings)


def _home(store: Store, file: TableFile | GroupFile, to: Destination) -> tuple[groups.Group | NewGroup | None, str]:
    """The group that a file goes into, and its key. Raises LinkEnded where no group has it, or none any more."""
    if to.into:
        found = groups.open_group(store, to.into)
        if found is None:
            raise LinkEnded
        return found, to.into
    known = [(found, key) for key in to.known if (found := _open(store, key))]
    if isinstance(file, GroupFile):
        wrote = next(((found, key) for found, key in known if found.uid == file.uid), None)
        return wrote or _new_group(store, file, to.secret)
    if known or not to.own:
        return known[0] if known else (None, "")
    found = groups.open_group(store, to.own)
    if found is None and to.own != to.new:
        raise LinkEnded
    return found or NewGroup(to.own, to.name, secrets.token_hex(16)), to.own


def _open(store: Store, key: str) -> groups.Group | None:
    with suppress(LinkEnded):
        return groups.open_group(store, key)
    return None


def _new_group(store: Store, file: GroupFile, secret: str) -> tuple[groups.Group | NewGroup, str]:
    """The group of a file as this secret knows it. If that was deleted or its link replaced, another one is made."""
    request = f"{secret} {file.uid}"
    made = find_made(store.db, request)
    if made and (found := _open(store, made)):
        return found, made
    new = NewGroup(new_key(), file.name, file.uid, request)
    return new, new.key


Member = tuple[str, bool, str | None]


def _bring_in(
    store: Store, home: groups.Group | NewGroup, members: Collection[Member], tables: Sequence[TableFile], key: str = ""
) -> tuple[int, int]:
    """Let these members and tables wait, then come in; the group's id, and how many.

    Raises LinkEnded where the link of the group was replaced meanwhile by whose ``key`` they come.
    """
    group_id = home.id if isinstance(home, groups.Group) else None
    with store.writing() as db:
        if group_id is not None:
            groups.check_group(db, group_id)
        waiting: Any = db.table("groups").insert({"uid": WAITING, "name": "", "created_at": now()}, pk="id").last_pk
    try:
        _Waiting(store, group_id, waiting).write(members, tables)
        return _come_in(store, home, waiting, key)
    finally:
        take_out(store)


class _Waiting:
    """Writes into the group that waits for a group; ``group_id`` is None for one that is new."""

    def __init__(self, store: Store, group_id: int | None, waiting: int) -> None:
        self.store, self.group_id, self.waiting = store, group_id, waiting

    def write(self, members: Collection[Member], tables: Sequence[TableFile]) -> None:
        """Write everybody and everything that the group does not have yet, piece by piece."""
        once = {table.past.uid: table for table in reversed(tables)}
        new = [table for table in tables if once[table.past.uid] is table and not self._has(table)]
        people = list(members)
        if self.store.db.table("players").count_where("group_id = ?", [self.group_id]):
            sit = {
                same_name(table.people.get(seat, name))
                for table in new
                for seat, name in enumerate(table.sheet.sitting.players)
            }
            people = [member for member in people if member[2] is not None or same_name(member[0]) in sit]
        for first in range(0, len(people), AT_ONCE):
            with self._piece() as (_, roster):
                for name, hidden, same_as in people[first : first + AT_ONCE]:
                    roster.add(name, hidden, same_as)
        piece: list[tuple[TableFile, Prepared]] = []
        for table in new:
            piece.append((table, prepare(table.sheet.game, table.sheet.sitting, table.past)))
            if sum(max(A_TABLE, len(prepared.journal)) for _, prepared in piece) >= AT_ONCE:
                self._write_tables(piece)
                piece = []
        self._write_tables(piece)

    def _has(self, table: TableFile) -> bool:
        return self.group_id is not None and table_of(self.store, self.group_id, table.past.uid) is not None

    def _write_tables(self, piece: list[tuple[TableFile, Prepared]]) -> None:
        with self._piece() as (db, roster):
            for table, prepared in piece:
                table_id = prepared.write(db, self.waiting)
                known = {seat: roster.look_up(name) for seat, name in table.people.items()}
                sat = roster.seat(prepared.players, known)
                db.table("seats").insert_all(
                    {"table_id": table_id, "seat": seat, "name": prepared.players[seat], "player_id": sat[seat]}
                    for seat in sorted(sat)
                )
                db.table("results").insert_all({"table_id": table_id, **result} for result in prepared.results)

    @contextmanager
    def _piece(self) -> Iterator[tuple[Database, Roster]]:
        """A transaction, and the players as they are in it. Afterwards others have a turn. Raises LinkEnded."""
        with self.store.writing() as db:
            began = time.monotonic()
            if self.group_id is not None:
                groups.check_group(db, self.group_id)
            yield db, Roster(db, self.group_id, self.waiting)
        time.sleep(max(LEAVE, time.monotonic() - began))


def _come_in(store: Store, home: groups.Group | NewGroup, waiting: int, key: str = "") -> tuple[int, int]:
    """Let what waits be the new group, or belong to the group that it is for; its id, and how many tables came."""
    with store.writing() as db:
        found = groups.open_group(store, home.key) if isinstance(home, NewGroup) else home
        if found is None and isinstance(home, NewGroup):
            db.table("groups").update(waiting, {"uid": home.uid, "name": home.name})
            add_link(db, HOST, key=home.key, group_id=waiting, request=home.request)
            return waiting, db.table("tables").count_where("group_id = ?", [waiting])
        group_id = found.id  # type: ignore[union-attr]
        groups.check_group(db, group_id)
        if key:
            groups.open_group(store, key)
        Roster(db, group_id, waiting).join()
        moved = db.execute(
            """
            UPDATE tables SET group_id = :group WHERE group_id = :waiting
            AND uid NOT IN (SELECT uid FROM tables WHERE group_id = :group)
            """,
            {"group": group_id, "waiting": waiting},
        )
        return group_id, moved.rowcount
