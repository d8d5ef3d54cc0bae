"""What games add up to: stretches of games joined, runs, rivalries, and how each seat came out of a game."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.figures import Figures, Result, Rivalry, Run, add_up, join, results, rivalries
from tests.games.builders import FOOL, Game, a_game


@st.composite
def came_out(draw):
    """How somebody came out of a game."""
    rank = draw(st.integers(1, 4))
    rounds = draw(st.integers(0, 9))
    counts = {"rounds": rounds, "outs": draw(st.integers(0, rounds)), "left": draw(st.sampled_from([0, 17, 2.5]))}
    return Result(rank, rank == 1, draw(st.integers(-300, 120) | st.sampled_from([0.5, 1.5, -0.5])), counts)


HAPPENED = st.lists(st.booleans(), max_size=12)
RESULTS = st.lists(came_out(), max_size=12)
GAMES = st.lists(st.dictionaries(st.integers(1, 6), came_out(), min_size=2, max_size=5), max_size=12)


def joined(stretches, nothing):
    """All of them with ``then``, the earliest first."""
    for stretch in stretches:
        nothing = nothing.then(stretch)
    return nothing


def run_of(happened):
    """The run of games by whether it happened."""
    return joined(map(Run.of, happened), Run())


def figures_of(came):
    """The figures of results."""
    return joined(map(Figures.of, came), Figures())


# Runs


@pytest.mark.parametrize(
    ("games", "first", "last", "longest"),
    [
        ("", 0, 0, 0),
        ("-", 0, 0, 0),
        ("+", 1, 1, 1),
        ("++", 2, 2, 2),
        ("+-", 1, 0, 1),
        ("-+", 0, 1, 1),
        ("++-+", 2, 1, 2),
        ("-++-", 0, 0, 2),
        ("+-+++-++", 1, 2, 3),
        ("++-++-++", 2, 2, 2),
    ],
)
def test_a_run_knows_its_beginning_its_end_and_its_longest(games, first, last, longest):
    assert run_of(game == "+" for game in games) == Run(len(games), first, last, longest)


@given(HAPPENED)
def test_the_longest_run_is_what_counting_finds(happened):
    lengths = [(value, len(list(same))) for value, same in groupby(happened)]
    run = run_of(happened)
    assert run.longest == max((length for value, length in lengths if value), default=0)
    assert run.first == (lengths[0][1] if lengths and lengths[0][0] else 0)
    assert run.last == (lengths[-1][1] if lengths and lengths[-1][0] else 0)


@given(HAPPENED, HAPPENED, HAPPENED)
def test_runs_may_be_joined_in_any_way(one, two, three):
    """A run over two stretches goes on from the one into the other."""
    whole = run_of(one + two + three)
    a, b, c = run_of(one), run_of(two), run_of(three)
    assert a.then(b).then(c) == a.then(b.then(c)) == whole
    assert Run().then(a) == a.then(Run()) == a


# Figures


def test_figures_of_nothing_are_nothing():
    assert Figures() == figures_of([])
    assert (Figures().games, Figures().wins, Figures().total, Figures().counts) == (0, 0, 0, {})


def test_the_figures_of_one_game():
    result = Result(2, False, -17, {"rounds": 3})
    assert Figures.of(result) == Figures(1, 0, -17, -17, -17, Run(1), Run(1, 1, 1, 1), {"rounds": 3})


def test_a_total_above_nothing_is_the_lowest_all_the_same():
    """Where nobody ever fell below, nothing is not the lowest total; nor the highest where all fell."""
    high = figures_of([Result(1, True, 30, {}), Result(1, True, 20, {})])
    low = figures_of([Result(4, False, -30, {}), Result(4, False, -20, {})])
    assert (high.highest, high.lowest) == (30, 20)
    assert (low.highest, low.lowest) == (-20, -30)


@given(RESULTS)
def test_figures_are_what_counting_finds(came):
    figures = figures_of(came)
    assert figures.games == len(came)
    assert figures.wins == sum(result.won for result in came)
    assert figures.total == sum(result.total for result in came)
    if came:
        assert figures.highest == max(result.total for result in came)
        assert figures.lowest == min(result.total for result in came)
        assert figures.counts == {
            name: sum(result.counts[name] for result in came) for name in ("rounds", "outs", "left")
        }
    assert figures.winning == run_of(result.won for result in came)
    assert figures.losing == run_of(not result.won for result in came)


@given(RESULTS, RESULTS, RESULTS)
def test_figures_may_be_joined_in_any_way(one, two, three):
    """So the figures of all time are those of the years in order."""
    whole = figures_of(one + two + three)
    a, b, c = figures_of(one), figures_of(two), figures_of(three)
    assert a.then(b).then(c) == a.then(b.then(c)) == whole
    assert Figures().then(a) == a.then(Figures()) == a


@given(GAMES, st.data())
def test_stretches_of_games_add_up_to_the_whole(games, data):
    """Wherever the years are cut, and whoever missed some of them."""
    cuts = sorted(data.draw(st.lists(st.integers(0, len(games)), max_size=3)))
    stretches = [games[start:end] for start, end in zip([0, *cuts], [*cuts, len(games)], strict=True)]
    assert join([add_up(stretch) for stretch in stretches]) == add_up(games)
    for player in {player for game in games for player in game}:
        assert add_up(games)[player] == figures_of(game[player] for game in games if player in game)


# Rivalries


def test_a_rivalry_counts_games_together_and_who_was_ranked_before():
    """A shared rank is neither; games at different tables are no rivalry."""
    anne, paul, zoe = 1, 2, 3
    first, second = Result(1, True, 10, {}), Result(2, False, 5, {})
    games = [{anne: first, paul: second}, {anne: first, paul: first, zoe: second}, {paul: first, zoe: second}]
    assert rivalries(games) == {
        anne: {paul: Rivalry(2, 1, 0), zoe: Rivalry(1, 1, 0)},
        paul: {anne: Rivalry(2, 0, 1), zoe: Rivalry(2, 2, 0)},
        zoe: {anne: Rivalry(1, 0, 1), paul: Rivalry(2, 0, 2)},
    }


@given(GAMES)
def test_rivalries_are_what_pairs_find_and_both_sides_agree(games):
    told = rivalries(games)
    people = {player for game in games for player in game}
    for one in people:
        for other in people - {one}:
            ranks = [(game[one].rank, game[other].rank) for game in games if {one, other} <= set(game)]
            found = told[one].get(other, Rivalry())
            assert found == Rivalry(len(ranks), sum(a < b for a, b in ranks), sum(a > b for a, b in ranks))
            back = told[other].get(one, Rivalry())
            assert (back.games, back.before, back.behind) == (found.games, found.behind, found.before)
            assert (other in told[one]) == bool(ranks)
        assert one not in told[one]


@given(GAMES, GAMES)
def test_rivalries_may_be_joined(earlier, later):
    whole, before, after = rivalries(earlier + later), rivalries(earlier), rivalries(later)
    for one, met in whole.items():
        for other, rivalry in met.items():
            first = before.get(one, {}).get(other, Rivalry())
            assert first.then(after.get(one, {}).get(other, Rivalry())) == rivalry


# How a game came out


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


def test_a_befooled_loser_is_befooled_but_not_out():
    (_, anne, *_) = came_out_of(a_game(4, end_score=-10).with_round("", "11", "", "", fools=[1]))
    assert (anne.counts["befooled"], anne.counts["outs"], anne.counts["left"]) == (1, 0, 11)


def test_whom_the_table_let_start_has_opened():
    """Not the one whom the lot had named."""
    game = a_game(4, starter=0, end_score=-10).with_starter(1, 2).scoring(-11, 10, 10, 10)
    assert [result.counts["opened"] for result in came_out_of(game)] == [0, 0, 1, 0]
    assert [result.counts["opened_won"] for result in came_out_of(game)] == [0, 0, 1, 0]


def test_a_shared_win_is_a_win_for_everybody_who_shares_it():
    game = a_game(4, end_score=-10).scoring(-11, 10, 10, 0)
    assert [(result.rank, result.won) for result in came_out_of(game)] == [(4, False), (1, True), (1, True), (3, False)]


def test_every_figure_is_counted():
    """What statistics tell of a game is among what is counted, also before the first round."""
    for game in (a_game(4, end_score=-10).scoring(-11, 10, 10, 0), a_game(5)):
        counted = FOOL.counts(game.sitting, game.sheet)
        assert len(counted) == len(game.sitting.players)
        for counts in counted:
            told = {name for figure in FOOL.figures for name in (figure.count, figure.per) if name}
            assert told | {"rounds", "starts", "starts_won"} <= set(counts)
