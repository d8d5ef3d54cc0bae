"""The SQLite file: safe settings on every connection, one connection per thread, plain failures."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Timer

import pytest

from companion.store.database import Store
from companion.store.folder import CommandRefused
from companion.store.schema import migrations
from companion.store.upkeep.soundness import check_database
from tests.store.builders import ANNE, Phone
from tests.store.upkeep.damage import a_newer_one

SAFE = {"synchronous": 2, "journal_mode": "wal", "recursive_triggers": 1, "foreign_keys": 1}


def in_another_thread(do):
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(do).result()


def settings(store):
    return {name: store.db.execute(f"PRAGMA {name}").fetchone()[0] for name in SAFE}


def test_every_connection_is_safe_and_only_its_own_user_can_read_the_file(store, path):
    """Never lost means synchronous=FULL; append-only needs recursive triggers; in every thread, and for other tools.

    It holds the keys of all tables, and so does its log.
    """
    assert settings(store) == in_another_thread(lambda: settings(store)) == SAFE
    store.close()
    assert tuple(path.read_bytes()[18:20]) == (2, 2)  # the file itself is in WAL mode
    path.unlink()
    with closing(Store(path)):
        assert {file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == {0o600}


def test_a_file_of_another_version_is_refused(path, tmp_path):
    """The file stays as the other one left it. Nothing was released before 1.0."""
    with closing(sqlite3.connect(path)) as older:
        older.executescript("CREATE TABLE tables (id); CREATE TABLE links (id); CREATE TABLE journal (table_id)")
    a_newer_one(tmp_path / "newer")
    before = path.read_bytes(), (tmp_path / "newer").read_bytes()
    with pytest.raises(CommandRefused, match=r"isn’t a database of the companion, or .+ before version 1\.0\.$"):
        Store(path)
    with pytest.raises(CommandRefused, match=r"made by a newer version of the companion\.$"):
        Store(tmp_path / "newer")
    assert (path.read_bytes()[100:], (tmp_path / "newer").read_bytes()) == (before[0][100:], before[1])


LISTED = "CREATE TABLE _sqlite_migrations (id INTEGER PRIMARY KEY, migration_set TEXT, name TEXT, applied_at TEXT);"
LISTED += "PRAGMA user_version = 0;" + "".join(
    f"INSERT INTO _sqlite_migrations (migration_set, name) VALUES ('companion', '{name}');"
    for name in ("m001_version_1_0", "m002_phones")
)


@pytest.mark.parametrize("more", ["", LISTED], ids=["counted", "listed by name"])
def test_a_database_of_1_0_is_opened(path, more):
    """Whether it counts its migrations or lists them. It has phones of every role, a code, two groups, a rematch."""
    with closing(sqlite3.connect(path)) as older:
        older.executescript((Path(__file__).parent / "database-1.0.sql").read_text("utf-8") + more)
    with closing(Store(path)) as store:
        assert Phone(store, "mfLK1TX3z7IEJocXr6wiJA").redoing().renaming(ANNE, "Annie").version == 7
    with closing(Store(path)) as again:
        assert (check_database(path).tables, check_database(path).problems) == (8, ())
        assert list(migrations.pending(again.db)) == []
        applied = [migration.name for migration in migrations.applied(again.db)]
        assert applied == sorted(applied)
        assert again.db.execute("PRAGMA user_version").fetchone() == (len(applied),)


def test_whoever_creates_a_file_at_the_same_moment_is_waited_for(path):
    """SQLite refuses to begin its log at once, whatever the timeout is."""
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        done = Timer(0.05, other.rollback)
        done.start()
        with closing(Store(path)) as store:
            assert settings(store) == SAFE
        done.join()
