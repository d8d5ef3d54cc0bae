"""The data folder: a lock for one companion at a time, and the number of its process.

The system keeps the lock: it ends with the process, and holds under every name of the folder.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

if sys.platform != "win32":
    import fcntl

PID_FILE = "companion.pid"  # of who serves, or served last
CLAIM_SECONDS = 3.0  # for one that is just ending


class CommandRefused(Exception):
    """A command was refused: a sentence for whoever runs the companion."""


def write_pid(folder: Path) -> None:
    """Write down that this process serves from a folder; failing to is no error."""
    with suppress(OSError):
        (folder / PID_FILE).write_text(f"{os.getpid()}\n", "ascii")


@contextmanager
def claim(folder: Path, patience: float = CLAIM_SECONDS) -> Iterator[None]:
    """Lock a data folder. Raises CommandRefused if a companion still has it after ``patience`` seconds.

    Windows and some network drives have no such lock; there SQLite keeps two companions from harming each other.
    """
    if sys.platform == "win32":
        yield
        return
    who = "Another companion"
    until, handle = time.monotonic() + patience, os.open(folder, os.O_RDONLY)
    try:
        while not _lock(handle):
            if time.monotonic() >= until:
                with suppress(OSError):
                    who = f"Process {(folder / PID_FILE).read_text('ascii').strip()}"
                raise CommandRefused(
                    f"{who} is already serving {folder}. Stop it first, or choose another folder with --data."
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
