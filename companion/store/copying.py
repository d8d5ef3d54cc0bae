"""Files that are whole and on the disk under their name, or not there: copies of a database."""

import os
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from companion.store import wal


def moment() -> str:
    """The time of day for the name of a file: the later one comes after the earlier one."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H%M%S.%fZ}"


def copy_database(source: sqlite3.Connection, file: Path) -> None:
    """Copy a database into a new file that needs no other beside it, and that is on the disk."""
    with closing(sqlite3.connect(file, isolation_level=None)) as copy:
        source.backup(copy)
        copy.execute(f"PRAGMA application_id = {wal.new_id()}")
        copy.execute("PRAGMA journal_mode = DELETE")
    sync(file)


def move(file: Path, to: Path) -> None:
    """Give a file another name, at once and for good."""
    file.replace(to)
    sync(to.parent)


def sync(path: Path) -> None:
    """Wait until a file or a folder is on the disk; where a folder can't be opened (Windows), it need not be."""
    with suppress(PermissionError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
