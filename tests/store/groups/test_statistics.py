"""Statistics: games, wins, totals, runs and who was before whom, by example."""

import json
import secrets
from dataclasses import replace

from companion.games import sheetfile
from companion.games.derive import derive_results
from companion.store.groups.statistics import LAST, LAST_GAMES, Rivalry, add_up, list_finished, list_latest_games
from companion.store.journal.loading import load_table
from tests.store.builders import FOUR, a_group, a_score, a_sitting

OVER = "-80 10 10 0"


def check_results(store):
    """The rows of results are what the journals give: one for each seat of a finished game in a group."""
    rows = {(row["table_id"], row["seat"]): row for row in store.db.query("SELECT * FROM results")}
    for row in store.db.query("SELECT id FROM tables WHERE group_id IS NOT NULL"):
        table = load_table(store, row["id"])
        if table.sheet.ending is None:
            continue
        for seat, result in enumerate(derive_results(table.rulebook, table.sitting, table.sheet)):
            found = rows.pop((table.id, seat))
            assert (found["rank"], bool(found["won"]), found["total"]) == (result.rank, result.won, result.total)
            assert json.loads(found["counts"]) == result.counts
    assert rows == {}


def test_a_year_of_evenings(store):
    """Games, wins, totals, runs, and who was before whom: all time, each year, and what runs counts nowhere."""
    circle = a_group(store).with_table(FOUR, "10 -80 -5 -6", at="2022-03-01").with_table(FOUR, OVER, at="2023-03-01")
    circle.with_table("Anne Paul Bea Zoë", "10 -80 -5 10", at="2023-04-01").with_table(FOUR, "-79 10 10 10")
    assert list_finished(store, circle.id) == [("fool", "", 2023), ("fool", "", 2022)]
    assert circle.won() == {
        **{"Anne": (3, 2), "Bea": (1, 0), "Camille": (2, 0)},
        **{"Paul": (3, 1), "Rachel": (2, 1), "Zoë": (1, 1)},
    }
    assert circle.won("2022") == {"Anne": (1, 1), "Camille": (1, 0), "Paul": (1, 0), "Rachel": (1, 0)}
    anne, paul = circle.figures()["Anne"], circle.figures()["Paul"]
    assert (anne.total, anne.highest, anne.lowest) == (-60, 10, -80)
    assert (paul.total, paul.won_in_a_row, paul.not_won_in_a_row) == (-150, 1, 1)
    assert circle.rivals()["Anne", "Paul"] == Rivalry(3, before=2, behind=1)
    assert circle.rivals()["Anne", "Zoë"] == Rivalry(1)
    assert circle.rivals("2023")["Paul", "Anne"] == Rivalry(2, before=1, behind=1)
    assert add_up(store, circle.id, "fool").games == 3
    assert add_up(store, circle.id, "fool", "2023").games == 2
    assert add_up(store, circle.id, "durak").games == 0
    form = list_latest_games(store, circle.id, circle.person("Anne"), "fool", most=2)
    assert [(one.started_at[:10], one.rank) for one in form] == [("2023-03-01", 4), ("2023-04-01", 1)]
    for month in range(4, 12):
        circle.with_table(FOUR, "-80 -5 10 -6", at=f"2024-{month:02}-01")
    assert (add_up(store, circle.id, "fool", LAST).games, LAST_GAMES) == (10, 10)
    assert circle.won(LAST)["Paul"] == (10, 1), "his first is the eleventh from the end"
    assert circle.figures(LAST)["Rachel"].won_in_a_row == 9


def three_of_nine(group):
    """Nine rounds at a table of the group; Zoë leaves after the third."""
    sitting = replace(a_sitting(), players=(*FOUR.split(), "Zoë"), seatings={1: (0, 1, 2, 3, 4), 4: (0, 1, 2, 3)})
    first, later = a_score("-9 -2 -3 -4 10"), a_score("-9 0 -3 -4")
    rounds = (first, first, first, *([later] * 6))
    sitting = replace(sitting, rounds=rounds, options=sitting.options | {"end_score": -200}, stopped=True)
    group.bringing(sheetfile.write_sheet("fool", sitting) | {"id": secrets.token_hex(16)})


def test_totals_and_ranks_count_from_half_of_the_rounds_on(store):
    """Zoë leaves with 30 after three of nine rounds, more than anybody gets in a game: she holds no record."""
    circle = a_group(store)
    three_of_nine(circle)
    zoe, paul = circle.figures()["Zoë"], circle.figures()["Paul"]
    assert (zoe.games, zoe.stayed, zoe.highest, zoe.lowest, zoe.total) == (1, 0, None, None, 0)
    assert (paul.games, paul.stayed, paul.highest) == (1, 1, -6)
    assert zoe.counts["rounds"] == 3
    assert "Zoë" not in {name for pair in circle.rivals() for name in pair}
    assert list_latest_games(store, circle.id, circle.person("Zoë"), "fool") == []
    circle.with_table("Zoë Paul Rachel Camille", OVER)
    assert (circle.figures()["Zoë"].stayed, circle.figures()["Zoë"].highest) == (1, -80)
    assert circle.rivals()["Zoë", "Paul"] == Rivalry(1, behind=1)
    check_results(store)
