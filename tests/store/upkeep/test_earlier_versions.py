"""Databases that earlier versions left: the store of today opens each, and nothing in it is lost (see ``fixtures``)."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from companion.games import sheetfile
from companion.store import copying
from companion.store.database import Store
from companion.store.files import sheets as files
from companion.store.groups import players, statistics
from companion.store.groups import tables as group_tables
from companion.store.groups.groups import open_group
from companion.store.journal.tables import open_table, table_now
from companion.store.links.links import LinkEnded
from companion.store.migrations import migrations
from companion.store.upkeep.backup import restore
from companion.store.upkeep.soundness import check
from tests.store.builders import Circle, Phone
from tests.store.groups.test_statistics import check_results

FIXTURES = sorted((Path(__file__).parent.parent / "fixtures").glob("*.sqlite3"))
JOURNAL = "SELECT table_id, seq, kind, payload, at, key FROM journal ORDER BY table_id, seq"
LINKS = "SELECT key_hash, table_id, role, created_at, ended_at FROM links ORDER BY key_hash"


@pytest.fixture(params=FIXTURES, ids=lambda path: path.stem)
def fixture(request: pytest.FixtureRequest) -> Path:
    """The database of an earlier version."""
    earlier: Path = request.param
    return earlier


@pytest.fixture
def expected(fixture: Path) -> Any:
    """What that version said of it."""
    return json.loads(fixture.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.fixture
def opened(fixture: Path, path: Path) -> Iterator[Store]:
    """A copy of it, opened by the store of today."""
    shutil.copyfile(fixture, path)
    with closing(Store(path)) as store:
        yield store


def role_now(fixture: Path, role: str) -> str:
    """What became of a role: before there were hosts, whoever kept score could replace links as well."""
    return "host" if fixture.stem < "m006" and role == "scorer" else role


def rows(fixture: Path, sql: str) -> list[Any]:
    """What is in the file, read without opening it as a store."""
    with closing(sqlite3.connect(f"{fixture.as_uri()}?immutable=1", uri=True)) as untouched:
        return untouched.execute(sql).fetchall()


def dump(file: Path) -> list[str]:
    """Everything in a file, as SQL."""
    with closing(sqlite3.connect(file)) as opened:
        return list(opened.iterdump())


def test_the_schema_is_brought_up_to_date(opened: Store) -> None:
    """Every step that was still to take is taken."""
    assert not migrations.pending(opened.db)


def test_what_it_was_before_is_kept(fixture: Path, opened: Store) -> None:
    """As a backup beside it, which any earlier version that knew it can open; and only once."""
    assert opened.kept is not None
    assert opened.kept.parent == opened.path.parent
    assert opened.kept.name.startswith("companion-before-update-")
    assert opened.kept.stat().st_mode == opened.path.stat().st_mode
    assert dump(opened.kept) == dump(fixture)
    with closing(Store(opened.path)) as again:
        assert again.kept is None
    assert list(opened.path.parent.glob("*before-update*")) == [opened.kept]


@pytest.mark.parametrize("step", ["copy_database", "move"])
def test_without_a_copy_it_is_left_as_it_was(
    fixture: Path, path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """On a full disk, for example."""

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    shutil.copyfile(fixture, path)
    monkeypatch.setattr(copying, step, refuse)
    with pytest.raises(OSError, match="No space left"):
        Store(path)
    assert dump(path) == dump(fixture)
    assert [left.name for left in path.parent.iterdir() if left.name.startswith((".", "companion-before"))] == []


def test_a_step_that_fails_leaves_neither_a_change_nor_a_copy(
    fixture: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A service that is started again and again would fill the disk."""

    def fail(_: Database) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    shutil.copyfile(fixture, path)
    monkeypatch.setattr(migrations, "apply", fail)
    with pytest.raises(sqlite3.OperationalError):
        Store(path)
    assert dump(path) == dump(fixture)
    assert list(path.parent.glob("companion-before*")) == []


def test_a_new_database_and_one_of_today_need_no_copy(path: Path) -> None:
    """Nothing is brought up to date."""
    for _ in range(2):
        with closing(Store(path)) as store:
            assert store.kept is None


def test_every_row_is_there_as_it_was(fixture: Path, opened: Store) -> None:
    """Journals and links, row for row."""
    assert opened.db.execute(JOURNAL).fetchall() == rows(fixture, JOURNAL)
    links = [(key, table, role_now(fixture, role), *times) for key, table, role, *times in rows(fixture, LINKS)]
    assert opened.db.execute(LINKS).fetchall() == links


def test_every_link_opens_its_table_in_its_role(fixture: Path, opened: Store, expected: Any) -> None:
    """And every table shows the same sheet, the same history and the same hands as then."""
    for table in expected["tables"]:
        for link in table["links"]:
            found = open_table(opened, link["key"])
            assert found is not None
            now, opening = found
            assert opening.role == role_now(fixture, link["role"])
            assert sheetfile.write(now.game, now.sitting) == table["sheet"]
            assert now.version == table["entries"]
            assert {str(seat): laid.hand for seat, laid in now.hands.items()} == table["hands"]
            phone = Phone(opened, link["key"])
            assert phone.history == table["history"]
            assert phone.standing == [seq for seq, stands in enumerate(table["in_force"], start=1) if stands]


def test_links_that_had_ended_stay_ended(opened: Store, expected: Any) -> None:
    """Whoever was locked out stays out."""
    for key in expected["ended"]:
        with pytest.raises(LinkEnded):
            open_table(opened, key)


def test_every_group_is_as_it_was(opened: Store, expected: Any) -> None:
    """Its players, its tables and its file, to the last character."""
    for group in expected.get("groups", ()):
        circle = Circle(opened, group["key"])
        assert circle.group.name == group["name"]
        assert circle.tables == group["tables"]
        assert [asdict(player) for player in players.list_players(opened, circle.id)] == [
            player | {"spellings": tuple(player["spellings"])} for player in group["players"]
        ]
        assert json.loads("".join(files.write_group(opened, circle.group))) == group["json"]
    for key in expected.get("ended_groups", ()):
        with pytest.raises(LinkEnded):
            open_group(opened, key)


def test_every_figure_is_as_it_was(opened: Store, expected: Any) -> None:
    """The games of each group, and of each game and period the figures and the rivalries, by the players' names."""
    for group in expected.get("groups", ()):
        circle = Circle(opened, group["key"])
        assert statistics.list_games(opened, circle.id) == group["games_played"]
        for game, periods in group["statistics"].items():
            years = [int(year) for year in periods if year.isdecimal()]
            assert statistics.list_years(opened, circle.id, game) == sorted(years, reverse=True)
            for name, then in periods.items():
                period = {"all": statistics.ALL_TIME, "last": statistics.LAST}.get(name)
                period = int(name) if period is None else period
                for figures in then["figures"].values():
                    figures["counts"].pop("unopened", None)  # was there only to count games by it
                assert told(circle, game, period) == then, (game, name)
    check_results(opened)


def told(circle: Circle, game: str, period: int) -> dict[str, Any]:
    """The statistics as they are told in the files of expectations."""
    rivals: dict[str, Any] = {}
    for (one, other), rivalry in circle.rivals(period, game).items():
        rivals.setdefault(one, {})[other] = asdict(rivalry)
    return {
        "games": statistics.add_up(circle.store, circle.id, game, period).games,
        "figures": {
            name: {
                **{key: getattr(each, key) for key in ("games", "wins", "total", "highest", "lowest", "counts")},
                **{"longest_winning": each.winning.longest, "longest_losing": each.losing.longest},
            }
            for name, each in circle.figures(period, game).items()
        },
        "rivalries": rivals,
    }


def test_the_lists_of_a_group_show_every_table(opened: Store, expected: Any) -> None:
    """Each by the moment when its journal says that it was begun; what is over, with its results."""
    for group in expected.get("groups", ()):
        circle = Circle(opened, group["key"])
        pages = [group_tables.list_tables(opened, circle.id, archived=archived) for archived in (False, True)]
        listed = [table for page in pages for table in page.tables]
        assert sorted(table.id for table in listed) == circle.tables
        for table in listed:
            now = table_now(opened, table.id)
            assert (table.started_at, table.finished) == (now.started_at, now.sheet.ending is not None)
            assert table.finished == all(sat.rank is not None for sat in table.people)


def test_a_code_that_was_offered_has_ended(opened: Store) -> None:
    """It was shorter than they are now: the table's next one is new."""
    assert opened.db.table("codes").count == 0


def test_the_tables_can_be_played_on(opened: Store, expected: Any) -> None:
    """A table that was running takes its next round."""
    (running,) = (table for table in expected["tables"] if table["name"] == "running")
    phone = Phone(opened, running["links"][0]["key"])
    assert phone.with_round("17", "", "13", "").version == running["entries"] + 1


def test_it_is_sound_before_and_after(fixture: Path, path: Path, expected: Any) -> None:
    """Looking for damage neither needs the schema of today nor changes the file."""
    shutil.copyfile(fixture, path)
    entries = sum(table["entries"] for table in expected["tables"])
    for _ in ("before", "after"):
        before = path.read_bytes()
        found = check(path)
        assert (found.tables, found.entries, found.problems) == (len(expected["tables"]), entries, ())
        assert path.read_bytes() == before
        Store(path).close()


def test_it_can_be_restored(fixture: Path, tmp_path: Path, expected: Any) -> None:
    """A backup of an earlier version is brought up to date on the way."""
    backup = tmp_path / "backup.sqlite3"
    shutil.copyfile(fixture, backup)
    restored = tmp_path / "new" / "companion.sqlite3"
    assert restore(backup, restored)[0].tables == len(expected["tables"])
    assert rows(restored, JOURNAL) == rows(fixture, JOURNAL)
    with closing(sqlite3.connect(restored)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    with closing(Store(restored)) as store:
        assert not migrations.pending(store.db)
