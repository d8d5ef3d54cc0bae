"""The fields that a game asks of a round: every kind of them in one made-up game, in a file, checked and shown."""

import pytest

from companion.games.contract import Rulebook, Step
from companion.games.fields import Flag, Hand, HandLeft, Number, Per, Pick, Points, Split
from companion.games.message import say, say_value
from companion.games.reading import Unreadable
from companion.games.record import check_round, count_steps, find_next_step, list_cells, read_round, write_round
from companion.games.sitting import Opening, Scored, Sitting
from tests.games.builders import english

NAMES = ("Anne", "Paul", "Rachel", "Camille")
SIDES = ((0, 2), (1, 3))
ONCE, SIDE = Per.ROUND, Per.SIDE


def words(*values):
    return {value: say(f"the {value}") for value in values}


class MadeUp(Rulebook):
    """A game that asks for all there is, in two steps."""

    key = "made-up"
    title = "Made up"
    seats = range(4, 5)
    steps = (
        Step(
            (
                Hand("hands", say("Cards")),
                Number("bids", say("Bid"), high=lambda sitting, opening: opening.number),
                Number("extra", say("Extra"), low=-3, high=3, default=0),
                Number("stake", say("Stake"), per=ONCE, low=1, default=1),
                Points("points", say("Points"), low=-50, high=50),
                Pick("calls", say("Call"), choices=words("small", "grand"), default=None),
                Pick("level", say("Level"), choices=words(1, 2), per=SIDE, default=1),
                Pick("partners", say("Partner"), seats=True, default=None),
                Pick(
                    "judge",
                    say("Get a ruling"),
                    seats=True,
                    per=ONCE,
                    for_table=lambda sitting: "judge" in sitting.options,
                ),
                Flag("discs", say("Disc"), mark="disc"),
                Flag("double", say("Double"), per=ONCE),
                Split("cards", say("Card points"), low=-25, high=125, step=5, when=lambda played: not played["double"]),
            ),
            "first",
            say("first"),
        ),
        Step((Pick("loser", say("Loser"), seats=True, choices=words("draw"), per=ONCE),), "last", say("last")),
    )

    def sides(self, sitting):
        return SIDES

    def score(self, sitting, opening, played):
        return Scored((0, 0))


GAME = MadeUp()
SITTING, OPENING = Sitting(NAMES, None, {}), Opening(2, None)
# A round in a file, and what it is.
LEAST = {
    "hands": {"Anne": [1, 7], "Paul": [], "Rachel": 23, "Camille": 0},
    "bids": dict.fromkeys(NAMES, 1),
    "points": {"Anne": 2.5, "Paul": -3, "Rachel": 0, "Camille": 50},
    "cards": [-25, 125],
}
FIRST = {
    "hands": {0: HandLeft((7, 1)), 1: HandLeft(), 2: HandLeft(only_total=23), 3: HandLeft()},
    "bids": dict.fromkeys(range(4), 1),
    "extra": dict.fromkeys(range(4), 0),
    "stake": 1,
    "points": {0: 2.5, 1: -3, 2: 0, 3: 50},
    "calls": {},
    "level": (1, 1),
    "partners": {},
    "discs": (),
    "double": False,
    "cards": (-25, 125),
}
MORE = {
    "extra": {"Paul": -3},
    "stake": 8,
    "calls": {"Rachel": "grand"},
    "level": [2, 1],
    "partners": {"Anne": "Camille"},
    "judge": "Paul",
    "discs": ["Rachel", "Anne"],
    "loser": "Paul",
}
WHOLE = FIRST | {
    "extra": {0: 0, 1: -3, 2: 0, 3: 0},
    "stake": 8,
    "calls": {2: "grand"},
    "level": (2, 1),
    "partners": {0: 3},
    "judge": 1,
    "discs": (0, 2),
    "loser": 1,
}


def read(raw, sitting=SITTING):
    return read_round(GAME, sitting, 2, raw, "rounds[1]")


@pytest.mark.parametrize(
    ("raw", "played"),
    [
        (LEAST, FIRST),
        (LEAST | MORE, WHOLE),
        (LEAST | {"stake": None, "calls": None, "level": None, "double": False}, FIRST),
        (LEAST | {"double": True}, {key: value for key, value in FIRST.items() if key != "cards"} | {"double": True}),
        (LEAST | {"draw": True}, FIRST | {"loser": "draw"}),
    ],
)
def test_a_round_is_read_and_written_again(raw, played):
    """What is not said has its default, or is left out; what another field makes idle is not looked at."""
    assert read(raw) == played
    assert read(write_round(GAME, played, NAMES)) == played


def test_a_field_that_the_house_rules_ask_for_must_be_said():
    asking = Sitting(NAMES, None, {"judge": "yes"})
    with pytest.raises(Unreadable, match="judge"):
        read(LEAST, asking)
    assert read(LEAST | {"judge": "Anne"}, asking)["judge"] == 0


A_NUMBER = "Expected a whole number."
A_LIST = "Expected a list."
A_NAME = "This player isn’t at the table."


@pytest.mark.parametrize(
    ("changes", "place", "wording"),
    [
        ({"hands": None}, "hands", "Expected the list of players."),
        ({"hands": dict.fromkeys(NAMES[:3], 5)}, "hands.Camille", "This player is missing."),
        ({"hands": dict.fromkeys(NAMES, "7")}, "hands.Anne", "Expected a list."),
        ({"hands": {name: [7, "7"] for name in NAMES}}, "hands.Anne[1]", "Expected a whole number."),
        ({"bids": dict.fromkeys(NAMES, 1.5)}, "bids.Anne", A_NUMBER),
        ({"stake": "8"}, "stake", A_NUMBER),
        ({"points": dict.fromkeys(NAMES, 0.25)}, "points.Anne", "Points are whole or half numbers."),
        ({"calls": {"Anne": "loud"}}, "calls.Anne", "Expected one of these: small, grand."),
        ({"level": [1, 3]}, "level[1]", "Expected one of these: 1, 2."),
        ({"level": 1}, "level", A_LIST),
        ({"partners": {"Anne": "Otto"}}, "partners.Anne", A_NAME),
        ({"judge": 2}, "judge", "Expected a name."),
        ({"discs": ["Anne", "Anne"]}, "discs[1]", "This is in the file twice."),
        ({"double": "no"}, "double", "Expected one of these: true, false."),
        ({"cards": [50, 50, 0]}, "cards", A_LIST),
        ({"loser": "Anne", "draw": True}, "loser", "This is in the file twice."),
        ({"draw": "yes"}, "draw", "Expected one of these: true, false."),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(changes, place, wording):
    with pytest.raises(Unreadable) as refused:
        read(LEAST | changes)
    assert (refused.value.location, english(refused.value.reason)) == (f"rounds[1].{place}", wording)


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        ({}, []),
        ({"bids": {0: 2, 1: 3, 2: -1, 3: 0}}, [(1, "From 0 to 2 only."), (2, "From 0 to 2 only.")]),
        ({"extra": {1: -4}}, [(1, "From -3 to 3 only.")]),
        ({"stake": 0}, [(None, "From 1 to 9999 only.")]),
        ({"points": {0: -50.5}}, [(0, "From -50 to 50 only.")]),
        ({"cards": (60, 60)}, [(None, "That adds up to 120, not 100.")]),
        ({"cards": (-30, 130)}, [(0, "From -25 to 125 only, in steps of 5.")]),
    ],
)
def test_what_cannot_be_is_told_at_the_seat(changes, problems):
    """Of a side at its first player. How far bids go depends on the round."""
    verdict = check_round(GAME, SITTING, OPENING, WHOLE | changes)
    assert [(problem.seat, english(problem.message)) for problem in verdict.errors] == problems


def test_the_sheet_shows_what_was_said_of_a_side_beside_its_points():
    """Neither points, nor what a mark shows, nor what is asked once; in a team with the player's name."""
    wording = [(english(name), english(say_value(value))) for name, value in list_cells(GAME, SITTING, 1, WHOLE)]
    assert wording[1:5] == [
        ("Cards", "out (Camille)"),
        ("Bid", "1 (Paul)"),
        ("Bid", "1 (Camille)"),
        ("Extra", "-3 (Paul)"),
    ]
    assert wording[-2:] == [("Level", "the 1"), ("Card points", "125")]
    wording = [(english(name), english(say_value(value))) for name, value in list_cells(GAME, SITTING, 0, WHOLE)]
    assert [each for each in wording if each[0] in ("Cards", "Call", "Partner", "Level")] == [
        ("Cards", "7 1 (Anne)"),
        ("Cards", "Σ23 (Rachel)"),
        ("Call", "the grand (Rachel)"),
        ("Level", "the 2"),
        ("Partner", "Camille (Anne)"),
    ]


def test_a_word_alone_enters_the_last_step():
    first, last = GAME.steps
    assert (count_steps(GAME, FIRST), find_next_step(GAME, FIRST)) == (1, last)
    assert count_steps(GAME, read(LEAST | {"draw": True})) == 2
    assert (find_next_step(GAME, None), find_next_step(GAME, WHOLE)) == (first, None)
