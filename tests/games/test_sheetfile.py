"""The sheet file: what is read, what is derived again, what is refused and where."""

from __future__ import annotations

import copy
import json
import math

import pytest

from companion.games import sheetfile
from companion.games.derive import derive
from companion.games.reading import Unreadable
from companion.games.sheetfile import SheetFile
from tests.games.builders import CASES, FOOL, NAMES, a_case, a_game, said, verdict

FACTS = ("format", "version", "game", "players", "first_starter", "options", "rounds")
ROUND_FACTS = ("hands", "fools")
GONE = object()


def a_sheet(**changes):
    """A small sheet file with facts only: two rounds of four players."""
    return {
        "format": "companion-sheet",
        "version": 1,
        "game": "fool",
        "players": ["Anne", "Paul", "Rachel", "Camille"],
        "first_starter": "Anne",
        "options": {"tens_to_end": 9},
        "rounds": [
            {"hands": {"Anne": [17], "Paul": [], "Rachel": 13, "Camille": []}, "fools": ["Paul"]},
            {"hands": {"Anne": [], "Paul": [1, 4], "Rachel": [5], "Camille": 30}, "fools": []},
        ],
    } | changes


def facts_of(sheet):
    """A sheet file without anything that can be derived."""
    rounds = [{key: entry[key] for key in ROUND_FACTS} for entry in sheet["rounds"]]
    return {key: sheet[key] for key in FACTS} | {"rounds": rounds}


def put(sheet, path, value):
    """The same sheet with another value, or none, in one place."""
    step, *deeper = path
    changed = copy.copy(sheet)
    if deeper:
        changed[step] = put(sheet[step], deeper, value)
    elif value is GONE:
        del changed[step]
    else:
        changed[step] = value
    return changed


def refusal(raw):
    """The place of what cannot be read."""
    with pytest.raises(Unreadable) as refused:
        sheetfile.read(raw)
    assert said(refused.value.reason).endswith((".", "?"))
    return refused.value.place


def again(sitting):
    """A sitting after export and import."""
    return sheetfile.loads(json.dumps(sheetfile.write("fool", sitting), allow_nan=False)).sitting


# Known games


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_a_known_game_comes_out_as_it_is(case):
    read = sheetfile.loads(case.read_bytes())
    assert sheetfile.write(read.game, read.sitting) == json.loads(case.read_text("utf-8"))


@pytest.mark.parametrize("case", [path.stem for path in CASES])
def test_the_facts_alone_give_the_same_sheet(case):
    game = a_case(case)
    assert sheetfile.write("fool", sheetfile.read(facts_of(game)).sitting) == game


@pytest.mark.parametrize("case", [path.stem for path in CASES])
def test_a_known_game_survives_export_and_import(case):
    sitting = sheetfile.read(a_case(case)).sitting
    assert again(sitting) == sitting


# Facts in, the rest derived


def test_what_can_be_derived_is_derived_again():
    """A wrong sum in the file does no harm."""
    right = sheetfile.write("fool", sheetfile.read(a_sheet()).sitting)
    wrong = right | {"totals": {"Anne": 99}, "tens": 5, "finished": True, "ended_by": ["score"], "winners": ["Anne"]}
    wrong["rounds"] = [
        entry | {"points": {}, "totals": None, "number": 7, "dealer": "Zoë"} for entry in wrong["rounds"]
    ]
    assert sheetfile.write("fool", sheetfile.read(wrong).sitting) == right


def test_the_smallest_file_is_a_table_before_its_first_round():
    smallest = put(put(a_sheet(), ["rounds"], GONE), ["options"], GONE)
    read = sheetfile.read(smallest)
    assert read == SheetFile("fool", a_game(4).sitting)
    assert sheetfile.write("fool", read.sitting)["next"] == {"starter": "Anne", "dealer": "Camille"}


def test_a_missing_house_rule_takes_its_default():
    assert sheetfile.read(a_sheet(options={"starter_by": "round"})).sitting.options == {
        "end_score": -80,
        "tens_to_end": 6,
        "tens_counted": "together",
        "starter_by": "round",
        "starter_tie": "left-first",
        "equal_totals": "shared",
    }


def test_a_hand_is_its_faces_or_its_total():
    hands = {"Anne": [1, 17], "Paul": [], "Rachel": 0, "Camille": 42}
    sitting = sheetfile.read(a_sheet(rounds=[{"hands": hands}])).sitting
    assert sitting.rounds == a_game(4).with_round("1 17", "", "", "=42").sitting.rounds
    (written,) = sheetfile.write("fool", sitting)["rounds"]
    assert written["hands"] == hands | {"Rachel": []}
    assert written["fools"] == []


def test_names_are_cleaned_and_found_as_they_are_written():
    """The file's own spelling ties hands to players; the table keeps the clean name."""
    written = ["Zoe\u0308", " Paul ", "\u202eRachel", "Camille"]
    hands = dict(zip(written, ([17], [], 13, []), strict=True))
    raw = a_sheet(players=written, first_starter=" Paul ", rounds=[{"hands": hands, "fools": [" Paul "]}])
    sitting = sheetfile.read(raw).sitting
    assert sitting.players == ("Zoë", "Paul", "Rachel", "Camille")
    assert (sitting.first_starter, sitting.rounds[0].fools) == (1, (1,))
    assert again(sitting) == sitting


def test_up_to_500_rounds_are_read():
    rounds = a_sheet()["rounds"][:1] * 500
    assert len(sheetfile.read(a_sheet(rounds=rounds)).sitting.rounds) == 500
    assert refusal(a_sheet(rounds=rounds * 2)) == "rounds"
    assert refusal(a_sheet(rounds=[*rounds, rounds[0]])) == "rounds"


@pytest.mark.parametrize("layout", [{}, {"ensure_ascii": False}, {"indent": 4}])
def test_a_file_is_read_from_text_and_from_bytes(layout):
    text = json.dumps(a_case("fool-4-players-tens"), **layout)
    read = sheetfile.loads(text)
    assert read.sitting.players == ("O'Neil", "Мария", "Camille", "Łukasz")
    assert sheetfile.loads(text.encode()) == read
    assert sheetfile.loads(text.replace("\n", "\r\n").encode() + b"\r\n") == read


def test_a_byte_order_mark_is_skipped_in_bytes():
    """Some editors put one before the first brace."""
    assert sheetfile.loads(json.dumps(a_sheet()).encode("utf-8-sig")) == sheetfile.read(a_sheet())


def test_a_byte_order_mark_is_skipped_in_text():
    """Pasted, or read as plain UTF-8, the mark is still there."""
    assert sheetfile.loads("\ufeff" + json.dumps(a_sheet())) == sheetfile.read(a_sheet())


# What the table decided


def test_a_starter_that_the_rules_name_is_no_choice():
    full = sheetfile.write("fool", sheetfile.read(a_sheet()).sitting)
    assert [entry["starter"] for entry in full["rounds"]] == ["Anne", "Anne"]
    assert sheetfile.read(full).sitting.starters == {}


@pytest.mark.parametrize(
    ("number", "name", "dealers"), [(1, "Rachel", ["Paul", "Rachel"]), (2, "Paul", ["Camille", "Anne"])]
)
def test_a_starter_that_the_rules_would_not_name_is_the_tables_choice(number, name, dealers):
    raw = put(a_sheet(), ["rounds", number - 1, "starter"], name)
    sitting = sheetfile.read(raw).sitting
    assert sitting.starters == {number: NAMES.index(name)}
    written = sheetfile.write("fool", sitting)
    assert written["rounds"][number - 1]["starter"] == name
    assert [entry["dealer"] for entry in written["rounds"]] == dealers
    assert again(sitting) == sitting


def test_the_starter_of_the_next_round_can_be_chosen_too():
    sitting = sheetfile.read(a_sheet(next={"starter": "Rachel", "dealer": "Paul"})).sitting
    assert sitting.starters == {3: 2}
    assert sheetfile.write("fool", sitting)["next"] == {"starter": "Rachel", "dealer": "Anne"}
    assert again(sitting) == sitting


def test_a_choice_is_kept_although_it_changes_later_starters():
    """Rounds two and three tie between Paul and Camille, so each starter decides the next."""
    game = a_game(4).scoring(10, -7, -5, -7).scoring(10, -7, -5, -7).scoring(10, -7, -5, -7)
    assert [line.starter.seat for line in game.sheet.lines] == [0, 1, 3]
    chosen = game.with_starter(2, 3)
    assert [line.starter.seat for line in chosen.sheet.lines] == [0, 3, 1]
    assert again(chosen.sitting) == chosen.sitting


def over():
    return a_game(4).scoring(10, -40, -2, -3).scoring(10, -40, -2, -3)


def test_a_game_the_table_stopped_stays_stopped():
    sitting = sheetfile.read(a_sheet(ended_by=["agreed"])).sitting
    written = sheetfile.write("fool", sitting)
    assert sitting.stopped
    assert (written["finished"], written["ended_by"], written["next"]) == (True, ["agreed"], None)
    assert written["winners"] == ["Anne"]


def test_a_game_the_table_played_on_stays_open():
    raw = sheetfile.write("fool", over().sitting)
    assert raw["ended_by"] == ["score"]
    played_on = sheetfile.read(raw | {"played_on": ["score"]}).sitting
    assert played_on == over().played_on("score").sitting
    assert sheetfile.write("fool", played_on)["finished"] is False


def test_the_ends_that_were_passed_keep_their_order():
    """Six tens first, the limit later: as the table decided it, so a second export is the same."""
    sitting = over().played_on("tens", "score").sitting
    assert again(sitting).played_on == ("tens", "score")
    twice = sheetfile.write("fool", sitting) | {"played_on": ["tens", "score", "tens"]}
    assert sheetfile.read(twice).sitting == sitting


def test_rounds_after_the_end_are_written_and_do_not_count():
    written = sheetfile.write("fool", over().scoring(-5, 10, -2, -3).sitting)
    assert [entry.get("counts", True) for entry in written["rounds"]] == [True, True, False]
    assert written["totals"] == written["rounds"][1]["totals"] == written["rounds"][2]["totals"]


@pytest.mark.parametrize(
    "game",
    [
        a_game(8, 7, drawn=False),
        a_game(5, 2, end_score=-500, tens_to_end=60, tens_counted="each", starter_by="round", equal_totals="tens"),
        a_game(5, 2, starter_tie="self-first").with_round("17", "", "13 1", "=22", "", fools=[1]),
        a_game(7).with_round("17", "", "13 1", "=22", "", "2", "", fools=[1, 4]),
        a_game(4).with_starter(1, 3),
        a_game(4).scoring(10, -5, -6, -7).with_starter(1, 2).with_starter(2, 1),
        a_game(4).scoring(10, -5, -6, -7).stopped(),
        over(),
        over().scoring(-5, 10, -2, -3),
        over().played_on("score"),
        over().played_on("score").scoring(-5, 10, -2, -3).with_starter(3, 0).with_starter(4, 2),
        over().played_on("tens"),
        over().played_on("score").stopped(),
    ],
)
def test_a_sitting_survives_export_and_import(game):
    assert again(game.sitting) == game.sitting
    assert derive(FOOL, again(game.sitting)) == game.sheet


# What is refused, and where

LONG = "x" * 41
NINE = [*NAMES, "Otto"]
REFUSED = [
    ("format", ["format"], GONE),
    ("format", ["format"], "another-sheet"),
    ("version", ["version"], GONE),
    ("version", ["version"], 2),
    ("version", ["version"], "1"),
    ("version", ["version"], True),
    ("game", ["game"], GONE),
    ("game", ["game"], "chess"),
    ("game", ["game"], ["fool"]),
    ("players", ["players"], GONE),
    ("players", ["players"], "Anne"),
    ("players", ["players"], ["Anne", "Paul", "Rachel"]),
    ("players", ["players"], NINE),
    ("players", ["players", 3], 4),
    ("players[3]", ["players", 3], "anne"),
    ("players[1]", ["players", 1], " \u200b"),
    ("players[2]", ["players", 2], LONG),
    ("first_starter", ["first_starter"], GONE),
    ("first_starter", ["first_starter"], "Zoë"),
    ("first_starter", ["first_starter"], "anne"),
    ("first_starter", ["first_starter"], 0),
    ("options", ["options"], []),
    ("options", ["options"], None),
    ("options.colour", ["options", "colour"], "red"),
    ("options.end_score", ["options", "end_score"], -9),
    ("options.end_score", ["options", "end_score"], -501),
    ("options.end_score", ["options", "end_score"], "-80"),
    ("options.end_score", ["options", "end_score"], -80.0),
    ("options.tens_to_end", ["options", "tens_to_end"], 0),
    ("options.tens_to_end", ["options", "tens_to_end"], 61),
    ("options.tens_to_end", ["options", "tens_to_end"], True),
    ("options.tens_counted", ["options", "tens_counted"], "all"),
    ("options.starter_by", ["options", "starter_by"], None),
    ("options.starter_tie", ["options", "starter_tie"], "self"),
    ("options.equal_totals", ["options", "equal_totals"], ["tens"]),
    ("rounds", ["rounds"], None),
    ("rounds", ["rounds"], {}),
    ("rounds[1]", ["rounds", 1], []),
    ("rounds[1].hands", ["rounds", 1, "hands"], GONE),
    ("rounds[1].hands", ["rounds", 1, "hands"], [[], [2], [3], [4]]),
    ("rounds[1].hands.Paul", ["rounds", 1, "hands", "Paul"], GONE),
    ("rounds[1].hands.Zoë", ["rounds", 1, "hands", "Zoë"], []),
    ("rounds[1].hands.Paul", ["rounds", 1, "hands", "Paul"], None),
    ("rounds[1].hands.Paul", ["rounds", 1, "hands", "Paul"], "17"),
    ("rounds[1].hands.Paul", ["rounds", 1, "hands", "Paul"], 17.0),
    ("rounds[1].hands.Paul", ["rounds", 1, "hands", "Paul"], True),
    ("rounds[1].hands.Paul[1]", ["rounds", 1, "hands", "Paul", 1], "4"),
    ("rounds[1].hands.Paul[0]", ["rounds", 1, "hands", "Paul", 0], True),
    ("rounds[1].hands.Paul[0]", ["rounds", 1, "hands", "Paul", 0], math.nan),
    ("rounds[1].hands.Paul[0]", ["rounds", 1, "hands", "Paul", 0], [1]),
    ("rounds[0].fools", ["rounds", 0, "fools"], "Paul"),
    ("rounds[0].fools[0]", ["rounds", 0, "fools"], ["Zoë"]),
    ("rounds[0].fools[0]", ["rounds", 0, "fools"], [1]),
    ("rounds[0].fools[1]", ["rounds", 0, "fools"], ["Paul", "Paul"]),
    ("rounds[1].starter", ["rounds", 1, "starter"], "Zoë"),
    ("rounds[1].starter", ["rounds", 1, "starter"], 2),
    ("next.starter", ["next"], {"starter": "Zoë"}),
    ("played_on", ["played_on"], 3),
    ("played_on", ["played_on"], ["agreed"]),
    ("played_on", ["played_on"], [["score"]]),
    ("played_on", ["played_on"], "score"),
    ("played_on", ["played_on"], None),
    ("played_on", ["played_on"], 1.0),
    ("played_on", ["played_on"], True),
]


@pytest.mark.parametrize(("place", "path", "value"), REFUSED)
def test_what_cannot_be_read_is_refused_with_its_place(place, path, value):
    assert refusal(put(a_sheet(), path, value)) == place


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["options", "end_score"], -10),
        (["options", "end_score"], -500),
        (["options", "tens_to_end"], 1),
        (["options", "tens_to_end"], 60),
        (["players", 2], "Rachel\u200b"),
        (["next"], None),
        (["next"], {"starter": None, "dealer": None}),
        (["rounds", 1, "starter"], None),
        (["rounds", 1, "fools"], GONE),
        (["played_on"], []),
        (["played_on"], ["tens", "score"]),
    ],
)
def test_what_is_just_inside_is_read(path, value):
    raw = put(a_sheet(rounds=[]) if path[0] == "players" else a_sheet(), path, value)
    assert sheetfile.read(raw).game == "fool"


@pytest.mark.parametrize(
    ("hands", "fools"),
    [
        ([[2], [3], [4], [5]], []),  # nobody went out
        ([[], [], [], []], []),  # everybody did
        ([[28], [], [4], [5]], []),  # no such face
        ([[27], [], [27], [5]], []),  # one card twice
        ([[1], [], 1, [5]], []),  # no hand costs 1
        ([-17, [], [4], [5]], []),  # written with its minus
        ([[27] * 13, [], [4], [5]], []),
        ([[2], [], [4], [5]], ["Anne", "Paul"]),  # one disc
    ],
)
def test_an_impossible_round_is_refused_with_its_place(hands, fools):
    raw = a_sheet()
    raw["rounds"][1] = {"hands": dict(zip(raw["players"], hands, strict=True)), "fools": fools}
    assert refusal(raw).startswith("rounds[1]")


def test_an_improbable_round_is_read():
    """It was saved anyway, so it can be read again."""
    sitting = a_game(4).with_round("", "2 3 4 5 6 7 8", "=200", "3").sitting
    assert verdict(FOOL, sitting, sitting.rounds[0]).questions
    assert again(sitting) == sitting


@pytest.mark.parametrize("raw", [None, True, 1, math.nan, "companion-sheet", [], [a_sheet()], {}])
def test_a_file_that_is_something_else_is_refused(raw):
    assert refusal(raw) == "format"


# Broken and hostile files


@pytest.mark.parametrize(
    "text",
    [
        "",
        b"",
        "Anne 17, Paul out",
        "{'format': 'companion-sheet'}",
        json.dumps(a_sheet())[:-1],
        json.dumps(a_sheet()) * 2,
        b"\xff\xfe\x00",
        b"\xef\xbb\xbf",
        "[" * 100_000,
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


def deep(levels):
    nested = []
    for _ in range(levels):
        nested = [nested]
    return nested


HOSTILE = [
    None, True, False, 0, 1, -1, 2.5, math.nan, math.inf, -math.inf, 10**4000, -(10**4000), "", "x", "\x00", "\ud800",
    "%(name)s", "Anne", [], {}, [None], [[]], [True], [10**400], ["Anne", "Anne"], {"": None}, {"Anne": {}},
    {"starter": []}, deep(500),
]  # fmt: skip


def places(node, path=()):
    """Every place in a sheet file, from the top down; one for all that is derived per player."""
    steps = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for step, inner in steps:
        yield [*path, step]
        if step not in ("points", "totals", "tens"):
            yield from places(inner, (*path, step))


FULL_SITTING = (
    a_game(4)
    .scoring(10, -80, -2, -3)
    .played_on("score")
    .with_round("1 4", "", "27", "=3", fools=[1])
    .with_starter(2, 0)
    .sitting
)
FULL = sheetfile.write("fool", FULL_SITTING)


def outcome(raw):
    """The sitting that is read, or the refusal; nothing else can happen."""
    try:
        return sheetfile.read(raw).sitting
    except Unreadable as refused:
        return refused


@pytest.mark.parametrize("path", list(places(FULL)), ids=lambda path: ".".join(map(str, path)))
def test_a_wrong_value_anywhere_is_refused_or_ignored(path):
    """Whatever stands in one place: the file is refused whole, or read and written again soundly."""
    for value in (*HOSTILE, GONE):
        found = outcome(put(FULL, path, value))
        if isinstance(found, Unreadable):
            assert found.place
            assert said(found.reason)
        else:
            assert found == FULL_SITTING or again(found) == found


def test_every_player_is_told_apart():
    """A name that stands twice can't have two hands."""
    assert refusal(a_sheet(players=["Anne", "Paul", "Anne", "Camille"])) == "players[2]"
    assert refusal(a_sheet(players=["Anne", "Paul", "Anne ", "Camille"])) == "players[2]"


def test_the_name_of_a_place_can_be_shown():
    """The place quotes the file, and must still be text that a page or a terminal can show."""
    for raw in (a_sheet(options={"\ud800": 1}), put(a_sheet(), ["rounds", 0, "hands", "\ud800"], [])):
        assert refusal(raw).encode()
