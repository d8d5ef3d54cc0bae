"""Files that are no sound database of the companion, each with what is told of it."""

import os
import sqlite3
from contextlib import closing

from sqlite_utils.migrations import Migrations

from companion.store.database import Store
from companion.store.schema import migrations
from tests.store.builders import a_table


def a_folder(file):
    file.mkdir()


def a_photo(file):
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(4096))


def an_empty_file(file):
    file.touch()


def another_database(file):
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE journal (day TEXT)")


def cut_off(file):
    with closing(Store(file)) as store:
        a_table(store)
    os.truncate(file, file.stat().st_size // 2)


def a_newer_one(file):
    """Only a newer version knows what its schema means."""
    with closing(Store(file)) as store:
        later = Migrations(migrations.name)
        later(name="m999_far_away")(lambda db: None)
        later.apply(store.db)


def damaged(file, error):
    return f"{file} is damaged or isn’t a database ({error}). Restore a backup: companion restore FILE."


NOTHING_THERE = "There’s no database at {}. Give its folder with --data."
NO_DATABASE = {
    "nothing": (lambda file: None, NOTHING_THERE),
    "folder": (a_folder, NOTHING_THERE),
    "photo": (a_photo, damaged("{}", "file is not a database")),
    "empty": (an_empty_file, NOTHING_THERE),
    "another": (another_database, "{} isn’t a database of the companion, or was made before version 1.0."),
    "cut off": (cut_off, damaged("{}", "database disk image is malformed")),
    "newer": (a_newer_one, "{} was made by a newer version of the companion."),
}


def no_space(*_):
    raise OSError(28, "No space left on device")


def forced(store, sql, *values):
    """What nobody can do by the way: write past every guard of the schema."""
    store.db.execute("PRAGMA foreign_keys = OFF")
    triggers = store.db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        store.db.execute(f"DROP TRIGGER {name}")
    store.db.execute(sql, values)
    for _, made in triggers:
        store.db.execute(made)
