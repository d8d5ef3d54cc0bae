"""When the game is over and who has won: rulebook, "Game end", and what is decided where it is silent."""

from __future__ import annotations

import pytest

from tests.games.builders import Game, a_game, said

HALFWAY = (10, -40, -2, -3)  # twice, and Paul is at -80


def with_tens(*tens: int, **options: str | int) -> Game:
    """A table where each player went out so often, one at a time, and the others lost 3 each time."""
    game = a_game(len(tens), **options)
    for winner, times in enumerate(tens):
        for _ in range(times):
            game = game.scoring(*(10 if seat == winner else -3 for seat in range(len(tens))))
    return game


def over_after_two() -> Game:
    return a_game(4).scoring(*HALFWAY).scoring(*HALFWAY)


# Minus points


@pytest.mark.parametrize(("lost", "over"), [(-79, False), (-80, True), (-81, True), (-148, True)])
def test_80_minus_points_end_the_game(lost, over):
    """The game ends when anybody stands at minus eighty or below."""
    assert a_game(4).scoring(10, -2, lost, -3).ended_by == (("score",) if over else ())


def test_the_total_ends_the_game_not_the_round():
    """Points of several rounds add up, and a ten brings a player back."""
    assert over_after_two().ended_by == ("score",)
    assert a_game(4).scoring(10, -79, -2, -3).scoring(-5, 10, -2, -3).scoring(10, -10, -2, -3).ended_by == ()


# Tens


@pytest.mark.parametrize(("tens", "over"), [((2, 2, 1, 0), False), ((2, 2, 1, 1), True), ((0, 6, 0, 0), True)])
def test_six_tens_together_end_the_game(tens, over):
    """Going out for ten points is tallied for the whole table."""
    assert with_tens(*tens).ended_by == (("tens",) if over else ())


def test_only_a_score_of_ten_is_tallied():
    """Going out befooled is no ten; of several tens in one round all count, so it can jump past the sixth."""
    game = a_game(5).scoring(10, 10, 10, 0, -3).scoring(10, 10, -2, -3, -4)
    assert game.ended_by == ()
    assert game.scoring(-5, 0, -2, -4, -3).sheet.tallies["tens"] == (2, 2, 1, 0, 0)
    assert game.scoring(10, 10, 10, -2, -3).ended_by == ("tens",)


@pytest.mark.parametrize(
    ("tens", "over"), [((5, 0, 0, 0), False), ((5, 5, 5, 5), False), ((0, 0, 6, 0), True), ((1, 2, 3, 6), True)]
)
def test_by_house_rule_one_player_needs_all_the_tens(tens, over):
    """The summary keeps a tally for each player."""
    assert with_tens(*tens, tens_counted="each").ended_by == (("tens",) if over else ())


@pytest.mark.parametrize("counted", ["together", "each"])
def test_the_table_may_agree_on_another_number_of_tens(counted):
    for number in (1, 3, 9):
        options = {"tens_counted": counted, "tens_to_end": number}
        assert with_tens(number - 1, 0, 0, 0, **options).ended_by == ()
        game = with_tens(number, 0, 0, 0, **options)
        assert game.ended_by == ("tens",)
        assert "1 times" not in said(*game.sheet.ending.reasons)


# How far it is


def test_the_gauges_show_how_near_each_end_is():
    score, tens = with_tens(1, 2, 0, 0).scoring(10, -40, -2, -3).sheet.gauges
    assert (score.key, score.value, score.limit) == ("score", -23, -80)
    assert score.seats == (14, -23, -11, -12)
    assert (tens.key, tens.value, tens.limit) == ("tens", 4, 6)
    assert tens.seats == (2, 2, 0, 0)
    _, tens = with_tens(1, 2, 0, 0, tens_counted="each", tens_to_end=4).sheet.gauges
    assert (tens.value, tens.limit) == (2, 4)


def test_the_way_to_the_end_is_told_for_every_seat():
    """From a metre away: who is how far from the limit."""
    score = a_game(4).scoring(10, -60, -80, -20).played_on("score").sheet.gauges[0]
    told = ["90 left to -80", "20 left to -80", "at -80", "60 left to -80"]
    assert [said(score.distance(seat)) for seat in range(4)] == told
    assert [score.percent(seat) for seat in range(4)] == [0, 75, 100, 25]


@pytest.mark.parametrize(
    ("game", "parts"),
    [
        (a_game(4).scoring(10, -80, -85, -79), ["Paul, Rachel", "-80"]),
        (with_tens(2, 3, 0, 1), ["6 times"]),
        (with_tens(0, 6, 0, 3, tens_counted="each"), ["Paul", "6 times"]),
        (a_game(4).scoring(*HALFWAY).scoring(10, -5, -2, -3).stopped(), ["stopped", "2 rounds"]),
        (a_game(4).scoring(*HALFWAY).stopped(), ["1 round."]),
    ],
)
def test_the_end_comes_with_the_reason(game, parts):
    (reason,) = game.sheet.ending.reasons
    for part in parts:
        assert part in said(reason)


# Who has won


@pytest.mark.parametrize(
    ("last", "winners"),
    [
        ((10, -80, -2, -3), (0,)),  # the most points
        ((-9, -80, 0, -3), (2,)),  # nobody above zero
        ((10, -80, 10, -3), (0, 2)),  # equal at the top: they share the win
        ((10, -80, 10, 10), (0, 2, 3)),
    ],
)
def test_the_most_points_win(last, winners):
    """The highest total wins, which may well be the smallest minus."""
    assert a_game(4).scoring(*last).sheet.ending.winners == winners


def test_tens_end_the_game_and_points_decide_it():
    """Who makes the last ten may win or lose."""
    assert with_tens(2, 4, 0, 0).sheet.ending.winners == (1,)
    sheet = a_game(4, tens_to_end=1).scoring(-30, 0, -2, -3).scoring(10, 0, -2, -3).sheet
    assert sheet.tallies["tens"] == (1, 0, 0, 0)
    assert sheet.ending.winners == (1,)


# All stand at 10, with one ten or with two (Anne always with one), when the last player falls below -80.
#
#   rounds                                                          shared   more tens
EQUAL_TOTALS = [
    ([(10, -5, 10, -99)], (0, 2), (0, 2)),  # as many tens too: shared all the same
    ([(10, -10, -5, -5), (0, 10, -5, -5), (0, 10, -5, -90)], (0, 1), (1,)),
    ([(10, -10, -10, -5), (0, 10, 10, -5), (0, 10, 10, -90)], (0, 1, 2), (1, 2)),
]


@pytest.mark.parametrize(("rounds", "shared", "more_tens"), EQUAL_TOTALS)
def test_equal_best_totals(rounds, shared, more_tens):
    """Silent in the rules: a shared win, or by house rule the one with more tens."""
    for options, winners in (({}, shared), ({"equal_totals": "tens"}, more_tens)):
        game = a_game(4, **options)
        for points in rounds:
            game = game.scoring(*points)
        assert game.ended_by == ("score",)
        assert game.sheet.ending.winners == winners


def test_equals_share_a_rank_and_by_house_rule_tens_rank_them():
    """Anne and Paul stand at 10, Rachel and Camille at -10; Paul and Camille have one ten more."""
    assert a_game(6).scoring(10, -5, 10, -7, -5, -9).sheet.ranks == (1, 3, 1, 5, 3, 6)
    for rule, ranks in {"shared": (1, 1, 3, 3), "tens": (2, 1, 4, 3)}.items():
        game = a_game(4, equal_totals=rule)
        sheet = game.scoring(10, -10, -5, -18).scoring(0, 10, -3, 10).scoring(0, 10, -2, -2).sheet
        assert sheet.totals == (10, 10, -10, -10)
        assert sheet.tallies["tens"] == (1, 2, 0, 1)
        assert sheet.ranks == sheet.lines[-1].ranks == ranks


# After the end


def test_rounds_after_the_end_stay_and_do_not_count():
    end = over_after_two()
    sheet = end.scoring(10, -5, 10, 10).scoring(10, -5, 10, 10).sheet
    assert [line.counts for line in sheet.lines] == [True, True, False, False]
    assert sheet.lines[2].points == (10, -5, 10, 10)
    assert sheet.lines[3].totals == sheet.totals == end.sheet.totals
    assert sheet.tallies["tens"] == end.sheet.tallies["tens"]
    assert sheet.ending == end.sheet.ending
    assert sheet.next is None


def test_an_edit_that_moves_the_end_forward_leaves_later_rounds_behind():
    sheet = over_after_two().edited(1, 10, -80, -2, -3).sheet
    assert (sheet.ending.after, sheet.totals) == (1, (10, -80, -2, -3))
    assert [line.counts for line in sheet.lines] == [True, False]


def test_an_edit_that_undoes_the_end_reopens_the_game():
    game = over_after_two().scoring(10, -5, -2, 10).edited(2, 10, -30, -2, -3)
    assert game.ended_by == ()
    assert [line.counts for line in game.sheet.lines] == [True, True, True]
    assert game.sheet.totals == (30, -75, -6, 4)
    moved_back = over_after_two().scoring(10, -30, -2, 10).edited(2, 10, -30, -2, -3)
    assert moved_back.sheet.ending.after == 3


# Playing on


def test_playing_on_passes_the_end_that_was_reached():
    """Allowed, and shown: the round counts again and somebody starts it."""
    sheet = over_after_two().played_on("score").sheet
    assert sheet.ending is None
    assert sheet.next.number == 3
    assert (sheet.passed.keys, sheet.passed.after, sheet.passed.winners) == (("score",), 2, (0,))
    game = over_after_two().played_on("score").scoring(10, -20, -2, -3)
    assert game.ended_by == ()
    assert game.sheet.totals == (30, -100, -6, -9)
    assert all(line.counts for line in game.sheet.lines)


def test_another_end_still_ends_a_game_that_was_played_on():
    game = over_after_two().played_on("score")
    for _ in range(4):
        assert game.ended_by == ()
        game = game.scoring(10, -2, -3, -4)
    assert game.ended_by == ("tens",)
    assert game.sheet.ending.after == 6
    assert game.sheet.passed.keys == ("score",)


def test_both_ends_reached_at_once_are_passed_at_once():
    game = with_tens(3, 2, 0, 0).scoring(10, -2, -65, -3)
    assert (game.ended_by, len(game.sheet.ending.reasons)) == (("score", "tens"), 2)
    game = game.played_on("score", "tens")
    assert game.sheet.passed.keys == ("score", "tens")
    assert game.scoring(10, -90, -90, -90).ended_by == ()


def test_an_edit_can_bring_another_end_into_a_game_that_was_played_on():
    """Six tens were played past; a corrected round that reaches the other end still ends it."""
    game = with_tens(3, 3, 0, 0).played_on("tens").edited(3, 10, -90, -2, -3)
    assert game.ended_by == ("score",)
    assert game.sheet.ending.after == 3
    stays_passed = over_after_two().played_on("score").edited(1, 10, -90, -2, -3)
    assert (stays_passed.ended_by, stays_passed.sheet.passed.after) == ((), 1)


# Stopping


def test_the_table_can_stop_and_the_standing_counts():
    sheet = a_game(4).scoring(*HALFWAY).scoring(-5, -3, 10, -2).stopped().sheet
    assert (sheet.ending.keys, sheet.ending.after, sheet.ending.winners) == (("agreed",), 2, (2,))
    assert sheet.next is None
    assert all(line.counts for line in sheet.lines)
    played_on = over_after_two().played_on("score").scoring(-60, -20, -2, 10).stopped()
    assert (played_on.ended_by, played_on.sheet.ending.winners) == (("agreed",), (3,))


def test_where_there_is_nothing_to_stop():
    """An end by the rules goes before, and so does a table before its first round."""
    assert over_after_two().stopped().sheet.ending == over_after_two().sheet.ending
    assert a_game(4).stopped().ended_by == ()
