"""Checks of a database: that it is the companion's, that it is sound, and that it can save."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database

from companion.games import sheetfile
from companion.store.database import Store, connect, refuse_missing
from companion.store.folder import CommandRefused
from companion.store.journal.facts import replay
from companion.store.journal.history import list_history
from companion.store.journal.loading import read_journal
from companion.store.schema import refuse_foreign_database
from companion.store.trouble import trouble_of

LOCK_MILLISECONDS = 3000  # for whoever writes just now
BYTES_OF_A_ROUND = 32 * 1024  # about what saving one writes


@dataclass(frozen=True, slots=True)
class Findings:
    """How many tables there are, and what is wrong with them: a line each, none in a sound database."""

    tables: int
    problems: tuple[str, ...]


@contextmanager
def open_readonly(path: Path) -> Iterator[Database]:
    """Connect to a companion's database to read it. Raises CommandRefused if there is none that can be read.

    SQLite may need files beside the database; a connection in mode ``ro`` would leave them lying there.
    """
    refuse_missing(path)
    try:
        with connect(path) as db:
            refuse_foreign_database(db, path)
            yield db
    except (sqlite3.Error, UnicodeDecodeError) as error:  # SQLite's own words may be what is damaged
        raise CommandRefused(trouble_of(error, path).explain(path, error)) from error


def check_database(path: Path) -> Findings:
    """Return the findings of a full check, also while a server runs. Raises CommandRefused for a foreign file."""
    with open_readonly(path) as db:
        db.execute("BEGIN")  # one moment of it
        try:
            return Findings(db.table("tables").count_where("deleted_at IS NULL"), tuple(_find_problems(db)))
        except Exception as error:  # whatever a damaged file makes of what is asked of it
            return Findings(0, (f"file: {' '.join(str(error).split()) or type(error).__name__}",))


def _find_problems(db: Database) -> Iterator[str]:
    """Yield what is wrong with the file, and tables whose sheet or history can't be derived."""
    if damage := find_damage(db):
        yield f"file: {damage}"
    for (table_id,) in db.execute("SELECT id FROM tables WHERE deleted_at IS NULL ORDER BY id").fetchall():
        try:
            journal = read_journal(db, table_id)
            table = replay(table_id, journal)
            sheetfile.write_sheet(table.game, table.sitting)
            _ = table.laid, list(list_history(table, 1, table.version))
            is_whole = [seq for seq, *_ in journal] == [*range(1, len(journal) + 1)]
        except Exception:  # whatever it is, nobody can open this table
            is_whole = False
        if not is_whole:
            yield f"table {table_id} can’t be replayed."


def find_damage(db: Database) -> str:
    """Return what a quick look, 0.2 s for 100 MB, finds first; nothing in a sound file."""
    (report,) = db.execute("PRAGMA quick_check(1)").fetchone()
    return "" if report == "ok" else " ".join(report.split())


def try_to_save(store: Store) -> None:
    """Write into SQLite's log as much as a round would, and take it back. Raises sqlite3.Error if that can't be saved.

    Call it in its own thread, since it changes the settings of the connection.
    """
    store.db.execute(f"PRAGMA busy_timeout = {LOCK_MILLISECONDS}")
    store.db.execute("PRAGMA cache_size = 1")  # pages; what is more is written before the commit
    with store.writing() as db:
        db.execute("INSERT INTO groups (uid, name, created_at) VALUES ('', ?, '')", ["x" * BYTES_OF_A_ROUND])
        db.conn.rollback()
