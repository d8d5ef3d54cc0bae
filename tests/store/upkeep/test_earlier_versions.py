"""Databases that earlier versions left: the store of today opens each, and nothing in it is lost (see ``fixtures``)."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from companion.games import sheetfile
from companion.store import copying
from companion.store.database import Store
from companion.store.files import sheets as files
from companion.store.groups.groups import open_group
from companion.store.journal.tables import open_table
from companion.store.links.links import LinkEnded
from companion.store.migrations import migrations
from companion.store.upkeep.backup import restore
from companion.store.upkeep.soundness import check
from tests.store.builders import Circle, Phone
from tests.store.groups.test_statistics import check_results
from tests.store.upkeep.damage import no_space
from tests.tiers import only_thorough

FIRST, *LATER = sorted((Path(__file__).parent.parent / "fixtures").glob("*.sqlite3"))
JOURNAL = "SELECT table_id, seq, kind, payload, at, key FROM journal ORDER BY table_id, seq"
LINKS = "SELECT key_hash, table_id, role, created_at, ended_at FROM links ORDER BY key_hash"


@pytest.fixture(params=[FIRST, *only_thorough(LATER)], ids=lambda path: path.stem)
def fixture(request: pytest.FixtureRequest) -> Path:
    earlier: Path = request.param
    return earlier


@pytest.fixture
def expected(fixture: Path) -> Any:
    """What that version said of it."""
    return json.loads(fixture.with_suffix(".json").read_text(encoding="utf-8"))


def role_now(fixture: Path, role: str) -> str:
    """What became of a role: before there were hosts, whoever kept score could replace links as well."""
    return "host" if fixture.stem < "m006" and role == "scorer" else role


def rows(fixture: Path, sql: str) -> list[Any]:
    """What is in the file, read without opening it as a store."""
    with closing(sqlite3.connect(f"{fixture.as_uri()}?immutable=1", uri=True)) as untouched:
        return untouched.execute(sql).fetchall()


def dump(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as opened:
        return list(opened.iterdump())


def test_it_is_brought_up_to_date_and_what_it_was_is_kept(fixture: Path, path: Path, expected: Any) -> None:
    """It is sound before and after; a backup beside it is what any earlier version that knew it can open."""
    shutil.copyfile(fixture, path)
    sound = (len(expected["tables"]), sum(table["entries"] for table in expected["tables"]), ())
    for kept in (True, False):
        before = path.read_bytes()
        found = check(path)
        assert (found.tables, found.entries, found.problems) == sound
        assert path.read_bytes() == before
        with closing(Store(path)) as store:
            assert not migrations.pending(store.db)
            assert bool(store.kept) == kept
    (backup,) = path.parent.glob("companion-before-update-*")
    assert dump(backup) == dump(fixture)
    assert backup.stat().st_mode == path.stat().st_mode
    restored = path.parent / "new" / "companion.sqlite3"
    assert restore(backup, restored)[0].tables == sound[0]
    assert rows(restored, JOURNAL) == rows(fixture, JOURNAL)


def fail(*_: Database) -> None:
    raise sqlite3.OperationalError("disk I/O error")


@pytest.mark.parametrize(
    ("of", "step", "fault"),
    [(copying, "copy_database", no_space), (copying, "move", no_space), (migrations, "apply", fail)],
)
def test_without_a_copy_or_where_a_step_fails_it_is_left_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch, of: object, step: str, fault: object
) -> None:
    """And no copy either: a service that is started again and again would fill the disk."""
    shutil.copyfile(FIRST, path)
    monkeypatch.setattr(of, step, fault)
    with pytest.raises((OSError, sqlite3.OperationalError)):
        Store(path)
    assert dump(path) == dump(FIRST)
    assert [left.name for left in path.parent.iterdir() if left.name.startswith((".", "companion-before"))] == []


def test_every_table_and_link_is_as_it_was(fixture: Path, path: Path, expected: Any) -> None:
    """The same sheet, history and hands; who was locked out stays out; codes have ended, since they were shorter."""
    shutil.copyfile(fixture, path)
    with closing(Store(path)) as store:
        assert store.db.execute(JOURNAL).fetchall() == rows(fixture, JOURNAL)
        links = [(key, table, role_now(fixture, role), *times) for key, table, role, *times in rows(fixture, LINKS)]
        assert store.db.execute(LINKS).fetchall() == links
        assert store.db.table("codes").count == 0
        for table in expected["tables"]:
            for link in table["links"]:
                found = open_table(store, link["key"])
                assert found is not None
                now, opening = found
                assert opening.role == role_now(fixture, link["role"])
                assert sheetfile.write(now.game, now.sitting) == table["sheet"]
                assert now.version == table["entries"]
                assert {str(seat): laid.hand for seat, laid in now.hands.items()} == table["hands"]
                phone = Phone(store, link["key"])
                assert phone.history == table["history"]
                assert phone.standing == [seq for seq, stands in enumerate(table["in_force"], start=1) if stands]
        for open_it, keys in ((open_table, expected["ended"]), (open_group, expected.get("ended_groups", ()))):
            for key in keys:
                with pytest.raises(LinkEnded):
                    open_it(store, key)
        (running,) = (table for table in expected["tables"] if table["name"] == "running")
        phone = Phone(store, running["links"][0]["key"])
        assert phone.with_round("17", "", "13", "").version == running["entries"] + 1


@pytest.mark.thorough
def test_every_group_is_as_it_was(fixture: Path, path: Path, expected: Any) -> None:
    shutil.copyfile(fixture, path)
    with closing(Store(path)) as store:
        for group in expected.get("groups", ()):
            circle = Circle(store, group["key"])
            assert (circle.group.name, circle.tables) == (group["name"], group["tables"])
            assert json.loads("".join(files.write_group(store, circle.group))) == group["json"]
            for game, periods in group["statistics"].items():
                then, now = periods["all"]["figures"], circle.figures(game=game)
                assert {name: (figures["games"], figures["total"]) for name, figures in then.items()} == {
                    name: (figures.games, figures.total) for name, figures in now.items()
                }
        check_results(store)
