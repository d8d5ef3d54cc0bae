"""SQLite's log beside a database (``-wal``): which database it builds on.

SQLite works in whatever log lies beside a file. So the first page of every commit says on what it builds: its
``application_id`` is the database's own, another in every copy, its ``user_version`` a checksum of the mark (schema
version, user version, application id) that the file itself had. A log belongs to a file whose mark it builds on, or
that has a part of it already.
"""

import secrets
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

Mark = tuple[int, ...]
MAGIC = (0x377F0682, 0x377F0683)
HEADER, FRAME = 32, 24  # bytes before the first frame, and before the page in each
PLACES = (40, 60, 68)  # of a mark's numbers in the first page


def new_id() -> int:
    """Make a database's application id: never 0, that of one from before there were any."""
    return 1 + secrets.randbelow(0x7FFFFFFF)


def stamp(db: Database, path: Path) -> None:
    """Let a transaction that holds the write lock say on what it builds."""
    db.execute(f"PRAGMA user_version = {_checksum(mark(path))}")


def mark(path: Path) -> Mark:
    """Read the mark of a file without its log. Raises sqlite3.Error.

    SQLite reads it: a file that Python closes would lose the locks that SQLite holds on it in this process.
    """
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        names = ("schema_version", "user_version", "application_id")
        return tuple(db.execute(f"PRAGMA {name}").fetchone()[0] for name in names)


def belongs(path: Path, own: int = 0) -> bool:
    """Whether the log beside a file may be worked into it, as far as it says. Raises sqlite3.Error or OSError.

    Where the log does not say, ``own`` is the application id that the file should have, if one is known.
    """
    while True:
        found = mark(path), tuple(_marks(path))
        if _fits(*found, own):
            return True
        if found == (mark(path), tuple(_marks(path))):  # nobody was writing just then
            return False


def log_of(path: Path) -> Path:
    """Name the log beside a file."""
    return path.with_name(f"{path.name}-wal")


def is_foreign(path: Path) -> bool:
    """Whether there is a log beside a file that belongs to another database."""
    if not (path.is_file() and log_of(path).is_file()):
        return False
    try:
        return not belongs(path)
    except sqlite3.Error:  # it is no database: whoever opens it says so
        return False


def _fits(file: Mark, log: tuple[Mark, ...], own: int) -> bool:
    *_, application_id = file
    if not any(stamped for *_, stamped in log):
        return application_id == own or not own
    return file in log or _checksum(file) in (built_on for _, built_on, _ in log)


def _marks(path: Path) -> Iterator[Mark]:
    """The marks of the first pages in a log."""
    try:
        log = log_of(path).read_bytes()
    except FileNotFoundError:
        return
    magic, _, size, _, *salts = _numbers(log, *range(0, HEADER - 8, 4))
    if magic not in MAGIC:
        return
    for place in range(HEADER, len(log) - FRAME - size + 1, FRAME + size):
        page, _, *salted = _numbers(log, *range(place, place + 16, 4))
        if salted != salts:  # left from before the log began anew
            return
        if page == 1:
            yield tuple(_numbers(log, *(place + FRAME + offset for offset in PLACES)))


def _numbers(log: bytes, *places: int) -> list[int]:
    return [int.from_bytes(log[place : place + 4]) for place in places]


def _checksum(mark: Mark) -> int:
    return zlib.crc32(repr(mark).encode()) >> 1
