"""The sheet file: what is read, what is derived again, what is refused and where."""

import json
from dataclasses import replace

import pytest

from companion.games import sheetfile
from companion.games.derive import derive
from companion.games.reasons import explain_opening
from companion.games.sheetfile import SheetFile
from tests.games.builders import CASES, FOOL, NAMES, a_game, english, verdict
from tests.games.sheets import GONE, a_sheet, put, refusal, reread

# Known games

TABLE_FACTS = ("format", "version", "game", "players", "first_starter", "drawn", "options", "played_on", "ended_by")
ROUND_FACTS = ("hands", "fools", "winner", "tie", "started_last_battle", "fool", "draw", "last_defender", "first_out")
ROUND_FACTS += ("bids", "tricks", "calls", "first", "double", "cards")
FACTS = (*TABLE_FACTS, "begun", "next", *ROUND_FACTS, "starter", "dealer")


def facts_of(sheet):
    """A sheet file without anything that can be derived."""
    facts = {key: value for key, value in sheet.items() if key in FACTS}
    return facts | {"rounds": [{key: entry[key] for key in entry if key in FACTS} for entry in sheet["rounds"]]}


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_a_known_game_comes_out_as_it_is(case):
    """From the whole file, from its facts alone, and once more from what came out."""
    original = json.loads(case.read_text("utf-8"))
    read = sheetfile.parse_sheet(case.read_bytes())
    assert sheetfile.write_sheet(read.game, read.sitting) == original
    assert sheetfile.write_sheet(read.game, sheetfile.read_sheet(facts_of(original)).sitting) == original
    assert reread(read.sitting, read.game) == read.sitting


def test_the_smallest_file_is_a_table_before_its_first_round():
    """Names are cleaned; the file's own spelling ties hands to players."""
    read = sheetfile.read_sheet(put(put(a_sheet(), ["rounds"], GONE), ["options"], GONE))
    assert read == SheetFile("fool", a_game(4).sitting)
    assert sheetfile.write_sheet("fool", read.sitting)["next"] == {"starter": "Anne", "dealer": "Camille"}
    written = ["Zoe\u0308", " Paul ", "\u202eRachel", "Camille"]
    hands = dict(zip(written, ([17], [], 13, []), strict=True))
    raw = a_sheet(players=written, first_starter=" Paul ", rounds=[{"hands": hands, "fools": [" Paul "]}])
    sitting = sheetfile.read_sheet(raw).sitting
    assert sitting.players == ("Zoë", "Paul", "Rachel", "Camille")
    assert (sitting.first_starter, sitting.rounds[0]["fools"], reread(sitting)) == (1, (1,), sitting)


FORMER = {"highest_green": 3, "highest_red": "x", "highest_yellow": None, "highest_blue": 15, "ones": 0}


def test_what_older_files_say_of_the_tables_own_cards_is_passed_over():
    """Once a table could note which cards it plays with, in its options and by hand in a change of rules."""
    changes = [{"from": 2, "options": {"end_score": -90}}, {"from": 3, "options": {}}]
    noted = [{**change, "options": change["options"] | FORMER} for change in changes]
    sitting = sheetfile.read_sheet(a_sheet(rule_changes=changes)).sitting
    options = a_sheet()["options"] | FORMER
    assert sheetfile.read_sheet(a_sheet(options=options, rule_changes=noted)).sitting == sitting
    assert reread(sitting) == sitting


def test_a_starter_alone_is_the_tables_choice():
    """A round then has the dealer who follows from it, as in files of before; both are recorded from then on."""
    for number, name, dealers in ((1, "Rachel", ["Paul", "Rachel"]), (2, "Paul", ["Camille", "Anne"])):
        sitting = sheetfile.read_sheet(put(a_sheet(), ["rounds", number - 1, "starter"], name)).sitting
        assert (sitting.openings[number - 1][0], sitting.starters) == (NAMES.index(name), {})
        assert [entry["dealer"] for entry in sheetfile.write_sheet("fool", sitting)["rounds"]] == dealers
        assert reread(sitting) == sitting
    sitting = sheetfile.read_sheet(a_sheet(next={"starter": "Rachel", "dealer": "Paul"})).sitting
    assert (sitting.starters, reread(sitting)) == ({3: 2}, sitting)
    assert sheetfile.write_sheet("fool", sitting)["next"] == {"starter": "Rachel", "dealer": "Anne"}


def test_who_started_and_dealt_is_read_as_it_was():
    """Also where today's rounds would name others: then nobody says why. Later rounds stay as they were."""
    raw = sheetfile.write_sheet("fool", reread(a_game(4).scoring(10, -7, -5, -7).scoring(10, -9, -5, -7).sitting))
    for name, seat in (("starter", 2), ("dealer", 3)):
        raw["rounds"][1][name] = NAMES[seat]
    sitting = sheetfile.read_sheet(raw).sitting
    assert sitting.openings == ((0, 3), (2, 3))
    opening = derive(FOOL, sitting).lines[1].opening
    assert [english(sentence) for sentence in explain_opening(NAMES, opening)] == ["Rachel starts.", "Camille deals."]
    assert sheetfile.write_sheet("fool", sitting)["rounds"] == raw["rounds"]
    assert sheetfile.write_sheet("fool", sitting)["next"] == {"starter": "Paul", "dealer": "Rachel"}


def test_who_did_not_play_a_round_did_not_open_it():
    seatings = [{"from": 1, "players": [*NAMES[:4]]}, {"from": 2, "players": [*NAMES[:3]]}]
    rounds = [a_sheet()["rounds"][0], {"hands": {"Anne": [], "Paul": [2], "Rachel": [3]}, "fools": []}]
    raw = a_sheet(seatings=seatings, rounds=[played | {"starter": "Anne", "dealer": "Anne"} for played in rounds])
    assert sheetfile.read_sheet(raw).sitting.openings == ((0, 0), (0, 0))
    for key, name in (("starter", "Camille"), ("dealer", "Camille"), ("dealer", "Zoë"), ("starter", 7)):
        assert refusal(put(raw, ["rounds", 1, key], name)) == f"rounds[1].{key}"


def recorded(sitting):
    """The sitting with who started and dealt its rounds, as a file records it."""
    return replace(sitting, openings=tuple(line.opening.seats for line in derive(FOOL, sitting).lines), starters={})


def test_a_game_the_table_stopped_or_played_on_stays_so():
    """The ends that were passed keep their order, as the table decided it, so a second export is the same."""
    sitting = sheetfile.read_sheet(a_sheet(ended_by=["agreed"])).sitting
    written = sheetfile.write_sheet("fool", sitting)
    assert sitting.stopped
    assert (written["finished"], written["ended_by"], written["next"]) == (True, ["agreed"], None)
    over = a_game(4).scoring(10, -40, -2, -3).scoring(10, -40, -2, -3)
    raw = sheetfile.write_sheet("fool", over.sitting)
    assert raw["ended_by"] == ["score"]
    played_on = sheetfile.read_sheet(raw | {"played_on": ["score"]}).sitting
    assert played_on == recorded(over.played_on("score").sitting)
    assert sheetfile.write_sheet("fool", played_on)["finished"] is False
    assert sheetfile.read_sheet(raw | {"played_on": ["tens", "score", "tens"]}).sitting.played_on == ("tens", "score")


def test_an_improbable_round_is_read():
    """It was saved anyway, so it can be read again."""
    sitting = a_game(4).with_round("", "2 3 4 5 6 7 8", "=200", "3").sitting
    assert verdict(FOOL, sitting, sitting.rounds[0]).questions
    assert reread(sitting) == recorded(sitting)
