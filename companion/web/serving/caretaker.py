"""Once a day the companion puts away what nobody has opened for long, where that is wished."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion.games.message import Message, say, say_n
from companion.store.database import Refused, Store
from companion.store.trouble import explain
from companion.store.upkeep.archive import FOLDER, archive

A_DAY = 24 * 60 * 60  # seconds
BETWEEN = 0.05  # seconds after each table or group, for others to write
TO_END = 5  # seconds


@contextmanager
def archiving(path: Path, days: int, tell: Callable[[Message], None]) -> Iterator[None]:
    """Look now and every day, in a thread of one process, for what nobody has opened for so many days; 0 is never."""
    stopped = threading.Event()
    thread = threading.Thread(target=_look, args=[path, days, tell, stopped], daemon=True)
    if days:
        thread.start()
    try:
        yield
    finally:
        stopped.set()
        if days:
            thread.join(TO_END)


def _look(path: Path, days: int, tell: Callable[[Message], None], stopped: threading.Event) -> None:
    while not stopped.is_set():
        try:
            with closing(Store(path)) as store:
                for file in archive(store, path.parent / FOLDER, days, lambda: not stopped.wait(BETWEEN)):
                    tell(_archived(file, days))
        except (sqlite3.Error, OSError, Refused) as error:
            tell(say("Nothing more is archived today. %(why)s", why=_why(error, path)))
        stopped.wait(A_DAY)


def _archived(file: Path, days: int) -> Message:
    return say_n(
        "Archived to %(file)s: nobody had opened it for %(n)s day.",
        "Archived to %(file)s: nobody had opened it for %(n)s days.",
        days,
        file=str(file),
    )


def _why(error: sqlite3.Error | OSError | Refused, path: Path) -> str | Message:
    match error:
        case sqlite3.Error():
            return explain(error, path)
        case Refused():
            return error.reason
    return str(error)
