"""Putting a backup in place: only a sound one, only when nobody has the database open, and nothing is destroyed."""

import shutil
from contextlib import closing

import pytest

from companion.store.database import Store
from companion.store.folder import CommandRefused, claim
from companion.store.journal.loading import open_table
from companion.store.upkeep.backup import back_up, restore_backup
from companion.store.upkeep.soundness import check_database
from tests.store.builders import ANNE, Phone, a_table
from tests.store.upkeep.damage import a_photo, cut_off, damaged


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "backup.sqlite3"
    with closing(Store(tmp_path / "then.sqlite3")) as store:
        for _ in range(2):
            a_table(store).with_round("17", "", "13", "").with_round("", "5", "", "=8")
        back_up(store.path, file)
    return file


@pytest.fixture
def path(tmp_path):
    (tmp_path / "data").mkdir()
    with closing(Store(tmp_path / "data" / "companion.sqlite3")) as store:
        a_table(store)
    return store.path


def refused(file, path):
    with pytest.raises(CommandRefused) as refusal:
        restore_backup(file, path)
    assert tables(path) == 1
    assert [left.name for left in path.parent.iterdir() if not left.name.startswith(path.name)] == []
    return str(refusal.value)


def tables(path):
    found = check_database(path)
    assert found.problems == ()
    return found.tables


def test_a_backup_takes_the_place_of_the_database(file, path):
    """What was there is kept beside it, whole, and can be restored in its turn. The backup may be needed again."""
    before = file.read_bytes()
    found, old = restore_backup(file, path)
    assert (found.tables, tables(path), tables(old)) == (2, 2, 1)
    assert sorted(left.name for left in path.parent.iterdir()) == sorted([old.name, path.name])
    assert file.read_bytes() == before
    _, second = restore_backup(old, path)
    assert (tables(path), tables(second)) == (1, 2)


@pytest.mark.parametrize("left", ["whole", "log alone"])
def test_a_log_left_by_a_crash_belongs_to_the_old_database(file, path, tmp_path, left):
    """It is worked into what is kept, and never into the new one; nor is one whose database was moved away."""
    with closing(Store(path)) as store:
        phone = a_table(store).renaming(ANNE, "Annie")
        for end in ("", "-wal"):
            shutil.copyfile(f"{path}{end}", tmp_path / f"crashed{end}")
    path.unlink()
    for end in ("", "-wal") if left == "whole" else ("-wal",):
        shutil.copyfile(tmp_path / f"crashed{end}", f"{path}{end}")
    _, old = restore_backup(file, path)
    assert tables(path) == 2
    with closing(Store(path)) as store:
        assert open_table(store, phone.address) is None
    if left == "whole":
        with closing(Store(old)) as store:
            assert Phone(store, phone.address).version == 2


def test_nothing_is_restored_while_a_companion_has_the_folder(file, path):
    with claim(path.parent):
        assert "is already serving" in refused(file, path)
    restore_backup(file, path)


def test_only_a_sound_backup_is_restored(path, tmp_path):
    """Not the database itself either, by whatever name."""
    cut_off(bad := tmp_path / "bad")
    assert refused(bad, path) == damaged(bad, "database disk image is malformed")
    (tmp_path / "link").symlink_to(path)
    assert refused(tmp_path / "link", path) == f"{tmp_path / 'link'} is the database itself."


@pytest.mark.parametrize("damage", [a_photo, cut_off])
def test_a_damaged_database_is_kept_as_it_is(file, path, damage):
    """This is when a backup is needed most. Its log stays with it and away from the new one."""
    path.unlink()
    damage(path)
    before = path.read_bytes()
    path.with_name(f"{path.name}-wal").write_bytes(b"what was to be worked in")
    _, old = restore_backup(file, path)
    assert tables(path) == 2
    assert old.read_bytes() == before
