"""The deals of Durak: summary ("there is no winner, but a loser"), and design.md for all that it is silent about."""

from __future__ import annotations

import pytest

from companion.games.durak.deal import Deal
from tests.games.builders import NAMES, said, sentences
from tests.games.result_builders import DURAK, a_durak

ANNE, PAUL, RACHEL, CAMILLE, ZOE, LUKASZ = NAMES[:6]
CROSSWISE = ((0, 2), (1, 3))  # Anne and Rachel against Paul and Camille


# Marks


def test_whoever_is_left_with_cards_is_the_fool():
    """The person who has cards when the others have none loses: one mark, none for anybody else."""
    for players in range(2, 7):
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
    by_defending = a_durak(players, teams=teams, both_out="last-defender").draw(fool)
    assert by_defending.points == [marks]


# The end


def test_it_can_stop_when_somebody_has_so_many_marks():
    """Open-ended by default (design.md)."""
    sheet = a_durak(3).fool(PAUL).fool(PAUL).fool(PAUL).sheet
    assert (sheet.ending, sheet.gauges, sheet.race) == (None, (), None)
    evening = a_durak(3, stop_at_marks=2).fool(PAUL).draw()
    assert evening.ended_by == ()
    evening = evening.fool(PAUL)
    assert (evening.ended_by, evening.winners, evening.sheet.next) == (("marks",), (ANNE, RACHEL), None)


def test_it_can_stop_after_so_many_deals():
    """A deal without a fool is a deal."""
    evening = a_durak(3, stop_after_deals=2).fool(PAUL)
    assert evening.ended_by == ()
    assert (evening.draw().ended_by, evening.draw().winners) == (("deals",), (ANNE, RACHEL))


def test_both_limits_can_be_reached_at_once():
    evening = a_durak(3, stop_at_marks=2, stop_after_deals=3).fool(ANNE).fool(PAUL)
    assert evening.ended_by == ()
    assert evening.fool(RACHEL).ended_by == ("deals",)
    assert evening.fool(ANNE).ended_by == ("marks", "deals")
    assert evening.fool(ANNE).why_over == ["Anne reached 2 marks.", "3 deals were played."]


def test_whoever_has_the_fewest_marks_wins():
    """Equals share it."""
    evening = a_durak(4, stop_at_marks=2).fool(ANNE).fool(PAUL).fool(RACHEL).fool(ANNE)
    assert (evening.sheet.totals, evening.winners) == ((2, 1, 1, 0), (CAMILLE,))
    assert a_durak(4, stop_at_marks=2).fool(ANNE).fool(ANNE).winners == (PAUL, RACHEL, CAMILLE)


def test_a_team_stops_and_wins_together():
    evening = a_durak(4, teams=CROSSWISE, stop_at_marks=2).fool(ANNE).fool(RACHEL)
    assert (evening.ended_by, evening.winners) == (("marks",), (PAUL, CAMILLE))
    assert evening.why_over == ["Anne, Rachel reached 2 marks."]


def test_the_table_can_stop_and_the_standing_counts():
    evening = a_durak(3).fool(ANNE).fool(PAUL).stopped()
    assert (evening.ended_by, evening.winners) == (("agreed",), (RACHEL,))
    assert a_durak(3).draw().stopped().winners == (ANNE, PAUL, RACHEL)


# What is told


def test_every_mark_has_its_reason():
    assert a_durak(4).fool(ANNE).why == ["Anne is the fool: left with cards."]
    assert a_durak(4).draw(PAUL).why == ["A draw: the last two went out together, so nobody is the fool."]
    defended = a_durak(4, both_out="last-defender").draw(PAUL)
    assert defended.why == ["Paul is the fool: both went out, and Paul defended last."]
    assert a_durak(4, teams=CROSSWISE).fool(ANNE).why[1] == "Rachel has a mark as well."
    assert a_durak(6, teams=((0, 2, 4), (1, 3, 5))).fool(ANNE).why[1] == "Rachel, Zoë have a mark as well."
    assert a_durak(4).fool(ANNE, PAUL).why[1] == "Paul was out first."


def test_what_a_deal_comes_to_is_told_in_few_words():
    draw = a_durak(4, both_out="last-defender").draw(PAUL)
    for evening in (a_durak(4).fool(PAUL), draw):
        assert said(DURAK.summarize(*evening.last)) == "Paul is the fool"
    assert said(DURAK.summarize(*a_durak(4).draw(PAUL).last)) == "nobody is the fool"


def test_one_is_told_in_the_singular():
    assert [said(DURAK.total(marks)) for marks in range(3)] == ["with 0 marks", "with 1 mark", "with 2 marks"]
    assert a_durak(2, stop_at_marks=1).fool(ANNE).why_over == ["Anne reached 1 mark."]
    assert a_durak(2, stop_after_deals=1).fool(ANNE).why_over == ["1 deal was played."]


def test_the_gauges_are_the_ways_to_both_limits():
    evening = a_durak(3, stop_at_marks=4, stop_after_deals=10).fool(ANNE).fool(PAUL).fool(ANNE)
    marks, deals = evening.sheet.gauges
    assert (marks.key, marks.value, marks.limit, marks.seats, marks.of_totals) == ("marks", 2, 4, (2, 1, 0), True)
    assert (deals.key, deals.value, deals.limit, deals.of_totals) == ("deals", 3, 10, False)
    assert evening.sheet.race == marks
    assert said(marks.distance(0)) == "2 left to 4"


def test_36_cards_and_6_for_everybody():
    """Thirty-six cards, six to each; with six players the last one dealt shows the trump, as none are left."""
    assert list(DURAK.seats) == [2, 3, 4, 5, 6]
    for players in DURAK.seats:
        assert sorted(number for _, number in DURAK.box(players)) == [6, 36]
        told = " ".join(map(said, DURAK.setup(players)))
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
