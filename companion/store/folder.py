"""The data folder: a lock for one companion at a time, and a note about it for the other commands.

The system keeps the lock: it ends with the process, and holds under every name of the folder.
"""

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

if sys.platform != "win32":
    import fcntl

NOTE = "serving.json"
CLAIM_SECONDS = 3.0  # for one that is just ending


class CommandRefused(Exception):
    """A command was refused: a sentence for whoever runs the companion."""


@dataclass(frozen=True, slots=True)
class Note:
    """The companion that serves or served last, and the latest backup.

    ``pid`` and ``address`` (on this computer) end with it, ``url`` (for phones) stays; only it answers to ``id``.
    """

    pid: int | None = None
    address: str | None = None
    id: str = ""
    url: str = ""
    backup: str = ""
    backup_at: str = ""


def read_note(folder: Path) -> Note:
    """Return the note, an empty one if there is none."""
    with suppress(OSError, ValueError, TypeError):
        return Note(**json.loads((folder / NOTE).read_text("utf-8")))
    return Note()


def write_note(folder: Path, **changed: object) -> None:
    """Change fields of the note; failing to write the file is no error."""
    note = replace(read_note(folder), **changed)  # type: ignore[arg-type]
    with suppress(OSError):
        (folder / NOTE).write_text(json.dumps(asdict(note), indent=1) + "\n", "utf-8")


@contextmanager
def claim(folder: Path, patience: float = CLAIM_SECONDS) -> Iterator[None]:
    """Lock a data folder. Raises CommandRefused if a companion still has it after ``patience`` seconds.

    Windows and some network drives have no such lock; there SQLite keeps two companions from harming each other.
    """
    if sys.platform == "win32":
        yield
        return
    until, handle = time.monotonic() + patience, os.open(folder, os.O_RDONLY)
    try:
        while not _lock(handle):
            if time.monotonic() >= until:
                note = read_note(folder)
                who = f"Process {note.pid}" if note.pid else "Another companion"
                where = f" at {note.address}" if note.address else ""
                raise CommandRefused(
                    f"{who} is already serving {folder}{where}. Stop it first, or choose another folder with --data."
                )
            time.sleep(0.05)
        yield
    finally:
        os.close(handle)


def _lock(handle: int) -> bool:
    """Return False if another process has the lock of a folder."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # this drive has no locks
        pass
    return True


def is_claimed(folder: Path) -> bool:
    """Return whether a companion has a data folder."""
    try:
        with claim(folder, 0):
            return False
    except CommandRefused:
        return True
    except FileNotFoundError:
        return False


def has_content(path: Path) -> bool:
    """Return whether a file is there and not empty."""
    return path.is_file() and path.stat().st_size > 0


def timestamp() -> str:
    """Return the time for the name of a file, by which names sort."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H%M%S.%fZ}"
