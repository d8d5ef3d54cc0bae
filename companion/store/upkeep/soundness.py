"""Checks of a database: that it is the companion's, that it is sound, and that it can save."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database

from companion.games import sheetfile
from companion.store.database import BUSY_SECONDS, Store, refuse_missing
from companion.store.folder import CommandRefused
from companion.store.journal.facts import replay
from companion.store.journal.history import list_history
from companion.store.journal.loading import read_journal
from companion.store.schema import refuse_foreign_database
from companion.store.trouble import Trouble, trouble_of

MAX_REPORTS = 5  # of SQLite's own, which can be hundreds
LOCK_MILLISECONDS = 3000  # for whoever writes just now
BYTES_OF_A_ROUND = 32 * 1024  # about what saving one writes


@dataclass(frozen=True, slots=True)
class Findings:
    """How many tables and entries there are, and what is wrong with them: a line each, none in a sound database."""

    tables: int
    entries: int
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ailment:
    """The reason why nothing can be saved: a word for programs, a sentence for whoever runs the companion."""

    word: str
    sentence: str


@contextmanager
def open_readonly(path: Path) -> Iterator[Database]:
    """Connect to a companion's database to read it. Raises CommandRefused if there is none.

    SQLite may need files beside the database; a connection in mode ``ro`` would leave them lying there.
    """
    refuse_missing(path)
    address = f"{path.resolve().as_uri()}?mode=rw"
    with closing(sqlite3.connect(address, BUSY_SECONDS, isolation_level=None, uri=True)) as connection:
        db = Database(connection)
        try:
            refuse_foreign_database(db, path)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # SQLite's own words may be what is damaged
            if isinstance(error, sqlite3.Error) and trouble_of(error, path) is not Trouble.DAMAGED:
                raise
            raise CommandRefused(f"{path} is damaged or isn’t a database: {error}.") from error
        yield db


def refuse_damaged(db: Database, path: Path) -> None:
    """Raise CommandRefused if a quick look, 0.2 s for 100 MB, finds damage."""
    if found := _find_damage(db):
        raise CommandRefused(Trouble.DAMAGED.explain(path, found[0]))


def check_database(path: Path) -> Findings:
    """Return the findings of a full check, also while a server runs. Raises CommandRefused for a foreign file."""
    with open_readonly(path) as db:
        db.execute("BEGIN")  # one moment of it
        try:
            tables = [row["id"] for row in db.table("tables").rows_where("deleted_at IS NULL", order_by="id")]
            unreadable = (table_id for table_id in tables if not _can_replay(db, table_id))
            problems = [f"file: {report}" for report in _find_damage(db)]
            problems += [f"table {table_id} can’t be replayed." for table_id in unreadable]
            return Findings(len(tables), db.table("journal").count, tuple(problems))
        except Exception as error:  # whatever a damaged file makes of what is asked of it
            return Findings(0, 0, (f"file: {' '.join(str(error).split()) or type(error).__name__}",))


def _find_damage(db: Database) -> list[str]:
    """Return what SQLite finds, as lines."""
    reports = [report for (report,) in db.execute(f"PRAGMA quick_check({MAX_REPORTS})").fetchall()]
    return [] if reports == ["ok"] else "\n".join(reports).splitlines()[:MAX_REPORTS]


def _can_replay(db: Database, table_id: int) -> bool:
    """Return whether a table's sheet and history can be derived."""
    try:
        journal = read_journal(db, table_id)
        table = replay(table_id, journal)
        sheetfile.write_sheet(table.game, table.sitting)
        _ = table.laid, list(list_history(table, 1, table.version))
    except Exception:  # whatever it is, nobody can open this table
        return False
    return [seq for seq, *_ in journal] == [*range(1, len(journal) + 1)]


def find_ailment(store: Store) -> Ailment | None:
    """Return why no round can be saved; None if one can. Call it in its own thread.

    A transaction writes into SQLite's log as much as a round would, and is taken back.
    """
    try:
        store.db.execute(f"PRAGMA busy_timeout = {LOCK_MILLISECONDS}")
        store.db.execute("PRAGMA cache_size = 1")  # pages; what is more is written before the commit
        with store.writing() as db:
            db.execute("INSERT INTO groups (uid, name, created_at) VALUES ('', ?, '')", ["x" * BYTES_OF_A_ROUND])
            db.conn.rollback()
    except sqlite3.Error as error:
        trouble = trouble_of(error, store.path)
        return Ailment(trouble.name.lower(), trouble.explain(store.path, error))
    return None
