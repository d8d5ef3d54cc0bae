"""The SQLite file: opening, migrating and writing it safely; and moments as it stores them."""

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from companion.store.folder import PID_FILE, CommandRefused
from companion.store.schema import migrate, migrations, refuse_foreign_database
from companion.store.trouble import DatabaseGone

FILE_NAME = "companion.sqlite3"
BUSY_SECONDS = 10
TRIES_OF_LOG, SECONDS_BETWEEN_TRIES = 10, 0.02


class Store:
    """One SQLite file, with a connection for each thread.

    Raises OSError or sqlite3.Error if the file can't be opened, and CommandRefused if it isn't this version's or is
    lost: only with ``new`` an empty one replaces it.
    """

    def __init__(self, path: Path, new: bool = False) -> None:
        self.path = path
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._files: list[tuple[int, int]] = []  # those that are open, once they are
        if not new and (path.with_name(PID_FILE).exists() or path.with_name(f"{path.name}-wal").exists()):
            refuse_missing(path, "A companion ran here: put it back or restore a backup. To start anew, add --new.")
        with suppress(OSError):  # SQLite says what is wrong
            path.touch(0o600, exist_ok=False)  # it holds the keys of all tables
        try:
            if self.db.table_names():
                refuse_foreign_database(self.db, path)
            if migrations.pending(self.db):  # else it opens beside a long write
                with self.writing() as db:
                    migrate(db)
            self._files = _identify(path)
        except BaseException:
            self.close()
            raise

    @property
    def db(self) -> Database:
        """This thread's connection."""
        if not hasattr(self._local, "db"):
            self.check_files()
            self._local.db = self._connect()
        db: Database = self._local.db
        return db

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """Open a transaction that holds the write lock from the start, so what it reads stays true.

        ``db.atomic()`` would begin deferred: reading first and writing later then fails under contention. Raises
        DatabaseGone if the database was moved, deleted or replaced since it was opened.
        """
        db = self.db
        try:
            db.conn.execute("BEGIN IMMEDIATE")
            yield db
            self.check_files()
            db.conn.commit()
        except BaseException:
            with suppress(sqlite3.Error):  # what went wrong first is raised
                db.conn.rollback()
            raise

    def close(self) -> None:
        """Close every thread's connection; no thread may be using one."""
        for connection in self._connections:
            connection.close()
        self._connections.clear()
        self._local = threading.local()

    def check_files(self) -> None:
        """Raise DatabaseGone if other files are where the open ones were."""
        if self._files and _identify(self.path) != self._files:
            raise DatabaseGone(f"{self.path} is not the file that was opened")

    def _connect(self) -> Database:
        db = connect(self.path)
        self._connections.append(db.conn)
        for _ in range(TRIES_OF_LOG):  # while two create the file, one is refused at once: no timeout applies here
            with suppress(sqlite3.OperationalError):
                db.execute("PRAGMA journal_mode = WAL")
                return db
            time.sleep(SECONDS_BETWEEN_TRIES)
        db.execute("PRAGMA journal_mode = WAL")
        return db


def connect(path: Path) -> Database:
    """Connect to a file that exists, with the settings that every connection needs. Raises sqlite3.Error."""
    uri = f"{path.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(uri, BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=True)
    try:
        # Never lost: a commit is on the disk before it is acknowledged. WAL with NORMAL may drop the last ones.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten
        # sqlite-utils turns on recursive_triggers: without it INSERT OR REPLACE gets past the journal's triggers.
        return Database(connection, recursive_triggers=True)
    except sqlite3.Error:
        connection.close()
        raise


def refuse_missing(path: Path, advice: str = "Give its folder with --data.") -> None:
    """Raise CommandRefused if there is no database where one is needed."""
    if not path.is_file() or path.stat().st_size == 0:  # of an empty one SQLite would delete the log beside it
        raise CommandRefused(f"There’s no database at {path}. {advice}")


def _identify(path: Path) -> list[tuple[int, int]]:
    """Return device and number of a database, its log and the log's index, up to one that isn't there."""
    found: list[tuple[int, int]] = []
    with suppress(OSError):
        for end in ("", "-wal", "-shm"):
            status = os.stat(f"{path}{end}")
            found.append((status.st_dev, status.st_ino))
    return found


def insert(db: Database, table: str, row: dict[str, Any]) -> int:
    """Insert a row and return its id; inside a transaction. That of sqlite-utils reads the schema first, each time."""
    columns, values = ", ".join(row), ", ".join(f":{column}" for column in row)
    return int(db.execute(f"INSERT INTO {table} ({columns}) VALUES ({values})", row).lastrowid or 0)  # noqa: S608


def now() -> str:
    """Return the time in UTC as ISO 8601 with milliseconds, which sorts by time."""
    return ago(timedelta())


def ago(duration: timedelta) -> str:
    """Return the moment that was so long ago."""
    return (datetime.now(UTC) - duration).isoformat(timespec="milliseconds")


def since(moment: str) -> timedelta:
    """Return how long ago a moment was."""
    return datetime.now(UTC) - datetime.fromisoformat(moment)
