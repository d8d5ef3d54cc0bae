"""Copying a database while it is in use: the copy is whole, needs nothing beside it, and replaces only its like."""

import sqlite3
from contextlib import closing

import pytest

from companion.store.database import Store
from companion.store.folder import CommandRefused
from companion.store.upkeep import backup
from companion.store.upkeep.backup import back_up
from companion.store.upkeep.soundness import Findings, check_database
from tests.store.builders import ANNE, a_table
from tests.store.upkeep.damage import a_photo, an_empty_file, another_database, cut_off, forced, no_space


@pytest.fixture
def phone(store):
    return a_table(store).with_round("17", "", "13", "")


@pytest.fixture
def file(tmp_path):
    (tmp_path / "backups").mkdir()
    return tmp_path / "backups" / "tonight.sqlite3"


def names(folder):
    return sorted(file.name for file in folder.iterdir())


def test_a_backup_has_everything_in_one_file(phone, path, file):
    """Every row, also what is still in the log; needing none itself."""
    assert path.with_name(f"{path.name}-wal").stat().st_size > 0
    assert back_up(path, file) == (Findings(1, ()), file)
    assert names(file.parent) == [file.name]
    assert tuple(file.read_bytes()[18:20]) == (1, 1)
    assert file.stat().st_mode & 0o777 == 0o600, "it holds the keys, too"
    with closing(sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True)) as copy:
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert sorted(copy.iterdump()) == sorted(phone.store.db.conn.iterdump())
    a_table(phone.store)  # the next one replaces it, so it may run every night
    assert back_up(path, file)[0] == check_database(file) == Findings(2, ())


def refused(path, file):
    with pytest.raises(CommandRefused) as refusal:
        back_up(path, file)
    return str(refusal.value)


def test_a_damaged_database_does_not_replace_a_good_backup(phone, path, file):
    back_up(path, file)
    before = file.read_bytes()
    forced(phone.store, "UPDATE journal SET kind = 'danced' WHERE seq = 2")
    assert refused(path, file) == f"{path} is damaged: table 1 can’t be replayed."
    assert file.read_bytes() == before
    assert names(file.parent) == [file.name]


def test_only_a_backup_is_replaced(phone, path, file):
    """Everything else stays as it is, also half a backup: it may be all that is left."""
    no_backup = "exists and isn’t a backup. Choose another file, or a folder with --keep 14."
    for what in (a_photo, another_database, an_empty_file, cut_off):
        what(file)
        before = file.read_bytes()
        assert refused(path, file) == f"{file} {no_backup}"
        assert file.read_bytes() == before
        file.unlink()
    assert refused(path, file.parent) == f"{file.parent} {no_backup}"
    with closing(Store(file)) as other:  # its log beside it would be taken for the backup's
        a_table(other)
        assert refused(path, file) == f"{file} {no_backup}"
        assert check_database(file).tables == 1


@pytest.mark.parametrize("step", ["check_database", "_copy"])
def test_what_stops_a_backup_leaves_the_last(phone, path, file, monkeypatch, step):
    """Also those by date, of which none is removed then."""
    back_up(path, file)
    back_up(path, file.parent, 1)
    before, left = file.read_bytes(), names(file.parent)
    phone.renaming(ANNE, "Annie")
    monkeypatch.setattr(backup, step, no_space)
    with pytest.raises(OSError, match="No space left"):
        back_up(path, file)
    with pytest.raises(OSError, match="No space left"):
        back_up(path, file.parent, 1)
    assert (file.read_bytes(), names(file.parent)) == (before, left)


def test_dated_backups_are_kept_up_to_a_number(phone, path, file, monkeypatch):
    """The latest by name, and the new one wherever the clock is wrong; nothing else in the folder is touched."""
    others = ["companion-before-restore-2020-01-01T000000.000000Z.sqlite3", "companion-2020.sqlite3", "holiday.jpg"]
    for other in others:
        (file.parent / other).write_bytes(b"")
    made = []
    for number in range(4):
        found, one = back_up(path, file.parent, 3)
        assert found.tables == 1
        assert [each.exists() for each in made] == ([False, True, True] if number == 3 else [True] * number)
        made.append(one)
    assert names(file.parent) == sorted([*others, *(one.name for one in made[1:])])
    assert check_database(made[-1]).problems == ()
    monkeypatch.setattr(backup, "_timestamp", lambda: "1970-01-01T000102.000000Z")
    _, early = back_up(path, file.parent, 2)
    assert names(file.parent) == sorted([*others, early.name, made[-1].name])
