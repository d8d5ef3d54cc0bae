"""SQLite's log beside a database (``-wal``), and whose it is: SQLite works in whatever log lies beside a file.

A database has a random ``application_id``, another in every copy and from every start of the server. While one is open,
a note beside it says which database has which log.
"""

import os
import secrets
import sqlite3
from contextlib import closing, suppress
from pathlib import Path


def new_id() -> int:
    """Make a database's application id: never 0, that of one from before there were any."""
    return 1 + secrets.randbelow(0x7FFFFFFF)


def log_of(path: Path) -> Path:
    """Name the log beside a file."""
    return path.with_name(f"{path.name}-wal")


def note_of(path: Path) -> Path:
    """Name the note beside a file."""
    return path.with_name(f"{path.name}-id")


def id_of(path: Path) -> int:
    """Read the application id of a file, without its log. Raises sqlite3.Error.

    SQLite reads it: a file that Python closes would lose the locks that SQLite holds on it in this process. It finds
    fewer pages than it should while a checkpoint is on its way, which ``writable_schema`` lets pass.
    """
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        db.execute("PRAGMA writable_schema = ON")
        return int(db.execute("PRAGMA application_id").fetchone()[0])


def fits(path: Path, own: int) -> bool:
    """Whether a file is the database with this id, as far as it says. Raises sqlite3.Error."""
    return id_of(path) in (own, 0)


def write_note(path: Path, own: int) -> None:
    """Note, where there is room, that the log beside a file belongs to the database with this id."""
    with suppress(OSError):
        note_of(path).write_text(f"{own} {os.stat(log_of(path)).st_ino}")


def let_go(path: Path) -> None:
    """Remove the note where no log is left."""
    with suppress(OSError):
        if not log_of(path).exists():
            note_of(path).unlink()


def is_foreign(path: Path) -> bool:
    """Whether the log beside a file is that of another database, which was there before."""
    try:
        own, log = map(int, note_of(path).read_text().split())
        return os.stat(log_of(path)).st_ino == log and not fits(path, own)
    except (OSError, ValueError, sqlite3.Error):  # there is nothing that says so
        return False
