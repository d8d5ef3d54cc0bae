"""Points of a round, tens and totals: rulebook, "Scoring"."""

import pytest

from companion.text import Catalogue, translate
from tests.games.builders import FOOL, a_game, a_round


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        # A coloured card still held is worth its face in minus points, a 1 five.
        (a_round("27", "", "2 2 2", "4 13"), (-27, 10, -6, -17)),
        (a_round("1", "", "1 2", "13 1"), (-5, 10, -7, -18)),
        (a_round("1 1 1 1 1 1", "", "27 26 25 24", "=32"), (-30, 10, -102, -32)),
        # Going out with the trick's worst card, and so taking a disc, is worth nothing.
        (a_round("", "5", "6", "7", fools=[0]), (0, -5, -6, -7)),
        # The round ends with one or more hands empty; each of them is scored.
        (a_round("", "", "", "7", fools=[1]), (10, 0, 10, -7)),
        # The disc only takes away the ten of a player who went out.
        (a_round("", "5", "6", "7", fools=[1]), (10, -5, -6, -7)),
        # With seven or eight players Put 2 Fool! discs in the middle.
        (a_round("", "", "", "4", "5", "6", "7", fools=[0, 2]), (0, 10, 0, -4, -5, -6, -7)),
    ],
)
def test_cards_left_cost_and_going_out_scores_10_but_0_if_befooled(played, expected):
    game = a_game(len(played["hands"]))
    assert FOOL.score(game.sitting, game.sheet.next, played).points == expected


def test_every_score_has_its_reason():
    """Somebody says "that can't be right"."""
    game = a_game(players=5).with_round("5 12", "", "1 3", "=22", "", fools=[1])
    wording = (reason for side in range(5) for reason in FOOL.explain(*game.last, side))
    assert [translate(reason, Catalogue()) for reason in wording] == [
        "Anne had 5 and 12 left: −17.",
        "Paul went out, but took a Fool! disc: 0.",
        "Rachel had 1 and 3 left: −8.",
        "A 1 counts 5.",
        "Camille had 22 points left: −22.",
        "Zoë went out: +10.",
    ]
