"""Another database where one was: its log is not worked in, nothing is written into it, and what was there is kept."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.store import wal
from companion.store.database import FILE_NAME, Refused, Store
from companion.store.trouble import Gone
from companion.store.upkeep.backup import back_up, restore
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


def another(store: Store, other: Path) -> None:
    """One that was never this one."""


def a_backup(store: Store, other: Path) -> None:
    """A backup of this one."""
    back_up(store.path, other)


def from_an_earlier_start(store: Store, other: Path) -> None:
    """A plain copy of this one's file, made before the companion was last started."""
    store.close()
    shutil.copy(store.path, other)
    store.__init__(store.path)  # type: ignore[misc]


OTHERS = [another, a_backup, from_an_earlier_start]


def copied(what: Path, path: Path) -> None:
    """Written over the file, which stays the same one."""
    path.write_bytes(what.read_bytes())


def moved(what: Path, path: Path) -> None:
    """Given the file's name."""
    shutil.copy(what, path.with_name("new"))
    path.with_name("new").rename(path)


def crash(path: Path, what: Callable[[Store, Path], None], other: Path) -> None:
    """Leave a database with its log, as a process does that is killed; ``what`` is made on the way."""
    if os.fork() == 0:
        store = Store(path)
        a_table(store).with_round(*ROUND)
        what(store, other)
        a_table(store).with_round(*ROUND)
        os._exit(0)
    os.wait()


@pytest.mark.parametrize("laid", [copied, moved])
@pytest.mark.parametrize("what", OTHERS)
def test_a_log_of_another_database_is_put_aside(
    tmp_path: Path, other: Path, what: Callable[[Store, Path], None], laid: Callable[[Path, Path], None]
) -> None:
    """By the companion when it starts; whoever only reads leaves both alone."""
    path = tmp_path / FILE_NAME
    crash(path, what, other)
    laid(other, path)
    log, before = wal.log_of(path).read_bytes(), path.read_bytes()
    for use in (check, lambda path: back_up(path, tmp_path / "backup.sqlite3")):
        with pytest.raises(Refused, match="belongs to another database than"):
            use(path)
    assert (wal.log_of(path).read_bytes(), path.read_bytes()) == (log, before)
    expected = check(Path(shutil.copy(other, tmp_path / "expected"))).tables
    with closing(Store(path)) as store:
        assert store.aside is not None
        assert store.aside.read_bytes() == log
    found = check(path)
    assert (found.problems, found.tables) == ((), expected)


def test_a_databases_own_log_is_worked_in(tmp_path: Path, other: Path) -> None:
    """After a crash, and where it was moved together with it, so that nothing says whose it is."""
    path = tmp_path / FILE_NAME
    crash(path, another, other)
    copy = tmp_path / "copy" / FILE_NAME
    copy.parent.mkdir()
    for file in (path, wal.log_of(path)):
        shutil.copy(file, copy.parent)
    for each in (path, copy):
        with closing(Store(each)) as again:
            assert (again.aside, again.db.table("tables").count) == (None, 2)


def test_a_backup_can_be_restored_where_a_log_is_another_databases(tmp_path: Path, other: Path) -> None:
    """What is kept of the database is as it was, and so is the log."""
    path, backup = tmp_path / FILE_NAME, tmp_path / "backup.sqlite3"
    crash(path, a_backup, backup)
    log = wal.log_of(path).read_bytes()
    copied(other, path)
    _, kept = restore(backup, path)
    assert kept is not None
    assert [check(file).tables for file in (path, kept)] == [1, 3]
    assert [file.read_bytes() for file in path.parent.glob("companion-put-aside-*-wal")] == [log]


@pytest.mark.parametrize("what", OTHERS)
def test_what_is_copied_over_an_open_file_is_noticed_and_stays_as_it_is(
    store: Store, other: Path, what: Callable[[Store, Path], None]
) -> None:
    """When it ends, nothing is worked in either."""
    a_table(store).with_round(*ROUND)
    what(store, other)
    a_table(store).with_round(*ROUND)
    copied(other, store.path)
    with pytest.raises(Gone), store.writing():
        pytest.fail("nothing is written")
    with pytest.raises(Gone):
        store.check_files()
    with pytest.raises(Gone):
        _ = store.db
    store.close()
    assert store.path.read_bytes() == other.read_bytes()


def test_checkpoints_of_a_file_that_grows_stop_nobody(store: Store) -> None:
    """While the log is worked in, the first page tells of pages that are still to come."""
    for _ in range(30):
        with store.writing() as db:
            db.execute("INSERT INTO groups (uid, name, created_at) VALUES ('', hex(randomblob(200000)), '')")
        store.db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        store.check_files()
    assert store.db.table("groups").count == 30
