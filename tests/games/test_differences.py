"""What becomes of a game when house rules change for the whole of it: winners, end, next starter, points."""

import pytest

from companion.games import RULEBOOKS
from companion.games.derive import derive
from companion.games.option import defaults
from companion.games.reasons import describe_differences
from companion.games.sitting import Sitting
from tests.games.builders import a_match, english

POINTS = RULEBOOKS["points"]


def with_rules(**options):
    """Three players after 8, 5, 1 and 1, 2, 3 points."""
    played = tuple({"points": dict(enumerate(points))} for points in ((8, 5, 1), (1, 2, 3)))
    return Sitting(("Anne", "Ben", "Cleo"), 0, defaults(POINTS.options) | options, played)


def told(before, after):
    found = describe_differences(after, derive(POINTS, before), derive(POINTS, after))
    return " ".join(english(sentence) for sentence in found)


@pytest.mark.parametrize(
    ("before", "after", "sentences"),
    [
        ({"end_rounds": 2}, {"end_rounds": 2, "winner": "lowest"}, "Cleo wins."),
        ({"end_rounds": 2}, {}, "The game goes on. Cleo starts the next round."),
        ({}, {"end_rounds": 1}, "The game is over after round 1. Anne wins."),
        ({"end_rounds": 2}, {"end_rounds": 1}, "The game is over after round 1."),
        ({}, {"winner": "lowest"}, "Cleo leads."),
        ({}, {"starter": "loser"}, "Anne starts the next round."),
        ({"end_rounds": 2}, {"end_rounds": 2, "starter": "loser"}, "Nothing else changes."),
        ({}, {"end_rounds": 9}, "Nothing else changes."),
    ],
)
def test_winners_and_end_are_said(before, after, sentences):
    assert told(with_rules(**before), with_rules(**after)) == sentences


def test_other_points_are_said():
    """A tie counts for whoever started the last battle, or the game."""
    match = a_match().tied("Paul")
    after = match.but(options=match.sitting.options | {"tie_full_point": "game"})
    found = describe_differences(after.sitting, match.sheet, after.sheet)
    assert [english(sentence) for sentence in found] == ["Anne leads.", "Points change."]


def test_a_rule_has_one_value_a_change():
    sitting = Sitting(("Anne", "Ben"), 0, {"winner": "highest"}, rules={3: {"winner": "lowest"}, 4: {"end_rounds": 9}})
    assert sitting.list_values("winner") == ["highest", "lowest"]
    assert sitting.list_values("end_rounds") == [None, 9]
