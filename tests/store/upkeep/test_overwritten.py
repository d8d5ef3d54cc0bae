"""Another database where one was: nothing is written into it, and what was there is kept."""

from contextlib import closing

import pytest

from companion.store.database import FILE_NAME, Store
from companion.store.trouble import Gone
from companion.store.upkeep.backup import back_up
from tests.store.builders import a_table

ROUND = ("17", "", "13", "")


@pytest.fixture
def other(tmp_path):
    """Another database, with three tables and without a log."""
    path = tmp_path / "other" / FILE_NAME
    path.parent.mkdir()
    with closing(Store(path)) as store:
        for _ in range(3):
            a_table(store).with_round(*ROUND)
    return path


def another(store, other):
    """One that was never this one."""


def a_backup(store, other):
    """A backup of this one."""
    back_up(store.path, other)


@pytest.mark.parametrize("what", [another, a_backup])
def test_what_is_copied_over_an_open_file_is_noticed_and_stays_as_it_is(store, other, what):
    """When it ends, nothing is worked in either."""
    a_table(store).with_round(*ROUND)
    what(store, other)
    a_table(store).with_round(*ROUND)
    store.path.write_bytes(other.read_bytes())
    with pytest.raises(Gone), store.writing():
        pytest.fail("nothing is written")
    with pytest.raises(Gone):
        store.check_files()
    with pytest.raises(Gone):
        _ = store.db
    store.close()
    assert store.path.read_bytes() == other.read_bytes()


def test_checkpoints_of_a_file_that_grows_stop_nobody(store):
    """While the log is worked in, the first page tells of pages that are still to come."""
    for _ in range(30):
        with store.writing() as db:
            db.execute("INSERT INTO groups (uid, name, created_at) VALUES ('', hex(randomblob(200000)), '')")
        store.db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        store.check_files()
    assert store.db.table("groups").count == 30
