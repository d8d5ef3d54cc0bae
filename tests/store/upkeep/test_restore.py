"""Putting a backup in place: only a sound one, only when nobody has the database open, and nothing is destroyed."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.store.database import Store
from companion.store.journal.tables import open_table
from companion.store.upkeep import backup
from companion.store.upkeep.backup import back_up, restore
from companion.store.upkeep.soundness import Refused, check
from tests.store.builders import ANNE, a_table
from tests.store.upkeep.test_concurrency import Process
from tests.tiers import only_thorough


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A backup with two tables."""
    file = tmp_path / "backup.sqlite3"
    with closing(Store(tmp_path / "then.sqlite3")) as store:
        for _ in range(2):
            a_table(store).with_round("17", "", "13", "").with_round("", "5", "", "=8")
        back_up(store.path, file)
    return file


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database with one table, in a folder of its own."""
    (tmp_path / "data").mkdir()
    with closing(Store(tmp_path / "data" / "companion.sqlite3")) as store:
        a_table(store)
    return store.path


@pytest.fixture
def process() -> Iterator[Process]:
    """Another process."""
    with Process() as process:
        assert process.told("ready").answer() == "ready"
        yield process


def refused(file: Path, path: Path) -> str:
    """Why nothing is restored; what is there stays as it is."""
    with pytest.raises(Refused) as refusal:
        restore(file, path)
    assert check(path).tables == 1
    assert [left.name for left in path.parent.iterdir() if not left.name.startswith(path.name)] == []
    return str(refusal.value)


def tables(path: Path) -> int:
    """How many tables a sound database has."""
    found = check(path)
    assert found.problems == ()
    return found.tables


def test_a_backup_takes_the_place_of_the_database(file: Path, path: Path) -> None:
    """What was there is kept beside it, whole."""
    found, kept = restore(file, path)
    assert (found.tables, tables(path)) == (2, 2)
    assert kept is not None
    assert tables(kept) == 1
    assert kept.name.startswith("companion-before-restore-")
    assert sorted(left.name for left in path.parent.iterdir()) == sorted([kept.name, path.name])


def test_a_backup_may_be_restored_into_a_new_folder(file: Path, tmp_path: Path) -> None:
    """On another computer, say."""
    path = tmp_path / "new" / "folder" / "companion.sqlite3"
    assert restore(file, path)[1] is None
    assert tables(path) == 2


def test_a_backup_stays_as_it_is(file: Path, path: Path) -> None:
    """It may be needed again."""
    before = file.read_bytes()
    restore(file, path)
    assert file.read_bytes() == before


def test_every_database_that_was_there_is_kept(file: Path, path: Path) -> None:
    """Each under a name of its own."""
    kept = [restore(file, path)[1] for _ in range(3)]
    assert [tables(name) for name in kept if name] == [1, 2, 2]


def test_what_is_kept_can_be_restored(file: Path, path: Path) -> None:
    """If it was the wrong backup."""
    _, kept = restore(file, path)
    assert kept is not None
    restore(kept, path)
    assert tables(path) == 1


def test_a_restored_database_can_be_played_on(file: Path, path: Path) -> None:
    """The store opens it as ever."""
    restore(file, path)
    with closing(Store(path)) as store:
        assert a_table(store).with_round("17", "", "13", "").version == 2
        assert store.db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert tables(path) == 3


def test_the_database_keeps_its_owner_and_mode(file: Path, path: Path) -> None:
    """It is the same file, so that the server still may write it if an administrator restored it."""
    path.chmod(0o660)
    before = path.stat()
    restore(file, path)
    after = path.stat()
    assert (after.st_ino, after.st_uid, after.st_mode) == (before.st_ino, before.st_uid, before.st_mode)


def test_a_log_left_by_a_crash_belongs_to_the_old_database(file: Path, path: Path, process: Process) -> None:
    """It is worked into what is kept, and never into the new one."""
    with closing(Store(path)) as store:
        address = a_table(store).address
    process.told("rename_until_killed", str(path), address, "Anne ")
    for _ in range(5):
        process.answer()
    process.killed()
    assert path.with_name(f"{path.name}-wal").stat().st_size > 0
    _, kept = restore(file, path)
    assert kept is not None
    with closing(Store(kept)) as store:
        opened = open_table(store, address)
        assert opened is not None
        assert opened[0].version > 5
    assert tables(path) == 2
    with closing(Store(path)) as store:
        assert open_table(store, address) is None


# What is refused


def test_nothing_is_restored_while_somebody_has_the_database_open(
    file: Path, path: Path, process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However idle: in WAL mode every open connection holds a lock."""
    with closing(Store(path)) as store:
        address = a_table(store).address
    process.told("sit_down", str(path), address).answer()
    monkeypatch.setattr(backup, "PATIENCE", 0.1)
    told = f"A companion or another program has {path} open. Stop it first."
    with pytest.raises(Refused, match="open") as refusal:
        restore(file, path)
    assert str(refusal.value) == told
    assert tables(path) == 2
    process.killed()
    restore(file, path)


def test_a_server_that_starts_meanwhile_waits(file: Path, path: Path, process: Process) -> None:
    """It then finds the new database, not the old one under another name."""
    with closing(backup._alone(path)) as alone:
        process.told("open_file", str(path))
        time.sleep(0.3)
        with closing(sqlite3.connect(file)) as new:
            new.backup(alone)
    assert process.answer() == "wal"
    assert tables(path) == 2


def no_file(file: Path) -> None:
    """It is not there."""
    file.unlink()


def a_folder(file: Path) -> None:
    """It is a folder."""
    file.unlink()
    file.mkdir()


def a_photo(file: Path) -> None:
    """It is a photo."""
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(4096))


def an_empty_file(file: Path) -> None:
    """It is empty."""
    os.truncate(file, 0)


def another_database(file: Path) -> None:
    """It is somebody else's."""
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE photos (name TEXT)")


def half_a_backup(file: Path) -> None:
    """It was cut off."""
    os.truncate(file, file.stat().st_size // 2)


def a_newer_backup(file: Path) -> None:
    """It knows a later schema."""
    change(file, "UPDATE _sqlite_migrations SET name = 'm999_later' WHERE id = 2")


def an_unknown_kind(file: Path) -> None:
    """Nobody knows how to replay it."""
    change(file, "DROP TRIGGER journal_no_update", "UPDATE journal SET kind = 'danced' WHERE table_id = 2 AND seq = 2")


def broken_json(file: Path) -> None:
    """Nobody can read it."""
    change(file, "DROP TRIGGER journal_no_update", "UPDATE journal SET payload = '{' WHERE table_id = 1 AND seq = 3")


def change(file: Path, *statements: str) -> None:
    """Change a backup behind everybody's back."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


@pytest.mark.parametrize(
    ("what", "told"),
    [
        (no_file, "There is no database at {}."),
        (a_folder, "There is no database at {}."),
        (a_photo, "{} is no database."),
        (an_empty_file, "{} is a database, but none of the companion's."),
        (another_database, "{} is a database, but none of the companion's."),
        (half_a_backup, "{} is damaged: database disk image is malformed."),
        (a_newer_backup, "{} was made by a newer version of the companion, which knows m999_later."),
        (an_unknown_kind, "{} is damaged: table 2: entry 2 can't be replayed."),
        (broken_json, "{} is damaged: table 1: entry 3 can't be replayed."),
    ],
)
def test_what_is_no_sound_backup_is_refused(file: Path, path: Path, what: Callable[[Path], None], told: str) -> None:
    """Each with its reason."""
    what(file)
    assert refused(file, path) == told.format(file)


def test_the_database_is_not_restored_onto_itself(path: Path) -> None:
    """By whichever name."""
    assert refused(path, path) == f"{path} is the database itself."
    (path.parent.parent / "link").symlink_to(path)
    assert refused(path.parent.parent / "link", path).endswith("is the database itself.")


def test_a_flipped_byte_is_refused_or_harmless(file: Path, path: Path, thorough: bool) -> None:
    """SQLite keeps no checksums: what is put in place after all has every table and every entry, and all replay."""
    whole = file.read_bytes()
    outcomes = set()
    for place in range(0, len(whole), 499 if thorough else 9001):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            found, _ = restore(file, path)
        except Refused:
            outcomes.add("refused")
        else:
            outcomes.add("harmless")
            assert (found.tables, found.entries) == (2, 6)
        assert check(path).problems == ()
    assert outcomes == {"refused", "harmless"}


# What was there is of no use


@pytest.mark.parametrize("damage", [a_photo, half_a_backup])
def test_a_damaged_database_is_kept_as_it_is(file: Path, path: Path, damage: Callable[[Path], None]) -> None:
    """This is when a backup is needed most. Its log stays with it and away from the new one."""
    damage(path)
    before = path.read_bytes()
    log = path.with_name(f"{path.name}-wal")
    log.write_bytes(b"what was to be worked in")
    _, kept = restore(file, path)
    assert tables(path) == 2
    assert kept is not None
    assert kept.read_bytes() == before


def test_a_log_without_its_database_is_not_taken_for_the_new_ones(file: Path, path: Path) -> None:
    """Somebody moved the database away and left its log."""
    with closing(Store(path)) as store:
        a_table(store)
        a_table(store)
        kept_log = shutil.copyfile(f"{path}-wal", f"{path}-kept")
    path.unlink()
    shutil.move(kept_log, f"{path}-wal")
    restore(file, path)
    assert tables(path) == 2


# Stopped in the middle


@pytest.mark.parametrize("step", ["copy_database", "check", "Store", "_put_in_place", "_alone", "move"])
def test_what_fails_changes_nothing(file: Path, path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """A full disk, say."""
    monkeypatch.setattr(backup, step, fail)
    with pytest.raises(OSError, match="No space left"):
        restore(file, path)
    assert tables(path) == 1
    assert [left.name for left in path.parent.iterdir()] == [path.name]


def fail(*_: object) -> None:
    """No space left."""
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("delay", [20, *only_thorough(range(0, 60, 5))])
def test_a_restore_that_is_killed_leaves_the_old_or_the_new(
    file: Path, path: Path, process: Process, delay: int
) -> None:
    """Whenever it happens, in milliseconds."""
    process.told("restore", str(file), str(path))
    time.sleep(delay / 1000)
    process.killed()
    with closing(Store(path)) as store:
        assert a_table(store).renaming(ANNE, "Annie").version == 2
    assert tables(path) in (1 + 1, 2 + 1)
    for kept in path.parent.glob("companion-before-restore-*.sqlite3"):
        assert tables(kept) == 1
