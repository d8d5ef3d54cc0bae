"""What can be wrong with the file, by SQLite's codes, each as a sentence for whoever runs the companion."""

import shutil
import sqlite3
from contextlib import suppress
from enum import Enum
from pathlib import Path


class Trouble(Enum):
    """Why the file can't be used. Its name, in small letters, is the word at ``/health``."""

    BUSY = "Another program has locked {file} for too long."
    GONE = (
        "{file} was deleted, moved or replaced while the companion was running. Nothing is saved until it’s back."
        " To use the file there now, start the companion again."
    )
    FULL = "The disk of {file} is full. Make room."
    UNREADABLE = "{file} can’t be read or written ({error}). Check its disk, and who owns the file and its folder."
    DAMAGED = "{file} is damaged or isn’t a database ({error}). Restore a backup: companion restore FILE."
    UNUSABLE = "Can’t use {file}: {error}."

    def explain(self, path: Path, error: object) -> str:
        """Return the sentence for a file, with what SQLite says."""
        return self.value.format(file=path, error=error)


CODES = {
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_PERM: Trouble.UNREADABLE,
    sqlite3.SQLITE_READONLY: Trouble.UNREADABLE,
    sqlite3.SQLITE_IOERR: Trouble.UNREADABLE,
    sqlite3.SQLITE_CANTOPEN: Trouble.UNREADABLE,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
}
MIN_FREE_BYTES = 64 * 1024  # with less, SQLite's files can't be made larger


class DatabaseGone(sqlite3.OperationalError):
    """The open file is no longer the one at its path: whatever is saved would be lost."""


def trouble_of(error: Exception, path: Path) -> Trouble:
    """Return what is wrong with the file at a path: UNUSABLE if it is not the file's fault."""
    if isinstance(error, DatabaseGone):
        return Trouble.GONE
    code = getattr(error, "sqlite_errorcode", 0)  # none where Python failed, with what SQLite gave it
    trouble = CODES.get(code & 0xFF, Trouble.UNUSABLE)
    with suppress(OSError):  # SQLite doesn't say why a file can't be opened or made larger
        if trouble is Trouble.UNREADABLE and shutil.disk_usage(path.parent).free < MIN_FREE_BYTES:
            return Trouble.FULL
    return trouble
