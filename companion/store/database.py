"""The SQLite file: opening it safely, bringing its schema up to date, and writing in one transaction."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlite_utils import Database

from companion.store.migrations import migrations, unknown_steps

FILE_NAME = "companion.sqlite3"
BUSY_SECONDS = 10


class Refused(Exception):
    """Why something is not done with a file, as a sentence."""


class Store:
    """One SQLite file and a connection to it for every thread that asks.

    Raises sqlite3.Error where the file cannot be opened, written or read, and Refused where a newer version made it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._committed: Callable[[], None] | None = None
        try:
            with self.writing() as db:
                refuse_newer(db, path)
                migrations.apply(db)
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
        """A transaction that holds the write lock from its first statement, so what it reads stays true.

        ``db.atomic()`` would begin deferred: reading first and writing later then fails under contention.
        """
        db = self.db
        db.conn.execute("BEGIN IMMEDIATE")
        try:
            yield db
            db.conn.commit()
        except BaseException:
            db.conn.rollback()
            raise
        if call := self._committed:
            call()

    def on_commit(self, call: Callable[[], None] | None) -> None:
        """Call this after every commit, in the thread that wrote."""
        self._committed = call

    def close(self) -> None:
        """Close every thread's connection; no thread may be using one."""
        with self._lock:
            for connection in self._connections:
                connection.close()
            self._connections.clear()
        self._local = threading.local()

    def _open(self) -> Database:
        connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        with self._lock:
            self._connections.append(connection)
        _use_wal(connection)
        # Never lost: a commit is on the disk before it is acknowledged. WAL with NORMAL may drop the last ones.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        # sqlite-utils turns on recursive_triggers: without it INSERT OR REPLACE gets past the journal's triggers.
        return Database(connection, recursive_triggers=True)


def refuse_newer(db: Database, path: Path) -> None:
    """Raise Refused where only a newer version of the companion understands a database."""
    if unknown := unknown_steps(db):
        raise Refused(f"{path} was made by a newer version of the companion, which knows {', '.join(unknown)}.")


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch to WAL; processes that start at the same moment may have to try again, as no timeout applies."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
