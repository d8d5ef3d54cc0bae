"""What a sheet file can't be: refused whole, with the place of the fault and a reason."""

from __future__ import annotations

import json
import math
import random
from typing import Any

import pytest

from companion.games import sheetfile
from companion.games.reading import Unreadable
from tests.games.builders import CASES, NAMES, a_game, said
from tests.games.sheets import GONE, HOSTILE, a_sheet, places, put, refusal

LONG = "x" * 41
NINE = [*NAMES, "Otto"]
REFUSED = [
    ("format", ["format"], GONE),
    ("version", ["version"], 2),
    ("version", ["version"], "1"),
    ("version", ["version"], True),
    ("game", ["game"], "chess"),
    ("game", ["game"], ["fool"]),
    ("players", ["players"], "Anne"),
    ("players", ["players"], ["Anne", "Paul", "Rachel"]),
    ("players", ["players"], NINE),
    ("players", ["players", 3], 4),
    ("players[3]", ["players", 3], "anne"),
    ("players[1]", ["players", 1], " \u200b"),
    ("players[2]", ["players", 2], LONG),
    ("first_starter", ["first_starter"], GONE),
    ("first_starter", ["first_starter"], "Zoë"),
    ("first_starter", ["first_starter"], 0),
    ("options", ["options"], []),
    ("options.colour", ["options", "colour"], "red"),
    ("options.end_score", ["options", "end_score"], -9),
    ("options.end_score", ["options", "end_score"], -501),
    ("options.end_score", ["options", "end_score"], -80.0),
    ("options.tens_to_end", ["options", "tens_to_end"], 0),
    ("options.tens_to_end", ["options", "tens_to_end"], 61),
    ("options.tens_counted", ["options", "tens_counted"], "all"),
    ("options.starter_by", ["options", "starter_by"], None),
    ("options.equal_totals", ["options", "equal_totals"], ["tens"]),
    ("rounds", ["rounds"], None),
    ("rounds[1]", ["rounds", 1], []),
    ("rounds[1].hands", ["rounds", 1, "hands"], GONE),
    ("rounds[1].hands", ["rounds", 1, "hands"], [[], [2], [3], [4]]),
    ("rounds[1].hands.Paul", ["rounds", 1, "hands", "Paul"], GONE),
    ("rounds[1].hands.Zoë", ["rounds", 1, "hands", "Zoë"], []),
    ("rounds[1].hands.Paul", ["rounds", 1, "hands", "Paul"], None),
    ("rounds[1].hands.Paul", ["rounds", 1, "hands", "Paul"], 17.0),
    ("rounds[1].hands.Paul", ["rounds", 1, "hands", "Paul"], True),
    ("rounds[1].hands.Paul[1]", ["rounds", 1, "hands", "Paul", 1], "4"),
    ("rounds[1].hands.Paul[0]", ["rounds", 1, "hands", "Paul", 0], True),
    ("rounds[1].hands.Paul[0]", ["rounds", 1, "hands", "Paul", 0], math.nan),
    ("rounds[0].fools", ["rounds", 0, "fools"], "Paul"),
    ("rounds[0].fools[0]", ["rounds", 0, "fools"], ["Zoë"]),
    ("rounds[0].fools[0]", ["rounds", 0, "fools"], [1]),
    ("rounds[0].fools[1]", ["rounds", 0, "fools"], ["Paul", "Paul"]),
    ("rounds[1].starter", ["rounds", 1, "starter"], "Zoë"),
    ("next.starter", ["next"], {"starter": "Zoë"}),
    ("played_on", ["played_on"], 3),
    ("played_on", ["played_on"], ["agreed"]),
    ("played_on", ["played_on"], [["score"]]),
    ("played_on", ["played_on"], "score"),
    ("played_on", ["played_on"], None),
]


def test_what_cannot_be_read_is_refused_with_its_place():
    for place, path, value in REFUSED:
        assert refusal(put(a_sheet(), path, value)) == place, (path, value)


def test_what_is_just_inside_is_read():
    for path, value in (
        (["options", "end_score"], -10),
        (["options", "end_score"], -500),
        (["options", "tens_to_end"], 1),
        (["options", "tens_to_end"], 60),
        (["next"], None),
        (["next"], {"starter": None, "dealer": None}),
        (["rounds", 1, "starter"], None),
        (["rounds", 1, "fools"], GONE),
        (["played_on"], []),
        (["played_on"], ["tens", "score"]),
    ):
        assert sheetfile.read(put(a_sheet(), path, value)).game == "fool"
    assert sheetfile.read(a_sheet(players=["Anne", "Paul", "Rachel\u200b", "Camille"], rounds=[])).game == "fool"


@pytest.mark.parametrize(
    ("hands", "fools"),
    [
        ([[2], [3], [4], [5]], []),  # nobody went out
        ([[27], [], [27], [5]], []),  # one card twice
        ([-17, [], [4], [5]], []),  # written with its minus
    ],
)
def test_an_impossible_round_is_refused_with_its_place(hands, fools):
    raw = a_sheet()
    raw["rounds"][1] = {"hands": dict(zip(raw["players"], hands, strict=True)), "fools": fools}
    assert refusal(raw).startswith("rounds[1]")


def test_a_file_that_is_something_else_is_refused():
    for raw in (None, True, 1, math.nan, "companion-sheet", [], [a_sheet()], {}):
        assert refusal(raw) == "format"


# Broken and hostile files


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Anne 17, Paul out",
        "{'format': 'companion-sheet'}",
        json.dumps(a_sheet())[:-1],
        json.dumps(a_sheet()) * 2,
        b"\xff\xfe\x00",
        b"\xef\xbb\xbf",
        '{"a":' * 100_000,
        "[" * 100_000 + "]" * 100_000,
        "1" * 5000,
        '{"format": "companion-sheet", "version": ' + "1" * 5000 + "}",
    ],
    ids=lambda text: repr(text[:12]),
)
def test_a_file_that_is_no_json_is_refused(text):
    with pytest.raises(Unreadable) as refused:
        sheetfile.loads(text)
    assert refused.value.place == "file"
    assert "JSON" in said(refused.value.reason)


def test_a_slip_in_the_json_is_refused_with_its_line_and_column():
    with pytest.raises(Unreadable) as refused:
        sheetfile.loads('{\n  "format": "companion-sheet",\n  "version" 1\n}')
    assert said(refused.value.where) == "line 3, column 13"


PLAYED_ON = a_game(4).scoring(10, -80, -2, -3).played_on("score").with_round("1 4", "", "27", "=3", fools=[1])
TRIED = ("fools-field-match", "fools-field-drawn", "durak-open", "durak-teams", "durak-winner-attacks")
FULL = {path.stem: json.loads(path.read_text("utf-8")) for path in CASES if path.stem in TRIED}
FULL["fool"] = sheetfile.write("fool", PLAYED_ON.with_starter(2, 0).sitting)


@pytest.mark.parametrize("name", FULL)
def test_a_wrong_value_anywhere_is_refused_or_ignored(name: str, thorough: bool) -> None:
    """Whatever stands in one place: the file is refused whole, or read and written again soundly."""
    values = (*HOSTILE, GONE)
    for path in places(FULL[name]):
        for value in values if thorough else random.Random(repr(path)).sample(values, 1):
            found = outcome(put(FULL[name], path, value))
            if isinstance(found, Unreadable):
                assert found.place
                assert said(found.reason)
            else:
                written = sheetfile.write(found.game, found.sitting)
                assert sheetfile.write(found.game, sheetfile.loads(json.dumps(written)).sitting) == written


def outcome(raw: Any) -> sheetfile.SheetFile | Unreadable:
    """What is read, or the refusal; nothing else can happen."""
    try:
        return sheetfile.read(raw)
    except Unreadable as refused:
        return refused


def test_the_name_of_a_place_can_be_shown():
    """The place quotes the file, and must still be text that a page or a terminal can show."""
    for raw in (a_sheet(options={"\ud800": 1}), put(a_sheet(), ["rounds", 0, "hands", "\ud800"], [])):
        assert refusal(raw).encode()
