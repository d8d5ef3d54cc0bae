"""Looking for damage: whose file it is, the file itself, every journal; and whether a round could be saved."""

import shutil
import sqlite3

import pytest

from companion.store.database import FILE_NAME
from companion.store.folder import CommandRefused
from companion.store.trouble import Trouble, trouble_of
from companion.store.upkeep.soundness import Findings, check_database, try_to_save
from tests.store.builders import a_table
from tests.store.upkeep.damage import NO_DATABASE, forced


@pytest.fixture
def played(store):
    for _ in range(3):
        a_table(store).with_round("17", "", "13", "").with_round("", "5", "", "=8")
    return store


def test_a_sound_database_is_counted(played):
    """Also while others have it open, and one of them is writing; and nothing is changed or left beside it."""
    with played.writing() as db:
        db.execute("INSERT INTO tables (game, created_at) VALUES ('fool', '')")
        assert check_database(played.path) == Findings(3, ())
    played.db.execute("DELETE FROM tables WHERE id = 4")
    played.close()
    before = played.path.read_bytes()
    assert check_database(played.path) == Findings(3, ())
    assert played.path.read_bytes() == before
    assert [file.name for file in played.path.parent.iterdir()] == [played.path.name]


WRITTEN = "UPDATE journal SET kind = ?, payload = ? WHERE table_id = 2 AND seq = 2"
DAMAGED = [
    (WRITTEN, ["round_entered", "{"], [2]),
    (WRITTEN, ["round_entered", "[" * 100_000], [2]),
    (WRITTEN, ["round_entered", '{"number":2,"round":{"hands":{"1":["x"]}}}'], [2]),
    (WRITTEN, ["danced", "{}"], [2]),
    (WRITTEN, ["undone", "null"], [2]),
    ("DELETE FROM journal WHERE table_id < 3 AND seq = 2", [], [1, 2]),  # not only the first is told
    ("DELETE FROM journal WHERE table_id = 1", [], [1]),
    ("UPDATE journal SET payload = replace(payload, '\"fool\"', '\"whist\"') WHERE table_id = 3", [], [3]),
]


@pytest.mark.parametrize(("sql", "values", "tables"), DAMAGED)
def test_a_table_that_cannot_be_replayed_is_named(played, sql, values, tables):
    """Broken JSON, an unknown kind, what is missing, or what makes no sense where it stands."""
    forced(played, sql, *values)
    assert list(check_database(played.path).problems) == [f"table {number} can’t be replayed." for number in tables]


@pytest.mark.parametrize("what", NO_DATABASE)
def test_what_is_not_ours_is_refused(path, what):
    do, lines = NO_DATABASE[what]
    do(path)
    with pytest.raises(CommandRefused) as refused:
        check_database(path)
    assert str(refused.value) == lines.format(path)


def trouble(store):
    """Why none can; None if one can."""
    try:
        try_to_save(store)
    except sqlite3.Error as error:
        return trouble_of(error, store.path)
    return None


@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
def test_a_file_that_is_gone(played, tmp_path, end):
    file = tmp_path / f"{FILE_NAME}{end}"
    file.rename(tmp_path / "elsewhere")
    assert trouble(played) is Trouble.GONE
    assert not file.exists()
    shutil.copy(tmp_path / "elsewhere", file)
    assert trouble(played) is Trouble.GONE, "another file lies in its place"
    (tmp_path / "elsewhere").rename(file)
    assert trouble(played) is None


def test_a_file_that_may_only_be_read(played):
    played.db.execute("PRAGMA query_only = ON")
    assert trouble(played) is Trouble.UNREADABLE
    played.db.execute("PRAGMA query_only = OFF")
    assert trouble(played) is None
