"""Which database a file is: each has an ``application_id`` of its own, and so has every backup.

A backup that is copied over a database in use is known by it: nothing more is written then.
"""

import secrets
import sqlite3
from contextlib import closing
from pathlib import Path


def read_id(path: Path) -> int:
    """Return the application id of a file, without its log: 0 where that alone has it yet. Raises sqlite3.Error.

    SQLite reads it: a file that Python closes would lose the locks that SQLite holds on it in this process. It finds
    fewer pages than it should while a checkpoint is on its way, which ``writable_schema`` lets pass.
    """
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        db.execute("PRAGMA writable_schema = ON")
        return int(db.execute("PRAGMA application_id").fetchone()[0])


def renew_id(db: sqlite3.Connection) -> None:
    """Give a database that nobody else has open an application id that no other has."""
    db.execute(f"PRAGMA application_id = {1 + secrets.randbelow(0x7FFFFFFF)}")
