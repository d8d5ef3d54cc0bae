"""The data folder: a lock for one companion at a time, and the number of its process.

The system keeps the lock: it ends with the process, and holds under every name of the folder. Windows and some network
drives have none; there SQLite keeps two companions from harming each other.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl

PID_FILE = "companion.pid"  # of who serves, or served last


class CommandRefused(Exception):
    """A command was refused: a sentence for whoever runs the companion."""


@contextmanager
def claim(folder: Path) -> Iterator[None]:
    """Lock a data folder. Raises CommandRefused if a companion has it."""
    if sys.platform == "win32":
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        _lock(handle, folder)
        yield
    finally:
        os.close(handle)


def _lock(handle: int, folder: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        who = "Another companion"
        with suppress(OSError):
            who = f"Process {(folder / PID_FILE).read_text('ascii').strip()}"
        advice = "Stop it first, or choose another folder with --data."
        raise CommandRefused(f"{who} is already serving {folder}. {advice}") from error
    except OSError:  # this drive has no locks
        pass


def is_claimed(folder: Path) -> bool:
    """Return whether a companion has a data folder."""
    try:
        with claim(folder):
            return False
    except CommandRefused:
        return True


def write_pid(folder: Path) -> None:
    """Write down that this process serves from a folder; failing to is no error."""
    with suppress(OSError):
        (folder / PID_FILE).write_text(f"{os.getpid()}\n", "ascii")
