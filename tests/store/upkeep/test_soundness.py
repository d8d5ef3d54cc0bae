"""Looking for damage: whose file it is, the file itself, what refers to what, and every journal."""

import pytest

from companion.store.database import Refused, Store
from companion.store.upkeep.soundness import Findings, check
from tests.store.builders import a_table
from tests.store.upkeep.damage import NO_DATABASE, forced


@pytest.fixture
def played(store):
    for _ in range(3):
        a_table(store).with_round("17", "", "13", "").with_round("", "5", "", "=8")
    return store


def problems(store):
    return list(check(store.path).problems)


def test_a_sound_database_is_counted(played):
    """Also while others have it open, and one of them is writing; and nothing is changed or left beside it."""
    with played.writing() as db:
        db.execute("INSERT INTO tables (game, created_at) VALUES ('fool', '')")
        assert check(played.path) == Findings(3, 9, ())
    played.db.execute("DELETE FROM tables WHERE id = 4")
    played.close()
    before = played.path.read_bytes()
    assert check(played.path) == Findings(3, 9, ())
    assert played.path.read_bytes() == before
    assert [file.name for file in played.path.parent.iterdir()] == [played.path.name]


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("round_entered", "{"),
        ("round_entered", "[" * 100_000),
        ("round_entered", '{"number":2,"round":{"hands":{"1":["x"]}}}'),
        ("danced", "{}"),
        ("undone", "null"),
    ],
)
def test_a_table_that_cannot_be_replayed_is_named(played, kind, payload):
    """Broken JSON, an unknown kind, or what makes no sense where it stands."""
    forced(played, "UPDATE journal SET kind = ?, payload = ? WHERE table_id = 2 AND seq = 2", kind, payload)
    assert problems(played) == ["table 2 can't be replayed."]


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("DELETE FROM journal WHERE table_id < 3 AND seq = 2", [f"table {n}: an entry is missing." for n in (1, 2)]),
        ("DELETE FROM journal WHERE table_id = 1", ["table 1 can't be replayed."]),
        (
            "UPDATE journal SET payload = replace(payload, '\"fool\"', '\"whist\"') WHERE table_id = 3",
            ["table 3 can't be replayed."],
        ),
        (
            "DELETE FROM tables WHERE id = 3",
            [f"file: {n} of {rows} belong to none of tables." for n, rows in ((3, "journal"), (1, "links"))],
        ),
    ],
)
def test_what_is_missing_or_makes_no_sense_is_named(played, sql, told):
    """Not only the first."""
    forced(played, sql)
    assert problems(played) == told


def test_a_value_that_the_schema_forbids_is_named(played):
    forced(played, "PRAGMA ignore_check_constraints = ON")
    forced(played, "UPDATE links SET role = 'thief' WHERE table_id = 1")
    assert problems(played) == ["file: CHECK constraint failed in links"]


def test_a_page_that_is_overwritten_is_found(played):
    played.db.vacuum()
    played.close()
    whole = played.path.read_bytes()
    for page in range(1, len(whole) // 4096):
        played.path.write_bytes(whole[: page * 4096] + b"\xa5" * 4096 + whole[(page + 1) * 4096 :])
        try:
            told = problems(played)
        except Refused as refused:
            told = [str(refused)]
        assert told
        assert all("\n" not in line for line in told)


@pytest.mark.parametrize("what", NO_DATABASE)
def test_what_is_not_ours_is_refused(path, what):
    do, told = NO_DATABASE[what]
    do(path)
    with pytest.raises(Refused) as refused:
        check(path)
    assert str(refused.value) == told.format(path)


def test_any_name_will_do(tmp_path):
    for name in ("what?.sqlite3", "50%.sqlite3", "a#b.sqlite3", "Łódź, é.sqlite3", "a 'b' \"c\""):
        Store(tmp_path / name).close()
        assert check(tmp_path / name) == Findings(0, 0, ())
