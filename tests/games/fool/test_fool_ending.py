"""When the game is over and who has won: rulebook, "Game end", and what is decided where it is silent."""

import pytest

from tests.games.builders import Game, a_game, english

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


@pytest.mark.parametrize(
    ("game", "ended_by"),
    [
        # The game ends when anybody stands at minus eighty or below: the total does, not the round.
        (a_game(4).scoring(10, -2, -79, -3), ()),
        (a_game(4).scoring(10, -2, -80, -3), ("score",)),
        (over_after_two(), ("score",)),
        (a_game(4).scoring(10, -79, -2, -3).scoring(-5, 10, -2, -3).scoring(10, -10, -2, -3), ()),
        # Going out for ten points is tallied for the whole table; going out befooled is no ten.
        (with_tens(2, 2, 1, 0), ()),
        (with_tens(2, 2, 1, 1), ("tens",)),
        (a_game(5).scoring(10, 10, 10, 0, -3).scoring(10, 10, 0, -3, -4), ()),
        (a_game(5).scoring(10, 10, 10, 0, -3).scoring(10, 10, 10, 10, -4), ("tens",)),  # past the sixth
        # By house rule one player needs all the tens; the table may agree on another number.
        (with_tens(5, 5, 5, 5, tens_counted="each"), ()),
        (with_tens(1, 2, 3, 6, tens_counted="each"), ("tens",)),
        (with_tens(8, 0, 0, 0, tens_to_end=9), ()),
        (with_tens(9, 0, 0, 0, tens_counted="each", tens_to_end=9), ("tens",)),
    ],
)
def test_what_ends_the_game(game, ended_by):
    assert game.ended_by == ended_by


def test_the_gauges_show_how_near_each_end_is():
    score, tens = with_tens(1, 2, 0, 0).scoring(10, -40, -2, -3).sheet.gauges
    assert (score.value, score.limit, score.sides) == (-23, -80, (14, -23, -11, -12))
    assert (tens.value, tens.limit, tens.sides) == (4, 6, (2, 2, 0, 0))
    _, tens = with_tens(1, 2, 0, 0, tens_counted="each", tens_to_end=4).sheet.gauges
    assert (tens.value, tens.limit) == (2, 4)
    score = a_game(4).scoring(10, -60, -80, -20).played_on("score").sheet.gauges[0]
    assert [english(score.distance(seat)) for seat in range(3)] == ["90 short of -80", "20 short of -80", "at -80"]
    assert [score.percent(seat) for seat in range(4)] == [0, 75, 100, 25]


@pytest.mark.parametrize(
    ("game", "parts"),
    [
        (a_game(4).scoring(10, -80, -85, -79), ["Paul, Rachel", "-80"]),
        (with_tens(2, 3, 0, 1), ["6 times"]),
        (with_tens(1, 0, 0, 0, tens_to_end=1), ["scored once"]),
        (with_tens(0, 6, 0, 3, tens_counted="each"), ["Paul", "6 times"]),
        (a_game(4).scoring(*HALFWAY).stopped(), ["Stopped", "1 round."]),
    ],
)
def test_the_end_comes_with_the_reason(game, parts):
    (reason,) = game.sheet.ending.reasons
    assert [part for part in parts if part not in english(reason)] == []


# Who has won: the most points, which may well be the smallest minus. Equal best totals are silent in the rules: a
# shared win, or by house rule the one with more tens.
#
#   rounds                                                          shared   more tens
WINNERS = [
    ([(10, -80, -2, -3)], (0,), (0,)),
    ([(-9, -80, 0, -3)], (2,), (2,)),
    ([(10, -80, 10, 10)], (0, 2, 3), (0, 2, 3)),  # as many tens too: shared all the same
    ([(10, -10, -10, -5), (0, 10, 10, -5), (0, 10, 10, -90)], (0, 1, 2), (1, 2)),
]


@pytest.mark.parametrize(("rounds", "shared", "more_tens"), WINNERS)
def test_who_wins(rounds, shared, more_tens):
    """Who wins has the first rank, and shares it."""
    for rule, winners in (("shared", shared), ("tens", more_tens)):
        game = a_game(4, equal_totals=rule)
        for points in rounds:
            game = game.scoring(*points)
        assert (game.ended_by, game.sheet.ending.winners) == (("score",), winners)
        assert tuple(seat for seat, rank in enumerate(game.sheet.ranks) if rank == 1) == winners


def test_rounds_after_the_end_stay_and_do_not_count():
    end = over_after_two()
    sheet = end.scoring(10, -5, 10, 10).scoring(10, -5, 10, 10).sheet
    assert [line.counts for line in sheet.lines] == [True, True, False, False]
    assert sheet.lines[2].points == (10, -5, 10, 10)
    assert sheet.lines[3].totals == sheet.totals == end.sheet.totals
    assert (sheet.tallies, sheet.ending, sheet.next) == (end.sheet.tallies, end.sheet.ending, None)


@pytest.mark.parametrize(
    ("game", "after", "totals"),
    [
        (over_after_two().edited(1, 10, -80, -2, -3), 1, (10, -80, -2, -3)),
        (over_after_two().scoring(10, -5, -2, 10).edited(2, 10, -30, -2, -3), None, (30, -75, -6, 4)),
        (over_after_two().scoring(10, -30, -2, 10).edited(2, 10, -30, -2, -3), 3, (30, -100, -6, 4)),
    ],
)
def test_an_edit_moves_the_end_or_reopens_the_game(game, after, totals):
    sheet = game.sheet
    assert (sheet.ending and sheet.ending.after, sheet.totals) == (after, totals)


def test_playing_on_passes_the_ends_that_were_reached_and_another_still_ends_the_game():
    """Allowed, and shown: the round counts again and somebody starts it. An edit can bring another end."""
    game = over_after_two().played_on("score")
    sheet = game.sheet
    assert (sheet.ending, sheet.next.number) == (None, 3)
    assert (sheet.passed.keys, sheet.passed.after, sheet.passed.winners) == (("score",), 2, (0,))
    for _ in range(4):
        assert game.ended_by == ()
        game = game.scoring(10, -2, -3, -4)
    assert (game.ended_by, game.sheet.ending.after, game.sheet.totals[1]) == (("tens",), 6, -88)
    assert game.sheet.passed.keys == ("score",)
    both = with_tens(3, 2, 0, 0).scoring(10, -2, -65, -3)
    assert (both.ended_by, len(both.sheet.ending.reasons)) == (("score", "tens"), 2)
    both = both.played_on("score", "tens")
    assert (both.sheet.passed.keys, both.scoring(10, -90, -90, -90).ended_by) == (("score", "tens"), ())
    game = with_tens(3, 3, 0, 0).played_on("tens").edited(3, 10, -90, -2, -3)
    assert (game.ended_by, game.sheet.ending.after) == (("score",), 3)
    stays_passed = over_after_two().played_on("score").edited(1, 10, -90, -2, -3)
    assert (stays_passed.ended_by, stays_passed.sheet.passed.after) == ((), 1)


def test_the_table_can_stop_and_the_standing_counts():
    """An end by the rules goes before, and before its first round a table has nothing to stop."""
    sheet = a_game(4).scoring(*HALFWAY).scoring(-5, -3, 10, -2).stopped().sheet
    assert (sheet.ending.keys, sheet.ending.after, sheet.ending.winners) == (("agreed",), 2, (2,))
    assert sheet.next is None
    assert over_after_two().stopped().sheet.ending == over_after_two().sheet.ending
    assert a_game(4).stopped().ended_by == ()
