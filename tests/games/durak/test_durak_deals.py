"""The deals of Durak: summary ("there is no winner, but a loser"), and design.md for all that it is silent about."""

from __future__ import annotations

from itertools import product

import pytest

from companion.games.durak.deal import Deal
from companion.text import Catalogue, translate
from tests.games.builders import NAMES, said, sentences
from tests.games.result_builders import DURAK, Evening, a_durak

ENGLISH = Catalogue()
ANNE, PAUL, RACHEL, CAMILLE, ZOE, LUKASZ = NAMES[:6]
CROSSWISE = ((0, 2), (1, 3))  # Anne and Rachel against Paul and Camille
RULES = ("loser", "right-of-loser", "left-of-loser", "previous-winner", "lowest-trump")


# Marks


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_whoever_is_left_with_cards_is_the_fool(players):
    """The person who has cards when the others have none loses: one mark, none for anybody else."""
    for seat, name in enumerate(NAMES[:players]):
        evening = a_durak(players).fool(name)
        assert evening.points == [tuple(int(other == seat) for other in range(players))]
        assert evening.sheet.lines[0].scored.marked["fool"] == (seat,)


def test_marks_add_up_and_fewest_lead():
    evening = a_durak(4).fool(ANNE).fool(PAUL).fool(ANNE).fool(RACHEL)
    assert evening.sheet.totals == (2, 1, 1, 0)
    assert evening.sheet.ranks == (4, 2, 2, 1)
    assert [line.ranks for line in evening.sheet.lines] == [(4, 1, 1, 1), (3, 3, 1, 1), (4, 3, 1, 1), (4, 2, 2, 1)]


# The last two go out together. design.md: nobody is the fool; by house rule the last defender is.
#
#   house rule         defended last     marks            fool
BOTH_OUT = [
    ("draw", None, (0, 0, 0, 0), None),
    ("draw", RACHEL, (0, 0, 0, 0), None),
    ("last-defender", RACHEL, (0, 0, 1, 0), RACHEL),
    ("last-defender", ANNE, (1, 0, 0, 0), ANNE),
]


@pytest.mark.parametrize(("rule", "defender", "marks", "fool"), BOTH_OUT)
def test_both_out_together(rule, defender, marks, fool):
    evening = a_durak(4, both_out=rule).draw(defender)
    assert evening.points == [marks]
    assert evening.sheet.lines[0].scored.marked.get("fool", ()) == (() if fool is None else (evening.seat(fool),))


def test_by_house_rule_the_last_defender_must_be_named():
    verdict = a_durak(4, both_out="last-defender").verdict(Deal(None))
    assert sentences(verdict.errors) == ["Say who defended last: by your house rule that is the fool."]
    assert a_durak(4).verdict(Deal(None)).errors == ()


# Teams


@pytest.mark.parametrize(
    ("players", "teams", "fool", "marks"),
    [
        (4, CROSSWISE, ANNE, (1, 0, 1, 0)),
        (4, CROSSWISE, CAMILLE, (0, 1, 0, 1)),
        (4, ((0, 1), (2, 3)), PAUL, (1, 1, 0, 0)),
        (4, ((3, 1), (2, 0)), CAMILLE, (0, 1, 0, 1)),
        (6, ((0, 2, 4), (1, 3, 5)), RACHEL, (1, 0, 1, 0, 1, 0)),
        (6, ((5, 0, 1), (4, 2, 3)), LUKASZ, (1, 1, 0, 0, 0, 1)),
        (6, ((0, 3), (1, 4), (2, 5)), ZOE, (0, 1, 0, 0, 1, 0)),
        (5, ((0, 2, 4), (1, 3)), PAUL, (0, 1, 0, 1, 0)),
    ],
)
def test_the_whole_team_has_the_mark_and_the_last_holder_is_noted(players, teams, fool, marks):
    """Teams of two or three: the team left holding cards gets the mark (design.md)."""
    evening = a_durak(players, teams=teams).fool(fool)
    assert evening.points == [marks]
    assert evening.sheet.lines[0].scored.marked["fool"] == (evening.seat(fool),)


def test_by_house_rule_the_last_defenders_team_has_the_mark():
    evening = a_durak(4, teams=CROSSWISE, both_out="last-defender").draw(PAUL)
    assert evening.points == [(0, 1, 0, 1)]
    assert a_durak(4, teams=CROSSWISE).draw(PAUL).points == [(0, 0, 0, 0)]


def test_in_teams_a_partner_counts_like_anyone_else():
    """Who sits right or left of the fool attacks, partner or not (design.md)."""
    for rule, attacker in (("left-of-loser", PAUL), ("right-of-loser", CAMILLE), ("loser", ANNE)):
        for teams in (CROSSWISE, ((0, 1), (2, 3)), ((0, 3), (1, 2)), None):
            assert a_durak(4, teams=teams, first_attacker=rule).fool(ANNE).starters[-1] == attacker


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


# Two players: the other one sits at both sides, and has won.
#
#   fool    loser   right   left    winner  lowest trump
OF_TWO = [(ANNE, ANNE, PAUL, PAUL, PAUL, None), (PAUL, PAUL, ANNE, ANNE, ANNE, None)]


@pytest.mark.parametrize(("fool", "loser", "right", "left", "winner", "lowest"), OF_TWO)
def test_who_attacks_first_of_two(fool, loser, right, left, winner, lowest):
    """Who was out first needs no asking."""
    for rule, attacker in zip(RULES, (loser, right, left, winner, lowest), strict=True):
        evening = a_durak(2, first_attacker=rule)
        assert evening.fool(fool).starters[-1] == attacker, rule
        assert evening.verdict(evening.fool(fool).sitting.rounds[0]).questions == ()


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("players", [2, 4])
def test_after_a_deal_without_a_fool_the_lowest_trump_decides(rule, players):
    """Whatever the rule is otherwise, and also where it is known who was out first."""
    evening = a_durak(players, first_attacker=rule).draw()
    assert evening.starters == [ANNE, None]
    assert evening.why_starting == "Nobody was the fool: the lowest trump decides who attacks first."
    assert a_durak(4, first_attacker=rule).draw(PAUL, CAMILLE).starters[-1] is None


@pytest.mark.parametrize(
    ("rule", "attacker"),
    [("loser", RACHEL), ("right-of-loser", PAUL), ("left-of-loser", CAMILLE), ("lowest-trump", None)],
)
def test_a_last_defender_who_is_the_fool_is_the_loser(rule, attacker):
    assert a_durak(4, both_out="last-defender", first_attacker=rule).draw(RACHEL).starters[-1] == attacker


def test_of_two_the_attacker_has_won_where_the_last_defender_is_the_fool():
    evening = a_durak(2, both_out="last-defender", first_attacker="previous-winner").draw(ANNE)
    assert evening.starters[-1] == PAUL


def test_who_was_out_first_may_be_unknown():
    """Asked once before it is saved; then the lowest trump decides, and says why."""
    evening = a_durak(4, first_attacker="previous-winner")
    verdict = evening.verdict(Deal(0))
    assert verdict.errors == ()
    assert sentences(verdict.questions) == ["Who was out first attacks next. Save without saying who?"]
    assert evening.fool(ANNE).starters[-1] is None
    assert evening.fool(ANNE).why_starting == "Nobody noted who was out first: the lowest trump decides."


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule != "previous-winner"])
def test_who_was_out_first_is_asked_only_where_it_matters(rule):
    verdict = a_durak(4, first_attacker=rule).verdict(Deal(0))
    assert (verdict.errors, verdict.questions) == ((), ())


def test_after_a_draw_nobody_is_asked_who_was_out_first():
    assert a_durak(4, first_attacker="previous-winner").verdict(Deal(None)).questions == ()


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("loser", "Was the fool in round 1."),
        ("right-of-loser", "Sits right of Anne, the fool, and attacks there."),
        ("left-of-loser", "Sits left of Anne, the fool."),
        ("previous-winner", "Was out first in round 1."),
        ("lowest-trump", "The lowest trump decides who attacks first."),
    ],
)
def test_who_attacks_first_comes_with_the_reason(rule, why):
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


def test_after_a_draw_whoever_had_the_lowest_trump_can_be_noted():
    evening = a_durak(4).fool(PAUL).draw().starting(3, CAMILLE)
    assert evening.starters == [ANNE, PAUL, CAMILLE]
    assert evening.dealers == [CAMILLE, PAUL, PAUL]
    assert evening.draw().dealers == [CAMILLE, PAUL, PAUL, PAUL]


@pytest.mark.parametrize("rule", RULES)
def test_the_table_may_let_anybody_attack(rule):
    """Whoever would by the rule is then told beside it, where that is somebody."""
    by_rule = a_durak(4, first_attacker=rule).fool(ANNE, PAUL)
    chosen = by_rule.starting(2, RACHEL)
    assert chosen.starters == [ANNE, RACHEL]
    assert chosen.sheet.next.chosen
    assert chosen.name(chosen.sheet.next.other) == by_rule.starters[-1]


# Who deals


def test_the_first_dealer_sits_right_of_the_first_starter():
    for seat, name in enumerate(NAMES[:5]):
        assert a_durak(5, starter=name).dealers == [NAMES[(seat - 1) % 5]]


def test_the_first_dealer_moves_with_a_chosen_starter():
    assert a_durak(4).starting(1, RACHEL).dealers == [PAUL]


@pytest.mark.parametrize("rule", RULES)
def test_the_fool_deals_whoever_attacks(rule):
    assert a_durak(4, first_attacker=rule).fool(RACHEL, PAUL).dealers == [CAMILLE, RACHEL]


def test_after_a_draw_the_dealer_stays():
    evening = a_durak(4).fool(RACHEL).draw().draw()
    assert evening.dealers == [CAMILLE, RACHEL, RACHEL, RACHEL]
    assert a_durak(4).draw().dealers == [CAMILLE, CAMILLE]
    assert said(evening.sheet.next.dealer.reason) == "Dealt round 3, which had no fool."


def test_after_a_draw_nobody_deals_where_nobody_is_known_to_have_dealt():
    assert a_durak(4, starter=None).draw().draw().dealers == [None, None, None]


def test_a_last_defender_who_is_the_fool_deals():
    assert a_durak(4, both_out="last-defender").draw(PAUL).dealers == [CAMILLE, PAUL]


# The end


def test_an_evening_has_no_end_of_its_own():
    """Open-ended by default (design.md)."""
    evening = a_durak(3)
    for _ in range(60):
        evening = evening.fool(ANNE)
    assert evening.ended_by == ()
    assert evening.sheet.gauges == ()
    assert evening.sheet.race is None


@pytest.mark.parametrize("marks", [1, 2, 5])
def test_it_can_stop_when_somebody_has_so_many_marks(marks):
    evening = a_durak(3, stop_at_marks=marks)
    for number in range(marks):
        assert evening.ended_by == ()
        evening = evening.fool(PAUL)
        if number < marks - 1:
            evening = evening.draw()
    assert evening.ended_by == ("marks",)
    assert evening.winners == (ANNE, RACHEL)
    assert evening.sheet.next is None


@pytest.mark.parametrize("deals", [1, 3])
def test_it_can_stop_after_so_many_deals(deals):
    """A deal without a fool is a deal."""
    evening = a_durak(3, stop_after_deals=deals)
    for number in range(deals):
        assert evening.ended_by == ()
        evening = evening.draw() if number % 2 else evening.fool(PAUL)
    assert evening.ended_by == ("deals",)
    assert evening.winners == (ANNE, RACHEL)


def test_both_limits_can_be_reached_at_once():
    evening = a_durak(3, stop_at_marks=2, stop_after_deals=3).fool(ANNE).fool(PAUL)
    assert evening.ended_by == ()
    assert evening.fool(RACHEL).ended_by == ("deals",)
    assert evening.fool(ANNE).ended_by == ("marks", "deals")
    assert evening.fool(ANNE).why_over == ["Anne reached 2 marks.", "3 deals were played."]


# Fewest marks win, and equals share it.
#
#   fools, one deal each                     marks         winners
FEWEST = [
    ([ANNE, PAUL, RACHEL, ANNE], (2, 1, 1, 0), (CAMILLE,)),
    ([ANNE, ANNE], (2, 0, 0, 0), (PAUL, RACHEL, CAMILLE)),
    ([ANNE, PAUL, RACHEL, CAMILLE, PAUL], (1, 2, 1, 1), (ANNE, RACHEL, CAMILLE)),
    ([CAMILLE, PAUL, RACHEL, PAUL], (0, 2, 1, 1), (ANNE,)),
]


@pytest.mark.parametrize(("fools", "marks", "winners"), FEWEST)
def test_whoever_has_the_fewest_marks_wins(fools, marks, winners):
    evening = a_durak(4, stop_at_marks=2)
    for fool in fools:
        evening = evening.fool(fool)
    assert evening.sheet.totals == marks
    assert (evening.ended_by, evening.winners) == (("marks",), winners)


def test_a_team_stops_and_wins_together():
    evening = a_durak(4, teams=CROSSWISE, stop_at_marks=2).fool(ANNE).fool(RACHEL)
    assert (evening.ended_by, evening.winners) == (("marks",), (PAUL, CAMILLE))
    assert evening.why_over == ["Anne, Rachel reached 2 marks."]


def test_where_nobody_was_ever_the_fool_everybody_wins():
    assert a_durak(3, stop_after_deals=2).draw().draw().winners == (ANNE, PAUL, RACHEL)


def test_the_table_can_stop_and_the_standing_counts():
    evening = a_durak(3).fool(ANNE).fool(PAUL).stopped()
    assert (evening.ended_by, evening.winners) == (("agreed",), (RACHEL,))
    assert evening.why_over == ["The table stopped after 2 rounds."]
    assert a_durak(3).stopped().ended_by == ()


def test_playing_on_passes_one_limit_and_not_the_other():
    evening = a_durak(3, stop_at_marks=1, stop_after_deals=3).fool(ANNE).played_on("marks")
    assert evening.ended_by == ()
    assert evening.sheet.passed.keys == ("marks",)
    assert evening.fool(PAUL).ended_by == ()
    assert evening.fool(PAUL).fool(PAUL).ended_by == ("deals",)


def test_a_correction_moves_the_end_to_an_earlier_deal():
    evening = a_durak(3, stop_at_marks=2).fool(ANNE).fool(PAUL).fool(ANNE)
    assert evening.sheet.ending.after == 3
    earlier = evening.corrected(2, a_durak(3).fool(ANNE))
    assert earlier.sheet.ending.after == 2
    assert [line.counts for line in earlier.sheet.lines] == [True, True, False]
    assert earlier.sheet.totals == (2, 0, 0)
    assert earlier.sheet.passed is None


def test_a_correction_reopens_the_evening():
    evening = a_durak(3, stop_at_marks=2).fool(ANNE).fool(ANNE).corrected(1, a_durak(3).draw())
    assert evening.ended_by == ()
    assert evening.starters == [ANNE, None, ANNE]


# What can't be


@pytest.mark.parametrize("rule", RULES)
def test_the_fool_was_not_out_first(rule):
    verdict = a_durak(4, first_attacker=rule).verdict(Deal(2, first_out=2))
    assert sentences(verdict.errors) == ["The fool can't have been out first."]
    assert verdict.errors[0].seat == 2
    assert verdict.questions == ()


def test_a_last_defender_who_is_the_fool_was_not_out_first():
    verdict = a_durak(4, both_out="last-defender").verdict(Deal(None, last_defender=1, first_out=1))
    assert sentences(verdict.errors) == ["The fool can't have been out first."]


def test_every_other_deal_can_be():
    for fool, first in product(range(4), repeat=2):
        if fool != first:
            verdict = a_durak(4, first_attacker="previous-winner").verdict(Deal(fool, first_out=first))
            assert (verdict.errors, verdict.questions) == ((), ())


# What is told


def why(evening: Evening) -> list[str]:
    """The reasons of the last deal, as a player reads them."""
    return [translate(reason, ENGLISH) for reason in DURAK.explain(*evening.last)]


def test_every_mark_has_its_reason():
    assert why(a_durak(4).fool(ANNE)) == ["Anne is the fool: left with cards."]
    assert why(a_durak(4).draw(PAUL)) == ["A draw: the last two went out together, so nobody is the fool."]
    assert why(a_durak(4, both_out="last-defender").draw(PAUL)) == [
        "Paul is the fool: both went out, and Paul defended last."
    ]
    assert why(a_durak(4, teams=CROSSWISE).fool(ANNE)) == [
        "Anne is the fool: left with cards.",
        "Rachel has a mark as well.",
    ]
    assert why(a_durak(6, teams=((0, 2, 4), (1, 3, 5))).fool(ANNE))[1] == "Rachel and Zoë have a mark as well."


def test_what_a_deal_comes_to_is_told_in_few_words():
    def told(evening: Evening) -> str:
        return translate(DURAK.summarize(*evening.last), ENGLISH)

    assert told(a_durak(4).fool(PAUL)) == "Paul is the fool"
    assert told(a_durak(4).draw(PAUL)) == "nobody is the fool"
    assert told(a_durak(4, both_out="last-defender").draw(PAUL)) == "Paul is the fool"


@pytest.mark.parametrize(("marks", "told"), [(0, "with 0 marks"), (1, "with 1 mark"), (2, "with 2 marks")])
def test_a_total_has_its_unit(marks, told):
    assert translate(DURAK.total(marks), ENGLISH) == told


@pytest.mark.parametrize(
    ("options", "told"),
    [({"stop_at_marks": 1}, ["Anne reached 1 mark."]), ({"stop_after_deals": 1}, ["1 deal was played."])],
)
def test_one_is_told_in_the_singular(options, told):
    evening = a_durak(2, **options).fool(ANNE)
    assert [translate(reason, ENGLISH) for reason in evening.sheet.ending.reasons] == told


def test_the_gauges_are_the_ways_to_both_limits():
    evening = a_durak(3, stop_at_marks=4, stop_after_deals=10).fool(ANNE).fool(PAUL).fool(ANNE)
    marks, deals = evening.sheet.gauges
    assert (marks.key, marks.value, marks.limit, marks.seats, marks.of_totals) == ("marks", 2, 4, (2, 1, 0), True)
    assert (deals.key, deals.value, deals.limit, deals.of_totals) == ("deals", 3, 10, False)
    assert evening.sheet.race == marks
    assert translate(marks.distance(0), ENGLISH) == "2 left to 4"


def test_36_cards_and_6_for_everybody():
    """Thirty-six cards, six to each; with six players the last one dealt shows the trump, as none are left."""
    assert list(DURAK.seats) == [2, 3, 4, 5, 6]
    for players in DURAK.seats:
        assert sorted(number for _, number in DURAK.box(players)) == [6, 36]
        told = " ".join(translate(step, ENGLISH) for step in DURAK.setup(players))
        assert ("stock" in told) == (players < 6)
        assert ("last card dealt" in told) == (players == 6)


# Statistics


def test_an_evening_in_figures():
    """A deal attacked first is won by getting away without a mark; one that the lowest trump opens is nobody's."""
    evening = a_durak(4, teams=CROSSWISE).fool(PAUL).fool(ANNE).draw().fool(ANNE).fool(CAMILLE)
    assert evening.starters == [ANNE, PAUL, ANNE, None, ANNE, CAMILLE]
    names = ("rounds", "fool", "marks", "starts", "starts_won")
    assert [tuple(counts[name] for name in names) for counts in evening.counted] == [
        (5, 2, 2, 3, 3),
        (5, 1, 2, 1, 1),
        (5, 0, 2, 0, 0),
        (5, 1, 2, 0, 0),
    ]


def test_deals_after_the_end_count_in_no_figure():
    over = a_durak(3, stop_at_marks=1).fool(ANNE)
    longer = over.but(rounds=(*over.sitting.rounds, Deal(1), Deal(None)))
    assert longer.counted == over.counted
