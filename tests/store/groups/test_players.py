"""The players of a group: who is who, and what renaming and merging somebody changes."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.store.database import Store
from companion.store.files import sheets
from companion.store.files.imports import Destination, import_file
from companion.store.groups import players
from companion.store.groups.players import SatTogether
from companion.store.groups.statistics import Rivalry, list_latest_games
from tests.store.builders import ANNE, FOUR, NAMES, Circle, a_group, everything
from tests.store.groups.test_statistics import check_results

# A round that ends the game at once: the first is last, the next two share the win, the fourth is third.
OVER = "-80 10 10 0"
BY_OTHERS = "Pablo Bea Dora Zoë"


def seated(store, table_id):
    """The names at a table, and whom of the group each is written under."""
    return store.db.execute(
        "SELECT seats.name, players.name FROM seats JOIN players ON id = player_id WHERE table_id = ? ORDER BY seat",
        [table_id],
    ).fetchall()


def group_file(circle, players):
    """The file of a group without tables that has these players."""
    return {**json.loads("".join(sheets.write_group(circle.store, circle.group))), "players": players, "tables": []}


@pytest.mark.parametrize("spelt", ["ANNE", "anne", "Ａｎｎｅ", "An\u200bne"], ids=["case", "lower", "width", "joiner"])  # noqa: RUF001
def test_the_same_name_is_the_same_person(store, spelt):
    """Letter case, width and what can't be seen do not make another person; another group does."""
    circle = a_group(store).with_table(FOUR, OVER).with_table(f"Paul {spelt} Bea Dora", OVER)
    other = a_group(store).with_table(FOUR, OVER)
    assert list(circle.people) == ["Anne", "Bea", "Camille", "Dora", "Paul", "Rachel"]
    assert circle.won()["Anne"] == (2, 1)
    circle.calling("Anne", "Anna")
    assert other.won() == {"Anne": (1, 0), "Camille": (1, 0), "Paul": (1, 1), "Rachel": (1, 1)}


def test_a_name_corrected_at_the_table_is_another_player(store):
    """The game is hers then, finished or not; whoever sat by the first name did not play."""
    circle = a_group(store).with_table(FOUR, OVER)
    circle.phone().renaming(ANNE, "Bea")
    assert circle.won() == {"Bea": (1, 0), "Camille": (1, 0), "Paul": (1, 1), "Rachel": (1, 1)}
    assert circle.rivals()["Paul", "Bea"] == Rivalry(1, before=1)
    assert "Anne" not in players.suggest_names(store, circle.id)
    circle.phone().undoing()
    assert circle.won() == {"Anne": (1, 0), "Camille": (1, 0), "Paul": (1, 1), "Rachel": (1, 1)}
    check_results(store)


@pytest.mark.parametrize("called", ["Anne", "Anna"])
def test_another_spelling_at_the_table_keeps_the_player(store, called):
    """Only the capitals were wrong; also where the group calls her by another name."""
    circle = a_group(store).with_table(FOUR, OVER).calling("Anne", called)
    circle.phone().renaming(ANNE, "ANNE")
    assert list(circle.people) == [called, "Camille", "Paul", "Rachel"]
    assert circle.won()[called] == (1, 0)
    assert seated(store, circle.tables[0])[ANNE] == ("ANNE", called)


def test_a_renamed_player_keeps_the_tables_so_far(store):
    """What stands on the sheet stays, and what is played there counts; the old name is free for somebody else."""
    circle = a_group(store).with_table(FOUR).calling("Anne", "Anna")
    circle.phone().with_round("=80", "", "", "", fools=[3])
    assert circle.won() == {"Anna": (1, 0), "Camille": (1, 0), "Paul": (1, 1), "Rachel": (1, 1)}
    assert circle.phone().table.sitting.players == NAMES
    assert seated(store, circle.tables[0])[ANNE] == ("Anne", "Anna")
    circle.with_table(FOUR, "10 -80 10 0")
    assert list(circle.people) == ["Anna", "Anne", "Camille", "Paul", "Rachel"]
    assert (circle.won()["Anna"], circle.won()["Anne"]) == ((1, 0), (1, 1))
    assert ("Anna", "Anne") not in circle.rivals()


def test_a_merged_player_is_a_spelling_with_all_tables(store):
    """Games, wins and rivals are counted together, in the order in which they were played; also what comes by it.

    Merged into one who is merged into a third, all stand for the third.
    """
    circle = a_group(store).with_table(BY_OTHERS, "10 -80 -5 0", at="2023-05-01")
    circle.with_table("Bea Paul Dora Zoë", OVER, at="2022-05-01").with_table("Paul Bea Dora Zoë", OVER, at="2024-05-01")
    circle.merging("Pablo", into="Paul")
    assert circle.people == {"Bea": (), "Dora": (), "Paul": ("Pablo",), "Zoë": ()}
    paul = circle.figures()["Paul"]
    assert (paul.games, paul.wins, paul.total, paul.won_in_a_row, paul.not_won_in_a_row) == (3, 2, -60, 2, 1)
    assert len(list_latest_games(store, circle.id, circle.person("Paul"), "fool")) == 3
    assert circle.rivals()["Paul", "Bea"] == Rivalry(3, before=2, behind=1)
    check_results(store)
    assert circle.with_table("Anne Pablo Dora Luke", OVER).won()["Paul"] == (4, 3)
    circle.with_table("Pavel Bea Dora Luke", OVER).merging("Paul", into="Pavel")
    assert (circle.people["Pavel"], circle.won()["Pavel"]) == (("Pablo", "Paul"), (5, 3))
    check_results(store)


def test_two_who_sat_together_are_two(store):
    """By whatever spelling they sat there; unless the table is deleted."""
    circle = a_group(store).with_table("Ann Paul Rachel Camille").with_table("Anne Bea Dora Zoë")
    circle.merging("Ann", into="Anne").with_table("Paul Zoë Xenia Tim")
    before = everything(store)
    for one, other in (("Anne", "Paul"), ("Paul", "Anne")):
        with pytest.raises(SatTogether):
            circle.merging(one, into=other)
    assert everything(store) == before
    assert circle.deleting(1).merging("Paul", into="Anne").people["Anne"] == ("Ann", "Paul")


@pytest.mark.parametrize("coming", ["Paul Pablo Anne Zoë", "Pablo Paul Anne Zoë"], ids=["after", "before"])
def test_a_spelling_that_sits_down_beside_its_player_is_somebody_else(store, coming):
    """Two who sit at one table are two people; the spelling goes on standing for the player everywhere else."""
    circle = a_group(store).with_table(FOUR, OVER).with_table(BY_OTHERS, OVER).merging("Pablo", into="Paul")
    circle.with_table(coming, "-9 -9 -80 10")
    assert circle.people["Paul"] == ("Pablo",)
    assert (circle.won()["Paul"], circle.won()["Pablo 2"]) == ((3, 1), (1, 0))
    assert circle.rivals()["Paul", "Pablo 2"] == Rivalry(1)
    check_results(store)


@pytest.mark.parametrize("most", [1, 99])
def test_who_is_called_like_somebody_who_sits_there_gets_the_first_free_number(store, most):
    """However many stand for somebody who sits there; the file of such a table can be read."""
    circle = a_group(store).with_table(FOUR)
    spellings = ["Anna", *(f"Anna {number}" for number in range(2, most + 1))]
    circle.bringing(group_file(circle, [{"name": name, "same_as": "Anne"} for name in spellings]))
    circle.with_table("Anna Paul Anne Camille")
    assert seated(store, circle.tables[-1])[0][1] == f"Anna {most + 1}"
    text = "".join(sheets.write_group(store, circle.group))
    assert Circle(store, import_file(store, text.encode(), Destination()).group).people == circle.people
    check_results(store)


def test_spellings_of_1_0_are_merged_hidden_players_and_archived_tables_reappear(path):
    """In a database of then a seat names the spelling by which somebody sat there."""
    with closing(sqlite3.connect(path)) as older:
        older.executescript((Path(__file__).parents[1] / "upkeep" / "database-1.0.sql").read_text("utf-8"))
    with closing(Store(path)) as store:
        circle = Circle(store, "YOO78IFDDL9RG1HuS7ARpg")
        assert circle.people["Anne"] == ("Anna",)
        assert circle.won()["Anne"] == (2, 1)
        assert "Dee" in players.suggest_names(store, circle.id)
        assert circle.listed() == [3, 1, 2]
        check_results(store)


def test_who_plays_most_is_offered_first(store):
    """By all their spellings."""
    circle = a_group(store).with_table(FOUR, OVER).with_table("Pablo Anne Dora Zoë").with_table("Zoë Mia Dora Rachel")
    circle.merging("Pablo", into="Paul")
    assert players.list_regulars(store, circle.id) == ["Anne", "Dora", "Paul", "Rachel", "Zoë", "Camille", "Mia"]
    assert players.suggest_names(store, circle.id) == ["Anne", "Camille", "Dora", "Mia", "Paul", "Rachel", "Zoë"]


def test_renaming_to_ones_own_spelling_swaps_the_two(store):
    """Paul was Pablo once and wants to be called so: Paul stays as a spelling."""
    circle = a_group(store).with_table(FOUR, OVER).with_table(BY_OTHERS, OVER)
    circle.merging("Pablo", into="Paul").calling("Paul", "Pablo")
    assert circle.people["Pablo"] == ("Paul",)
    assert "Paul" not in circle.people
    assert circle.with_table(FOUR, OVER).won()["Pablo"] == (3, 2)
    check_results(store)
