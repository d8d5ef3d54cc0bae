"""How each seat came out of a game: what statistics add up."""

from __future__ import annotations

from dataclasses import replace

from companion.games.figures import results
from tests.games.builders import FOOL, Game, a_game


def came_out_of(game):
    """The result of every seat."""
    return results(FOOL, game.sitting, game.sheet)


def test_a_fool_game_in_figures():
    """Rounds, times out, +10s, times befooled, points left; who started and then went out; who opened."""
    game = a_game(4, starter=1, end_score=-30).with_round("17", "", "13 1", "", fools=[3]).scoring(-14, 10, 10, 10)
    assert [result.total for result in came_out_of(game)] == [-31, 20, -8, 10]
    assert [result.rank for result in came_out_of(game)] == [4, 1, 3, 2]
    assert [result.won for result in came_out_of(game)] == [False, True, False, False]
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
    cut = Game(replace(over.sitting, rounds=longer.sitting.rounds))
    assert len(cut.sheet.lines) == 2
    assert came_out_of(cut) == came_out_of(over)


def test_whom_the_table_let_start_has_opened():
    """Not the one whom the lot had named."""
    game = a_game(4, starter=0, end_score=-10).with_starter(1, 2).scoring(-11, 10, 10, 10)
    assert [result.counts["opened"] for result in came_out_of(game)] == [0, 0, 1, 0]
    assert [result.counts["opened_won"] for result in came_out_of(game)] == [0, 0, 1, 0]


def test_a_shared_win_is_a_win_for_everybody_who_shares_it():
    game = a_game(4, end_score=-10).scoring(-11, 10, 10, 0)
    assert [(result.rank, result.won) for result in came_out_of(game)] == [(4, False), (1, True), (1, True), (3, False)]
