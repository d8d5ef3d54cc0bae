"""The data folder: a lock for one companion at a time, and a note about it for the other commands.

The system keeps the lock: it ends with the process, and holds under every name of the folder.
"""

import json
import os
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

if sys.platform != "win32":
    import fcntl

NOTE = "serving.json"
BALLAST = "companion.ballast"
BALLAST_BYTES = 8 * 1024 * 1024  # twice what SQLite's log has
CLAIM_SECONDS = 3.0  # for one that is just ending


class CommandRefused(Exception):
    """A command was refused: a sentence for whoever runs the companion."""


@dataclass(frozen=True, slots=True)
class Note:
    """The companion that serves, or served last: process and own address until it ends, and the address for phones.

    ``ids`` are the application ids that the database may have; ``failure`` is why the latest backup failed.
    """

    pid: int | None = None
    address: str | None = None
    url: str = ""
    ids: Sequence[int] = ()
    backup: str = ""
    backup_at: str = ""
    failure: str = ""


def read_note(folder: Path) -> Note:
    """Return the note, an empty one if there is none."""
    with suppress(OSError, ValueError, TypeError):
        return Note(**json.loads((folder / NOTE).read_text("utf-8")))
    return Note()


def write_note(folder: Path, **changed: object) -> None:
    """Change fields of the note; failing to write the file is no error."""
    note = replace(read_note(folder), **changed)  # type: ignore[arg-type]
    with suppress(OSError), (folder / NOTE).open("w", encoding="utf-8") as file:
        file.write(json.dumps(asdict(note), indent=1) + "\n")
        file.flush()
        os.fsync(file.fileno())


def keep_room(folder: Path) -> None:
    """Reserve disk space that ``companion delete`` needs on a full disk."""
    file = folder / BALLAST
    try:
        if not file.exists():
            file.write_bytes(bytes(BALLAST_BYTES))
    except OSError:
        give_room(folder)


def give_room(folder: Path) -> None:
    """Free that space if the disk has no other."""
    with suppress(OSError):
        if shutil.disk_usage(folder).free < BALLAST_BYTES:
            (folder / BALLAST).unlink(missing_ok=True)


@contextmanager
def claim(folder: Path, patience: float = CLAIM_SECONDS) -> Iterator[None]:
    """Lock a data folder. Raises CommandRefused if a companion still has it after ``patience`` seconds.

    Windows and some network drives have no such lock; there SQLite keeps two companions from harming each other.
    """
    until = time.monotonic() + patience
    while (handle := _lock(folder)) is None:
        if time.monotonic() >= until:
            note = read_note(folder)
            who = f"Process {note.pid}" if note.pid else "Another companion"
            where = f" at {note.address}" if note.address else ""
            raise CommandRefused(
                f"{who} is already serving {folder}{where}. Stop it first, or choose another folder with --data."
            )
        time.sleep(0.05)
    try:
        yield
    finally:
        if handle >= 0:
            os.close(handle)


def is_claimed(folder: Path) -> bool:
    """Return whether a companion has a data folder."""
    try:
        with claim(folder, 0):
            return False
    except CommandRefused:
        return True


def has_content(path: Path) -> bool:
    """Return whether a file is there and not empty."""
    return path.is_file() and path.stat().st_size > 0


def timestamp() -> str:
    """Return the time for the name of a file, by which names sort."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H%M%S.%fZ}"


def _lock(folder: Path) -> int | None:
    """Return a handle that holds the lock; -1 if locks don't work here, None if another process has it."""
    if sys.platform == "win32" or not folder.is_dir():
        return -1
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        return None if isinstance(error, BlockingIOError) else -1
    return handle
