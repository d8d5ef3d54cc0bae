"""Files that are whole and on the disk under their name, or not there: copies of a database."""

import os
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.store import wal


def moment() -> str:
    """The time of day for the name of a file: the later one comes after the earlier one."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H%M%S.%fZ}"


def keep_before_update(path: Path) -> Path:
    """Copy a database, which others may have open, beside itself, before its schema changes; the copy.

    Raises OSError or sqlite3.Error.
    """
    kept = path.with_name(f"companion-before-update-{moment()}.sqlite3")
    with (
        TemporaryDirectory(prefix=".companion-", dir=path.parent) as folder,
        closing(sqlite3.connect(path, isolation_level=None)) as source,
    ):
        made = Path(folder) / kept.name
        copy_database(source, made)
        made.chmod(path.stat().st_mode & 0o777)
        move(made, kept)
    return kept


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
