"""The SQLite file: opening, migrating and writing it safely; and moments as it stores them."""

import ctypes
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlite_utils import Database

from companion.store import wal
from companion.store.folder import NOTE, CommandRefused, has_content, read_note, timestamp, write_note
from companion.store.schema import is_current, is_from_before_1_0, is_newer, migrate
from companion.store.trouble import Gone, Trouble, trouble_of

FILE_NAME = "companion.sqlite3"
BUSY_SECONDS = 10
OUR_TABLES = frozenset({"tables", "links", "journal"})


class Store:
    """One SQLite file, with a connection for each thread; ``id`` is its application id.

    Raises OSError or sqlite3.Error if the file can't be opened, and CommandRefused if it isn't this version's or is
    lost: only with ``new`` an empty one replaces it. Once the file has left its path, nothing is written (Gone).
    """

    def __init__(self, path: Path, new: bool = False) -> None:
        self.path = path
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._files: list[tuple[int, int]] = []  # those that are open, once they are
        self._written: tuple[int, int] | None = None  # when the database itself was last written, and its size
        self._overwritten = False
        refuse_lost(path, new)
        with suppress(OSError):  # SQLite says what is wrong
            path.touch(0o600, exist_ok=False)  # it holds the keys of all tables
        try:
            refuse_strangers(self.db, path, may_be_new=True)
            if not (is_current(self.db) and wal.find_id(self.db.conn)):  # else it opens beside a long write, too
                with self.writing() as db:
                    migrate(db)
                    db.execute(f"PRAGMA application_id = {wal.find_id(db.conn) or wal.new_id()}")
            self.id = wal.find_id(self.db.conn)
            self._files = _identify(self._find_files())
        except BaseException:
            self.close()
            raise

    @property
    def db(self) -> Database:
        """This thread's connection. Raises Gone once another database was copied over the file."""
        if self._overwritten:
            raise Gone(f"{self.path} was overwritten")
        if not hasattr(self._local, "db"):
            self._local.db = self._open()
        db: Database = self._local.db
        return db

    def renew_id(self) -> None:
        """Give the file a new id that no earlier copy has, unless another process has it open. Raises sqlite3.Error."""
        with self.writing() as db:
            db.execute(f"PRAGMA application_id = {self.id}")  # no change, but fails if the file can't be written
        connection, folder, ids = self.db.conn, self.path.parent, [self.id, wal.new_id()]
        write_note(folder, ids=ids)
        if read_note(folder).ids == ids:
            connection.execute("PRAGMA busy_timeout = 0")
            with suppress(sqlite3.OperationalError):
                if connection.execute("PRAGMA journal_mode = DELETE").fetchone() == ("delete",):
                    connection.execute(f"PRAGMA application_id = {ids[1]}")
            connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
            _use_wal(connection)
        self.id = wal.find_id(connection)
        self._files = _identify(self._find_files())
        write_note(folder, ids=[self.id])

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
        except BaseException as error:
            self._take_back(db.conn, error)
            raise

    def close(self) -> None:
        """Close every thread's connection; no thread may be using one."""
        with suppress(sqlite3.Error):
            self.check_files()
        if self._files and _identify(self._find_files()[:1]) != self._files[:1] and not self._overwritten:
            self._rescue()
        for connection in self._connections:
            if self._overwritten:  # the last to close would work the log into what lies there now
                ctypes.pythonapi.Py_IncRef(ctypes.py_object(connection))
            else:
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
        """Raise Gone if the database was moved, deleted or overwritten since it was opened.

        An overwritten file can't be used again: its connections have read parts of the new one.
        """
        if not self._files:
            return
        found = self._find_files()
        if _identify(found) != self._files:
            raise Gone(f"{self.path} is not the file that was opened")
        if (written := (found[0].st_mtime_ns, found[0].st_size)) != self._written:
            self._overwritten = self._overwritten or wal.is_another(self.path, self.id)
            self._written = written
        if self._overwritten:
            raise Gone(f"{self.path} was overwritten")

    def _find_files(self) -> list[os.stat_result]:
        """Return the status of the file and of those beside it, up to one that is gone."""
        found: list[os.stat_result] = []
        with suppress(OSError):
            for end in ("", "-wal", "-shm"):
                found.append(os.stat(f"{self.path}{end}"))
        return found

    def _take_back(self, connection: sqlite3.Connection, error: BaseException) -> None:
        """Roll back, and reconnect if the file couldn't be written: SQLite has opened it read-only."""
        anew = isinstance(error, sqlite3.Error) and trouble_of(error, self.path) is Trouble.UNWRITABLE
        try:
            connection.rollback()
        except sqlite3.Error:
            anew = True
        if anew:
            with suppress(sqlite3.Error):  # the old one is closed last: a file that nobody has open loses its log
                self._local.db = self._open()
                self._connections.remove(connection)
                connection.close()

    def _open(self) -> Database:
        self.check_files()  # else SQLite would make a new one
        new = not has_content(self.path)
        connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        self._connections.append(connection)
        _use_wal(connection, new)
        # Never lost: a commit is on the disk before it is acknowledged. WAL with NORMAL may drop the last ones.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        # sqlite-utils turns on recursive_triggers: without it INSERT OR REPLACE gets past the journal's triggers.
        return Database(connection, recursive_triggers=True)


def refuse_strangers(db: Database, path: Path, may_be_new: bool = False) -> None:
    """Raise CommandRefused if a database is another program's, or another version's."""
    try:
        names = set(db.table_names())
    except UnicodeDecodeError as error:  # a name is damaged
        raise CommandRefused(Trouble.DAMAGED.explain(path, "its schema can’t be read")) from error
    if may_be_new and not names:
        return
    if not names >= OUR_TABLES:
        raise CommandRefused(f"{path} is a database, but not the companion’s.")
    if is_from_before_1_0(db):
        raise CommandRefused(
            f"{path} was made before version 1.0.0."
            " Download each group with the old version, then import the files into a new database."
        )
    if is_newer(db):
        raise CommandRefused(f"{path} was made by a newer version of the companion.")


def refuse_missing(path: Path) -> None:
    """Raise CommandRefused if there is no file for a command that needs one."""
    if not path.is_file():
        raise CommandRefused(f"There’s no database at {path}. Give its folder with --data.")
    if not has_content(path):
        raise CommandRefused(f"{path} is empty.")


def refuse_lost(path: Path, new: bool) -> None:
    """Raise CommandRefused if nothing is left of a database, or its log alone, which SQLite would delete."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise CommandRefused(f"{path} isn’t a file.")  # SQLite would wait for ever to open a pipe
    if path.is_dir() or has_content(path):
        return
    log, how = path.with_name(f"{path.name}-wal"), "empty" if path.exists() else "missing"
    if rescued := max(path.parent.glob("companion-rescued-*.sqlite3"), default=None):
        raise CommandRefused(f"{path} is {how}. To restore its contents: companion restore {rescued}")
    if has_content(log):
        raise CommandRefused(
            f"{path} is {how}, but {log.name} is there, with the newest rounds."
            " Put the file back next to it. To start anew, move that away."
        )
    if not new and (path.with_name(NOTE).exists() or any(path.parent.glob("companion-*.sqlite3"))):
        raise CommandRefused(
            f"{path} is {how}, though a companion ran here."
            " Put it back or run companion restore FILE. To start anew: companion --new."
        )


def _identify(files: list[os.stat_result]) -> list[tuple[int, int]]:
    return [(status.st_dev, status.st_ino) for status in files]


def _use_wal(connection: sqlite3.Connection, new: bool = False) -> None:
    """Switch to WAL, retrying while locked, since no timeout applies; let a new file give room back to the disk."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            if new:
                connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
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
