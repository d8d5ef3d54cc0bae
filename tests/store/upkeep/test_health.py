"""Whether a round could be saved is found out without saving anything."""

import shutil
import sqlite3
from contextlib import closing

import pytest

from companion.store.database import FILE_NAME, Store
from companion.store.trouble import CODES
from companion.store.upkeep import soundness
from companion.store.upkeep.soundness import look
from tests.store.builders import a_table


@pytest.fixture
def store(store):
    a_table(store).with_round("17", "", "13", "")
    return store


def test_a_sound_file_is_well_and_a_look_leaves_nothing_behind(store):
    def known():
        with closing(sqlite3.connect(store.path)) as db:
            return [*db.iterdump()]

    other = Store(store.path)
    before, seen = known(), store.db.execute("PRAGMA data_version").fetchone()
    assert [look(other) for _ in range(3)] == [None] * 3
    assert known() == before
    assert store.db.execute("PRAGMA data_version").fetchone() == seen, "no commit, so no phone is told of any"
    other.close()


def test_a_look_writes_into_the_log_as_a_round_does(store):
    """Else a disk that takes nothing would not be noticed."""
    log = store.path.with_name(f"{FILE_NAME}-wal")
    before = log.stat().st_size
    assert look(store) is None
    assert log.stat().st_size >= before + soundness.LIKE_A_ROUND // 2


@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
def test_a_file_that_is_gone(store, tmp_path, end):
    file = tmp_path / f"{FILE_NAME}{end}"
    file.rename(tmp_path / "elsewhere")
    found = look(store)
    assert found.word == "gone"
    assert found.told.startswith(f"{store.path} was deleted, moved or replaced")
    assert not file.exists()
    shutil.copy(tmp_path / "elsewhere", file)
    assert look(store).word == "gone", "another file lies in its place"
    (tmp_path / "elsewhere").rename(file)
    assert look(store) is None


def test_a_file_that_another_program_holds(store, monkeypatch):
    monkeypatch.setattr(soundness, "PATIENCE", 50)
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert look(store).word == "busy"
    assert look(store) is None


def test_a_file_that_may_only_be_read(store):
    store.db.execute("PRAGMA query_only = ON")
    assert look(store).word == "unwritable"
    assert look(store) is None, "the connection was opened anew"


def test_a_damaged_file(store):
    store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    sound = store.path.read_bytes()
    with store.path.open("r+b") as file:
        file.write(b"\xff" * 4096)
    with closing(sqlite3.connect(store.path)) as other:
        other.execute("SELECT 1")
    store._local.__dict__.clear()  # the new connection has nothing of the file in memory
    assert look(store).word == "damaged"
    store._local.__dict__.clear()
    store.path.write_bytes(sound)


def test_what_is_not_the_files_fault_is_told_as_well(store):
    store.db.execute("PRAGMA foreign_keys = OFF")
    with store.writing() as db:
        db.execute("ALTER TABLE groups RENAME TO gangs")
    assert look(store).word == "unusable"
    assert "no such table: groups" in look(store).told


@pytest.mark.parametrize(("code", "trouble"), CODES.items())
def test_whatever_sqlite_says_has_its_word_and_its_line(store, monkeypatch, code, trouble):
    def fail():
        error = sqlite3.OperationalError("it says")
        error.sqlite_errorcode = code
        raise error

    monkeypatch.setattr(store, "check_files", fail)
    seen = look(store)
    assert (seen.word, seen.told) == (trouble.name.lower(), trouble.explain(store.path, "it says"))
