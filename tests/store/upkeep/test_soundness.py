"""Looking for damage: whose file it is, the file itself, what refers to what, and every journal."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.store.database import Store
from companion.store.upkeep.soundness import Findings, Refused, check
from tests.store.builders import FOUR, a_group, a_table
from tests.store.upkeep.damage import NO_DATABASE, forced


@pytest.fixture
def played(store: Store) -> Store:
    for _ in range(3):
        a_table(store).with_round("17", "", "13", "").with_round("", "5", "", "=8")
    return store


def problems(store: Store) -> list[str]:
    return list(map(str, check(store.path).problems))


def found(store: Store) -> list[str]:
    """What is wrong, or why nobody can say."""
    try:
        return problems(store)
    except Refused as refused:
        return [str(refused)]


def test_a_sound_database_is_counted(played: Store) -> None:
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


# Journals


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("round_entered", "{"),
        ("round_entered", "[" * 100_000),
        ("round_entered", "{}"),
        ("round_entered", '{"number":2,"round":{"hands":{"1":["x"]}}}'),
        ("danced", "{}"),
        ("undone", "null"),
        ("player_renamed", '{"seat":"9","name":"Nobody"}'),
        ("hand_laid", "{}"),
    ],
)
def test_an_entry_that_cannot_be_replayed_is_named(played: Store, kind: str, payload: str) -> None:
    """Broken JSON, an unknown kind, or what makes no sense where it stands."""
    forced(played, "UPDATE journal SET kind = ?, payload = ? WHERE table_id = 2 AND seq = 2", kind, payload)
    assert problems(played) == ["table 2: entry 2 can't be replayed."]


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("DELETE FROM journal WHERE table_id = 1 AND seq = 1", ["table 1: entry 1 is missing."]),
        ("DELETE FROM journal WHERE table_id < 3 AND seq = 2", [f"table {n}: entry 2 is missing." for n in (1, 2)]),
        ("DELETE FROM journal WHERE table_id = 1", ["table 1: there is no entry."]),
        (
            "UPDATE journal SET payload = replace(payload, '\"fool\"', '\"whist\"') WHERE table_id = 3",
            ["table 3: entry 1 can't be replayed."],
        ),
        (
            "UPDATE journal SET payload = json_set(payload, '$.played', json('[1, 2]')) WHERE table_id = 1 AND seq = 1",
            ["table 1: entry 1 can't be replayed."],
        ),
        (
            "DELETE FROM tables WHERE id = 3",
            [f"file: {n} of {rows} belong to none of tables." for n, rows in ((3, "journal"), (1, "links"))],
        ),
        (
            "UPDATE links SET created_at = '2026-01-01T00:00:00'",
            ["file: created_at of links is no date and time (1 of them)."],
        ),
    ],
)
def test_what_is_missing_or_makes_no_sense_is_named(played: Store, sql: str, told: list[str]) -> None:
    """Not only the first."""
    forced(played, sql)
    assert problems(played) == told


@pytest.mark.parametrize("at", ["", "2026-13-01T00:00:00+00:00", "2026-01-01T00:00:00", "9" * 5000])
def test_a_moment_that_is_none_is_named(played: Store, at: str) -> None:
    """Pages that show it would break."""
    forced(played, "UPDATE journal SET at = ? WHERE table_id = 2 AND seq = 2", at)
    assert problems(played)[0] == "file: at of journal is no date and time (1 of them)."


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("UPDATE seats SET name = 'Ben' WHERE seat = 2", "its seats are not those of its journal."),
        ("UPDATE tables SET game = 'durak'", "its game is another in its journal."),
        ("UPDATE tables SET group_id = NULL", "its seats are not those of its journal."),
        ("DELETE FROM results WHERE seat = 3", "its results are not those of its journal."),
        ("UPDATE results SET counts = '[' || replace(hex(zeroblob(50000)), '00', '[')", "its results are not those"),
    ],
)
def test_what_stands_beside_a_journal_agrees_with_it(store: Store, sql: str, told: str) -> None:
    """Who sits at a group's table, and how its game came out."""
    a_group(store).with_table(FOUR, "-80 10 10 0").with_table(FOUR, "-8 10 10 0")
    assert problems(store) == []
    forced(store, sql)
    assert any(told in problem for problem in problems(store))


# The schema


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("DROP TRIGGER journal_no_update", "schema: trigger journal_no_update is missing."),
        ("DROP INDEX links_table", "schema: index links_table is missing."),
        ("DROP TABLE codes", "schema: table codes is missing."),
        (
            "CREATE TRIGGER mine AFTER INSERT ON journal BEGIN UPDATE links SET role = 'host'; END",
            "schema: trigger mine is not the companion's.",
        ),
        ("ALTER TABLE tables ADD COLUMN mine TEXT", "schema: table tables is not as the companion made it."),
        ("DELETE FROM _sqlite_migrations WHERE id = 1", "schema: the steps that it says were taken are not those"),
        ("UPDATE _sqlite_migrations SET name = x'ff' WHERE id = 1", ""),
        ("ALTER TABLE journal RENAME TO other", "{} is damaged: there is no table journal."),
        ("ALTER TABLE _sqlite_migrations RENAME TO other", "{} is damaged: there is no table _sqlite_migrations."),
    ],
)
def test_a_schema_that_is_not_ours_is_named(played: Store, sql: str, told: str) -> None:
    """Whatever is missing, other or foreign. It is a database of the companion all the same."""
    played.db.execute(sql)
    assert any(problem.startswith(told.format(played.path)) for problem in found(played))


def test_what_others_keep_in_the_file_is_theirs(played: Store) -> None:
    """SQLite's own figures, and what Litestream notes; white space in what made a part means nothing."""
    played.db.execute("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")
    (made,) = played.db.execute("SELECT sql FROM sqlite_master WHERE name = 'journal_no_update'").fetchone()
    played.db.execute("DROP TRIGGER journal_no_update")
    played.db.execute(" ".join(made.split()))
    played.db.execute("ANALYZE")
    assert problems(played) == []


def test_a_view_in_place_of_a_table_is_not_asked(played: Store) -> None:
    """It might never come to an end."""
    played.db.execute("DROP TABLE codes")
    endless = "WITH RECURSIVE n(code) AS (SELECT 1 UNION ALL SELECT code FROM n) SELECT code FROM n"
    played.db.execute(f"CREATE VIEW codes AS {endless}")
    assert problems(played) == ["schema: table codes is missing.", "schema: view codes is not the companion's."]


# The file


def test_a_value_that_the_schema_forbids_is_named(played: Store) -> None:
    forced(played, "PRAGMA ignore_check_constraints = ON")
    forced(played, "UPDATE links SET role = 'thief' WHERE table_id = 1")
    assert problems(played) == ["file: CHECK constraint failed in links"]


def test_a_page_that_is_overwritten_is_found(played: Store) -> None:
    played.db.vacuum()
    played.close()
    whole = played.path.read_bytes()
    for page in range(1, len(whole) // 4096):
        played.path.write_bytes(whole[: page * 4096] + b"\xa5" * 4096 + whole[(page + 1) * 4096 :])
        told = found(played)
        assert told
        assert all("\n" not in line for line in told)


@pytest.mark.parametrize("what", NO_DATABASE)
def test_what_is_not_ours_is_refused(path: Path, what: str) -> None:
    do, told = NO_DATABASE[what]
    do(path)
    with pytest.raises(Refused) as refused:
        check(path)
    assert str(refused.value) == told.format(path)


def test_a_file_that_may_not_be_read_is_refused(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's answer is made up: an administrator may read everything."""
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(Refused, match="may not be read"):
        check(store.path)


def test_any_name_will_do(tmp_path: Path) -> None:
    for name in ("what?.sqlite3", "50%.sqlite3", "a#b.sqlite3", "Łódź, é.sqlite3", "a 'b' \"c\""):
        Store(tmp_path / name).close()
        assert check(tmp_path / name) == Findings(0, 0, ())
