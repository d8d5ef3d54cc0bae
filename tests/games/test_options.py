"""House rules: what may be chosen, how it is typed and told, and how it stands in a sheet file."""

import pytest

from companion.games import RULEBOOKS
from companion.games.option import Amount, Option, OptionValue, Teams, Text
from companion.text import Catalogue, translate
from tests.games.builders import NAMES, english

ENGLISH = Catalogue()
SIX = NAMES[:6]
OPTIONS = [(rulebook.key, option) for rulebook in RULEBOOKS.values() for option in rulebook.options]
TEAMS: Teams = next(option for option in RULEBOOKS["durak"].options if isinstance(option, Teams))
STOP_AT_MARKS: Amount = next(option for option in RULEBOOKS["durak"].options if option.key == "stop_at_marks")
END_SCORE: Amount = next(option for option in RULEBOOKS["fool"].options if option.key == "end_score")


def every(option: Option, players: int) -> list[OptionValue]:
    """Values that an option may have, or some of them where they are many."""
    if isinstance(option, Teams):
        found = [option.read(number, NAMES[:players]) for number in ("alone", "2", "3")]
        return [value for value in found if option.problem(value, players) is None]
    if isinstance(option, Amount):
        found = {option.usual, option.low, option.high, (option.low + option.high) // 2}
        return [*(found if option.zero else found - {0}), *([None] * bool(option.without))]
    if isinstance(option, Text):
        return ["", "Phase 10", "x" * option.longest]
    return list(option.choices)


@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=lambda value: getattr(value, "key", value))
def test_a_value_survives_the_form_and_the_file(game, option):
    """Whatever may be chosen is the same after being shown in a form, and after a sheet file."""
    for players in RULEBOOKS[game].seats:
        names = NAMES[:players]
        assert option.problem(option.default, players) is None
        for value in every(option, players):
            assert option.problem(value, players) is None
            assert option.read(option.typed(value), names) == value
            assert option.read(option.write(value, names), names) == value
            assert translate(option.describe(value, names), ENGLISH)


def test_an_amount_is_typed_and_what_is_none_is_refused_with_the_range():
    for typed, value in ((" ", None), (" 3 ", 3), ("003", 3), ("٣", 3)):
        assert STOP_AT_MARKS.read(typed, NAMES[:4]) == value
        assert STOP_AT_MARKS.problem(value, 4) is None
    assert {END_SCORE.read(typed, NAMES[:4]) for typed in ("80", "-80", "−80")} == {-80}, "a minus need not be typed"
    for typed in ("0", "101", "−3", "three", "1.5", "1e3", "99999999999999999999", "²", "½", "+3"):
        assert english(STOP_AT_MARKS.problem(STOP_AT_MARKS.read(typed, NAMES[:4]), 4)) == "From 1 to 100 only."
    for value in (0, 101, True, 1.0, "3", [], {}, (3,)):
        assert STOP_AT_MARKS.problem(value, 4) is not None
    assert END_SCORE.problem(END_SCORE.read("", NAMES[:4]), 4) is not None, "it can't be left out"


def test_a_choice_is_read_alike_from_a_form_and_a_file_and_nothing_else_is_one():
    (total,) = RULEBOOKS["tichu"].options
    for raw in (500, "500"):
        assert (value := total.read(raw, NAMES[:4])) == 500
        assert total.problem(value, 4) is None
    for raw in (500.0, "500.0", True, None, [500], "", 501):
        assert total.problem(total.read(raw, NAMES[:4]), 4) is not None, raw


def test_partners_sit_in_turn_with_the_others_and_a_file_may_give_any_arrangement():
    """Of five, two of a team would sit side by side, and one would attack the other; a file may say so all the same."""
    for players, teams, seats in (
        (4, 2, ((0, 2), (1, 3))),
        (6, 2, ((0, 2, 4), (1, 3, 5))),
        (6, 3, ((0, 3), (1, 4), (2, 5))),
    ):
        assert TEAMS.read(str(teams), NAMES[:players]) == seats
        assert TEAMS.problem(seats, players) is None
    assert english(TEAMS.problem(TEAMS.read("2", NAMES[:5]), 5)).startswith("5 players can’t form teams")
    teams = ((5, 0, 3), (1, 4, 2))
    written = [[SIX[seat] for seat in team] for team in teams]
    assert (TEAMS.read(written, SIX), TEAMS.write(teams, SIX), TEAMS.problem(teams, 6)) == (teams, written, None)
    for teams in (((0, 2, 4), (1, 3)), ((0, 1), (2, 3))):  # as a rematch keeps them
        players = sum(map(len, teams))
        assert TEAMS.problem(teams, players) is None
        assert TEAMS.read(TEAMS.typed(teams), NAMES[:players]) == teams
    assert translate(TEAMS.describe(((0, 1), (2, 3)), ()), ENGLISH) == "Two teams, sitting alternately"


# Six at the table: not everybody, somebody twice, one alone, four, nobody to play against, a stranger, an empty team.
NO_TEAMS = ("01/23", "012/344", "0/12/345", "01/2345", "012345", "012/346", "/012/345")


def test_what_are_no_teams_is_refused():
    written = [tuple(tuple(map(int, team)) for team in teams.split("/")) for teams in NO_TEAMS]
    for teams in (*written, (), [[0, 1, 2], [3, 4, 5]], "2", True):
        assert TEAMS.problem(teams, 6) is not None, teams
    for players, number in ((2, "2"), (3, "3"), (4, "3"), (5, "3")):
        wording = english(TEAMS.problem(TEAMS.read(number, NAMES[:players]), players))
        assert ("teams of two or three" in wording, str(players) in wording) == (True, True)
    for typed in ("", "1", "22", "²"):
        assert TEAMS.problem(TEAMS.read(typed, NAMES[:4]), 4) is not None, typed
