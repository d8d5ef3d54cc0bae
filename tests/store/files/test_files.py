"""Files to take home and bring back: nothing is lost, nothing comes twice, and what is broken is refused whole."""

from __future__ import annotations

import copy
import json
import math
import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from companion.games import RULEBOOKS, jsonfile
from companion.games.reading import Unreadable
from companion.games.sheetfile import SheetFile
from companion.store.database import FILE_NAME, Store
from companion.store.files import imports
from companion.store.files import reading as filereader
from companion.store.files import sheets as files
from companion.store.files.reading import TableFile
from companion.store.groups import groups, players
from companion.store.groups import tables as group_tables
from companion.store.journal.tables import Home, Past, start_table, table_now
from companion.store.links.links import LinkEnded
from tests.store.builders import FOUR, RACHEL, Circle, a_group, a_key, a_sitting, a_table, everything, how_many
from tests.store.groups.evenings import Evenings
from tests.store.groups.test_statistics import check_results
from tests.tiers import only_thorough

OVER = "-80 10 10 0"


def told(circle: Circle) -> str:
    """The text of a group's file."""
    return "".join(files.write_group(circle.store, circle.group))


def table_file(circle: Circle, number: int = 0) -> dict[str, Any]:
    """The sheet file of one of a group's tables, counted from 1 (0: the one opened last), as its reader gets it."""
    written = files.write_table(circle.store, table_now(circle.store, circle.tables[number - 1]))
    parsed = json.loads(json.dumps(written, allow_nan=False))
    assert isinstance(parsed, dict)
    return parsed


def a_new_home(store: Store, text: str) -> Circle:
    """A new group from the text of a file."""
    file = filereader.read_group(json.loads(text))
    circle = Circle(store, groups.start_group(store, a_key(), file.name, file.uid))
    imports.import_group(store, circle.id, file)
    return circle


def a_rich_group(store: Store) -> Circle:
    """A group with something of everything that a file tells."""
    circle = a_group(store).with_table(FOUR, OVER, at="2022-05-01").with_table("Zoë Pablo Bea Luke", "-17 10 10 -3")
    circle.with_table(FOUR, "10 -5 -3 0", at="2023-05-01", archived=True, stopped=True)
    circle.with_table(FOUR, "-90 10 10 0", "10 10 -2 -3", tens_to_end=3)
    circle.with_table("O'Neil 🃏 Łukasz Ｗｉｄｅ").calling("Anne", "Anna").merging("Pablo", into="Paul")  # noqa: RUF001
    circle.phone(1).renaming(RACHEL, "Rahel")
    players.hide_player(store, circle.id, circle.person("Bea"), True)
    return circle


@pytest.fixture(scope="module")
def rich_file(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The file of a rich group, which can be read."""
    with closing(Store(tmp_path_factory.mktemp("rich") / FILE_NAME)) as store:
        raw: dict[str, Any] = json.loads(told(a_rich_group(store)))
    filereader.read_group(raw)
    return raw


# A table's file


@pytest.mark.thorough
def test_200_games_come_back_as_they_were(store: Store) -> None:
    """Table file, read, brought in, written again: the same to the last character."""
    chance = random.Random(1)
    evenings = Evenings(store, chance)
    home, away = evenings.circle, a_group(store, "Away")
    brought = []
    for number in range(200):
        moment = datetime(2019, 1, 1, 18, tzinfo=UTC) + timedelta(days=chance.randrange(2500))
        played = (
            moment.isoformat(timespec="milliseconds"),
            (moment + timedelta(hours=1)).isoformat(timespec="milliseconds"),
        )
        past = Past(f"game-{number:04}", chance.choice([None, played]))
        game = evenings.a_game()
        brought.append(TableFile(SheetFile(game, evenings.a_past_sitting(game)), past, {}))
    assert imports.import_tables(store, home.id, brought) == 200
    written = [table_file(home, number) for number in range(1, 201)]
    assert imports.import_tables(store, away.id, [filereader.read_table(raw) for raw in written]) == 200
    assert [table_file(away, number) for number in range(1, 201)] == written
    check_results(store)
    for circle in (home, away):
        assert sum(figures.games for figures in circle.figures().values()) > 100
    assert away.figures() == home.figures()


@pytest.mark.parametrize(
    "happened",
    [
        {"drawn": True},
        {"stopped": True, "options": {"end_score": -200}},
        {"played_on": ("score",)},
        {"played_on": ("score", "tens"), "stopped": True},
        {"starters": {1: 2, 2: 3}},
        {"starters": {3: 2}, "options": {"end_score": -200}},
        {"options": {"end_score": -10}},
    ],
    ids=["drawn", "stopped", "played-on", "played-on-and-stopped", "starters", "next-starter", "house-rule"],
)
def test_what_the_table_decided_is_in_its_file(store: Store, happened: dict[str, Any]) -> None:
    """And comes back as a decision of the table, not only in what is derived."""
    rounds = a_table(store).with_round("17", "", "13", "").with_round("=70", "", "2", "").rounds
    sitting = replace(a_sitting(), rounds=rounds, **happened)
    sitting = replace(sitting, options=a_sitting().options | dict(sitting.options))
    circle, away = a_group(store), a_group(store)
    imports.import_tables(store, circle.id, [TableFile(SheetFile("fool", sitting), Past("an-evening"), {})])
    imports.import_tables(store, away.id, [filereader.read_table(table_file(circle))])
    assert away.phone().table.sitting == sitting
    assert table_file(away) == table_file(circle)


def test_a_table_without_a_group_has_a_file_too(store: Store) -> None:
    """With an id and its times, so that it may be brought into a group once, and only once."""
    phone = a_table(store).with_round("17", "", "13", "")
    written = files.write_table(store, phone.table)
    assert (written["started_at"], written["last_at"]) == (phone.journal[0].at, phone.journal[-1].at)
    assert written["id"] != files.write_table(store, a_table(store).table)["id"]
    circle, file = a_group(store), filereader.read_table(written)
    assert [imports.import_tables(store, circle.id, [file]) for _ in range(2)] == [1, 0]
    assert table_file(circle) == written


def test_a_table_brought_in_was_played_when_it_was(store: Store) -> None:
    """Not when its file came; what is played on there is later, and undone it is not."""
    circle = a_group(store).with_table(FOUR, "-17 10 10 0", at="2022-05-01")
    table = circle.phone().table
    assert table.started_at == table.last_at == "2022-05-01T18:00:00.000+00:00"
    circle.phone().with_round("=63", "", "", "")
    after = circle.phone().table
    assert (after.started_at, after.last_at) == (table.started_at, circle.phone().journal[-1].at)
    assert set(circle.figures(2022)) == set(circle.won()) == {"Anne", "Camille", "Paul", "Rachel"}


def test_a_sheet_without_id_and_times_is_one_table(store: Store) -> None:
    """Written by hand or by an older program: the same sheet is the same table, played when it came."""
    circle = a_group(store).with_table(FOUR, OVER)
    raw = {key: value for key, value in table_file(circle).items() if key not in ("id", "started_at", "last_at")}
    away = a_group(store, "Away")
    before = datetime.now(UTC) - timedelta(milliseconds=2)
    assert [imports.import_tables(store, away.id, [filereader.read_table(copy.deepcopy(raw))]) for _ in range(2)] == [
        1,
        0,
    ]
    assert before <= datetime.fromisoformat(away.phone().table.started_at) <= datetime.now(UTC)
    other = raw | {"first_starter": "Paul"}
    assert imports.import_tables(store, away.id, [filereader.read_table(other)]) == 1


def test_the_same_file_may_be_in_two_groups(store: Store) -> None:
    """Each has a table of its own."""
    circle, other = a_group(store).with_table(FOUR, OVER), a_group(store, "Sundays")
    assert imports.import_tables(store, other.id, [filereader.read_table(table_file(circle))]) == 1
    other.phone().undoing()
    assert circle.won()["Paul"] == (1, 1)
    assert other.won() == {}


# A group's file


def test_a_groups_file_is_json_with_everything(store: Store) -> None:
    """What it is, whose it is, the players with their spellings, and every table's sheet file, the oldest first."""
    circle = a_rich_group(store)
    raw = json.loads(told(circle))
    assert {key: raw[key] for key in ("format", "version", "id", "name")} == {
        "format": "companion-group",
        "version": 1,
        "id": circle.group.uid,
        "name": "Thursdays",
    }
    assert {"name": "Anna"} in raw["players"]
    assert {"name": "Bea", "hidden": True} in raw["players"]
    assert {"name": "Pablo", "same_as": "Paul"} in raw["players"]
    times = [table["started_at"] for table in raw["tables"]]
    assert times == sorted(times)
    assert raw["tables"][0] == table_file(circle, 1) | {"people": {"Anne": "Anna"}}
    assert raw["tables"][1] == table_file(circle, 3) | {
        "people": {"Anne": "Anna"},
        "archived_at": "2023-05-01T18:00:00.000+00:00",
    }
    assert len(raw["tables"]) == len(circle.tables) == 5


def test_a_rich_group_comes_back_as_it_was(store: Store) -> None:
    """The same file again, the same statistics, the same list, the same people."""
    circle = a_rich_group(store)
    away = a_new_home(store, told(circle))
    assert told(away) == told(circle)
    assert away.people == circle.people
    assert away.figures() == circle.figures()
    assert away.rivals() == circle.rivals()
    assert players.suggest_names(store, away.id) == players.suggest_names(store, circle.id)
    assert len(away.listed(archived=True)) == 1
    check_results(store)


def test_an_empty_group_comes_back(store: Store) -> None:
    """Neither players nor tables."""
    circle = a_group(store, "Zoë’s „Łódź“ 🃏")
    away = a_new_home(store, told(circle))
    assert told(away) == told(circle)
    assert away.group.name == "Zoë’s „Łódź“ 🃏"


@pytest.mark.parametrize("seed", [0, *only_thorough((1, 2))])
def test_any_group_comes_back_as_it_was(store: Store, seed: int) -> None:
    """After any evenings; and what is brought in a second time adds nothing."""
    evenings = Evenings(store, random.Random(100 + seed))
    for _ in range(70):
        evenings.happen()
    text = told(evenings.circle)
    away = a_new_home(store, text)
    assert told(away) == text
    for game in RULEBOOKS:
        assert away.figures(game=game) == evenings.circle.figures(game=game)
        assert away.rivals(game=game) == evenings.circle.rivals(game=game)
    check_results(store)
    rows = how_many(store)
    assert imports.import_group(store, away.id, filereader.read_group(json.loads(text))) == 0
    assert imports.import_group(store, evenings.circle.id, filereader.read_group(json.loads(text))) == 0
    assert how_many(store) == rows
    assert told(away) == text


@pytest.mark.parametrize(("number", "in_it"), [(1, 3), (2, 2), (3, 2)])
def test_a_table_deleted_while_the_file_is_written_is_left_out(store: Store, number: int, in_it: int) -> None:
    """The file goes piece by piece and takes a while; who reads it slowly keeps nothing open in the database."""
    circle = a_group(store).with_table(FOUR, OVER).with_table(FOUR, OVER).with_table(FOUR, OVER)
    pieces = files.write_group(store, circle.group)
    begun = next(pieces) + next(pieces)
    assert not store.db.conn.in_transaction
    with closing(Store(store.path)) as another:
        replace(circle, store=another).deleting(number)
    assert len(filereader.read_group(json.loads(begun + "".join(pieces))).tables) == in_it
    assert len(filereader.read_group(json.loads("".join(files.write_group(store, circle.group)))).tables) == 2


def test_a_second_import_adds_nothing_and_changes_nothing(store: Store) -> None:
    """Not even where a table was played on, put away, or a player merged since."""
    circle = a_rich_group(store)
    file = filereader.read_group(json.loads(told(circle)))
    circle.phone(2).with_round("2", "", "", "3")
    circle.archiving(1).merging("Zoë", into="Camille")
    groups.rename_group(store, circle.id, "Fridays")
    before = everything(store)
    assert imports.import_group(store, circle.id, file) == 0
    assert everything(store) == before


def test_a_group_takes_what_it_has_not_yet(store: Store) -> None:
    """Its own tables stay, the others come; the same names are the same people."""
    circle = a_group(store).with_table(FOUR, OVER, at="2022-05-01").with_table("Pablo Bea Dora Zoë", OVER)
    text = told(circle)
    away = a_new_home(store, text)
    circle.with_table(FOUR, OVER).with_table("Luke Bea Dora Zoë", OVER, at="2021-05-01").merging("Pablo", into="Paul")
    away.with_table("Anne Ben Max Tim", OVER).phone(1).undoing()
    file = filereader.read_group(json.loads(told(circle)))
    assert imports.import_group(store, away.id, file) == 2
    assert away.won()["Anne"] == (2, 0)  # her first game was undone here and stays so
    assert away.won()["Luke"] == (1, 0)
    assert away.people["Paul"] == ()  # Pablo was somebody here already
    assert away.phone(1).table.sheet.ending is None
    assert imports.import_group(store, away.id, file) == 0
    check_results(store)


def test_spellings_of_a_file_stand_for_players_here(store: Store) -> None:
    """A new spelling of somebody known, and one of a player who is a spelling here himself."""
    circle = (
        a_group(store).with_table("Paul Bea Dora Zoë").with_table("Pablo Bea Dora Zoë").merging("Paul", into="Pablo")
    )
    raw = json.loads(told(a_group(store, "Away")))
    raw["players"] = [
        {"name": "Paulo", "same_as": "Paul"},
        {"name": "Be", "same_as": "BEA"},
        {"name": "Bea", "hidden": True},
    ]
    imports.import_group(store, circle.id, filereader.read_group(raw))
    assert circle.people == {"Bea": ("Be",), "Dora": (), "Pablo": ("Paul", "Paulo"), "Zoë": ()}
    assert "Bea" in players.suggest_names(store, circle.id)


def test_a_table_twice_in_a_file_comes_once(store: Store) -> None:
    """The first is taken, by the id."""
    raw = json.loads(told(a_rich_group(store)))
    raw["tables"] += [raw["tables"][0], raw["tables"][1] | {"id": raw["tables"][0]["id"]}]
    away = a_group(store, "Away")
    assert imports.import_group(store, away.id, filereader.read_group(raw)) == 5


# Refusing


def refused(raw: object) -> str:
    """The place for which a file is refused, with a reason, by whoever reads it."""
    with pytest.raises(Unreadable) as unreadable:
        filereader.read_group(raw)
    assert unreadable.value.reason.text
    json.dumps(unreadable.value.place, ensure_ascii=False).encode()
    return unreadable.value.place


def spoilt(raw: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """A file with something else in one place."""
    raw = copy.deepcopy(raw)
    at: Any = raw
    *steps, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    for step in steps:
        at = at[step]
    at[last] = value
    return raw


def shortly(value: object) -> str:
    """A name for a test with this value."""
    return ascii(value)[:40]


@pytest.mark.parametrize(
    ("where", "value", "place"),
    [
        ("format", "companion-sheet", "format"),
        ("version", 2, "version"),
        ("version", True, "version"),
        ("version", math.nan, "version"),
        ("id", None, "id"),
        ("id", "short", "id"),
        ("id", "x" * 65, "id"),
        ("id", "with spaces in it", "id"),
        ("id", "12345678\n", "id"),
        ("name", None, "name"),
        ("name", " \u202e ", "name"),
        ("name", "x" * 41, "name"),
        ("players", {}, "players"),
        ("players", ["Anne"], "players"),
        ("players/0/name", None, "players[0].name"),
        ("players/1/name", ["Anne"], "players[1].name"),
        ("players/1/name", "x" * 41, "players[1].name"),
        ("players/1/name", "x" * 100_000, "players[1].name"),
        ("players/1/name", "\u202e\u2066", "players[1].name"),
        ("players/1/name", "\u3164", "players[1].name"),
        ("players/1/same_as", 7, "players[1].same_as"),
        ("players/1/same_as", "", "players[1].same_as"),
        ("tables", {}, "tables"),
        ("tables", None, "tables"),
        ("tables/0", None, "tables[0].format"),
        ("tables/0", [], "tables[0].format"),
        ("tables/1/id", 12345678, "tables[1].id"),
        ("tables/1/id", None, "tables[1].id"),
        ("tables/1/game", "chess", "tables[1].game"),
        ("tables/1/started_at", "2024-05-01T18:00:00", "tables[1].started_at"),
        ("tables/1/started_at", "2024-05-01", "tables[1].started_at"),
        ("tables/1/started_at", "1066-10-14T09:00:00+00:00", "tables[1].started_at"),
        ("tables/1/started_at", "0001-01-01T00:00:00+23:59", "tables[1].started_at"),
        ("tables/1/started_at", 1_700_000_000, "tables[1].started_at"),
        ("tables/1/started_at", "yesterday", "tables[1].started_at"),
        ("tables/1/started_at", "\ud800", "tables[1].started_at"),
        ("tables/1/last_at", False, "tables[1].last_at"),
        ("tables/1/archived_at", True, "tables[1].archived_at"),
        ("tables/1/archived_at", "", "tables[1].archived_at"),
        ("tables/1/people", ["Anna"], "tables[1].people"),
        ("tables/1/people", None, "tables[1].people"),
        ("tables/1/people/Anne", None, "tables[1].people.Anne"),
        ("tables/1/people/Anne", "x" * 41, "tables[1].people.Anne"),
        ("tables/1/people/Anne", "\u202e", "tables[1].people.Anne"),
        ("tables/1/people", {"Anne": "Zoe", "Paul": "ZOE"}, "tables[1].people"),
        ("tables/1/people", {"Anne": "paul"}, "tables[1].people"),
        ("tables/1/players", ["Anne", "ANNE", "Paul", "Zoë"], "tables[1].players[1]"),
        ("tables/1/players/0", "x" * 41, "tables[1].players[0]"),
        ("tables/1/options/end_score", math.nan, "tables[1].options.end_score"),
        ("tables/1/options/end_score", -(10**400), "tables[1].options.end_score"),
        ("tables/1/rounds/0/hands/Anne", 10**400, "tables[1].rounds[0].hands.Anne"),
        ("tables/1/rounds/0/hands/Anne", math.inf, "tables[1].rounds[0].hands.Anne"),
        ("tables/1/rounds/0/hands/Anne", [28], "tables[1].rounds[0]"),
        ("tables/1/rounds", [{}] * 501, "tables[1].rounds"),
    ],
    ids=shortly,
)
def test_what_cannot_be_read_is_refused_with_its_place(
    rich_file: dict[str, Any], where: str, value: object, place: str
) -> None:
    """Whole, however much of it is good; reading knows no store, so nothing of it is written."""
    assert refused(spoilt(rich_file, where, value)) == place


def test_a_file_with_too_many_tables_is_refused(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are limits to what one can bring at once."""
    raw = json.loads(told(a_rich_group(store)))
    monkeypatch.setattr(filereader, "MOST_TABLES", 5)
    assert len(filereader.read_group(raw).tables) == 5
    monkeypatch.setattr(filereader, "MOST_TABLES", 4)
    assert refused(raw) == "tables"


@pytest.mark.parametrize(
    "raw", [None, True, 7, "", [], {}, [{}], {"format": ["companion-group"]}, {"format": math.nan}]
)
def test_what_is_no_group_is_refused(raw: object) -> None:
    """Whatever it is instead."""
    assert not filereader.is_group(raw)
    assert refused(raw) == "format"
    with pytest.raises(Unreadable):
        filereader.read_table(raw)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[" * 100_000, '{"a":' * 100_000, "1" * 10_000, "\x00", "\ufeff\ufeff{}", b"\xff\xfe", b"PK\x03\x04"],
    ids=shortly,
)
def test_what_is_no_json_is_refused(text: str | bytes) -> None:
    """Also what is nested so deep or so long that Python's own reader gives up."""
    with pytest.raises(Unreadable):
        jsonfile.parse(text)


@pytest.mark.parametrize("later", ["8024-05-01T18:00:00+00:00", "9999-12-31T23:59:59-23:59"])
def test_what_lies_ahead_by_another_clock_is_now(store: Store, later: str) -> None:
    """A wrong clock must not lock the games out."""
    raw = table_file(a_group(store).with_table(FOUR, OVER)) | {"started_at": later, "last_at": later}
    before = datetime.now(UTC)
    played = filereader.read_table(raw).past.played
    assert played is not None
    for moment in map(datetime.fromisoformat, played):
        assert before - timedelta(seconds=1) < moment <= datetime.now(UTC)


def test_times_of_any_zone_are_kept_in_utc(store: Store) -> None:
    """So that later sorts after earlier; a table that ended before it began ended when it began."""
    raw = table_file(a_group(store).with_table(FOUR, OVER))
    raw |= {"started_at": "2024-05-01T23:30:00.1239+09:00", "last_at": "2024-05-01T18:30:00+02:00"}
    assert filereader.read_table(raw).past.played == ("2024-05-01T14:30:00.123+00:00", "2024-05-01T16:30:00.000+00:00")
    raw["last_at"] = "2024-05-01T10:00:00Z"
    assert filereader.read_table(raw).past.played == ("2024-05-01T14:30:00.123+00:00",) * 2
    del raw["last_at"]
    assert filereader.read_table(raw).past.played == ("2024-05-01T14:30:00.123+00:00",) * 2


@pytest.mark.parametrize("depth", [50, 900])
def test_what_is_nested_deep_is_refused(store: Store, depth: int) -> None:
    """In any place."""
    nested = json.loads("[" * depth + "]" * depth)
    raw = json.loads(told(a_rich_group(store)))
    for path in ("id", "name", "tables/0", "tables/0/started_at", "tables/0/people/Anne", "tables/0/rounds/0/hands"):
        assert refused(spoilt(raw, path, nested)).startswith(path.split("/")[0])


@pytest.mark.parametrize(
    "said",
    [
        [("Ann", "Anna"), ("Anna", "Ann")],
        [("Ann", "Ann")],
        [("Ann", "Anna"), ("Anna", "Anne"), ("Anne", None)],
        [("Anna", "Anne"), ("Ann", "Anna"), ("Anne", "Ann")],
        [("Ann", "Nobody here")],
        [("Ann", "ANN"), ("ann", "Anna")],
        [("Anna", None), ("Ann", "Anna"), ("Ann", None)],
    ],
    ids=["circle", "oneself", "chain", "long-circle", "unknown", "same-name", "twice"],
)
def test_spellings_in_a_circle_end_at_a_player(store: Store, said: list[tuple[str, str | None]]) -> None:
    """Whatever a file says: everybody is a player or a spelling of one, and no game is lost."""
    raw = json.loads(told(a_group(store).with_table("Ann Bea Dora Zoë", OVER).with_table("Anna Bea Dora Zoë", OVER)))
    raw["players"] = [{"name": name} | ({"same_as": other} if other else {}) for name, other in said]
    away = a_new_home(store, json.dumps(raw))
    standing = store.db.execute("SELECT id, same_as FROM players WHERE group_id = ?", [away.id]).fetchall()
    ends = {player_id for player_id, same_as in standing if same_as is None}
    assert all(same_as in ends for _, same_as in standing if same_as is not None)
    assert sum(games for games, _ in away.won().values()) == 8
    again = a_new_home(store, told(away))
    assert again.people == away.people
    check_results(store)


def places(raw: Any, *above: Any) -> Iterator[tuple[Any, ...]]:
    """Every place in a file."""
    for step in sorted(raw) if isinstance(raw, dict) else range(len(raw)) if isinstance(raw, list) else ():
        yield (*above, step)
        yield from places(raw[step], *above, step)


ANYTHING: list[Any] = [
    *(None, True, 0, -1, 1.5, math.nan, -math.inf, 10**400, "", "Anne", "Paul", "x" * 41, "\ud800", "a\u202eb", "\x00"),
    *("2024-05-01T18:00:00+00:00", "companion-group", "12345678", [], {}, [[]], ["Anne"], {"Anne": "Paul"}, {"": {}}),
]


@pytest.mark.thorough
def test_whatever_stands_in_any_place_is_refused_or_read_soundly(store: Store) -> None:
    """Anything at all in any place of a file, or nothing there: what is read all the same comes back as it was."""
    circle = a_group(store).with_table("Anne Paul Bea Zoë", "-80 10 -3 0", at="2022-05-01", archived=True)
    circle.with_table("Ann Paul Bea Zoë").calling("Anne", "Anna").merging("Ann", into="Anna")
    whole = json.loads(told(circle))
    refusals = 0
    for path in places(whole):
        chance = random.Random(repr(path))
        for value in (*chance.sample(ANYTHING, 5), KeyError):
            raw = copy.deepcopy(whole)
            at = raw
            for step in path[:-1]:
                at = at[step]
            if value is KeyError:
                del at[path[-1]]
            else:
                at[path[-1]] = value
            try:
                file = filereader.read_group(raw)
            except Unreadable as unreadable:
                refusals += bool(unreadable.place)
                continue
            away = Circle(store, groups.start_group(store, a_key(), file.name, file.uid))
            imports.import_group(store, away.id, file)
            text = told(away)
            json.loads(text, parse_constant=pytest.fail)
            again = a_new_home(store, text)
            assert told(again) == text
            for group in (away, again):
                group_tables.delete_group(store, group.id)
    assert refusals > 200
    assert circle.won()["Paul"] == (1, 1)
    check_results(store)


def test_an_older_file_brings_no_player_back_who_has_another_name_now(store: Store) -> None:
    """All tables are here already, so nobody is missing."""
    circle = a_group(store).with_table(FOUR, OVER)
    file = filereader.read_group(json.loads(told(circle)))
    circle.calling("Anne", "Anna")
    assert imports.import_group(store, circle.id, file) == 0
    assert sorted(found.name for found in players.list_players(store, circle.id)) == [
        "Anna",
        "Camille",
        "Paul",
        "Rachel",
    ]


def test_nothing_is_brought_into_a_group_that_was_deleted(store: Store) -> None:
    """Somebody was quicker."""
    circle = a_group(store).with_table(FOUR, OVER)
    file = filereader.read_group(json.loads(told(circle)))
    group_id = circle.id
    group_tables.delete_group(store, group_id)
    rows = how_many(store)
    with pytest.raises(LinkEnded):
        imports.import_group(store, group_id, file)
    with pytest.raises(LinkEnded):
        start_table(store, "fool", a_sitting(), a_key(), Home(group_id))
    assert how_many(store) == rows
