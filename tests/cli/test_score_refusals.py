"""Files of The Fool's Field and of Durak with something wrong in them: one line with the place and the reason."""

import copy
import json
from pathlib import Path

import pytest

from tests.command import one_plain_line, without_position

pytestmark = pytest.mark.unmeasured

CASES = Path(__file__).parent.parent / "cases"
GONE = object()
NAME = "Here the name of a player at the table is expected."
FLAG = "Here true or false is expected."
UNKNOWN = "This house rule is not known."
UNFIT = "This house rule can't have this value."


def with_wrong(case, path, value):
    """A known game with another value, or none, in one place."""
    sheet = json.loads((CASES / f"{case}.json").read_text("utf-8"))
    changed = copy.deepcopy(sheet)
    at = changed
    for step in path[:-1]:
        at = at[step]
    if value is GONE:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return changed


TIE = {"tie": True, "started_last_battle": "Anne"}
FIELD = [
    (["rounds", 0, "winner"], "Otto", f"rounds[0].winner: {NAME}"),
    (["rounds", 0, "winner"], "anne", f"rounds[0].winner: {NAME}"),
    (["rounds", 0, "winner"], None, f"rounds[0].winner: {NAME}"),
    (["rounds", 0, "winner"], 1, f"rounds[0].winner: {NAME}"),
    (["rounds", 0, "winner"], ["Anne"], f"rounds[0].winner: {NAME}"),
    (["rounds", 0], {}, f"rounds[0].winner: {NAME}"),
    (["rounds", 0], {"tie": False}, f"rounds[0].winner: {NAME}"),
    (["rounds", 0], {"started_last_battle": "Anne"}, f"rounds[0].winner: {NAME}"),
    (["rounds", 2], {"tie": True}, f"rounds[2].started_last_battle: {NAME}"),
    (["rounds", 2], {"tie": True, "started_last_battle": None}, f"rounds[2].started_last_battle: {NAME}"),
    (["rounds", 2, "started_last_battle"], "Otto", f"rounds[2].started_last_battle: {NAME}"),
    (["rounds", 2, "started_last_battle"], 0, f"rounds[2].started_last_battle: {NAME}"),
    (["rounds", 2], TIE | {"winner": "Anne"}, "rounds[2].winner: A tie has no winner."),
    (["rounds", 0], {"tie": "yes", "winner": "Anne"}, f"rounds[0].tie: {FLAG}"),
    (["rounds", 0], {"tie": 1, "started_last_battle": "Anne"}, f"rounds[0].tie: {FLAG}"),
    (["rounds", 0], {"fool": "Anne"}, f"rounds[0].winner: {NAME}"),
    (["rounds", 1], "Anne", "rounds[1]: Here a round is expected."),
    (["rounds", 1, "starter"], "Otto", f"rounds[1].starter: {NAME}"),
    (["next"], {"starter": "Otto"}, f"next.starter: {NAME}"),
    (["first_starter"], None, f"first_starter: {NAME}"),
    (["first_starter"], GONE, f"first_starter: {NAME}"),
    (["players"], ["Anne"], "players: 2 play this game; there is 1 name so far."),
    (["players"], ["Anne", "Paul", "Zoë"], "players: 2 play this game; there are 3 names."),
    (["options", "tie_full_point"], "start", f"options.tie_full_point: {UNFIT}"),
    (["options", "two_all"], None, f"options.two_all: {UNFIT}"),
    (["options", "two_all"], True, f"options.two_all: {UNFIT}"),
    (["options", "end_score"], -80, f"options.end_score: {UNKNOWN}"),
    (["played_on"], ["marks"], "played_on: Here a list of ends is expected: match and draw."),
]


@pytest.mark.parametrize(("path", "value", "told"), FIELD)
def test_a_wrong_match_is_refused(companion, path, value, told):
    sheet = with_wrong("fools-field-drawn", path, value)
    assert without_position(one_plain_line(companion("score", "-", "--json", stdin=json.dumps(sheet).encode()))) == told


DRAW = {"draw": True, "last_defender": "Anne"}
TEAMS = ["options", "teams"]
DURAK = [
    (["rounds", 0, "fool"], "Otto", f"rounds[0].fool: {NAME}"),
    (["rounds", 0, "fool"], None, f"rounds[0].fool: {NAME}"),
    (["rounds", 0, "fool"], GONE, f"rounds[0].fool: {NAME}"),
    (["rounds", 0, "fool"], 5, f"rounds[0].fool: {NAME}"),
    (["rounds", 0, "fool"], {"Dora": 1}, f"rounds[0].fool: {NAME}"),
    (["rounds", 0], {"draw": False}, f"rounds[0].fool: {NAME}"),
    (["rounds", 0], {"last_defender": "Anne"}, f"rounds[0].fool: {NAME}"),
    (["rounds", 1], DRAW | {"fool": "Anne"}, "rounds[1].fool: In a draw nobody is the fool."),
    (["rounds", 1, "draw"], "true", f"rounds[1].draw: {FLAG}"),
    (["rounds", 1, "draw"], 1, f"rounds[1].draw: {FLAG}"),
    (["rounds", 1, "last_defender"], "Otto", f"rounds[1].last_defender: {NAME}"),
    (["rounds", 1, "last_defender"], 0, f"rounds[1].last_defender: {NAME}"),
    (["rounds", 1, "last_defender"], GONE, "rounds[1]: Say who defended last: by your house rule that is the fool."),
    (["rounds", 2, "first_out"], "Otto", f"rounds[2].first_out: {NAME}"),
    (["rounds", 2, "first_out"], False, f"rounds[2].first_out: {NAME}"),
    (["rounds", 2, "first_out"], "Camille", "rounds[2]: The fool can't have been out first."),
    (["rounds", 1, "first_out"], "Anne", "rounds[1]: The fool can't have been out first."),
    (["rounds", 3], [], "rounds[3]: Here a round is expected."),
    (["rounds", 3, "starter"], "Otto", f"rounds[3].starter: {NAME}"),
    (["first_starter"], "Otto", f"first_starter: {NAME}"),
    (["first_starter"], GONE, f"first_starter: {NAME}"),
    (["players"], ["Anne"], "players: 2 to 6 can play; there is 1 name so far."),
    (["players"], list("ABCDEFG"), "players: 2 to 6 can play; there are 7 names."),
    (["options", "trump"], "hearts", f"options.trump: {UNKNOWN}"),
    (["options", "both_out"], "both", f"options.both_out: {UNFIT}"),
    (["options", "first_attacker"], None, f"options.first_attacker: {UNFIT}"),
    (["options", "stop_at_marks"], 0, f"options.stop_at_marks: {UNFIT}"),
    (["options", "stop_at_marks"], -1, f"options.stop_at_marks: {UNFIT}"),
    (["options", "stop_at_marks"], 101, f"options.stop_at_marks: {UNFIT}"),
    (["options", "stop_at_marks"], True, f"options.stop_at_marks: {UNFIT}"),
    (["options", "stop_at_marks"], 3.0, f"options.stop_at_marks: {UNFIT}"),
    (["options", "stop_at_marks"], "3", f"options.stop_at_marks: {UNFIT}"),
    (["options", "stop_after_deals"], 0, f"options.stop_after_deals: {UNFIT}"),
    (["options", "stop_after_deals"], [5], f"options.stop_after_deals: {UNFIT}"),
    (TEAMS, [["Anne", "Rachel", "Zoë"], ["Paul", "Camille"]], f"options.teams: {UNFIT}"),  # not everybody
    (TEAMS, [["Anne", "Rachel", "Zoë"], ["Paul", "Camille", "Anne"]], f"options.teams: {UNFIT}"),  # somebody twice
    (TEAMS, [["Anne", "Rachel", "Zoë"], ["Paul", "Camille", "Camille"]], f"options.teams: {UNFIT}"),
    (TEAMS, [["Anne"], ["Paul", "Rachel"], ["Camille", "Zoë", "Dora"]], f"options.teams: {UNFIT}"),  # one alone
    (TEAMS, [["Anne", "Paul"], ["Rachel", "Camille", "Zoë", "Dora"]], f"options.teams: {UNFIT}"),  # four
    (TEAMS, [["Anne", "Paul", "Rachel", "Camille", "Zoë", "Dora"]], f"options.teams: {UNFIT}"),
    (TEAMS, [["Anne", "Rachel", "Zoë"], ["Paul", "Camille", "Otto"]], f"options.teams: {UNFIT}"),  # not at the table
    (TEAMS, [["Anne", "Rachel", "Zoë"], "Paul"], f"options.teams: {UNFIT}"),
    (TEAMS, [[0, 2, 4], [1, 3, 5]], f"options.teams: {UNFIT}"),
    (TEAMS, [], f"options.teams: {UNFIT}"),
    (TEAMS, 2, f"options.teams: {UNFIT}"),
    (TEAMS, "alone", f"options.teams: {UNFIT}"),
    (["played_on"], ["match"], "played_on: Here a list of ends is expected: marks and deals."),
]


@pytest.mark.parametrize(("path", "value", "told"), DURAK)
def test_a_wrong_evening_of_durak_is_refused(companion, path, value, told):
    sheet = with_wrong("durak-teams", path, value)
    assert without_position(one_plain_line(companion("score", "-", "--json", stdin=json.dumps(sheet).encode()))) == told


def test_teams_are_refused_where_there_are_too_few(companion):
    """Three players are no two teams."""
    sheet = with_wrong("durak-winner-attacks", TEAMS, [["Mia", "Ben"], ["Jürgen"]])
    told = one_plain_line(companion("score", "-", stdin=json.dumps(sheet).encode()))
    assert without_position(told) == f"options.teams: {UNFIT}"


@pytest.mark.parametrize(
    ("case", "path", "value"),
    [
        ("fools-field-drawn", ["rounds", 2, "winner"], None),
        ("fools-field-drawn", ["rounds", 0, "tie"], False),
        ("fools-field-drawn", ["rounds", 0, "started_last_battle"], "Anne"),
        ("fools-field-drawn", ["options"], {}),
        ("durak-open", ["first_starter"], "Paul"),
        ("durak-open", ["rounds", 0, "draw"], False),
        ("durak-open", ["rounds", 1, "fool"], None),
        ("durak-open", ["rounds", 1, "last_defender"], None),
        ("durak-open", ["rounds", 0, "starter"], GONE),
        ("durak-open", ["options"], GONE),
        ("durak-teams", TEAMS, None),
        ("durak-teams", TEAMS, [["Zoë", "Dora"], ["Camille", "Anne"], ["Paul", "Rachel"]]),
        ("durak-teams", ["options", "stop_at_marks"], 1),
        ("durak-teams", ["options", "stop_at_marks"], 100),
        ("durak-teams", ["options", "stop_after_deals"], 500),
        ("durak-teams", ["rounds", 2, "first_out"], "Zoë"),
    ],
)
def test_what_is_just_inside_is_read(companion, case, path, value):
    sheet = with_wrong(case, path, value)
    status, out, _err = companion("score", "-", "--json", stdin=json.dumps(sheet).encode())
    assert status == 0
    again = companion("score", "-", "--json", stdin=out.encode())
    assert again == (0, out, "")
