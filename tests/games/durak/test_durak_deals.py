"""The deals of Durak: summary ("there is no winner, but a loser"), and design.md for all that it is silent about."""

import pytest

from tests.games.builders import DURAK, NAMES, a_deal, a_durak, english, sentences

ANNE, PAUL, RACHEL, CAMILLE, ZOE, LUKASZ = NAMES[:6]
CROSSWISE = ((0, 2), (1, 3))  # Anne and Rachel against Paul and Camille


def test_marks_add_up_and_fewest_lead():
    """The person who has cards when the others have none loses: one mark, none for anybody else."""
    evening = a_durak(4).fool(ANNE).fool(PAUL).fool(ANNE).fool(RACHEL)
    assert evening.points == [(1, 0, 0, 0), (0, 1, 0, 0), (1, 0, 0, 0), (0, 0, 1, 0)]
    assert [line.ranks for line in evening.sheet.lines] == [(4, 1, 1, 1), (3, 3, 1, 1), (4, 3, 1, 1), (4, 2, 2, 1)]
    assert (evening.sheet.totals, evening.sheet.ranks) == ((2, 1, 1, 0), (4, 2, 2, 1))


def test_both_out_together():
    """design.md: nobody is the fool; by house rule the last defender is, who must be named then."""
    for rule, defender, marks, marked in (
        ("draw", None, (0, 0, 0, 0), ()),
        ("draw", RACHEL, (0, 0, 0, 0), ()),
        ("last-defender", RACHEL, (0, 0, 1, 0), (2,)),
    ):
        (line,) = a_durak(4, both_out=rule).draw(defender).sheet.lines
        assert (line.points, line.scored.marked.get("fool", ())) == (marks, marked)
    verdict = a_durak(4, both_out="last-defender").verdict(a_deal("draw"))
    assert sentences(verdict.errors) == ["Enter who defended last: your house rule makes them the fool."]


@pytest.mark.parametrize(
    ("players", "teams", "fool", "marks"),
    [
        (4, CROSSWISE, CAMILLE, (0, 1)),
        (6, ((5, 0, 1), (4, 2, 3)), LUKASZ, (1, 0)),
        (6, ((0, 3), (1, 4), (2, 5)), ZOE, (0, 1, 0)),
    ],
)
def test_the_whole_team_has_the_mark_and_the_last_holder_is_noted(players, teams, fool, marks):
    """Teams of two or three: the team left holding cards gets the mark once (design.md)."""
    evening = a_durak(players, teams=teams).fool(fool)
    (line,) = evening.sheet.lines
    assert (line.points, evening.sheet.totals, evening.sheet.sides) == (marks, marks, teams)
    assert line.scored.marked["fool"] == (evening.seat(fool),)
    assert sorted(line.scored.marked["marked"]) == sorted(teams[marks.index(1)])
    assert a_durak(players, teams=teams, both_out="last-defender").draw(fool).points == [marks]


MARKS = {"stop_at_marks": 2}
BOTH = {"stop_at_marks": 2, "stop_after_deals": 3}
ENDS = [
    # Open-ended by default (design.md); a deal without a fool is a deal.
    (a_durak(3).fool(PAUL).fool(PAUL).fool(PAUL), (), (), []),
    (a_durak(3, **MARKS).fool(PAUL).draw(), (), (), []),
    (a_durak(3, stop_after_deals=2).fool(PAUL).draw(), ("deals",), (ANNE, RACHEL), ["2 deals played."]),
    (a_durak(3, **BOTH).fool(ANNE).fool(PAUL).fool(RACHEL), ("deals",), NAMES[:3], ["3 deals played."]),
    (
        *(a_durak(3, **BOTH).fool(ANNE).fool(PAUL).fool(ANNE), ("marks", "deals"), (RACHEL,)),
        ["Anne reached 2 marks.", "3 deals played."],
    ),
    (a_durak(2, stop_at_marks=1).fool(ANNE), ("marks",), (PAUL,), ["Anne reached 1 mark."]),
    (a_durak(2, stop_after_deals=1).fool(ANNE), ("deals",), (PAUL,), ["1 deal played."]),
    # A team stops and wins together.
    (
        *(a_durak(4, teams=CROSSWISE, **MARKS).fool(ANNE).fool(RACHEL), ("marks",), (PAUL, CAMILLE)),
        ["Anne & Rachel reached 2 marks."],
    ),
]


@pytest.mark.parametrize(("evening", "ended_by", "winners", "why"), ENDS)
def test_when_it_ends_and_who_has_won(evening, ended_by, winners, why):
    assert (evening.ended_by, evening.winners, evening.why_over) == (ended_by, winners, why)
    assert (evening.sheet.next is None) == bool(ended_by)


def test_every_mark_has_its_reason_and_its_few_words():
    for evening, why, summary in (
        (a_durak(2).fool(ANNE), ["Anne is the fool."], "Anne is the fool"),
        (a_durak(4).draw(PAUL), ["A draw."], "nobody is the fool"),
        (
            a_durak(2, both_out="last-defender").draw(PAUL),
            ["Paul is the fool.", "Paul is the fool: the last two went out, and Paul defended last."],
            "Paul is the fool",
        ),
    ):
        assert (evening.why, english(DURAK.summarize(*evening.last))) == (why, summary)
    assert a_durak(6, teams=((0, 2, 4), (1, 3, 5))).fool(ANNE).why[1] == "Rachel, Zoë also get a mark."
    assert a_durak(4, teams=CROSSWISE).fool(ANNE).why == ["Anne is the fool.", "Rachel also gets a mark."]
    assert [english(DURAK.total(marks)) for marks in range(3)] == ["with 0 marks", "with 1 mark", "with 2 marks"]


def test_an_evening_in_figures():
    """A deal attacked first is won by getting away without a mark; one that the lowest trump opens is nobody's."""
    evening = a_durak(4, teams=CROSSWISE).fool(PAUL).fool(ANNE).draw().fool(ANNE).fool(CAMILLE)
    names = ("rounds", "fool", "marks", "starts", "starts_won")
    counted = [tuple(counts[name] for name in names) for counts in evening.counted]
    assert counted == [(5, 2, 2, 3, 3), (5, 1, 2, 1, 1), (5, 0, 2, 0, 0), (5, 1, 2, 0, 0)]
