"""The SQLite file: opening, migrating and writing it safely; and moments as it stores them."""

import logging
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlite_utils import Database

from companion.store.folder import NOTE, CommandRefused, has_content, timestamp
from companion.store.schema import MIGRATIONS, count_migrations, migrate
from companion.store.trouble import Gone, Trouble

FILE_NAME = "companion.sqlite3"
BUSY_SECONDS = 10
OUR_TABLES = frozenset({"tables", "links", "journal"})


class Store:
    """One SQLite file, with a connection for each thread; ``id`` is another at every start.

    Raises OSError or sqlite3.Error if the file can't be opened or written, and CommandRefused if it isn't this
    version's or is lost: only with ``new`` an empty one replaces it. Once the file has left its path, nothing is
    written (Gone).
    """

    def __init__(self, path: Path, new: bool = False) -> None:
        self.path, self.id = path, secrets.token_urlsafe()
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._files: list[tuple[int, int]] = []  # those that are open, once they are
        refuse_lost(path, new)
        with suppress(OSError):  # SQLite says what is wrong
            path.touch(0o600, exist_ok=False)  # it holds the keys of all tables
        try:
            with self.writing() as db:
                refuse_strangers(db, path, may_be_new=True)
                migrate(db)
            self._files = self._find_files()
        except BaseException:
            self.close()
            raise

    @property
    def db(self) -> Database:
        """This thread's connection."""
        if not hasattr(self._local, "db"):
            self._local.db = self._open()
        db: Database = self._local.db
        return db

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """Open a transaction that holds the write lock from the start, so what it reads stays true.

        ``db.atomic()`` would begin deferred: reading first and writing later then fails under contention.
        """
        db = self.db
        try:
            self.check_files()
            db.conn.execute("BEGIN IMMEDIATE")
            yield db
            self.check_files()
            db.conn.commit()
        except BaseException:
            db.conn.rollback()
            raise

    def close(self) -> None:
        """Close every thread's connection; no thread may be using one."""
        if self._files and self._find_files()[:1] != self._files[:1]:
            self._rescue()
        for connection in self._connections:
            connection.close()
        self._connections.clear()
        self._local = threading.local()

    def _rescue(self) -> None:
        """Copy the open database to a new file: without a name the old one ends with its last connection."""
        copy = self.path.with_name(f"companion-rescued-{timestamp()}.sqlite3")
        with suppress(OSError, sqlite3.Error):
            copy.touch(0o600)
            self._connections[0].execute("VACUUM INTO ?", [str(copy)])
            message = "companion: %s is lost. To go on with what it held: companion restore %s"
            logging.getLogger("companion").warning(message, self.path, copy)

    def check_files(self) -> None:
        """Raise Gone if the database was moved, deleted or replaced since it was opened."""
        if self._files and self._find_files() != self._files:
            raise Gone(f"{self.path} is not the file that was opened")

    def _find_files(self) -> list[tuple[int, int]]:
        """Return the device and number of the file and those beside it, up to one that is gone."""
        found: list[tuple[int, int]] = []
        with suppress(OSError):
            for end in ("", "-wal", "-shm"):
                status = os.stat(f"{self.path}{end}")
                found.append((status.st_dev, status.st_ino))
        return found

    def _open(self) -> Database:
        self.check_files()  # else SQLite would make a new one
        connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        self._connections.append(connection)
        _use_wal(connection)
        # Never lost: a commit is on the disk before it is acknowledged. WAL with NORMAL may drop the last ones.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        # sqlite-utils turns on recursive_triggers: without it INSERT OR REPLACE gets past the journal's triggers.
        return Database(connection, recursive_triggers=True)


def refuse_strangers(db: Database, path: Path, may_be_new: bool = False) -> None:
    """Raise CommandRefused if a database is another program's, or another version's."""
    try:
        names, migrations = set(db.table_names()), count_migrations(db)
    except UnicodeDecodeError as error:  # a name is damaged
        raise CommandRefused(Trouble.DAMAGED.explain(path, "its schema can’t be read")) from error
    if may_be_new and not names:
        return
    if not names >= OUR_TABLES:
        raise CommandRefused(f"{path} is a database, but not the companion’s.")
    if not migrations:
        raise CommandRefused(
            f"{path} was made before version 1.0.0."
            " Download each group with the old version, then import the files into a new database."
        )
    if migrations > len(MIGRATIONS):
        raise CommandRefused(f"{path} was made by a newer version of the companion.")


def refuse_missing(path: Path) -> None:
    """Raise CommandRefused if there is no file for a command that needs one."""
    if not path.is_file():
        raise CommandRefused(f"There’s no database at {path}. Give its folder with --data.")


def refuse_lost(path: Path, new: bool) -> None:
    """Raise CommandRefused if nothing is left of a database that was here, unless a ``new`` one is wanted."""
    if new or path.is_dir() or has_content(path):
        return
    how = "empty" if path.exists() else "missing"
    if rescued := max(path.parent.glob("companion-rescued-*.sqlite3"), default=None):
        raise CommandRefused(f"{path} is {how}. To restore its contents: companion restore {rescued}")
    if path.with_name(NOTE).exists() or any(path.parent.glob("companion-*.sqlite3")):
        raise CommandRefused(
            f"{path} is {how}, though a companion ran here."
            " Put it back or run companion restore FILE. To start anew: companion --new."
        )


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
