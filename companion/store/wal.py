"""SQLite's log beside a database (``-wal``), and whose it is: SQLite works in whatever log lies beside a file.

So a backup that is copied over a database after a crash would be mixed with what was played before the crash. A
database has an ``application_id``, another one at every start and in every backup; while it is open, a note beside it
says to which one the log belongs.
"""

import secrets
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path


def log_of(path: Path) -> Path:
    """Return the name of the log beside a file."""
    return path.with_name(f"{path.name}-wal")


def note_of(path: Path) -> Path:
    """Return the name of the note beside a file."""
    return path.with_name(f"{path.name}-id")


def moment() -> str:
    """Return the time for the name of a file: the later one comes after the earlier one."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H%M%S.%fZ}"


def read_id(path: Path) -> int:
    """Return the application id of a file, without its log. Raises sqlite3.Error.

    SQLite reads it: a file that Python closes would lose the locks that SQLite holds on it in this process. It finds
    fewer pages than it should while a checkpoint is on its way, which ``writable_schema`` lets pass.
    """
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        db.execute("PRAGMA writable_schema = ON")
        return int(db.execute("PRAGMA application_id").fetchone()[0])


def renew_id(db: sqlite3.Connection) -> None:
    """Give a database that nobody else has open an application id that no copy of it has; it has no log then."""
    db.execute("PRAGMA journal_mode = DELETE")
    db.execute(f"PRAGMA application_id = {1 + secrets.randbelow(0x7FFFFFFF)}")


def is_foreign(path: Path) -> bool:
    """Whether the log beside a file is another database's, as far as the note tells."""
    with suppress(OSError, ValueError, sqlite3.Error):
        return log_of(path).stat().st_size > 0 and int(note_of(path).read_text()) != read_id(path)
    return False


def put_aside(path: Path) -> Path | None:
    """Give a log that belongs to another database a name of its own; that name. Raises OSError."""
    if not is_foreign(path):
        return None
    aside = path.with_name(f"companion-put-aside-{moment()}.sqlite3-wal")
    log_of(path).rename(aside)
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    return aside


def open_alone(path: Path, seconds: float) -> sqlite3.Connection:
    """Open a database so that nobody else can. Raises sqlite3.Error where somebody has it open.

    In WAL mode everybody who has it open holds a shared lock on it, however idle.
    """
    connection = sqlite3.connect(path, timeout=seconds, isolation_level=None)
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection
