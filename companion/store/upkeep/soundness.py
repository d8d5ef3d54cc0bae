"""Whether a file is a database of the companion, and sound: the file itself, what refers to what, every journal."""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database

from companion.store.database import BUSY_SECONDS, Store
from companion.store.groups.summaries import rebuild
from companion.store.journal.replay import replay
from companion.store.journal.tables import journal
from companion.store.migrations import migrations

OUR_TABLES = frozenset({"tables", "links", "journal", migrations.migrations_table})
DAMAGE = frozenset({0, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT})  # as ``code_of`` tells it
ENTRIES_OF_EACH = "SELECT id, (SELECT count(*) FROM journal WHERE table_id = tables.id) FROM tables"

MOST_REPORTS = 5  # of SQLite's own, which can be hundreds


class Refused(Exception):
    """Why something is not done with a file, as a sentence."""


@dataclass(frozen=True, slots=True)
class Findings:
    """How many tables and entries there are, and what is wrong with them: a line each, none in a sound database."""

    tables: int
    entries: int
    problems: tuple[str, ...]


def check(path: Path) -> Findings:
    """Look through a whole database, also while a server has it open. Raises Refused where it is none of ours."""
    with reading(path) as db:
        refuse_strangers(db, path)
        return examine(db)


@contextmanager
def reading(path: Path) -> Iterator[Database]:
    """A connection that sees one moment of a database and changes nothing in it. Raises Refused where there is none.

    SQLite may need files beside the database; a connection in mode ``ro`` would leave them lying there.
    """
    if not path.is_file():
        raise Refused(f"There is no database at {path}.")
    if not os.access(path, os.R_OK):
        raise Refused(f"{path} may not be read by this user.")
    address = f"{path.resolve().as_uri()}?mode=rw"
    with closing(sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("BEGIN")
        yield Database(connection)


def refuse_strangers(db: Database, path: Path) -> None:
    """Raise Refused where a file is no database of the companion, or one that only a newer version understands."""
    try:
        if not is_ours(db):
            raise Refused(f"{path} is a database, but none of the companion's.")
        unknown = {step.name for step in migrations.applied(db)} - _known_steps()
    except (KeyError, UnicodeDecodeError) as error:  # a column or a table whose name is damaged
        raise Refused(f"{path} is damaged: its schema can't be read.") from error
    except sqlite3.DatabaseError as error:
        if code_of(error) == sqlite3.SQLITE_NOTADB:
            raise Refused(f"{path} is no database.") from error
        if code_of(error) in DAMAGE:
            raise Refused(f"{path} is damaged: {error}.") from error
        raise
    if unknown:
        raise Refused(f"{path} was made by a newer version of the companion, which knows {', '.join(sorted(unknown))}.")


def is_ours(db: Database) -> bool:
    """Whether a database has the companion's tables."""
    return set(db.table_names()) >= OUR_TABLES


def code_of(error: sqlite3.Error) -> int:
    """Why SQLite failed; 0 where Python did, with what SQLite gave it."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def examine(db: Database) -> Findings:
    """Look through a database of ours."""
    try:
        counts = dict(db.execute(f"{ENTRIES_OF_EACH} {_not_deleted(db)} ORDER BY id").fetchall())
        problems = [*_in_the_file(db), *_in_references(db)]
        for table_id in counts:
            problems += _in_the_journal(db, table_id)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        return Findings(0, 0, (f"file: {' '.join(str(error).split())}",))
    return Findings(len(counts), sum(counts.values()), tuple(problems))


def set_right(path: Path) -> int:
    """Derive again what is derived from the journals; how many groups had it wrong.

    First in a copy, so that people can go on playing: only what is wrong is written, group by group. A database
    of an earlier version has nothing derived yet.
    """
    with reading(path) as db, closing(sqlite3.connect(":memory:", isolation_level=None)) as memory:
        if migrations.pending(db):
            return 0
        db.conn.backup(memory)
        copy = Database(memory, recursive_triggers=True)
        groups = [group_id for (group_id,) in copy.execute("SELECT id FROM groups ORDER BY id").fetchall()]
        wrong = [group_id for group_id in groups if _rebuilt(copy, group_id)]
    if wrong:
        with closing(Store(path)) as store:
            for group_id in wrong:
                with store.writing() as db:
                    _rebuilt(db, group_id)
    return len(wrong)


def _rebuilt(db: Database, group_id: int) -> bool:
    """Derive again what is derived of a group; whether it was wrong."""
    before = _derived(db, group_id)
    tables = db.execute("SELECT id FROM tables WHERE group_id = ? ORDER BY id", [group_id]).fetchall()
    rebuild(db, group_id, (replay(table_id, journal(db, table_id)) for (table_id,) in tables))
    return _derived(db, group_id) != before


def _derived(db: Database, group_id: int) -> list[list[tuple[object, ...]]]:
    """Every derived row of a group."""
    mine = "table_id IN (SELECT id FROM tables WHERE group_id = ?)"
    return [
        db.execute(f"SELECT * FROM summaries WHERE {mine} ORDER BY table_id", [group_id]).fetchall(),  # noqa: S608
        db.execute(f"SELECT * FROM results WHERE {mine} ORDER BY table_id, seat", [group_id]).fetchall(),  # noqa: S608
        db.execute("SELECT * FROM figures WHERE group_id = ? ORDER BY game, stretch, player_id", [group_id]).fetchall(),
    ]


def _not_deleted(db: Database) -> str:
    """A deleted table has no journal any more; before the groups came, none could be deleted."""
    return "WHERE deleted_at IS NULL" if "deleted_at" in db["tables"].columns_dict else ""


def _known_steps() -> set[str]:
    """The steps of the schema that this version knows: all that a new database still lacks."""
    with closing(sqlite3.connect(":memory:")) as nothing:
        return {step.name for step in migrations.pending(Database(nothing))}


def _in_the_file(db: Database) -> Iterator[str]:
    """What SQLite finds wrong with the file."""
    for (report,) in db.execute(f"PRAGMA integrity_check({MOST_REPORTS})").fetchall():
        for line in report.splitlines()[:MOST_REPORTS]:
            if line != "ok":
                yield f"file: {line}"


def _in_references(db: Database) -> Iterator[str]:
    """Rows that belong to a row that is not there."""
    pairs = Counter((child, parent) for child, _, parent, _ in db.execute("PRAGMA foreign_key_check").fetchall())
    for (child, parent), times in sorted(pairs.items()):
        yield f"file: {times} of {child} belong to none of {parent}."


def _in_the_journal(db: Database, table_id: int) -> Iterator[str]:
    """What is wrong with the journal of a table: its numbers, or an entry that can't be replayed."""
    seqs = [seq for (seq,) in db.execute("SELECT seq FROM journal WHERE table_id = ? ORDER BY seq", [table_id])]
    missing = next((number for number, seq in enumerate(seqs, start=1) if seq != number), None)
    if not seqs:
        yield f"table {table_id}: there is no entry."
    elif missing:
        yield f"table {table_id}: entry {missing} is missing."
    elif not _derives(db, table_id, seqs[-1]):
        broken = next(seq for seq in seqs if not _derives(db, table_id, seq))
        yield f"table {table_id}: entry {broken} can't be replayed."


def _derives(db: Database, table_id: int, until: int) -> bool:
    """Whether a journal up to an entry replays into a table whose sheet derives."""
    try:
        return bool(replay(table_id, journal(db, table_id, until)).sheet)
    except Exception:  # whatever it is, nobody can open this table
        return False
