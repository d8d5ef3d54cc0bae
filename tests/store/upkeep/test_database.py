"""The SQLite file: safe settings on every connection, one connection per thread, plain failures."""

import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.store import database
from companion.store.database import Store
from companion.store.folder import CommandRefused
from companion.store.journal.facts import Conflict
from companion.store.schema import migrations
from companion.store.tables.writing import is_written
from companion.store.upkeep.soundness import check_database
from tests.store.builders import ANNE, Phone, a_key, a_table, everything
from tests.store.changes import players_renamed
from tests.store.upkeep.damage import a_newer_one

SAFE = {"synchronous": 2, "journal_mode": "wal", "recursive_triggers": 1, "foreign_keys": 1}
A_TABLE = "INSERT INTO tables (game, created_at) VALUES ('fool', '')"


def in_another_thread(do):
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(do).result()


def settings(store):
    return {name: store.db.execute(f"PRAGMA {name}").fetchone()[0] for name in SAFE}


def files_held(folder):
    """The files in a folder that this process holds open."""
    held = set()
    for number in os.listdir("/proc/self/fd"):
        try:
            held.add(os.readlink(f"/proc/self/fd/{number}"))
        except FileNotFoundError:  # the folder's own listing
            continue
    return {Path(name).name for name in held if name.startswith(str(folder))}


linux = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux lists a process's open files")


# Opening


def test_only_its_own_user_can_read_it(path):
    """It holds the keys of all tables, and so does its log."""
    with closing(Store(path)):
        assert {file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == {0o600}


def test_every_connection_is_safe(store, path):
    """Never lost means synchronous=FULL; append-only needs recursive triggers; in every thread, and for other tools."""
    assert settings(store) == in_another_thread(lambda: settings(store)) == SAFE
    store.close()
    assert tuple(path.read_bytes()[18:20]) == (2, 2)  # the file itself is in WAL mode


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


def test_a_locked_file_is_not_waited_for_for_ever(path, monkeypatch):
    Store(path).close()
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as holding:
        holding.execute("PRAGMA locking_mode = EXCLUSIVE")
        holding.execute("BEGIN EXCLUSIVE")
        monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            Store(path)


# Writing


@pytest.mark.parametrize("failure", [ValueError, sqlite3.OperationalError, KeyboardInterrupt, "commit", "full"])
def test_a_failure_undoes_the_whole_transaction(store, failure):
    """Whatever happens in the middle or at its end, nothing of it is kept and the lock is free."""
    phone = a_table(store).with_round("17", "", "13", "")
    before = everything(store)

    def fail_halfway():
        with store.writing() as db:
            db.execute(A_TABLE)
            if failure == "full":
                db.execute("PRAGMA max_page_count = 1")
                db.execute("INSERT INTO groups (uid, name, created_at) VALUES ('x', ?, '')", ["x" * 100_000])
            elif failure == "commit":
                db.execute("PRAGMA defer_foreign_keys = ON")
                db.execute("INSERT INTO links (key, table_id, role, created_at) VALUES ('k', 99, 'scorer', '')")
            else:
                raise failure

    with pytest.raises((ValueError, sqlite3.Error, KeyboardInterrupt)):
        fail_halfway()
    assert not store.db.conn.in_transaction
    assert everything(store) == before
    store.db.execute("PRAGMA max_page_count = 1000000")
    assert in_another_thread(lambda: phone.renaming(ANNE, "Annie").version) == 3


def test_a_second_writer_waits_for_the_first_but_not_for_ever(path, monkeypatch):
    """The write lock is taken with the first statement, so what a writer reads stays true. Others can read."""
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    with closing(Store(path)) as store, ThreadPoolExecutor(1) as pool:
        phone = a_table(store)
        with store.writing():
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                pool.submit(lambda: phone.with_round("17", "", "13", "")).result()
            assert in_another_thread(lambda: phone.version) == 1
        assert pool.submit(lambda: phone.with_round("17", "", "13", "").version).result() == 2


# Threads


def test_threads_write_without_losing_anything(store):
    phone = a_table(store)
    names = [f"Anne {number}" for number in range(40)]

    def rename(name):
        key = a_key()
        while not is_written(store, phone.table.id, key):
            with suppress(Conflict):  # others were quicker, four times running
                phone.writes(players_renamed((ANNE, name)), key=key)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(rename, names))
    assert [seq for seq, *_ in phone.journal] == list(range(1, 42))
    assert sorted(entry.payload["names"][0][1] for entry in phone.table.entries[1:]) == sorted(names)


@linux
def test_close_lets_go_of_the_files(store, path):
    """After closing, the file can be copied or moved: the log is in it and nothing holds it."""
    phone = a_table(store)
    in_another_thread(lambda: phone.with_round("17", "", "13", ""))
    assert path.name in files_held(path.parent)
    store.close()
    assert files_held(path.parent) == set()
    assert [file.name for file in path.parent.iterdir()] == [path.name]
