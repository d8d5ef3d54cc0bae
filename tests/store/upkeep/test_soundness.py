"""Looking for damage: whose file it is, the file itself, what refers to what, and every journal."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.store.database import Store
from companion.store.upkeep.soundness import Findings, Refused, check
from tests.store.builders import FOUR, a_group, a_table


@pytest.fixture
def played(store: Store) -> Store:
    """Three tables, and two rounds at each."""
    for _ in range(3):
        a_table(store).with_round("17", "", "13", "").with_round("", "5", "", "=8")
    return store


def forced(store: Store, sql: str, *values: object) -> None:
    """What nobody can do by the way: write past every guard of the schema."""
    store.db.execute("PRAGMA foreign_keys = OFF")
    triggers = store.db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        store.db.execute(f"DROP TRIGGER {name}")
    store.db.execute(sql, values)
    for _, made in triggers:
        store.db.execute(made)


def problems(store: Store) -> list[str]:
    """What is wrong."""
    return list(map(str, check(store.path).problems))


def test_a_sound_database_is_counted(played: Store) -> None:
    """Also while others have it open, and one of them is writing."""
    with played.writing() as db:
        db.execute("INSERT INTO tables (game, created_at) VALUES ('fool', '')")
        assert check(played.path) == Findings(3, 9, ())


def test_a_new_database_is_sound(store: Store) -> None:
    """Nothing has been played."""
    assert check(store.path) == Findings(0, 0, ())


def test_looking_changes_nothing(played: Store) -> None:
    """Neither the file nor what lies beside it."""
    played.close()
    before = played.path.read_bytes()
    check(played.path)
    assert played.path.read_bytes() == before
    assert [file.name for file in played.path.parent.iterdir()] == [played.path.name]


# Journals


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("round_entered", "{"),
        ("round_entered", ""),
        ("round_entered", "[]"),
        ("round_entered", "[" * 100_000),
        ("round_entered", "{}"),
        ("round_entered", '{"number":2,"round":{"hands":{"1":["x"]}}}'),
        ("round_corrected", '{"number":2,"round":null}'),
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


def test_an_opening_that_cannot_be_replayed_is_named(played: Store) -> None:
    """The table is of a game that nobody knows."""
    forced(played, "UPDATE journal SET payload = replace(payload, '\"fool\"', '\"whist\"') WHERE table_id = 3")
    assert problems(played) == ["table 3: entry 1 can't be replayed."]


@pytest.mark.parametrize("seq", [1, 2])
def test_an_entry_that_is_missing_is_named(played: Store, seq: int) -> None:
    """Entries count 1, 2, 3…"""
    forced(played, "DELETE FROM journal WHERE table_id = 1 AND seq = ?", seq)
    assert problems(played) == [f"table 1: entry {seq} is missing."]


def test_a_table_without_entries_is_named(played: Store) -> None:
    """A table is its journal."""
    forced(played, "DELETE FROM journal WHERE table_id = 1")
    assert problems(played) == ["table 1: there is no entry."]


def test_all_problems_are_named(played: Store) -> None:
    """Not only the first."""
    forced(played, "DELETE FROM journal WHERE table_id = 1 AND seq = 2")
    forced(played, "UPDATE journal SET kind = 'danced' WHERE table_id = 2 AND seq = 3")
    assert problems(played) == ["table 1: entry 2 is missing.", "table 2: entry 3 can't be replayed."]


def test_entries_of_no_table_are_named(played: Store) -> None:
    """What they belong to is gone."""
    forced(played, "DELETE FROM tables WHERE id = 3")
    assert problems(played) == [
        "file: 3 of journal belong to none of tables.",
        "file: 1 of links belong to none of tables.",
    ]


@pytest.mark.parametrize("at", ["", "yesterday", "2026-13-01T00:00:00+00:00", "2026-01-01T00:00:00", "9" * 5000])
def test_a_moment_that_is_none_is_named(played: Store, at: str) -> None:
    """Pages that show it would break."""
    forced(played, "UPDATE journal SET at = ? WHERE table_id = 2 AND seq = 2", at)
    assert problems(played)[0] == "file: at of journal is no date and time (1 of them)."
    forced(played, "UPDATE links SET created_at = ?", at)
    assert "file: created_at of links is no date and time (1 of them)." in problems(played)


def test_when_a_table_was_played_is_a_moment(played: Store) -> None:
    """As its journal has it."""
    forced(played, "UPDATE journal SET payload = json_set(payload, '$.played', json('[1, 2]')) WHERE seq = 1")
    assert problems(played)[0] == "table 1: entry 1 can't be replayed."


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("DELETE FROM seats WHERE seat = 2", "its seats are not those of its journal."),
        ("UPDATE seats SET name = 'Ben' WHERE seat = 2", "its seats are not those of its journal."),
        ("UPDATE tables SET game = 'durak'", "its game is another in its journal."),
        ("UPDATE tables SET group_id = NULL", "its seats are not those of its journal."),
        ("DELETE FROM results WHERE seat = 3", "its results are not those of its journal."),
        ("UPDATE results SET counts = '{'", "its results are not those of its journal."),
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
        ("CREATE TABLE mine (day TEXT)", "schema: table mine is not the companion's."),
        ("CREATE INDEX mine ON journal (at)", "schema: index mine is not the companion's."),
        ("CREATE VIEW mine AS SELECT 1", "schema: view mine is not the companion's."),
        (
            "CREATE TRIGGER mine AFTER INSERT ON journal BEGIN UPDATE links SET role = 'host'; END",
            "schema: trigger mine is not the companion's.",
        ),
        ("ALTER TABLE tables ADD COLUMN mine TEXT", "schema: table tables is not as the companion made it."),
        ("ALTER TABLE seats RENAME TO chairs", "schema: table chairs is not the companion's."),
        ("ALTER TABLE codes RENAME COLUMN code TO word", "schema: table codes is not as the companion made it."),
        (
            "DELETE FROM _sqlite_migrations WHERE id = 3",
            "schema: the steps that it says were taken are not those of any version.",
        ),
        ("UPDATE _sqlite_migrations SET migration_set = ''", "schema: the steps that it says were taken are not"),
    ],
)
def test_a_schema_that_is_not_ours_is_named(played: Store, sql: str, told: str) -> None:
    """Whatever is missing, other or foreign."""
    played.db.execute(sql)
    assert any(problem.startswith(told) for problem in problems(played))


def test_a_trigger_by_one_of_our_names_is_named(played: Store) -> None:
    """It does nothing, so the journal could be changed."""
    played.db.execute("DROP TRIGGER journal_no_update")
    played.db.execute("CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal BEGIN SELECT 1; END")
    assert problems(played) == ["schema: trigger journal_no_update is not as the companion made it."]


def test_what_others_keep_in_the_file_is_theirs(played: Store) -> None:
    """SQLite's own figures, and what Litestream notes; white space in what made a part means nothing."""
    played.db.execute("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")
    played.db.execute("CREATE TABLE _litestream_lock (id INTEGER)")
    (made,) = played.db.execute("SELECT sql FROM sqlite_master WHERE name = 'journal_no_update'").fetchone()
    played.db.execute("DROP TRIGGER journal_no_update")
    played.db.execute(" ".join(made.split()))
    played.db.execute("ANALYZE")
    assert problems(played) == []


@pytest.mark.parametrize("name", ["journal", "links", "tables", "_sqlite_migrations"])
def test_a_table_that_was_renamed_is_missed(played: Store, name: str) -> None:
    """It is a database of the companion all the same."""
    played.db.execute(f"ALTER TABLE {name} RENAME TO other")
    with pytest.raises(Refused, match=f"is damaged: there is no table {name}\\.$"):
        check(played.path)


def test_a_view_in_place_of_a_table_is_not_asked(played: Store) -> None:
    """It might never come to an end."""
    played.db.execute("DROP TABLE codes")
    endless = "WITH RECURSIVE n(code) AS (SELECT 1 UNION ALL SELECT code FROM n) SELECT code FROM n"
    played.db.execute(f"CREATE VIEW codes AS {endless}")
    assert problems(played) == ["schema: table codes is missing.", "schema: view codes is not the companion's."]


@pytest.mark.parametrize("value", ["NULL", "x'ff'", "7", "CAST(x'ff' AS TEXT)"])
@pytest.mark.parametrize("column", ["name", "migration_set", "applied_at"])
def test_whatever_stands_among_the_steps_is_told(played: Store, column: str, value: str) -> None:
    """Nothing breaks."""
    played.db.execute(f"UPDATE _sqlite_migrations SET {column} = {value} WHERE id = 3")
    try:
        found = problems(played)
    except Refused as refused:
        found = [str(refused)]
    assert found or column == "applied_at"


# The file


def test_a_value_that_the_schema_forbids_is_named(played: Store) -> None:
    """SQLite finds it."""
    forced(played, "PRAGMA ignore_check_constraints = ON")
    forced(played, "UPDATE links SET role = 'thief' WHERE table_id = 1")
    assert problems(played) == ["file: CHECK constraint failed in links"]


def test_a_page_that_is_overwritten_is_found(played: Store) -> None:
    """Whichever it is, of those that hold anything."""
    played.db.vacuum()
    played.close()
    whole = played.path.read_bytes()
    for page in range(1, len(whole) // 4096):
        played.path.write_bytes(whole[: page * 4096] + b"\xa5" * 4096 + whole[(page + 1) * 4096 :])
        try:
            found = problems(played)
        except Refused as refused:
            found = [str(refused)]
        assert found
        assert all("\n" not in line for line in found)


def test_a_file_that_was_cut_off_is_found(played: Store) -> None:
    """A copy that ran out of space, say."""
    played.close()
    whole = played.path.read_bytes()
    played.path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(Refused, match=r"is damaged: database disk image is malformed\.$"):
        check(played.path)


# Whose it is


def nothing(path: Path) -> None:
    """There is nothing."""


def a_folder(path: Path) -> None:
    """It is a folder."""
    path.mkdir()


def a_picture(path: Path) -> None:
    """It is a photo."""
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(4096))


def an_empty_file(path: Path) -> None:
    """It is empty, which is a database to SQLite."""
    path.touch()


def another_database(path: Path) -> None:
    """It is somebody else's database."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE journal (day TEXT)")


@pytest.mark.parametrize(
    ("what", "told"),
    [
        (nothing, "There is no database at {}."),
        (a_folder, "There is no database at {}."),
        (a_picture, "{} is no database."),
        (an_empty_file, "{} is a database, but none of the companion's."),
        (another_database, "{} is a database, but none of the companion's."),
    ],
)
def test_what_is_not_ours_is_refused(path: Path, what: Callable[[Path], None], told: str) -> None:
    """Each with its reason."""
    what(path)
    with pytest.raises(Refused) as refused:
        check(path)
    assert str(refused.value) == told.format(path)


def test_a_file_that_may_not_be_read_is_refused(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's answer is made up: an administrator may read everything."""
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(Refused, match="may not be read"):
        check(store.path)


def test_a_database_of_a_newer_version_is_refused(store: Store) -> None:
    """Only that version knows what its schema means."""
    store.db.execute(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('companion', 'm999_later', '')"
    )
    with pytest.raises(Refused, match="made by a newer version of the companion, which knows m999_later"):
        check(store.path)


@pytest.mark.parametrize("name", ["what?.sqlite3", "50%.sqlite3", "a#b.sqlite3", "Łódź, é.sqlite3", "a 'b' \"c\""])
def test_any_name_will_do(tmp_path: Path, name: str) -> None:
    """Characters that mean something in an address are part of a name here."""
    Store(tmp_path / name).close()
    assert check(tmp_path / name) == Findings(0, 0, ())
