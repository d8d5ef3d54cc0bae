"""Whether a file is a database of the companion, and sound: the file itself, what refers to what, every journal."""

import json
import os
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlite_utils import Database

from companion.games import sheetfile
from companion.games.message import Message, say, say_n
from companion.store.database import BUSY_SECONDS, OUR_TABLES, Refused, refuse_foreign, refuse_other_versions
from companion.store.journal.history import list_history
from companion.store.journal.replay import Table, replay
from companion.store.journal.tables import read_journal
from companion.store.migrations import migrations
from companion.store.trouble import Trouble, describe, reason
from companion.store.upkeep import schema

DAMAGE = frozenset({0, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT})  # as ``code_of`` tells it
ENTRIES_OF_EACH = "SELECT id, (SELECT count(*) FROM journal WHERE table_id = tables.id) FROM tables"
_SEATS = "SELECT seat, name FROM seats WHERE table_id = ? ORDER BY seat"
# A migration is said to have been applied by the library that did it, in a form of its own.
NO_MOMENTS = frozenset({("_sqlite_migrations", "applied_at")})

GLANCE = 1  # seconds
MOST_REPORTS = 5  # of SQLite's own, which can be hundreds


@dataclass(frozen=True, slots=True)
class Findings:
    """How many tables and entries there are, and what is wrong with them: a line each, none in a sound database."""

    tables: int
    entries: int
    problems: tuple[Message, ...]


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
        raise Refused(say("There is no database at %(file)s.", file=str(path)))
    if not os.access(path, os.R_OK):
        raise Refused(say("%(file)s may not be read by this user.", file=str(path)))
    refuse_foreign(path)
    address = f"{path.resolve().as_uri()}?mode=rw"
    with closing(sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("BEGIN")
        yield Database(connection)


def refuse_strangers(db: Database, path: Path) -> None:
    """Raise Refused where a file is no database of the companion, or one that only a newer version understands."""
    try:
        names = set(db.table_names())
        if len(missing := OUR_TABLES - names) >= len(OUR_TABLES) - 1:
            raise Refused(say("%(file)s is a database, but none of the companion's.", file=str(path)))
        if missing:
            raise Refused(_missing(path, *sorted(missing)))
        refuse_other_versions(db, path)
    except (KeyError, TypeError, UnicodeDecodeError) as error:  # a name of a column, a table or a step is damaged
        raise Refused(say("%(file)s is damaged: its schema can't be read.", file=str(path))) from error
    except sqlite3.DatabaseError as error:
        if code_of(error) == sqlite3.SQLITE_NOTADB:
            raise Refused(say("%(file)s is no database.", file=str(path))) from error
        if code_of(error) in DAMAGE:
            raise Refused(say("%(file)s is damaged: %(error)s.", file=str(path), error=reason(error))) from error
        raise


def _missing(path: Path, table: str, other: str = "") -> Message:
    if not other:
        return say("%(file)s is damaged: there is no table %(table)s.", file=str(path), table=table)
    return say(
        "%(file)s is damaged: there is no table %(table)s and no table %(other)s.",
        file=str(path),
        table=table,
        other=other,
    )


def refuse_damaged(db: Database, path: Path) -> None:
    """Raise Refused where a look of a second, which may not be enough for a large file, finds damage."""
    until = time.monotonic() + GLANCE
    db.conn.set_progress_handler(lambda: time.monotonic() > until, 10_000)
    try:
        ((found,),) = db.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.OperationalError as error:
        if code_of(error) != sqlite3.SQLITE_INTERRUPT:
            raise
    else:
        if found != "ok":
            raise Refused(describe(Trouble.DAMAGED, path, Message(" ".join(found.split()))))
    finally:
        db.conn.set_progress_handler(None, 0)


def is_ours(db: Database) -> bool:
    """Whether a database has the companion's tables."""
    return set(db.table_names()) >= OUR_TABLES


def code_of(error: sqlite3.Error) -> int:
    """Why SQLite failed; 0 where Python did, with what SQLite gave it."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def examine(db: Database) -> Findings:
    """Look through a database of ours. Where its schema is another's, nothing is asked of it: it might do anything."""
    try:
        missing, foreign = schema.compare(db)
        if foreign:
            return Findings(0, 0, (*missing, *foreign))
        counts = dict(db.execute(f"{ENTRIES_OF_EACH} {_not_deleted(db)} ORDER BY id").fetchall())
        problems = [*_in_the_file(db), *_in_references(db), *_in_moments(db)]
        for table_id in counts:
            problems += _in_a_table(db, table_id)
    except Exception as error:  # whatever a damaged file makes of what is asked of it
        return Findings(0, 0, (say("file: %(report)s", report=" ".join(str(error).split()) or type(error).__name__),))
    return Findings(len(counts), sum(counts.values()), (*problems, *missing))


def _not_deleted(db: Database) -> str:
    """A deleted table has no journal any more; before the groups came, none could be deleted."""
    return "WHERE deleted_at IS NULL" if "deleted_at" in db.table("tables").columns_dict else ""


def _in_the_file(db: Database) -> Iterator[Message]:
    """What SQLite finds wrong with the file."""
    for (report,) in db.execute(f"PRAGMA integrity_check({MOST_REPORTS})").fetchall():
        for line in report.splitlines()[:MOST_REPORTS]:
            if line != "ok":
                yield say("file: %(report)s", report=line)


def _in_references(db: Database) -> Iterator[Message]:
    """Rows that belong to a row that is not there."""
    pairs = Counter((child, parent) for child, _, parent, _ in db.execute("PRAGMA foreign_key_check").fetchall())
    for (child, parent), times in sorted(pairs.items()):
        yield say_n(
            "file: %(n)s of %(rows)s belong to none of %(others)s.",
            "file: %(n)s of %(rows)s belong to none of %(others)s.",
            times,
            rows=child,
            others=parent,
        )


def _in_moments(db: Database) -> Iterator[Message]:
    """Moments that are none, by the columns that hold one."""
    for table in db.tables:
        for column in (column.name for column in table.columns if column.name == "at" or column.name.endswith("_at")):
            if table.name in schema.OTHERS or (table.name, column) in NO_MOMENTS:
                continue
            sql = f"SELECT DISTINCT {column} FROM {table.name} WHERE {column} IS NOT NULL"  # noqa: S608 - of our schema
            if wrong := sum(not _is_moment(value) for (value,) in db.execute(sql)):
                yield say_n(
                    "file: %(column)s of %(rows)s is no date and time (%(n)s of them).",
                    "file: %(column)s of %(rows)s is no date and time (%(n)s of them).",
                    wrong,
                    column=column,
                    rows=table.name,
                )


def _is_moment(value: object) -> bool:
    try:
        return isinstance(value, str) and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


def _in_a_table(db: Database, table_id: int) -> Iterator[Message]:
    """What is wrong with a table: the numbers of its entries, an entry that can't be replayed, what is kept beside."""
    seqs = [seq for (seq,) in db.execute("SELECT seq FROM journal WHERE table_id = ? ORDER BY seq", [table_id])]
    missing = next((number for number, seq in enumerate(seqs, start=1) if seq != number), None)
    if not seqs:
        yield say("table %(table)s: there is no entry.", table=table_id)
    elif missing:
        yield say("table %(table)s: entry %(entry)s is missing.", table=table_id, entry=missing)
    elif table := _replayed(db, table_id, seqs[-1]):
        yield from _beside_the_journal(db, table)
    else:
        broken = next(seq for seq in seqs if not _replayed(db, table_id, seq))
        yield say("table %(table)s: entry %(entry)s can't be replayed.", table=table_id, entry=broken)


def _replayed(db: Database, table_id: int, until: int) -> Table | None:
    """The table after an entry of its journal, if its sheet derives, can be written, and was played at some time."""
    try:
        table = replay(table_id, read_journal(db, table_id, until))
        sheetfile.write(table.game, table.sitting)
        _ = table.laid, list(list_history(table, 1, table.version))  # every entry has to make sense, in force or not
        return table if _is_moment(table.started_at) and _is_moment(table.last_at) else None
    except Exception:  # whatever it is, nobody can open this table
        return None


def _beside_the_journal(db: Database, table: Table) -> Iterator[Message]:
    """What is kept of a table beside its journal is what that says: who sits there, and how its game came out."""
    table_id = table.id
    (row,) = db.table("tables").rows_where("id = ?", [table_id])
    if row["game"] != table.game:
        yield say("table %(table)s: its game is another in its journal.", table=table_id)
    if migrations.pending(db):
        return  # of an earlier version, which kept more
    names = [] if row["group_id"] is None else list(enumerate(table.sitting.players))
    if names != [tuple(found) for found in db.execute(_SEATS, [table_id])]:
        yield say("table %(table)s: its seats are not those of its journal.", table=table_id)
    over = names if table.sheet.ending else []
    results = db.execute("SELECT seat, counts FROM results WHERE table_id = ? ORDER BY seat", [table_id]).fetchall()
    if [seat for seat, _ in over] != [seat for seat, _ in results] or not all(_is_counted(told) for _, told in results):
        yield say("table %(table)s: its results are not those of its journal.", table=table_id)


def _is_counted(told: str) -> bool:
    with suppress(ValueError, RecursionError):
        found = json.loads(told)
        return isinstance(found, dict) and all(isinstance(number, (int, float)) for number in found.values())
    return False
