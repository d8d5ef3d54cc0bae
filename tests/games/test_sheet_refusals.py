"""What a sheet file can't be: refused whole, with the place of the fault and a reason."""

import json
import math

import pytest

from companion.games import sheetfile
from companion.games.reading import MAX_LOCATION_LENGTH, Unreadable
from tests.games.builders import NAMES, english
from tests.games.sheets import GONE, a_sheet, put, refusal

# Where the fault is, how it is reached, and what can't stand there.
REFUSED = [
    ("format", ["format"], [GONE]),
    ("version", ["version"], [2, "1", True]),
    ("game", ["game"], ["chess", ["fool"]]),
    ("players", ["players"], ["Anne", ["Anne", "Paul", "Rachel"], [*NAMES, "Otto"]]),
    ("players[3]", ["players", 3], [4]),
    ("players[3]", ["players", 3], ["anne"]),
    ("players[1]", ["players", 1], [" \u200b"]),
    ("players[2]", ["players", 2], ["x" * 41]),
    ("first_starter", ["first_starter"], [GONE, "Zoë", 0]),
    ("options", ["options"], [[]]),
    ("options.colour", ["options", "colour"], ["red"]),
    ("options.end_score", ["options", "end_score"], [-9, -501, -80.0]),
    ("options.tens_to_end", ["options", "tens_to_end"], [0, 61]),
    ("options.tens_counted", ["options", "tens_counted"], ["all", None, ["each"]]),
    ("rounds", ["rounds"], [None]),
    ("rounds[1]", ["rounds", 1], [[]]),
    ("rounds[1].hands", ["rounds", 1, "hands"], [GONE, [[], [2], [3], [4]]]),
    ("rounds[1].hands.Zoë", ["rounds", 1, "hands", "Zoë"], [[]]),
    ("rounds[1].hands.Paul", ["rounds", 1, "hands", "Paul"], [GONE, None, 17.0, True, 10_000]),
    ("rounds[1].hands.Paul[1]", ["rounds", 1, "hands", "Paul", 1], ["4", True, math.nan]),
    ("rounds[0].fools", ["rounds", 0, "fools"], ["Paul"]),
    ("rounds[0].fools[0]", ["rounds", 0, "fools"], [["Zoë"], [1]]),
    ("rounds[0].fools[1]", ["rounds", 0, "fools"], [["Paul", "Paul"]]),
    ("rounds[1].starter", ["rounds", 1, "starter"], ["Zoë"]),
    ("next.starter", ["next"], [{"starter": "Zoë"}]),
    ("played_on", ["played_on"], [3, ["agreed"], [["score"]], "score", None]),
]


def test_what_cannot_be_read_is_refused_with_its_place():
    for place, path, value in ((place, path, value) for place, path, values in REFUSED for value in values):
        assert refusal(put(a_sheet(), path, value)) == place, (path, value)


def test_an_impossible_round_and_another_file_are_refused():
    raw = a_sheet()
    for hands in (
        [[2], [3], [4], [5]],  # nobody went out
        [[27], [], [27], [5]],  # one card twice
        [[-17], [], [4], [5]],  # written with its minus
    ):
        raw["rounds"][1] = {"hands": dict(zip(raw["players"], hands, strict=True))}
        assert refusal(raw).startswith("rounds[1]")
    for raw in (None, True, math.nan, "companion-sheet", [a_sheet()], {}):
        assert refusal(raw) == "format"


def test_a_file_that_is_no_json_is_refused():
    wrong = ["", "{'format': 'companion-sheet'}", json.dumps(a_sheet()) * 2, b"\xff\xfe\x00", b"\xef\xbb\xbf"]
    wrong += ['{"a":' * 100_000, "[" * 100_000 + "]" * 100_000, '{"version": ' + "1" * 5000 + "}"]
    for text in wrong:
        with pytest.raises(Unreadable) as refused:
            sheetfile.parse_sheet(text)
        assert (refused.value.location, "JSON" in english(refused.value.reason)) == ("file", True), repr(text[:12])


def test_the_name_of_a_place_can_be_shown():
    """The place quotes the file, and must still be text that a page or a terminal can show."""
    for raw in (a_sheet(options={"\ud800": 1}), put(a_sheet(), ["rounds", 0, "hands", "\ud800"], [])):
        assert refusal(raw).encode()
    assert len(refusal(a_sheet(options={"x" * 5000: 1}))) == MAX_LOCATION_LENGTH
