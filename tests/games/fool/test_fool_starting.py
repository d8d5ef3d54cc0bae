"""Who starts and who deals: rulebook, "The next round", with decision tables where it is silent."""

import pytest

from tests.games.builders import Game, a_game, english

A, B, C, D, E = range(5)


def after_two(previous: int, before: tuple[int, ...], last: tuple[int, ...], **options: str) -> Game:
    """A table after two rounds, the second one started by ``previous``."""
    return a_game(len(last), **options).scoring(*before).with_starter(2, previous).scoring(*last)


# The player with the most minus points opens the next round. Of what? The running total decides (default), or the
# round just ended; the other reading is named when it differs.
#
#   points before      points last        total  round
TOTAL_OR_ROUND = [
    ((10, -5, -6, -7), (10, -5, -6, -7), D, D),  # the same player either way
    ((10, -5, -6, -30), (10, -20, -6, -2), D, B),  # far behind from before, or a bad round
    ((10, 10, -5, 10), (-3, -4, 10, 10), C, B),  # totals 7 6 5 20: nobody below zero, lowest all the same
    ((10, -5, -9, -2), (-2, 10, 0, -2), C, D),  # a tie in the round only: D follows B
    ((10, -5, -9, -2), (10, -7, -3, -2), C, B),  # a tie in the totals only: C follows B
]


@pytest.mark.parametrize(("before", "last", "by_total", "by_round"), TOTAL_OR_ROUND)
def test_most_minus_points_starts(before, last, by_total, by_round):
    assert after_two(B, before, last).next_starter == by_total
    for reading, starter, other in (("total", by_total, by_round), ("round", by_round, by_total)):
        opening = after_two(B, before, last, starter_by=reading).sheet.next
        assert (opening.starter.seat, (opening.other or opening.starter).seat) == (starter, other)
        assert (opening.other is None) == (starter == other)


# A tie goes to the tied player who comes first clockwise after the previous starter. Whether a previous
# starter who is tied comes last (left-first, default) or is nearest himself (self-first) is not said.
#
#  previous  tied    left-first  self-first
TIES = [
    (A, "BD", B, B),  # next to the left
    (C, "BD", D, D),  # a step to the left beats one to the right
    (E, "BD", B, B),  # past the last seat it goes on with the first
    (B, "BD", D, B),  # from here on the previous starter is among the tied
    (B, "AB", A, B),  # ... though the other is a whole circle away
    (E, "AE", A, E),
    (A, "ABCD", B, A),
]


def tied_game(previous: int, tied: str, **options: str) -> Game:
    """Five players after one round in which these lost the most: round and total tie alike."""
    points = [-9 if letter in tied else -3 for letter in "ABCDE"]
    points[points.index(-3)] = 10
    return a_game(5, starter=previous, **options).scoring(*points)


@pytest.mark.parametrize(("previous", "tied", "left_first", "self_first"), TIES)
def test_a_tie_goes_clockwise_from_the_previous_starter(previous, tied, left_first, self_first):
    for by in ("total", "round"):
        assert tied_game(previous, tied, starter_by=by).next_starter == left_first
        assert tied_game(previous, tied, starter_by=by, starter_tie="self-first").next_starter == self_first


def test_the_first_dealer_sits_right_of_the_first_starter_and_who_started_deals_the_next():
    """In the first round the player to the dealer's left begins; the previous starter shuffles and deals."""
    for starter in range(5):
        opening = a_game(5, starter).sheet.next
        assert (opening.number, opening.starter.seat, opening.other) == (1, starter, None)
        assert opening.dealer.seat == (starter - 1) % 5
    sheet = a_game(4, B).scoring(10, -5, -6, -7).scoring(10, -5, -6, -7).scoring(-40, 10, -2, -3).sheet
    assert [(line.opening.starter.seat, line.opening.dealer.seat) for line in sheet.lines] == [(B, A), (D, B), (D, D)]
    assert (sheet.next.number, sheet.next.starter.seat, sheet.next.dealer.seat) == (4, A, D)


def test_the_table_can_choose_another_starter():
    """The chosen player starts that round, deals the one after, and the rule's starter stays in view.

    The first dealer still sits right of whoever starts.
    """
    by_rule = a_game(4).scoring(10, -5, -6, -7)
    opening = by_rule.with_starter(2, B).sheet.next
    assert (opening.starter.seat, opening.other.seat, opening.dealer.seat) == (B, D, A)
    sheet = by_rule.with_starter(2, B).scoring(10, -5, -6, -7).sheet
    assert (sheet.lines[1].opening.starter.seat, sheet.next.starter.seat, sheet.next.dealer.seat) == (B, D, B)
    assert by_rule.with_starter(2, D).sheet == by_rule.sheet, "no exception"
    first = a_game(5).with_starter(1, D).sheet.next
    assert (first.starter.seat, first.dealer.seat, first.other.seat) == (D, C, A)


@pytest.mark.parametrize(
    ("game", "parts"),
    [
        (a_game(4, C), ("Chosen at the table",)),
        (a_game(4, C, drawn=True), ("Drawn by lot",)),
        (a_game(4).scoring(10, -5, -6, -41).scoring(10, -5, -6, 0), ("Lowest total", "-41")),
        (after_two(A, (10, 10, -11, 10), (-3, -4, 10, 10)), ("Lowest total", "-1")),
        (after_two(B, (10, -5, -6, -30), (10, -20, -6, -2), starter_by="round"), ("round 2", "-20")),
        (tied_game(C, "BD"), ("Paul, Camille", "-9", "Camille is next", "Rachel")),
        (tied_game(B, "BD", starter_tie="self-first"), ("Paul, Camille", "-9", "Paul started")),
        (a_game(4).scoring(10, -5, -6, -7).with_starter(2, B), ("Chosen at the table",)),
    ],
)
def test_the_starter_comes_with_the_reason(game, parts):
    reason = english(game.sheet.next.starter.reason)
    assert [part for part in parts if part not in reason] == []
