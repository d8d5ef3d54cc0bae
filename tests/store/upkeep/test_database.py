"""The SQLite file: safe settings on every connection, one connection per thread, plain failures."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest
from sqlite_utils import Database

from companion.store import database
from companion.store.database import Refused, Store
from companion.store.files import sheets as files
from companion.store.groups import tables as group_tables
from companion.store.journal.tables import open_table
from companion.store.migrations import migrations
from tests.store.builders import ANNE, NAMES, Phone, a_group, a_table, everything

T = TypeVar("T")
SAFE = {"synchronous": 2, "journal_mode": "wal", "recursive_triggers": 1, "foreign_keys": 1}


def in_another_thread(do: Callable[[], T]) -> T:
    """What a call gives in a thread of its own."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(do).result()


def settings(store: Store) -> dict[str, object]:
    """The settings of this thread's connection that keep entries safe."""
    return {name: store.db.execute(f"PRAGMA {name}").fetchone()[0] for name in SAFE}


def files_held(folder: Path) -> set[str]:
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


def test_every_connection_is_safe(store: Store) -> None:
    """Never lost means synchronous=FULL; append-only needs recursive triggers; in every thread."""
    assert settings(store) == SAFE
    assert in_another_thread(lambda: settings(store)) == SAFE


def test_the_file_itself_is_in_wal_mode(store: Store, path: Path) -> None:
    """Whoever opens the file next, a backup tool for one, finds write-ahead logging switched on."""
    store.close()
    read_version, write_version = path.read_bytes()[18:20]
    assert (read_version, write_version) == (2, 2)


def test_opening_again_migrates_nothing_twice(store: Store, path: Path) -> None:
    """A schema step is taken once in the life of a file."""
    phone = a_table(store).with_round("17", "", "13", "")
    schema = store.db.schema
    store.close()
    again = Store(path)
    assert again.db.schema == schema
    assert not migrations.pending(again.db)
    opened = open_table(again, phone.address)
    assert opened is not None
    assert len(opened[0].sitting.rounds) == 1
    again.close()


def a_folder_that_is_missing(path: Path) -> None:
    """The data folder was never made."""
    path.parent.rmdir()


def a_folder_in_its_place(path: Path) -> None:
    """The path is a folder."""
    path.mkdir()


def a_picture_in_its_place(path: Path) -> None:
    """The path is a file, but no database."""
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(4096))


def a_file_in_the_folders_place(path: Path) -> None:
    """The data folder is a file."""
    path.parent.rmdir()
    path.parent.write_text("not a folder")


UNOPENABLE = [a_folder_that_is_missing, a_folder_in_its_place, a_picture_in_its_place, a_file_in_the_folders_place]


@pytest.mark.parametrize("obstacle", UNOPENABLE)
def test_what_cannot_be_opened_is_said_plainly(path: Path, obstacle: Callable[[Path], None]) -> None:
    """The command turns one kind of error into one plain line."""
    obstacle(path)
    with pytest.raises(sqlite3.Error):
        Store(path)


@linux
@pytest.mark.parametrize("obstacle", UNOPENABLE)
def test_what_cannot_be_opened_is_not_held(path: Path, obstacle: Callable[[Path], None]) -> None:
    """A store that fails to open closes what it had opened (Python 3.13 warns of it otherwise)."""
    obstacle(path)
    with pytest.raises(sqlite3.Error) as refused:
        Store(path)
    assert refused.traceback
    assert path.name not in files_held(path.parent)


def test_a_file_of_a_newer_version_is_refused(path: Path) -> None:
    """Whoever goes back to an older companion is told so, and the file stays as the newer one left it."""
    with closing(Store(path)) as store:
        a_table(store)
        step = {"migration_set": "companion", "name": "m999_later", "applied_at": "2030-01-01"}
        store.db.table("_sqlite_migrations").insert(step)
        before = everything(store)
    with pytest.raises(Refused, match=r"made by a newer version of the companion, which knows m999_later\.$"):
        Store(path)
    with closing(sqlite3.connect(path)) as untouched:
        assert untouched.execute("SELECT count(*) FROM journal").fetchone() == (1,)
        assert sorted(untouched.execute("SELECT * FROM tables").fetchall()) == before["tables"]


@pytest.mark.parametrize("lock", ["IMMEDIATE", "EXCLUSIVE"])
def test_a_locked_file_is_waited_for(path: Path, lock: str) -> None:
    """The switch to WAL knows no timeout, so it is tried again until the other process has finished."""
    holding = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    holding.execute(f"BEGIN {lock}")
    released = threading.Timer(0.3, holding.rollback)
    released.start()
    began = time.monotonic()
    store = Store(path)
    waited = time.monotonic() - began
    released.join()
    holding.close()
    assert settings(store) == SAFE
    store.close()
    assert waited > 0.2


@pytest.mark.parametrize("lock", ["IMMEDIATE", "EXCLUSIVE"])
def test_a_file_locked_for_good_is_given_up(path: Path, monkeypatch: pytest.MonkeyPatch, lock: str) -> None:
    """Nobody waits for ever."""
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.1)
    holding = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    holding.execute(f"BEGIN {lock}")
    released = threading.Timer(5, holding.rollback)
    released.start()
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        Store(path)
    released.cancel()
    released.join()
    holding.close()


def test_a_file_from_before_groups_can_have_them_now(path: Path) -> None:
    """Its tables are as they were, nobody's; a group can take them in, and each is another in files."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        old = Database(connection, recursive_triggers=True)
        migrations.apply(old, stop_before="m003_groups")
        for table_id in (1, 2):
            old.execute("INSERT INTO tables (id, game, created_at) VALUES (?, 'fool', '2024-05-01')", [table_id])
            link = [hashlib.sha256(b"key%d" % table_id).hexdigest(), table_id]
            old.execute("INSERT INTO links VALUES (?, ?, 'scorer', '2024-05-01', NULL)", link)
            opening = {"game": "fool", "players": NAMES, "first_starter": 0, "options": {"end_score": -80}}
            old.execute(
                "INSERT INTO journal VALUES (?, 1, 'created', ?, '2024-05-01T18:00:00.000+00:00', 'k')",
                [table_id, json.dumps(opening)],
            )
    with closing(Store(path)) as store:
        phones = [Phone(store, key) for key in ("key1", "key2")]
        assert phones[0].with_round("=80", "", "", "").version == 2
        circle = a_group(store)
        assert [group_tables.add_to_group(store, circle.id, phone.address) for phone in phones] == [True, True]
        assert circle.won(2024)["Paul"] == (1, 1)
        assert len({files.write_table(store, phone.table)["id"] for phone in phones}) == 2
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            store.db.execute("DELETE FROM journal")


# Writing


def test_a_transaction_is_kept_whole(store: Store) -> None:
    """What is written in one transaction is there for others after it, and not before."""
    with store.writing() as db:
        db.execute("INSERT INTO tables (game, created_at) VALUES ('fool', '')")
        assert in_another_thread(lambda: tables(store)) == 0
    assert in_another_thread(lambda: tables(store)) == 1


def tables(store: Store) -> int:
    """How many tables there are in the file."""
    (number,) = store.db.execute("SELECT count(*) FROM tables").fetchone()
    return int(number)


@pytest.mark.parametrize("failure", [ValueError, sqlite3.OperationalError, KeyboardInterrupt, SystemExit])
def test_a_failure_undoes_the_whole_transaction(store: Store, failure: type[BaseException]) -> None:
    """Whatever happens in the middle, nothing of it is kept and the lock is free."""

    def fail_halfway() -> None:
        with store.writing() as db:
            db.execute("INSERT INTO tables (game, created_at) VALUES ('fool', '')")
            raise failure

    with pytest.raises(failure):
        fail_halfway()
    assert not store.db.conn.in_transaction
    assert in_another_thread(lambda: a_table(store).version) == 1
    assert tables(store) == 1


def test_what_sqlite_utils_writes_belongs_to_the_transaction(store: Store) -> None:
    """None of its verbs commits what was written so far: nobody sees it before the end, and a failure undoes it all."""
    circle = a_group(store).with_table("Anne Paul Rachel Camille", "-80 10 10 0").with_table("Bea Dora Zoë Luke")
    before = everything(store)

    def write_with_every_verb() -> None:
        with store.writing() as db:
            row = {"game": "fool", "created_at": ""}
            table_id = db.table("tables").insert(row, pk="id").last_pk
            assert isinstance(table_id, int)
            entry = {"table_id": table_id, "kind": "", "payload": "", "at": ""}
            db.table("journal").insert_all({**entry, "seq": seq, "key": str(seq)} for seq in (1, 2))
            anne = db.table("players").lookup({"group_id": circle.id, "folded": "anne"}, {"name": "Anne"})
            db.table("players").lookup({"group_id": circle.id, "folded": "ida"}, {"name": "Ida"})
            seat = {"table_id": circle.tables[1], "seat": 0, "name": "Anne", "player_id": anne}
            db.table("seats").upsert(seat, pk=("table_id", "seat"))
            db.table("groups").update(circle.id, {"name": "Fridays"})
            db.table("results").delete_where("table_id = ?", [circle.tables[0]])
            assert list(db.query("SELECT count(*) AS found FROM results")) == [{"found": 0}]
            assert db.conn.in_transaction
            assert in_another_thread(lambda: everything(store)) == before
            raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011
        write_with_every_verb()
    assert everything(store) == before
    assert circle.won()["Paul"] == (1, 1)


def test_a_failing_commit_undoes_the_whole_transaction(store: Store) -> None:
    """A commit may fail too (a full disk, say): then nothing is kept and the next write goes through."""

    def write_what_cannot_be_committed() -> None:
        with store.writing() as db:
            db.execute("PRAGMA defer_foreign_keys = ON")
            db.execute("INSERT INTO links VALUES ('k', 99, 'scorer', '', NULL, NULL, NULL)")

    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        write_what_cannot_be_committed()
    assert not store.db.conn.in_transaction
    assert a_table(store).version == 1


def test_a_full_disk_refuses_one_write_and_keeps_the_rest(store: Store) -> None:
    """A write that finds no room is an error; everything before it stays, and later there may be room."""
    phone = a_table(store).with_round("17", "", "13", "")
    store.db.execute("PRAGMA max_page_count = 1")
    with pytest.raises(sqlite3.OperationalError, match="full"):
        phone.renaming(ANNE, "x" * 100_000)
    assert not store.db.conn.in_transaction
    store.db.execute("PRAGMA max_page_count = 1000000")
    assert phone.version == 2
    assert phone.renaming(ANNE, "Annie").version == 3


def test_a_second_writer_waits_for_the_first(store: Store) -> None:
    """The write lock is taken with the first statement, so what a writer reads stays true."""
    phone = a_table(store)
    with ThreadPoolExecutor(1) as pool:
        with store.writing():
            waiting = pool.submit(lambda: phone.with_round("17", "", "13", "").version)
            time.sleep(0.1)
            assert not waiting.done()
            assert phone.version == 1
        assert waiting.result(timeout=5) == 2


def test_readers_do_not_wait_for_a_writer(store: Store) -> None:
    """Everybody can look at the sheet while somebody saves."""
    phone = a_table(store).with_round("17", "", "13", "")
    with store.writing() as db:
        db.execute("INSERT INTO tables (game, created_at) VALUES ('fool', '')")
        began = time.monotonic()
        assert in_another_thread(lambda: phone.version) == 2
        assert time.monotonic() - began < 1


def test_a_writer_gives_up_on_a_lock_held_for_good(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who cannot get the lock in time gets an error, and may try again."""
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.1)
    store = Store(path)
    phone = a_table(store)
    with ThreadPoolExecutor(1) as pool:
        with store.writing(), pytest.raises(sqlite3.OperationalError, match="locked"):
            pool.submit(lambda: phone.with_round("17", "", "13", "")).result()
        assert pool.submit(lambda: phone.with_round("17", "", "13", "").version).result() == 2
    store.close()


# Threads


def test_each_thread_has_its_own_connection(store: Store) -> None:
    """A connection is never shared between threads, and a thread keeps its own."""
    mine = store.db
    assert store.db is mine
    both = threading.Barrier(2)

    def connect() -> list[object]:
        both.wait(5)
        return [store.db.conn, store.db.conn]

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.submit(connect), pool.submit(connect)
        connections = [*first.result(), *second.result()]
    assert connections[0] is connections[1]
    assert connections[2] is connections[3]
    assert len({id(connection) for connection in [mine.conn, *connections]}) == 3


def test_threads_write_without_losing_anything(store: Store) -> None:
    """Waitress answers with many threads: every entry of each is in the journal, in order."""
    phone = a_table(store)
    names = [f"Anne {number}" for number in range(64)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda name: phone.renaming(ANNE, name), names))
    assert [entry.seq for entry in phone.journal] == list(range(1, 66))
    assert sorted(entry.payload["name"] for entry in phone.journal[1:]) == sorted(names)


# Closing


def test_close_closes_the_connection_of_every_thread(store: Store) -> None:
    """After closing, no connection of any thread is open."""
    connections = [store.db.conn, in_another_thread(lambda: store.db.conn)]
    store.close()
    for connection in connections:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")


@linux
def test_close_lets_go_of_the_files(store: Store, path: Path) -> None:
    """After closing, the file can be copied or moved: the log is in it and nothing holds it."""
    phone = a_table(store)
    in_another_thread(lambda: phone.with_round("17", "", "13", ""))
    assert path.name in files_held(path.parent)
    store.close()
    assert files_held(path.parent) == set()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_close_may_be_called_twice(store: Store, path: Path) -> None:
    """Closing what is closed is no error, and what was written is there."""
    phone = a_table(store).with_round("17", "", "13", "")
    store.close()
    store.close()
    again = Store(path)
    assert open_table(again, phone.address) is not None
    again.close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_pipe_is_not_waited_for(path: Path) -> None:
    """SQLite would, for ever."""
    os.mkfifo(path)
    with pytest.raises(Refused, match=r"is no file\.$"):
        Store(path)
