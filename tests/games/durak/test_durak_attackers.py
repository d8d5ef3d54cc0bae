"""Who attacks first and who deals in Durak: the summary, and design.md for all that it is silent about."""

from __future__ import annotations

import pytest

from companion.games.durak.deal import Deal
from tests.games.builders import NAMES, said, sentences
from tests.games.result_builders import DURAK, a_durak

ANNE, PAUL, RACHEL, CAMILLE = NAMES[:4]
RULES = ("loser", "right-of-loser", "left-of-loser", "previous-winner", "lowest-trump")


# Who attacks first in the next deal, where four sit clockwise: Anne, Paul, Rachel, Camille. Left of somebody is the
# next seat. design.md: the loser; by house rule the one at the loser's right, at the left, the previous winner (who
# was out first), or the lowest trump. "–": the lowest trump decides.
#
#   fool      out first   loser     right     left      winner    lowest trump
ATTACKERS = [
    (ANNE, PAUL, ANNE, CAMILLE, PAUL, PAUL, None),
    (PAUL, CAMILLE, PAUL, ANNE, RACHEL, CAMILLE, None),
    (RACHEL, ANNE, RACHEL, PAUL, CAMILLE, ANNE, None),
    (CAMILLE, RACHEL, CAMILLE, RACHEL, ANNE, RACHEL, None),
    (ANNE, None, ANNE, CAMILLE, PAUL, None, None),
]


@pytest.mark.parametrize(("fool", "first_out", "loser", "right", "left", "winner", "lowest"), ATTACKERS)
def test_who_attacks_first(fool, first_out, loser, right, left, winner, lowest):
    for rule, attacker in zip(RULES, (loser, right, left, winner, lowest), strict=True):
        evening = a_durak(4, first_attacker=rule).fool(fool, first_out)
        assert evening.starters == [ANNE, attacker], rule


def test_who_attacks_first_of_two():
    """The other one sits at both sides, and has won: who was out first needs no asking."""
    for rule, attacker in zip(RULES, (ANNE, PAUL, PAUL, PAUL, None), strict=True):
        evening = a_durak(2, first_attacker=rule)
        assert evening.fool(ANNE).starters[-1] == attacker, rule
        assert evening.verdict(Deal(0)).questions == ()


@pytest.mark.parametrize("rule", RULES)
def test_after_a_deal_without_a_fool_the_lowest_trump_decides(rule):
    """Whatever the rule is otherwise, and also where it is known who was out first. The dealer stays."""
    for players in (2, 4):
        evening = a_durak(players, first_attacker=rule).draw()
        assert evening.starters == [ANNE, None]
        assert evening.why_starting == "Nobody was the fool: the lowest trump decides who attacks first."
    assert a_durak(4, first_attacker=rule).draw(PAUL, CAMILLE).starters[-1] is None
    assert a_durak(4, first_attacker=rule).draw().dealers == [CAMILLE, CAMILLE]


@pytest.mark.parametrize(
    ("rule", "attacker"),
    [("loser", RACHEL), ("right-of-loser", PAUL), ("left-of-loser", CAMILLE), ("lowest-trump", None)],
)
def test_a_last_defender_who_is_the_fool_is_the_loser_and_deals(rule, attacker):
    evening = a_durak(4, both_out="last-defender", first_attacker=rule).draw(RACHEL)
    assert (evening.starters[-1], evening.dealers[-1]) == (attacker, RACHEL)
    of_two = a_durak(2, both_out="last-defender", first_attacker="previous-winner").draw(ANNE)
    assert of_two.starters[-1] == PAUL


def test_who_was_out_first_may_be_unknown():
    """Asked once before it is saved; then the lowest trump decides, and says why."""
    evening = a_durak(4, first_attacker="previous-winner")
    verdict = evening.verdict(Deal(0))
    assert verdict.errors == ()
    assert sentences(verdict.questions) == ["Who was out first attacks next. Save without saying who?"]
    assert evening.fool(ANNE).starters[-1] is None
    assert evening.fool(ANNE).why_starting == "Nobody noted who was out first: the lowest trump decides."


def test_who_was_out_first_is_asked_only_where_it_matters():
    for rule in set(RULES) - {"previous-winner"}:
        verdict = a_durak(4, first_attacker=rule).verdict(Deal(0))
        assert (verdict.errors, verdict.questions) == ((), ())
    assert a_durak(4, first_attacker="previous-winner").verdict(Deal(None)).questions == ()


def test_who_attacks_first_comes_with_the_reason():
    for rule, why in (
        ("loser", "Was the fool in round 1."),
        ("right-of-loser", "Sits right of Anne, the fool, and attacks there."),
        ("left-of-loser", "Sits left of Anne, the fool."),
        ("previous-winner", "Was out first in round 1."),
        ("lowest-trump", "The lowest trump decides who attacks first."),
    ):
        assert a_durak(4, first_attacker=rule).fool(ANNE, first_out=RACHEL).why_starting == why


# Where the lowest trump decides, the table may note who it was


def test_the_lowest_trump_may_open_the_evening():
    """Nobody is chosen, so nobody is known to start, nor who dealt."""
    evening = a_durak(4, starter=None)
    assert (evening.starters, evening.dealers) == ([None], [None])
    assert said(DURAK.undecided) == "The lowest trump"
    assert evening.fool(PAUL).starters == [None, PAUL]
    assert evening.fool(PAUL).dealers == [None, PAUL]


def test_whoever_had_the_lowest_trump_can_be_noted():
    """That says who attacked; who dealt is no better known."""
    evening = a_durak(4, starter=None).starting(1, RACHEL)
    assert (evening.starters, evening.dealers) == ([RACHEL], [None])
    assert evening.why_starting == "Noted by the table."
    assert evening.sheet.next.other is None
    assert evening.fool(PAUL).starters == [RACHEL, PAUL]
    assert evening.fool(PAUL).dealers == [None, PAUL]
    evening = a_durak(4).fool(PAUL).draw().starting(3, CAMILLE)
    assert evening.starters == [ANNE, PAUL, CAMILLE]
    assert evening.dealers == [CAMILLE, PAUL, PAUL]
    assert evening.draw().dealers == [CAMILLE, PAUL, PAUL, PAUL]


def test_the_table_may_let_anybody_attack():
    """Whoever would by the rule is then told beside it, where that is somebody."""
    for rule in RULES:
        by_rule = a_durak(4, first_attacker=rule).fool(ANNE, PAUL)
        chosen = by_rule.starting(2, RACHEL)
        assert (chosen.starters, chosen.sheet.next.chosen) == ([ANNE, RACHEL], True)
        assert chosen.name(chosen.sheet.next.other) == by_rule.starters[-1]


# Who deals


def test_the_first_dealer_sits_right_of_the_first_starter():
    for seat, name in enumerate(NAMES[:5]):
        assert a_durak(5, starter=name).dealers == [NAMES[(seat - 1) % 5]]
    assert a_durak(4).starting(1, RACHEL).dealers == [PAUL]


def test_the_fool_deals_whoever_attacks():
    for rule in RULES:
        assert a_durak(4, first_attacker=rule).fool(RACHEL, PAUL).dealers == [CAMILLE, RACHEL]


def test_after_a_draw_the_dealer_stays():
    evening = a_durak(4).fool(RACHEL).draw().draw()
    assert evening.dealers == [CAMILLE, RACHEL, RACHEL, RACHEL]
    assert said(evening.sheet.next.dealer.reason) == "Dealt round 3, which had no fool."
    assert a_durak(4, starter=None).draw().draw().dealers == [None, None, None], "nobody is known to have dealt"


# What can't be


def test_the_fool_was_not_out_first():
    for rule in RULES:
        verdict = a_durak(4, first_attacker=rule).verdict(Deal(2, first_out=2))
        assert sentences(verdict.errors) == ["The fool can't have been out first."]
        assert (verdict.errors[0].seat, verdict.questions) == (2, ())
    defended = a_durak(4, both_out="last-defender").verdict(Deal(None, last_defender=1, first_out=1))
    assert sentences(defended.errors) == ["The fool can't have been out first."]
