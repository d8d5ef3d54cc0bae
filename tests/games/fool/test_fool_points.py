"""Points of a round, tens and totals: rulebook, "Scoring"."""

from __future__ import annotations

import pytest

from companion.text import Catalogue, translate
from tests.games.builders import FOOL, a_game, a_round

ENGLISH = Catalogue()


def points(played):
    """What a round is worth, seat by seat, whatever was played before it."""
    game = a_game(len(played.hands))
    return FOOL.score(game.sitting, game.sheet.next, played).points


@pytest.mark.parametrize(
    ("hand", "cost"), [("2", 2), ("27", 27), ("2 2 2", 6), ("13 4", 17), ("4 13", 17), ("27 26 25 24", 102)]
)
def test_cards_left_cost_the_sum_of_their_faces(hand, cost):
    """A coloured card still held is worth its face in minus points."""
    assert points(a_round(hand, "", "3", "4"))[0] == -cost


@pytest.mark.parametrize(("hand", "cost"), [("1", 5), ("1 1 1 1 1 1", 30), ("13 1", 18), ("1 2", 7)])
def test_each_1_left_costs_5(hand, cost):
    """A 1 still held is worth five minus points, not one."""
    assert points(a_round(hand, "", "3", "4"))[0] == -cost


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        # Whoever has played the last card scores ten points.
        (a_round("", "5", "6", "7"), (10, -5, -6, -7)),
        # Going out with the trick's worst card, and so taking a disc, is worth nothing.
        (a_round("", "5", "6", "7", fools=[0]), (0, -5, -6, -7)),
        # The round ends with one or more hands empty; each of them is scored.
        (a_round("", "", "", "7", fools=[1]), (10, 0, 10, -7)),
        # The disc only takes away the ten of a player who went out.
        (a_round("", "5", "6", "7", fools=[1]), (10, -5, -6, -7)),
        # With seven or eight players two are befooled in every trick.
        (a_round("", "", "", "4", "5", "6", "7", fools=[0, 2]), (0, 10, 0, -4, -5, -6, -7)),
    ],
)
def test_going_out_scores_10_but_0_if_befooled(played, expected):
    assert points(played) == expected


def test_a_hand_may_be_known_only_as_a_total():
    """Only the total is known then, and the sheet says which seats that is."""
    (line,) = a_game(4).with_round("=32", "", "1 1", "=5").sheet.lines
    assert line.points == (-32, 10, -10, -5)
    assert line.scored.marked["uncounted"] == (0, 3)


def test_the_rulebooks_example():
    """Anne keeps 17 points in hand, Rachel 13; Camille and Paul go out, Paul befooled."""
    sheet = a_game(4).with_round("=17", "", "=13", "", fools=[1]).sheet
    assert sheet.totals == (-17, 0, -13, 10)
    assert sheet.tallies["tens"] == (0, 0, 0, 1)


def test_the_sheet_marks_who_was_befooled_and_who_made_a_ten():
    (line,) = a_game(7).with_round("", "", "3", "4", "5", "6", "7", fools=[1, 5]).sheet.lines
    assert [seat for seat in range(7) if line.has_mark("befooled", seat)] == [1, 5]
    assert line.scored.tallied["tens"] == (1, 0, 0, 0, 0, 0, 0)


def test_totals_add_up_round_by_round():
    sheet = a_game(4).scoring(10, -7, -5, -20).scoring(-3, 10, 10, -4).scoring(-2, -6, 10, 0).sheet
    assert [line.totals for line in sheet.lines] == [(10, -7, -5, -20), (7, 3, 5, -24), (5, -3, 15, -24)]
    assert [line.number for line in sheet.lines] == [1, 2, 3]
    assert sheet.totals == (5, -3, 15, -24)
    assert sheet.tallies["tens"] == (1, 1, 2, 0)


def test_every_score_has_its_reason():
    """Somebody says "that can't be right"."""
    game = a_game(players=5).with_round("5 12", "", "1 3", "=22", "", fools=[1])
    opening, played = game.sheet.lines[0].opening, game.sitting.rounds[0]
    assert [translate(reason, ENGLISH) for reason in FOOL.explain(game.sitting, opening, played)] == [
        "Anne had 5 12 left: −17.",
        "Paul went out, but took a Fool! disc: 0.",
        "Rachel had 1 3 left: −8.",
        "A 1 counts 5.",
        "Camille had 22 points left: −22.",
        "Only the total was entered.",
        "Zoë went out: +10.",
    ]
