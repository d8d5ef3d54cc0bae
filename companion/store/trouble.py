"""What can be wrong with the file: by SQLite's codes, and in one plain line for whoever runs the companion."""

import os
import shutil
import sqlite3
from contextlib import suppress
from enum import Enum, auto
from pathlib import Path

from companion.games.message import Message, say


class Trouble(Enum):
    """Why the file can't be used."""

    BUSY = auto()
    GONE = auto()
    NEWER = auto()
    UNWRITABLE = auto()
    FULL = auto()
    UNREADABLE = auto()
    DAMAGED = auto()


CODES = {
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_PERM: Trouble.UNWRITABLE,
    sqlite3.SQLITE_READONLY: Trouble.UNWRITABLE,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_IOERR: Trouble.UNREADABLE,
    sqlite3.SQLITE_CANTOPEN: Trouble.UNREADABLE,
    sqlite3.SQLITE_PROTOCOL: Trouble.UNREADABLE,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
}
NO_ROOM = 64 * 1024  # bytes; with less, SQLite's files can't be made larger


class Gone(sqlite3.OperationalError):
    """The file that is open is not the one at its path any more: what is saved there would be lost."""


class Outdated(sqlite3.OperationalError):
    """A newer version of the companion has brought the file up to date since it was opened."""


def trouble_of(error: sqlite3.Error, path: Path) -> Trouble | None:
    """What is wrong with the file at a path; None where it is not the file's fault."""
    if isinstance(error, Gone):
        return Trouble.GONE
    if isinstance(error, Outdated):
        return Trouble.NEWER
    found = CODES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    if found is Trouble.UNREADABLE:
        # SQLite does not say why a file can't be opened or made larger.
        if free_space(path) < NO_ROOM:
            return Trouble.FULL
        if not all(os.access(place, os.W_OK) for place in (path.parent, path) if place.exists()):
            return Trouble.UNWRITABLE
    return found


def explain(error: sqlite3.Error, path: Path) -> Message:
    """What is wrong with a file, as one plain line that says what to do."""
    return describe(trouble_of(error, path), path, reason(error))


def reason(error: OSError | sqlite3.Error | UnicodeDecodeError) -> Message:
    """What the system or SQLite says. Some of it can be translated (see ``companion.cli.borrowed``)."""
    return Message(getattr(error, "strerror", None) or str(error) or type(error).__name__)


def describe(trouble: Trouble | None, path: Path, error: Message) -> Message:
    """The same where it is known what is wrong. ``error`` is what SQLite says, or what is found instead."""
    file = str(path)
    match trouble:
        case Trouble.BUSY:
            return say("%(file)s is locked by another program for too long.", file=file)
        case Trouble.GONE:
            return say(
                "%(file)s was deleted, moved or replaced while the companion runs. Nothing is saved until it is back."
                " To go on with what lies there now, start the companion again.",
                file=file,
            )
        case Trouble.NEWER:
            return say(
                "%(file)s belongs to a newer version of the companion by now."
                " Start that one: this one saves nothing any more.",
                file=file,
            )
        case Trouble.UNWRITABLE:
            return say(
                "%(file)s can't be written."
                " Look who owns the file and its folder, and whether the disk is mounted read-only.",
                file=file,
            )
        case Trouble.FULL:
            return say("The disk of %(file)s is full. Make room: until then nothing is saved.", file=file)
        case Trouble.UNREADABLE:
            return say(
                "%(file)s can't be read or written (%(error)s). Look whether its disk is there and sound.",
                file=file,
                error=error,
            )
        case Trouble.DAMAGED:
            return say(
                "%(file)s is damaged (%(error)s)."
                " Put a backup in its place while nobody plays: companion restore FILE.",
                file=file,
                error=error,
            )
    return say("%(file)s can't be used: %(error)s.", file=file, error=error)


def free_space(path: Path) -> int:
    """How many bytes this user can still write to the disk of a file; 0 where there is none."""
    with suppress(OSError):
        return shutil.disk_usage(path.parent).free
    return 0
