"""Who attacks first and who deals in Durak: the summary, and design.md for all that it is silent about."""

from dataclasses import replace

import pytest

from companion.games.derive import derive
from tests.games.builders import DURAK, NAMES, a_deal, a_durak, english, sentences

ANNE, PAUL, RACHEL, CAMILLE = NAMES[:4]
RULES = ("loser", "right-of-loser", "left-of-loser", "previous-winner", "lowest-trump")


# Who attacks first in the next deal, where four sit clockwise: Anne, Paul, Rachel, Camille. Left of somebody is the
# next seat. design.md: the loser; by house rule the one at the loser's right, at the left, the previous winner (who
# was out first), or the lowest trump. "–": the lowest trump decides. Of two the other one sits at both sides, and has
# won: who was out first needs no asking. The fool deals, whoever attacks.
#
#   players  fool      out first   loser     right     left      winner    lowest trump
ATTACKERS = [
    (4, ANNE, PAUL, ANNE, CAMILLE, PAUL, PAUL, None),
    (4, PAUL, CAMILLE, PAUL, ANNE, RACHEL, CAMILLE, None),
    (4, CAMILLE, RACHEL, CAMILLE, RACHEL, ANNE, RACHEL, None),
    (4, ANNE, None, ANNE, CAMILLE, PAUL, None, None),
    (2, ANNE, None, ANNE, PAUL, PAUL, PAUL, None),
]


@pytest.mark.parametrize(("players", "fool", "first_out", "loser", "right", "left", "winner", "lowest"), ATTACKERS)
def test_who_attacks_first(players, fool, first_out, loser, right, left, winner, lowest):
    for rule, attacker in zip(RULES, (loser, right, left, winner, lowest), strict=True):
        evening = a_durak(players, first_attacker=rule).fool(fool, first_out)
        assert (evening.starters, evening.dealers[-1]) == ([ANNE, attacker], fool), rule


@pytest.mark.parametrize("rule", RULES)
def test_after_a_deal_without_a_fool_the_lowest_trump_decides(rule):
    """Whatever the rule is otherwise, and also where it is known who was out first. The dealer stays."""
    for evening in (a_durak(4, first_attacker=rule).draw(PAUL, CAMILLE), a_durak(2, first_attacker=rule).draw()):
        assert evening.starters == [ANNE, None]
        assert evening.why_starting == "The lowest trump attacks first."
        assert evening.dealers[0] == evening.dealers[1]


@pytest.mark.parametrize(
    ("rule", "attacker"),
    [("loser", RACHEL), ("right-of-loser", PAUL), ("left-of-loser", CAMILLE), ("lowest-trump", None)],
)
def test_a_last_defender_who_is_the_fool_is_the_loser_and_deals(rule, attacker):
    evening = a_durak(4, both_out="last-defender", first_attacker=rule).draw(RACHEL)
    assert (evening.starters[-1], evening.dealers[-1]) == (attacker, RACHEL)
    of_two = a_durak(2, both_out="last-defender", first_attacker="previous-winner").draw(ANNE)
    assert of_two.starters[-1] == PAUL


def test_of_two_who_played_the_other_was_out_first_also_once_a_third_has_come():
    game = a_durak(2, first_attacker="previous-winner").fool(ANNE)
    three = replace(game.sitting, players=("Anne", "Paul", "Zoë"), seatings={1: (0, 1), 2: (0, 2, 1)})
    assert three.players[derive(game.rulebook, three).next.starting] == PAUL


def test_who_was_out_first_is_asked_only_where_it_matters_and_may_be_unknown():
    """Asked once before it is saved; then the lowest trump decides, and says why."""
    evening = a_durak(4, first_attacker="previous-winner")
    assert sentences(evening.verdict(a_deal(0)).questions) == [
        "The first player out attacks next. Save without a name?"
    ]
    assert evening.fool(ANNE).why_starting == "The lowest trump attacks first."
    others = [a_durak(4, first_attacker=rule).verdict(a_deal(0)) for rule in RULES if rule != "previous-winner"]
    of_two = a_durak(2, first_attacker="previous-winner").verdict(a_deal(0))
    for verdict in (*others, of_two, evening.verdict(a_deal("draw")), evening.verdict(a_deal(0, first_out=1))):
        assert (verdict.errors, verdict.questions) == ((), ())


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("loser", "Was the fool in round 1."),
        ("right-of-loser", "Sits to the right of Anne, the fool."),
        ("left-of-loser", "Sits to the left of Anne."),
        ("previous-winner", "Went out first in round 1."),
        ("lowest-trump", "The lowest trump attacks first."),
    ],
)
def test_who_attacks_first_comes_with_the_reason(rule, why):
    assert a_durak(4, first_attacker=rule).fool(ANNE, first_out=RACHEL).why_starting == why


# Where the lowest trump decides, the table may note who it was


def test_the_lowest_trump_may_open_the_evening_and_be_noted():
    """Nobody is chosen, so nobody is known to start; who is noted attacked, but who dealt is no better known."""
    evening = a_durak(4, starter=None)
    assert (evening.starters, evening.dealers) == ([None], [None])
    assert english(DURAK.starting.undecided) == "The lowest trump"
    assert (evening.fool(PAUL).starters, evening.fool(PAUL).dealers) == ([None, PAUL], [None, PAUL])
    assert evening.draw().draw().dealers == [None, None, None]
    noted = evening.starting(1, RACHEL)
    assert (noted.starters, noted.dealers, noted.sheet.next.other) == ([RACHEL], [None], None)
    assert noted.why_starting == "Chosen at the table."
    evening = a_durak(4).fool(PAUL).draw().starting(3, CAMILLE)
    assert evening.starters == [ANNE, PAUL, CAMILLE]
    assert evening.draw().dealers == [CAMILLE, PAUL, PAUL, PAUL]


def test_who_deals():
    """First who sits right of the starter, then the fool; after a draw the dealer stays."""
    for seat, name in enumerate(NAMES[:5]):
        assert a_durak(5, starter=name).dealers == [NAMES[(seat - 1) % 5]]
    assert a_durak(4).starting(1, RACHEL).dealers == [PAUL]
    evening = a_durak(4).fool(RACHEL).draw().draw()
    assert evening.dealers == [CAMILLE, RACHEL, RACHEL, RACHEL]
    assert english(evening.sheet.next.dealer.reason) == "Dealt round 3, which had no fool."


def test_the_fool_was_not_out_first():
    for rule in RULES:
        verdict = a_durak(4, first_attacker=rule).verdict(a_deal(2, first_out=2))
        assert sentences(verdict.errors) == ["The fool can’t be first out."]
        assert (verdict.errors[0].seat, verdict.questions) == (2, ())
    defended = a_durak(4, both_out="last-defender").verdict(a_deal("draw", last_defender=1, first_out=1))
    assert sentences(defended.errors) == ["The fool can’t be first out."]
