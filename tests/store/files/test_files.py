"""Files to take home and bring back: nothing is lost, and nothing comes twice."""

import json
from datetime import UTC, datetime, timedelta

from companion.store.files import sheets as files
from companion.store.files.imports import Destination, import_file
from companion.store.files.reading import read_group
from companion.store.groups import players
from companion.store.journal.loading import load_table
from tests.store.builders import FOUR, RACHEL, Circle, a_group, a_table, how_many
from tests.store.groups.test_statistics import check_results

OVER = "-80 10 10 0"


def file_of(circle):
    return "".join(files.write_group(circle.store, circle.group))


def table_file(circle, number=0):
    """The sheet file of one of a group's tables, counted from 1 (0: the one opened last), as its reader gets it."""
    written = files.write_table(circle.store, load_table(circle.store, circle.tables[number - 1]))
    return json.loads(json.dumps(written, allow_nan=False))


def a_new_home(store, text):
    return Circle(store, import_file(store, text.encode(), Destination()).group)


def a_rich_group(store):
    """A group with something of everything that a file tells."""
    circle = a_group(store).with_table(FOUR, OVER, at="2022-05-01").with_table("Zoë Pablo Bea Luke", "-17 10 10 -3")
    circle.with_table(FOUR, "10 -5 -3 0", at="2023-05-01", stopped=True)
    circle.with_table(FOUR, "-90 10 10 0", "10 10 -2 -3", tens_to_end=3)
    circle.with_table("O'Neil 🃏 Łukasz Ｗｉｄｅ").calling("Anne", "Anna").merging("Pablo", into="Paul")  # noqa: RUF001
    circle.phone(1).renaming(RACHEL, "Rahel")
    return circle


def test_a_table_has_a_file_by_which_it_comes_once(store):
    """Also one without a group, and a sheet without id and times, by hand or of an older program: by what it says."""
    phone = a_table(store).with_round("17", "", "13", "")
    written = files.write_table(store, phone.table)
    assert (written["started_at"], written["last_at"]) == (phone.table.created.at, phone.table.entries[-1].at)
    assert written["id"] != files.write_table(store, a_table(store).table)["id"]
    circle, other = a_group(store), a_group(store, "Sundays")
    for home in (circle, other):  # each has a table of its own
        assert [home.bringing(written) for _ in range(2)] == [1, 0]
        assert table_file(home) == written
    by_hand = {key: value for key, value in written.items() if key not in ("id", "started_at", "last_at")}
    before = datetime.now(UTC) - timedelta(milliseconds=2)
    assert [circle.bringing(by_hand) for _ in range(2)] == [1, 0]
    assert before <= datetime.fromisoformat(circle.phone().table.started_at) <= datetime.now(UTC)
    assert circle.bringing(by_hand | {"first_starter": "Paul"}) == 1


def test_a_groups_file_is_json_with_everything(store):
    """What it is, whose it is, the players with their spellings, and every table's sheet file, the oldest first."""
    circle = a_rich_group(store)
    raw = json.loads(file_of(circle))
    about = ["companion-group", 1, circle.group.uid, "Thursdays"]
    assert [raw[key] for key in ("format", "version", "id", "name")] == about
    for player in ({"name": "Anna"}, {"name": "Bea"}, {"name": "Pablo", "same_as": "Paul"}):
        assert player in raw["players"]
    times = [table["started_at"] for table in raw["tables"]]
    assert times == sorted(times)
    people = {"people": {"Anne": "Anna"}}
    assert raw["tables"][0] == table_file(circle, 1) | people
    assert raw["tables"][1] == table_file(circle, 3) | people
    assert len(raw["tables"]) == len(circle.tables) == 5
    raw["tables"] += [raw["tables"][0], raw["tables"][1] | {"id": raw["tables"][0]["id"]}]  # each comes once, by its id
    assert len(read_group(raw).tables) == 5


def test_a_group_comes_back_as_it_was(store):
    """The same file again, the same statistics, the same list, the same people; brought again, nothing comes."""
    circle = a_rich_group(store)
    away = a_new_home(store, file_of(circle))
    assert file_of(away) == file_of(circle)
    assert (away.group.uid, away.group.name, away.people) == (circle.group.uid, circle.group.name, circle.people)
    assert players.suggest_names(store, away.id) == players.suggest_names(store, circle.id)
    assert len(away.listed()) == len(circle.listed())
    assert (away.figures(), away.rivals()) == (circle.figures(), circle.rivals())
    check_results(store)
    rows = how_many(store)
    assert [home.bringing(json.loads(file_of(circle))) for home in (away, circle)] == [0, 0]
    assert how_many(store) == rows


def test_hidden_players_and_archived_tables_of_older_files_reappear(store):
    file = json.loads(file_of(a_group(store).with_table(FOUR, OVER)))
    file["players"][0]["hidden"] = True
    file["tables"][0]["archived_at"] = "2023-05-01T18:00:00.000+00:00"
    circle = a_new_home(store, json.dumps(file))
    assert circle.listed() == [1]
    assert players.suggest_names(store, circle.id) == ["Anne", "Camille", "Paul", "Rachel"]


def test_spellings_in_a_circle_end_at_a_player(store):
    """Whatever a file says: everybody is a player or a spelling of one, and no game is lost."""
    raw = json.loads(file_of(a_group(store).with_table("Ann Bea Dora Zoë", OVER).with_table("Anna Bea Dora Zoë", OVER)))
    for spellings in (
        [("Ann", "Anna"), ("Anna", "Ann")],
        [("Anna", "Anne"), ("Ann", "Anna"), ("Anne", "Ann")],
        [("Ann", "Nobody here")],
        [("Ann", "ANN"), ("ann", "Anna")],
    ):
        raw["players"] = [{"name": name, "same_as": other} for name, other in spellings]
        away = a_new_home(store, json.dumps(raw))
        standing = store.db.execute("SELECT id, same_as FROM players WHERE group_id = ?", [away.id]).fetchall()
        ends = {player_id for player_id, same_as in standing if same_as is None}
        assert all(same_as in ends for _, same_as in standing if same_as is not None)
        assert sum(games for games, _ in away.won().values()) == 8
        check_results(store)
