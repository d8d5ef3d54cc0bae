"""Checks of a database: that it is the companion's, that it is sound, and that it can save."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database

from companion.games import sheetfile
from companion.store.database import BUSY_SECONDS, Store, refuse_missing, refuse_strangers
from companion.store.folder import CommandRefused, has_content
from companion.store.journal.facts import replay
from companion.store.journal.history import list_history
from companion.store.journal.tables import read_journal
from companion.store.trouble import Trouble, sqlite_code, trouble_of

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
    if not has_content(path):  # SQLite would delete the log beside it
        raise CommandRefused(f"{path} is empty.")
    address = f"{path.resolve().as_uri()}?mode=rw"
    with closing(sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
        connection.execute("PRAGMA trusted_schema = OFF")
        db = Database(connection)
        try:
            refuse_strangers(db, path)
        except sqlite3.DatabaseError as error:
            if sqlite_code(error) == sqlite3.SQLITE_NOTADB:
                raise CommandRefused(f"{path} isn’t a database.") from error
            if sqlite_code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR):
                raise CommandRefused(f"{path} is damaged: {error}.") from error
            raise
        yield db


def refuse_damaged(db: Database, path: Path) -> None:
    """Raise CommandRefused if a quick look, 0.2 s for 100 MB, finds damage."""
    ((found,),) = db.execute("PRAGMA quick_check(1)").fetchall()
    if found != "ok":
        raise CommandRefused(Trouble.DAMAGED.explain(path, " ".join(found.split())))


def check_database(path: Path) -> Findings:
    """Return the findings of a full check, also while a server runs. Raises CommandRefused for a foreign file."""
    with open_readonly(path) as db:
        db.execute("BEGIN")  # one moment of it
        try:
            tables = [number for (number,) in db.execute("SELECT id FROM tables WHERE deleted_at IS NULL ORDER BY id")]
            ((entries,),) = db.execute("SELECT count(*) FROM journal")
            problems = [*_check_file(db), *(_check_table(db, table_id) for table_id in tables)]
        except Exception as error:  # whatever a damaged file makes of what is asked of it
            return Findings(0, 0, (f"file: {' '.join(str(error).split()) or type(error).__name__}",))
        return Findings(len(tables), entries, tuple(filter(None, problems)))


def _check_file(db: Database) -> Iterator[str]:
    for (report,) in db.execute(f"PRAGMA integrity_check({MAX_REPORTS})").fetchall():
        yield from (f"file: {line}" for line in report.splitlines()[:MAX_REPORTS] if line != "ok")
    pairs = Counter((child, parent) for child, _, parent, _ in db.execute("PRAGMA foreign_key_check").fetchall())
    for (child, parent), times in sorted(pairs.items()):
        yield f"file: {times} rows of {child} have no row in {parent}."


def _check_table(db: Database, table_id: int) -> str:
    """Return what is wrong with a table; empty if its sheet and history can be derived."""
    try:
        journal = read_journal(db, table_id)
        if [seq for seq, *_ in journal] != [*range(1, len(journal) + 1)]:
            return f"table {table_id}: an entry is missing."
        table = replay(table_id, journal)
        sheetfile.write_sheet(table.game, table.sitting)
        _ = table.laid, list(list_history(table, 1, table.version))
    except Exception:  # whatever it is, nobody can open this table
        return f"table {table_id} can’t be replayed."
    return ""


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
