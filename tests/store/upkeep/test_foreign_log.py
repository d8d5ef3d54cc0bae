"""Another database where one was: its log is not worked in, nothing is written into it, and what was there is kept."""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.store import wal
from companion.store.database import FILE_NAME, Refused, Store
from companion.store.trouble import Gone
from companion.store.upkeep.backup import back_up, put_log_aside, restore
from companion.store.upkeep.soundness import check
from tests.store.builders import a_table

ROUND = ("17", "", "13", "")


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """Another database, with three tables and without a log."""
    path = tmp_path / "other" / FILE_NAME
    path.parent.mkdir()
    with closing(Store(path)) as store:
        for _ in range(3):
            a_table(store).with_round(*ROUND)
    return path


def as_after_a_crash(store: Store, folder: Path) -> Path:
    """A copy of a database with its log."""
    folder.mkdir()
    for file in (store.path, wal.log_of(store.path)):
        shutil.copy(file, folder)
    return folder / FILE_NAME


def checkpoint(store: Store, how: str = "PASSIVE") -> None:
    """Work the log into the database, as anybody may."""
    with closing(sqlite3.connect(store.path, timeout=0, isolation_level=None)) as db:
        db.execute(f"PRAGMA wal_checkpoint({how})")


# What lies where another database was


def another(store: Store, other: Path) -> Path:
    """One that was never this one."""
    return other


def a_backup(store: Store, other: Path) -> Path:
    """A backup of this one."""
    back_up(store.path, other)
    return other


def by_sqlite(store: Store, other: Path) -> Path:
    """A backup of this one by SQLite's own shell; what is in it is laid out anew."""
    other.unlink()
    store.db.execute(f"VACUUM INTO '{other}'")
    return other


def as_it_was(store: Store, other: Path) -> Path:
    """A copy of this one's file without its log, before the log was worked in and began anew."""
    checkpoint(store, "TRUNCATE")
    a_table(store).with_round(*ROUND)
    shutil.copy(store.path, other)
    checkpoint(store, "TRUNCATE")
    return other


def from_an_earlier_version(store: Store, other: Path) -> Path:
    """One whose commits say nothing."""
    return Path(shutil.copy(Path(__file__).parents[1] / "fixtures" / "m005.sqlite3", other))


OTHERS = [another, a_backup, by_sqlite, as_it_was, from_an_earlier_version]


def copied(what: Path, path: Path) -> None:
    """Written over the file, which stays the same one."""
    path.write_bytes(what.read_bytes())


def moved(what: Path, path: Path) -> None:
    """Given the file's name."""
    shutil.copy(what, path.with_name("new"))
    path.with_name("new").rename(path)


# Before the companion starts


@pytest.mark.parametrize("laid", [copied, moved])
@pytest.mark.parametrize("what", OTHERS)
def test_a_log_of_another_database_is_put_aside(
    store: Store, other: Path, tmp_path: Path, what: Callable[[Store, Path], Path], laid: Callable[[Path, Path], None]
) -> None:
    a_table(store).with_round(*ROUND)
    there = what(store, other)
    a_table(store).with_round(*ROUND)
    path = as_after_a_crash(store, tmp_path / "crashed")
    laid(there, path)
    log, before = wal.log_of(path).read_bytes(), path.read_bytes()
    for use in (Store, check, lambda path: back_up(path, tmp_path / "backup.sqlite3")):
        with pytest.raises(Refused, match="belongs to another database than"):
            use(path)
    assert (wal.log_of(path).read_bytes(), path.read_bytes()) == (log, before)
    aside = put_log_aside(path)
    assert aside is not None
    assert aside.read_bytes() == log
    assert path.read_bytes() == before
    expected = check(shutil.copy(there, tmp_path / "expected"))
    Store(path).close()
    found = check(path)
    assert (found.problems, found.tables) == ((), expected.tables)


def test_a_backup_can_be_restored_where_a_log_is_another_databases(store: Store, other: Path, tmp_path: Path) -> None:
    """What is kept of the database is as it was, and so is the log."""
    a_table(store).with_round(*ROUND)
    path = as_after_a_crash(store, tmp_path / "crashed")
    log = wal.log_of(path).read_bytes()
    back_up(store.path, tmp_path / "backup.sqlite3")
    copied(other, path)
    _, kept = restore(tmp_path / "backup.sqlite3", path)
    assert kept is not None
    assert [check(file).tables for file in (path, kept)] == [1, 3]
    assert [file.read_bytes() for file in path.parent.glob("companion-put-aside-*-wal")] == [log]


@pytest.mark.parametrize("how", ["", "PASSIVE", "FULL", "RESTART", "TRUNCATE"])
def test_a_databases_own_log_is_worked_in(store: Store, tmp_path: Path, how: str) -> None:
    """Also where both were moved, and where a part of it was worked in before."""
    with closing(sqlite3.connect(store.path)) as reader:
        a_table(store).with_round(*ROUND)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM tables").fetchone()
        a_table(store).with_round(*ROUND)
        if how in ("PASSIVE", "FULL"):  # as far as the reader has read
            checkpoint(store)
    if how:
        checkpoint(store, how)
        a_table(store).with_round(*ROUND)
    path = as_after_a_crash(store, tmp_path / "crashed")
    assert put_log_aside(path) is None
    with closing(Store(path)) as again:
        assert again.db.table("tables").count == (3 if how else 2)


def test_a_log_of_an_earlier_version_is_worked_in(tmp_path: Path) -> None:
    """Its commits do not say on what they build."""
    path, copy = tmp_path / FILE_NAME, tmp_path / "copy" / FILE_NAME
    copy.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE tables (id)")
        for file in (path, wal.log_of(path)):
            shutil.copy(file, copy.parent)
    assert not wal.is_foreign(copy)
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT name FROM sqlite_schema").fetchall() == [("tables",)]


def test_however_it_is_written_and_worked_in_a_log_stays_its_databases(store: Store, thorough: bool) -> None:
    """By two companions, while somebody reads on at what there was and somebody else writes, too."""
    chance = random.Random(1)
    another, reader = Store(store.path), sqlite3.connect(store.path, isolation_level=None)

    def write() -> None:
        a_table(chance.choice((store, another)))

    def write_without_a_mark() -> None:
        with closing(sqlite3.connect(store.path)) as db, db:
            db.execute("INSERT INTO groups (uid, name, created_at) VALUES ('', '', '')")

    def work_in() -> None:
        checkpoint(store, chance.choice(["PASSIVE", "RESTART", "TRUNCATE"]))

    def read_on() -> None:
        reader.rollback()
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM tables").fetchone()

    for _ in range(500 if thorough else 80):
        chance.choice((write, write_without_a_mark, work_in, read_on, reader.rollback))()
        store.check_files()
        another.check_files()
        assert not wal.is_foreign(store.path)
    reader.close()
    another.close()


# While it runs


@pytest.mark.parametrize(
    ("what", "worked_in"), [*((what, False) for what in OTHERS), *((what, True) for what in (another, a_backup))]
)
def test_what_is_copied_over_an_open_file_is_noticed_and_stays_as_it_is(
    store: Store, other: Path, what: Callable[[Store, Path], Path], worked_in: bool
) -> None:
    """Also where the log is empty just then. When it ends, nothing is worked in either."""
    a_table(store).with_round(*ROUND)
    there = what(store, other)
    a_table(store).with_round(*ROUND)
    if worked_in:
        checkpoint(store, "TRUNCATE")
    copied(there, store.path)
    with pytest.raises(Gone), store.writing():
        pytest.fail("nothing is written")
    with pytest.raises(Gone):
        store.check_files()
    with pytest.raises(Gone):
        _ = store.db
    store.close()
    assert store.path.read_bytes() == there.read_bytes()


def test_a_process_that_ends_works_nothing_into_what_was_copied_over_its_file(tmp_path: Path, other: Path) -> None:
    """Neither does Python when it clears up."""
    path = tmp_path / FILE_NAME
    script = """
import sys
from pathlib import Path
from companion.store.database import Store
from tests.store.builders import a_table
store = Store(Path(sys.argv[1]))
a_table(store)
store.path.write_bytes(Path(sys.argv[2]).read_bytes())
store.close()
"""
    subprocess.run([sys.executable, "-c", script, path, other], check=True, cwd=Path(__file__).parents[3])
    assert path.read_bytes() == other.read_bytes()
    assert wal.log_of(path).stat().st_size > 0
    assert put_log_aside(path)
    assert check(path).tables == 3
