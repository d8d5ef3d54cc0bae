"""What is derived of a sitting beside its sheet: where it stands, how each seat came out, what cannot be."""

from dataclasses import replace

import pytest

from companion.games.derive import derive_results, find_impossible_round
from companion.games.reasons import describe_state
from companion.text import find_catalogue, translate
from tests.games.builders import DURAK, FOOL, a_durak, a_game


@pytest.mark.parametrize(
    ("rounds", "wording"),
    [
        ([], "Round 1"),
        ([(10, -17, -13, 10)], "Round 2, Anne and Camille lead"),
        ([(10, -17, -13, -5), (-2, 10, 10, 10)], "Round 3, Anne leads"),
        ([(10, 10, 10, -5)], "Round 2"),
        ([(10, -80, -13, -5)], "Anne won"),
        ([(10, -80, -13, 10)], "Anne and Camille won"),
    ],
)
def test_a_list_of_games_tells_the_next_round_and_who_leads_or_who_won(rounds, wording):
    game = a_game(4)
    for points in rounds:
        game = game.scoring(*points)
    assert translate(describe_state(game.sitting, game.sheet), find_catalogue([])) == wording


def test_a_game_that_lacks_something_is_impossible():
    """By a house rule that was changed later. The first such round is told, also if it was played after the end."""
    sitting = a_durak(stop_after_deals=1).fool("Anne").draw().draw().sitting
    assert find_impossible_round(DURAK, sitting) is None
    assert find_impossible_round(DURAK, replace(sitting, options=sitting.options | {"both_out": "last-defender"})) == 2


def came_out_of(game):
    return derive_results(FOOL, game.sitting, game.sheet)


def test_a_fool_game_in_figures():
    """Rounds, times out, +10s, times befooled, points left; who started and then went out; who opened."""
    game = a_game(4, starter=1, end_score=-30).with_round("17", "", "13 1", "", fools=[3]).scoring(-14, 10, 10, 10)
    wording = [(result.total, result.rank, result.won) for result in came_out_of(game)]
    assert wording == [(-31, 4, False), (20, 1, True), (-8, 3, False), (10, 2, False)]
    names = ("rounds", "outs", "tens", "befooled", "left", "starts", "starts_won", "opened", "opened_won")
    assert [tuple(result.counts[name] for name in names) for result in came_out_of(game)] == [
        (2, 0, 0, 0, 31, 0, 0, 0, 0),
        (2, 2, 2, 0, 0, 1, 1, 1, 1),
        (2, 1, 1, 0, 18, 1, 1, 0, 0),
        (2, 2, 1, 1, 0, 0, 0, 0, 0),
    ]


def test_rounds_after_the_end_count_in_no_figure():
    """They stay on the sheet and do not count."""
    over = a_game(4, end_score=-30).scoring(-30, 10, 10, 10)
    longer = a_game(4, end_score=-60).scoring(-30, 10, 10, 10).scoring(10, -5, 10, 0)
    cut = over.but(rounds=longer.sitting.rounds)
    assert (len(cut.sheet.lines), came_out_of(cut)) == (2, came_out_of(over))
    chosen = a_game(4, starter=0, end_score=-10).with_starter(1, 2).scoring(-11, 10, 10, 10)
    opened = [(result.counts["opened"], result.counts["opened_won"]) for result in came_out_of(chosen)]
    assert opened == [(0, 0), (0, 0), (1, 1), (0, 0)], "whom the table let start has opened, not whom the lot named"
