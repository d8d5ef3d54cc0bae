"""The identity of a database: each start and each backup gets its own ``application_id``.

It reveals a copy in the database's place: nothing is written to that, and no other database's log is applied to it.
"""

import logging
import secrets
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path

from companion.store.folder import has_content, read_note, timestamp, write_note

if sys.platform != "win32":
    import fcntl


def new_id() -> int:
    """Return an application id that no other database has."""
    return 1 + secrets.randbelow(0x7FFFFFFF)


def find_id(db: sqlite3.Connection) -> int:
    """Return a database's application id; 0 if it has none yet."""
    return int(db.execute("PRAGMA application_id").fetchone()[0])


def is_another(path: Path, *ids: int) -> bool:
    """Return whether a file is empty, or a database of none of these ids. Raises sqlite3.Error.

    SQLite reads it: a file that Python closes would lose the locks that SQLite holds on it in this process. While a
    checkpoint is on its way there are fewer pages than there should be, which ``writable_schema`` lets pass.
    """
    if not has_content(path):
        return True
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        db.execute("PRAGMA writable_schema = ON")
        return find_id(db) not in (0, *ids)  # 0: only the log has it so far


def put_aside_foreign(path: Path) -> None:
    """Move away another database's log, which SQLite would apply to this one.

    If another process has the database open, such as Litestream, it is too late for that.
    """
    ids = read_note(path.parent).ids
    if not ids or not has_content(path) or _is_open(path):
        return
    try:
        if not is_another(path, *ids):
            return
    except sqlite3.Error:  # it is no database: whoever opens it says so
        return
    log = path.with_name(f"{path.name}-wal")
    if has_content(log):
        aside = log.replace(path.with_name(f"companion-put-aside-{timestamp()}.sqlite3-wal"))
        message = "companion: %s belongs to another database than %s, so it is kept as %s."
        logging.getLogger("companion").warning(message, log.name, path, aside.name)
    write_note(path.parent, ids=())


def _is_open(path: Path) -> bool:
    """Return whether another process has a database open: each holds this lock on the index of the log."""
    if sys.platform != "win32":
        with suppress(FileNotFoundError), path.with_name(f"{path.name}-shm").open("r+b") as index:
            try:
                fcntl.lockf(index, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 128)
            except OSError:
                return True
    return False
