"""Copying a database while it is in use: the copy is whole, needs nothing beside it, and replaces only its like."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.store.database import Store
from companion.store.upkeep import backup
from companion.store.upkeep.backup import back_up, back_up_dated
from companion.store.upkeep.soundness import Refused, check
from tests.store.builders import ANNE, Phone, a_table


@pytest.fixture
def phone(store: Store) -> Phone:
    """A table after one round."""
    return a_table(store).with_round("17", "", "13", "")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where backups go."""
    (tmp_path / "backups").mkdir()
    return tmp_path / "backups" / "tonight.sqlite3"


def refused(path: Path, file: Path) -> str:
    """Why there is no backup."""
    with pytest.raises(Refused) as refusal:
        back_up(path, file)
    return str(refusal.value)


def test_a_backup_has_everything(phone: Phone, path: Path, file: Path) -> None:
    """Every row, while the store is open and what was written last is still in its log."""
    assert path.with_name(f"{path.name}-wal").stat().st_size > 0
    found = back_up(path, file)
    assert (found.tables, found.entries, found.problems) == (1, 2, ())
    with closing(sqlite3.connect(file)) as copy:
        assert list(copy.iterdump()) == list(phone.store.db.conn.iterdump())


def test_a_backup_is_one_file(phone: Phone, path: Path, file: Path) -> None:
    """It needs no log beside it, and nothing is left over."""
    back_up(path, file)
    assert [left.name for left in file.parent.iterdir()] == [file.name]
    assert tuple(file.read_bytes()[18:20]) == (1, 1)
    with closing(sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True)) as copy:
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert copy.execute("SELECT count(*) FROM journal").fetchone() == (2,)


def test_a_backup_can_be_read_by_whom_the_database_can(phone: Phone, path: Path, file: Path) -> None:
    """Nothing of the temporary folder's secrecy is left."""
    back_up(path, file)
    assert file.stat().st_mode == path.stat().st_mode


def test_the_next_backup_replaces_the_last(phone: Phone, path: Path, file: Path) -> None:
    """So it may run every night."""
    back_up(path, file)
    phone.renaming(ANNE, "Annie")
    assert back_up(path, file).entries == 3
    assert check(file).entries == 3


def test_a_backup_is_one_moment_of_a_busy_evening(phone: Phone, path: Path, file: Path) -> None:
    """Somebody writes all the time; nobody waits, and each backup is sound."""
    enough = threading.Event()

    def write() -> None:
        number = 0
        while not enough.is_set():
            phone.renaming(ANNE, f"Anne {(number := number + 1)}")

    writing = threading.Thread(target=write)
    writing.start()
    try:
        counts = [back_up(path, file).entries for _ in range(10)]
    finally:
        enough.set()
        writing.join()
    assert counts == sorted(counts)
    assert check(path).entries == phone.version


def test_without_a_database_there_is_no_backup(path: Path, file: Path) -> None:
    """And no empty database is made."""
    assert refused(path, file) == f"There is no database at {path}."
    assert not path.exists()
    assert not file.exists()


def test_a_damaged_database_does_not_replace_a_good_backup(phone: Phone, path: Path, file: Path) -> None:
    """The damage is told instead."""
    back_up(path, file)
    before = file.read_bytes()
    phone.store.db.execute("DROP TRIGGER journal_no_update")
    phone.store.db.execute("UPDATE journal SET kind = 'danced' WHERE seq = 2")
    assert refused(path, file) == f"{path} is damaged, so there is no new backup: table 1: entry 2 can't be replayed."
    assert file.read_bytes() == before
    assert [left.name for left in file.parent.iterdir()] == [file.name]


# What is never overwritten


def a_photo(file: Path) -> None:
    """A photo of the evening."""
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(4096))


def another_database(file: Path) -> None:
    """Somebody else's database."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE photos (name TEXT)")


def an_empty_file(file: Path) -> None:
    """A file that somebody made for something."""
    file.touch()


def half_a_backup(file: Path) -> None:
    """It may be all that is left."""
    Store(file).close()
    os.truncate(file, 10_000)


@pytest.mark.parametrize("what", [a_photo, another_database, an_empty_file, half_a_backup])
def test_only_a_backup_is_replaced(phone: Phone, path: Path, file: Path, what: Callable[[Path], None]) -> None:
    """Everything else stays as it is."""
    what(file)
    before = file.read_bytes()
    assert refused(path, file) == f"{file} is there already and is no backup."
    assert file.read_bytes() == before


def test_a_folder_is_not_replaced(phone: Phone, path: Path, file: Path) -> None:
    """Nor written into, by a name that nobody gave."""
    assert refused(path, file.parent) == f"{file.parent} is a folder."


def test_a_missing_folder_is_told(phone: Phone, path: Path, file: Path) -> None:
    """It is not made: the disk that belongs there may not be mounted."""
    assert refused(path, file.parent / "no" / "file") == f"There is no folder {file.parent / 'no'}."


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal"])
def test_the_database_is_no_place_for_its_backup(phone: Phone, path: Path, end: str) -> None:
    """Nor are the files that SQLite has beside it, there or not."""
    file = path.with_name(path.name + end)
    assert refused(path, file) == f"{file} is the database itself or belongs to it."
    assert phone.version == 2


def test_another_name_of_the_database_is_no_place_either(phone: Phone, path: Path, file: Path) -> None:
    """A link leads to it."""
    file.symlink_to(path)
    assert refused(path, file) == f"{file} is the database itself or belongs to it."


def test_another_companions_database_is_not_replaced(phone: Phone, path: Path, file: Path) -> None:
    """One that is in use has its log beside it, which would be taken for the backup's."""
    with closing(Store(file)) as other:
        a_table(other)
        assert refused(path, file) == f"{file} is a database in use."
        assert check(file).tables == 1


@pytest.mark.parametrize("step", ["copy_database", "check", "move"])
def test_what_stops_a_backup_leaves_the_last(
    phone: Phone, path: Path, file: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """A full disk, say."""
    back_up(path, file)
    before = file.read_bytes()
    phone.renaming(ANNE, "Annie")
    monkeypatch.setattr(backup, step, fail)
    with pytest.raises(OSError, match="No space left"):
        back_up(path, file)
    assert file.read_bytes() == before
    assert [left.name for left in file.parent.iterdir()] == [file.name]


def fail(*_: object) -> None:
    """No space left."""
    raise OSError(28, "No space left on device")


def names(folder: Path) -> list[str]:
    """What lies in a folder."""
    return sorted(file.name for file in folder.iterdir())


def test_dated_backups_are_kept_up_to_a_number(phone: Phone, path: Path, file: Path) -> None:
    """The latest by name; each is a backup, and nothing else in the folder is touched."""
    others = ["companion-before-restore-2020-01-01T000000.000000Z.sqlite3", "companion-2020.sqlite3", "holiday.jpg"]
    for other in others:
        (file.parent / other).write_bytes(b"")
    made = []
    for number in range(4):
        found, one, removed = back_up_dated(path, file.parent, 3)
        assert found.tables == 1
        assert removed == (made[:1] if number == 3 else [])
        made.append(one)
    assert names(file.parent) == sorted([*others, *(one.name for one in made[1:])])
    assert check(made[-1]).problems == ()
    assert len(back_up_dated(path, file.parent, 1)[2]) == 3


def test_the_new_backup_stays_also_where_the_clock_is_wrong(
    phone: Phone, path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Raspberry Pi without a network believes that it is an earlier year."""
    _, tonight, _ = back_up_dated(path, file.parent, 2)
    monkeypatch.setattr(backup, "moment", lambda: "1970-01-01T000102.000000Z")
    _, early, removed = back_up_dated(path, file.parent, 2)
    assert (removed, names(file.parent)) == ([], [early.name, tonight.name])
    assert names(file.parent) == [early.name, tonight.name]


@pytest.mark.parametrize("step", ["copy_database", "check", "move"])
def test_nothing_is_removed_where_there_is_no_new_backup(
    phone: Phone, path: Path, file: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Whatever stops it."""
    _, one, _ = back_up_dated(path, file.parent, 1)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup, step, fail)
    with pytest.raises(OSError, match="No space left"):
        back_up_dated(path, file.parent, 1)
    assert names(file.parent) == [one.name]
