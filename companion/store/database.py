"""The SQLite file: opening, migrating and writing it safely; and moments as it stores them."""

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlite_utils import Database

from companion.store.folder import PID_FILE, CommandRefused, has_content
from companion.store.schema import is_current, migrate, refuse_foreign_database
from companion.store.trouble import DatabaseGone, Trouble, trouble_of

FILE_NAME = "companion.sqlite3"
BUSY_SECONDS = 10


class Store:
    """One SQLite file, with a connection for each thread.

    Raises OSError or sqlite3.Error if the file can't be opened, and CommandRefused if it isn't this version's or is
    lost: only with ``new`` an empty one replaces it. On a full disk it can be read until there is room again.
    """

    def __init__(self, path: Path, new: bool = False) -> None:
        self.path = path
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._files: list[tuple[int, int]] = []  # those that are open, once they are
        self._is_readonly = False
        if not new:
            refuse_lost(path)
        with suppress(OSError):  # SQLite says what is wrong
            path.touch(0o600, exist_ok=False)  # it holds the keys of all tables
        try:
            self._open_first()
            if self.db.table_names():
                refuse_foreign_database(self.db, path)
            if not is_current(self.db):  # else it opens beside a long write, too
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
            self._local.db = self._open(self._is_readonly)
        db: Database = self._local.db
        return db

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """Open a transaction that holds the write lock from the start, so what it reads stays true.

        ``db.atomic()`` would begin deferred: reading first and writing later then fails under contention. Raises
        DatabaseGone if the database was moved, deleted or replaced since it was opened.
        """
        if self._is_readonly:
            self._end_readonly()
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

    def _open_first(self) -> None:
        """Connect; only to read if the disk has no room for SQLite's log, and there is no log to be read."""
        try:
            self._local.db = self._open(readonly=False)
        except sqlite3.Error as error:
            if trouble_of(error, self.path) is not Trouble.FULL or has_content(_log_of(self.path)):
                raise
            self._is_readonly = True

    def _end_readonly(self) -> None:
        """Let every thread connect anew. Raises sqlite3.Error while the disk is still full."""
        db = self._open(readonly=False)
        self._files, self._local, self._is_readonly = _identify(self.path), threading.local(), False
        self._local.db = db

    def _open(self, readonly: bool) -> Database:
        uri = f"{self.path.absolute().as_uri()}?{'immutable=1' if readonly else 'mode=rw'}"
        connection = sqlite3.connect(uri, BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=True)
        try:
            if not readonly:
                _use_wal(connection)
        except BaseException:
            connection.close()
            raise
        self._connections.append(connection)
        # Never lost: a commit is on the disk before it is acknowledged. WAL with NORMAL may drop the last ones.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten
        # sqlite-utils turns on recursive_triggers: without it INSERT OR REPLACE gets past the journal's triggers.
        return Database(connection, recursive_triggers=True)


def refuse_missing(path: Path) -> None:
    """Raise CommandRefused if there is no file for a command that needs one."""
    if not path.is_file():
        raise CommandRefused(f"There’s no database at {path}. Give its folder with --data.")
    if not has_content(path):  # SQLite would delete the log beside it
        raise CommandRefused(f"{path} is empty.")


def refuse_lost(path: Path) -> None:
    """Raise CommandRefused if a database has been here, and nothing or its log alone is left."""
    if has_content(path) or path.is_dir():
        return
    if has_content(_log_of(path)) or path.with_name(PID_FILE).exists() or any(path.parent.glob("companion-*.sqlite3")):
        raise CommandRefused(
            f"{path} is {'empty' if path.exists() else 'missing'}, though a companion ran here."
            " Put it back or run companion restore FILE. To start anew: companion --new."
        )


def _log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _identify(path: Path) -> list[tuple[int, int]]:
    """Return device and number of a database, its log and the log's index, up to one that isn't there."""
    found: list[tuple[int, int]] = []
    with suppress(OSError):
        for end in ("", "-wal", "-shm"):
            status = os.stat(f"{path}{end}")
            found.append((status.st_dev, status.st_ino))
    return found


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch to WAL, retrying while locked, since no timeout applies."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def now() -> str:
    """Return the time in UTC as ISO 8601 with milliseconds, which sorts by time."""
    return ago(timedelta())


def ago(duration: timedelta) -> str:
    """Return the moment that was so long ago."""
    return (datetime.now(UTC) - duration).isoformat(timespec="milliseconds")


def since(moment: str) -> timedelta:
    """Return how long ago a moment was."""
    return datetime.now(UTC) - datetime.fromisoformat(moment)
