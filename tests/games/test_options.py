"""House rules: what may be chosen, how it is typed and told, and how it stands in a sheet file."""

from __future__ import annotations

from itertools import permutations

import pytest

from companion.games import RULEBOOKS
from companion.games.option import Amount, Option, OptionValue, Teams, Text, seated_in_turn
from companion.text import Catalogue, translate
from tests.games.builders import NAMES, said

ENGLISH = Catalogue()
SIX = NAMES[:6]
OPTIONS = [(rulebook.key, option) for rulebook in RULEBOOKS.values() for option in rulebook.options]
TEAMS: Teams = next(option for option in RULEBOOKS["durak"].options if isinstance(option, Teams))
STOP_AT_MARKS: Amount = next(option for option in RULEBOOKS["durak"].options if option.key == "stop_at_marks")
END_SCORE: Amount = next(option for option in RULEBOOKS["fool"].options if option.key == "end_score")


def every(option: Option, players: int) -> list[OptionValue]:
    """Values that an option may have, or some of them where they are many."""
    if isinstance(option, Teams):
        found = [None, *(seated_in_turn(number, players) for number in (2, 3)), ((1, 0), tuple(range(2, players)))]
        return [value for value in found if option.problem(value, players) is None]
    if isinstance(option, Amount):
        found = {option.usual, option.low, option.high, (option.low + option.high) // 2}
        return [*(found if option.zero else found - {0}), *([None] * bool(option.without))]
    if isinstance(option, Text):
        return ["", "Phase 10", "x" * option.longest]
    return [choice.value for choice in option.choices]


@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=lambda value: getattr(value, "key", value))
def test_a_value_survives_the_form_and_the_file(game, option):
    """Whatever may be chosen is the same after being shown in a form, and after a sheet file."""
    for players in RULEBOOKS[game].seats:
        names = NAMES[:players]
        for value in every(option, players):
            assert option.problem(value, players) is None
            assert option.take(option.typed(value), players) == value
            assert option.read(option.write(value, names), names) == value
            assert translate(option.describe(value, names), ENGLISH)


@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=lambda value: getattr(value, "key", value))
def test_the_default_may_be_chosen(game, option):
    for players in RULEBOOKS[game].seats:
        assert option.problem(option.default, players) is None


def test_the_defaults_of_design():
    """The default comes first where the rules are silent or disagree (design.md)."""
    assert RULEBOOKS["fools-field"].defaults() == {"tie_full_point": "battle", "two_all": "play-on"}
    assert RULEBOOKS["durak"].defaults() == {
        "teams": None,
        "both_out": "draw",
        "first_attacker": "loser",
        "stop_at_marks": None,
        "stop_after_deals": None,
    }


# Amounts


@pytest.mark.parametrize(
    ("typed", "value"), [("", None), (" ", None), ("1", 1), (" 3 ", 3), ("100", 100), ("003", 3), ("٣", 3)]
)
def test_an_amount_is_typed(typed, value):
    assert STOP_AT_MARKS.take(typed, 4) == value
    assert STOP_AT_MARKS.problem(STOP_AT_MARKS.take(typed, 4), 4) is None


@pytest.mark.parametrize(
    "typed", ["0", "101", "-1", "−3", "three", "1.5", "1e3", "99999999999999999999", "²", "½", "+3"]
)
def test_what_is_no_amount_is_refused_with_the_range(typed):
    problem = STOP_AT_MARKS.problem(STOP_AT_MARKS.take(typed, 4), 4)
    assert said(problem) == "Type a whole number from 1 to 100."


@pytest.mark.parametrize("value", [0, 101, -1, True, False, 1.0, "3", [], {}, (3,)])
def test_what_is_no_amount_in_a_file_is_refused(value):
    assert STOP_AT_MARKS.problem(value, 4) is not None


@pytest.mark.parametrize("typed", ["80", "-80", "−80"])
def test_a_minus_need_not_be_typed(typed):
    assert END_SCORE.take(typed, 4) == -80


def test_an_amount_that_must_be_there_cannot_be_left_out():
    assert END_SCORE.problem(END_SCORE.take("", 4), 4) is not None
    assert END_SCORE.problem(None, 4) is not None


# Teams


@pytest.mark.parametrize(
    ("players", "teams", "seats"),
    [(4, 2, ((0, 2), (1, 3))), (6, 2, ((0, 2, 4), (1, 3, 5))), (6, 3, ((0, 3), (1, 4), (2, 5)))],
)
def test_partners_sit_in_turn_with_the_others(players, teams, seats):
    assert TEAMS.take(str(teams), players) == seats
    assert TEAMS.problem(seats, players) is None


def test_five_cannot_sit_in_turn():
    """Two of a team would sit side by side, and one would attack the other; a file may say so all the same."""
    assert said(TEAMS.problem(TEAMS.take("2", 5), 5)).startswith("Teams are equal")
    assert TEAMS.problem(((0, 2, 4), (1, 3)), 5) is None
    assert TEAMS.take(TEAMS.typed(((0, 2, 4), (1, 3))), 5) == ((0, 2, 4), (1, 3))


@pytest.mark.parametrize("teams", [((0, 1), (2, 3)), ((0, 3), (2, 1)), ((3, 1), (0, 2)), ((2, 0), (1, 3))])
def test_a_file_may_give_teams_in_any_arrangement(teams):
    """Any partners, named in any order; all of it stays as it was written."""
    names = NAMES[:4]
    written = [[names[seat] for seat in team] for team in teams]
    assert TEAMS.read(written, names) == teams
    assert TEAMS.write(teams, names) == written
    assert TEAMS.problem(teams, 4) is None


def test_every_order_of_six_in_teams_of_two_and_three_can_be():
    for order in permutations(range(6)):
        assert TEAMS.problem((order[:3], order[3:]), 6) is None
        assert TEAMS.problem((order[:2], order[2:4], order[4:]), 6) is None


# Six at the table.
NO_TEAMS = [
    ((0, 1), (2, 3)),  # not everybody
    ((0, 1, 2), (3, 4)),
    ((0, 1, 2), (2, 3, 4, 5)),  # somebody twice
    ((0, 1, 2), (3, 4, 4)),
    ((0, 0), (1, 1), (2, 2)),
    ((0,), (1, 2), (3, 4, 5)),  # one alone
    ((0, 1), (2, 3, 4, 5)),  # four
    ((0, 1, 2, 3, 4), (5,)),
    ((0, 1, 2, 3, 4, 5),),  # nobody to play against
    ((0, 1, 2), (3, 4, 6)),  # somebody else
    ((-1, 0, 1), (2, 3, 4)),
    ((), (0, 1, 2), (3, 4, 5)),
    (),
    [[0, 1, 2], [3, 4, 5]],
    "2",
    2,
    True,
]


@pytest.mark.parametrize("teams", NO_TEAMS)
def test_what_are_no_teams_of_six_is_refused(teams):
    assert TEAMS.problem(teams, 6) is not None


@pytest.mark.parametrize(("players", "number"), [(2, "2"), (3, "2"), (3, "3"), (4, "3"), (5, "3"), (2, "3")])
def test_too_few_for_so_many_teams_is_told(players, number):
    told = TEAMS.problem(TEAMS.take(number, players), players)
    assert "two or three players each" in said(told)
    assert str(players) in said(told)


@pytest.mark.parametrize(
    "typed",
    [
        *("", "0", "1", "4", "9", "22", "-2", "+", "/", "//", "1+2", "1+2/", "/1+2", "1+2/3", "1+2/3+4/", "1+1/2+3"),
        *("0+1/2+3", "1+2/3+5", "1+2//3+4", "a+b/c+d", "1,2/3,4", "²+1/3+4", "None", "alone ", "1+2/3+4" * 50),
        "1" * 5000,
    ],
)
def test_what_is_typed_and_no_teams_of_four_is_refused(typed):
    assert TEAMS.problem(TEAMS.take(typed, 4), 4) is not None


@pytest.mark.parametrize(
    ("teams", "told"),
    [
        (None, "Everybody alone"),
        (((0, 2), (1, 3)), "Anne and Rachel – Paul and Camille"),
        (((5, 0, 1), (4, 2, 3)), "Łukasz, Anne and Paul – Zoë, Rachel and Camille"),
    ],
)
def test_teams_are_told_by_name(teams, told):
    assert translate(TEAMS.describe(teams, SIX), ENGLISH) == told


@pytest.mark.parametrize(
    ("teams", "told"), [(None, "Everybody alone"), (((0, 1), (2, 3)), "Two teams, seated in turn")]
)
def test_without_names_teams_are_told_by_number(teams, told):
    assert translate(TEAMS.describe(teams, ()), ENGLISH) == told
