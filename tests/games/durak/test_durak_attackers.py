"""Who attacks first and who deals in Durak: the summary, and design.md for all that it is silent about."""

import pytest

from tests.games.builders import NAMES, a_deal, a_durak, english, sentences

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


def test_a_last_defender_who_is_the_fool_is_the_loser_and_deals():
    for rule, attacker in zip(RULES, (RACHEL, PAUL, CAMILLE, None, None), strict=True):
        evening = a_durak(4, both_out="last-defender", first_attacker=rule).draw(RACHEL)
        assert (evening.starters[-1], evening.dealers[-1]) == (attacker, RACHEL), rule


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


def test_who_attacks_first_comes_with_the_reason():
    reasons = (
        *("Was the fool in round 1.", "Sits to the right of Anne, the fool.", "Sits to the left of Anne."),
        *("Went out first in round 1.", "The lowest trump attacks first."),
    )
    for rule, why in zip(RULES, reasons, strict=True):
        assert a_durak(4, first_attacker=rule).fool(ANNE, first_out=RACHEL).why_starting == why


def test_the_lowest_trump_may_open_the_evening_and_be_noted():
    """Nobody is chosen, so nobody is known to start; who is noted attacked, but who dealt is no better known."""
    evening = a_durak(4, starter=None)
    assert (evening.starters, evening.dealers) == ([None], [None])
    assert (evening.fool(PAUL).starters, evening.fool(PAUL).dealers) == ([None, PAUL], [None, PAUL])
    noted = evening.starting(1, RACHEL)
    assert (noted.starters, noted.dealers, noted.sheet.next.other) == ([RACHEL], [None], None)
    assert noted.why_starting == "Chosen at the table."


def test_who_deals():
    """First who sits right of the starter, then the fool; after a draw the dealer stays."""
    for seat, name in enumerate(NAMES[:5]):
        assert a_durak(5, starter=name).dealers == [NAMES[(seat - 1) % 5]]
    assert a_durak(4).starting(1, RACHEL).dealers == [PAUL]
    evening = a_durak(4).fool(RACHEL).draw().draw()
    assert evening.dealers == [CAMILLE, RACHEL, RACHEL, RACHEL]
    assert english(evening.sheet.next.dealer.reason) == "Dealt round 3, which had no fool."


def test_the_fool_was_not_out_first():
    for evening, played in (
        (a_durak(4), a_deal(1, first_out=1)),
        (a_durak(4, both_out="last-defender"), a_deal("draw", last_defender=1, first_out=1)),
    ):
        verdict = evening.verdict(played)
        assert sentences(verdict.errors) == ["The fool can’t be first out."]
        assert (verdict.errors[0].seat, verdict.questions) == (1, ())
