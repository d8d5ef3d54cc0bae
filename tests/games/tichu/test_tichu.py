"""The rules of Tichu: sides, calls, double victory, card points, and the end."""

import pytest

from companion.games.derive import derive, derive_results
from companion.games.reasons import describe_win, explain_points, explain_round
from companion.games.sitting import Sitting
from companion.games.tichu import RULEBOOK
from tests.games.builders import english

NAMES = ("Anne", "Paul", "Rachel", "Camille")


def a_round(first, *cards, **calls):
    names = dict(zip(NAMES, range(4), strict=True))
    about = {"calls": {names[name]: call for name, call in calls.items()}, "first": names[first]}
    return {**about, "double": False, "cards": cards} if cards else {**about, "double": True}


def a_sitting(*rounds, end_score=1000, **about):
    return Sitting(NAMES, None, {"end_score": end_score}, rounds, **about)


def points(played):
    return derive(RULEBOOK, a_sitting(played)).lines[0].points


@pytest.mark.parametrize(
    ("played", "worth"),
    [
        (a_round("Anne", 60, 40), (60, 40)),
        (a_round("Anne", -25, 125), (-25, 125)),
        (a_round("Paul"), (0, 200)),
        (a_round("Rachel", 55, 45, Rachel="tichu"), (155, 45)),
        (a_round("Rachel", 55, 45, Anne="tichu"), (-45, 45)),
        (a_round("Paul", Paul="grand", Anne="tichu", Rachel="grand"), (-300, 400)),
    ],
)
def test_a_round_is_worth_cards_or_200_and_the_calls(played, worth):
    """Source: the card game's rules, "Scoring"."""
    assert points(played) == worth


def test_partners_sit_opposite_and_share_points_rank_and_win():
    sheet = derive(RULEBOOK, a_sitting(a_round("Paul"), end_score=100, stopped=True))
    assert (sheet.sides, sheet.names) == (((0, 2), (1, 3)), ("Anne & Rachel", "Paul & Camille"))
    assert (sheet.ranks, sheet.winners) == ((2, 1), (1, 3))
    assert english(describe_win(sheet, sheet.ending.winners)) == "win together"
    found = derive_results(RULEBOOK, a_sitting(a_round("Paul", Anne="tichu")), sheet)
    assert [(one.rank, one.won, one.total) for one in found] == [(2, False, 0), (1, True, 200)] * 2


def test_the_game_ends_at_the_limit_but_not_level():
    level = [a_round("Anne"), a_round("Paul")]
    level += [a_round("Anne", 50, 50, Anne="grand"), a_round("Paul", 50, 50, Paul="grand")]
    sheet = derive(RULEBOOK, a_sitting(*level, end_score=500))
    assert (sheet.totals, sheet.ending) == ((500, 500), None)
    over = derive(RULEBOOK, a_sitting(*level, a_round("Anne", 5, 95), end_score=500))
    assert [english(reason) for reason in over.ending.reasons] == ["Anne & Rachel, Paul & Camille reached 500."]
    assert over.ending.winners == (1,)


def test_why_a_side_has_its_points_says_calls_and_cards():
    sitting = a_sitting(a_round("Anne", 60, 40, Rachel="tichu"))
    sheet = derive(RULEBOOK, sitting)
    wording = [english(sentence) for sentence in explain_points(RULEBOOK, sitting, sheet, sheet.lines[0], 0)]
    assert wording == ["Anne & Rachel: -40 (Call: Tichu (Rachel), Card points: 60).", "Total: 0 before, -40 now."]
    other = english([*explain_round(RULEBOOK, sitting, sheet, sheet.lines[0])][1])
    assert other == "Paul & Camille: +40 (Card points: 40)."
