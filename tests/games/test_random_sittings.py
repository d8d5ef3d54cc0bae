"""Random sittings of every game against a slow score-keeper, and through the sheet file and back; random files."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import RULEBOOKS, sheetfile
from companion.games.derive import derive
from companion.games.reading import Unreadable
from companion.games.sheetfile import SheetFile
from tests.games.builders import FEW, NAMES
from tests.games.pencil import by_pencil
from tests.games.random_sittings import ANY_SITTING, SITTINGS

FACTS = ("hands", "fools", "winner", "tie", "started_last_battle", "fool", "draw", "last_defender", "first_out")


@pytest.mark.parametrize("game", SITTINGS)
@given(data=st.data())
def test_the_sheet_is_what_a_pencil_would_write(game, data):
    raw = data.draw(SITTINGS[game])
    written, expected = sheetfile.write(game, sheetfile.read(raw).sitting), by_pencil(raw)
    written["rounds"] = [{key: line[key] for key in line if key not in FACTS} for line in written["rounds"]]
    assert {key: written[key] for key in expected} == expected


# What holds in every one of them


@pytest.mark.thorough
@given(ANY_SITTING)
def test_the_ranking_follows_the_totals(game):
    """From the fewest marks up in Durak, else from the most points down; equals share a rank."""
    sheet = derive(RULEBOOKS[game["game"]], sheetfile.read(game).sitting)
    standing = [(total,) for total in sheet.totals]
    if game["options"].get("equal_totals") == "tens":
        standing = list(zip(sheet.totals, sheet.tallies["tens"], strict=True))
    best_first = sorted(standing, reverse=game["game"] != "durak")
    assert list(sheet.ranks) == [best_first.index(mine) + 1 for mine in standing]
    if sheet.ending:
        assert sheet.ending.winners == tuple(seat for seat, rank in enumerate(sheet.ranks) if rank == 1)


@pytest.mark.thorough
@given(ANY_SITTING)
def test_a_round_alone_is_worth_what_the_sheet_says(game):
    """And another round leaves the lines before it alone."""
    sitting, rulebook = sheetfile.read(game).sitting, RULEBOOKS[game["game"]]
    lines = derive(rulebook, sitting).lines
    for number, (played, line) in enumerate(zip(sitting.rounds, lines, strict=True)):
        assert rulebook.score(sitting, line.opening, played) == line.scored
        assert derive(rulebook, replace(sitting, rounds=sitting.rounds[:number])).lines == lines[:number]


@pytest.mark.thorough
@given(SITTINGS["fool"], st.integers(1, 7))
def test_seats_are_a_circle(game, steps):
    """It does not matter which seat is counted first."""
    names = game["players"]
    turned = game | {"players": names[steps % len(names) :] + names[: steps % len(names)]}
    one, other = (sheetfile.write("fool", sheetfile.read(raw).sitting) for raw in (game, turned))
    for sheet in (one, other):  # these are lists in seat order
        sheet |= {"players": set(sheet["players"]), "winners": set(sheet["winners"])}
        sheet["rounds"] = [entry | {"fools": set(entry["fools"])} for entry in sheet["rounds"]]
    assert one == other


# The file


def as_exported(game, sitting):
    """Stopping is told as the end of the game: once the rules ended it, or before round one, it is not."""
    ending = derive(RULEBOOKS[game], sitting).ending
    return replace(sitting, stopped=ending is not None and "agreed" in ending.keys)


@FEW
@given(ANY_SITTING)
def test_export_and_import_lose_nothing(game):
    sitting = sheetfile.read(game).sitting
    text = json.dumps(sheetfile.write(game["game"], sitting), allow_nan=False)
    read = sheetfile.loads(text)
    assert read == SheetFile(game["game"], as_exported(game["game"], sitting))
    assert json.dumps(sheetfile.write(game["game"], read.sitting)) == text
    assert ".0" not in text


RUBBISH = st.none() | st.integers(-9, 9) | st.sampled_from(["Otto", [], {}, [9], {"Anne": 99}, True])


@FEW
@given(ANY_SITTING, st.data())
def test_what_was_derived_is_derived_again(game, data):
    """Whatever an edited file says of sums, dealers, winners and the end."""
    right = sheetfile.write(game["game"], sheetfile.read(game).sitting)
    wrong = right | {key: data.draw(RUBBISH, label=key) for key in ("totals", "tens", "finished", "winners")}
    wrong["ended_by"] = [end for end in right["ended_by"] if end == "agreed"] or data.draw(
        st.sampled_from([None, [], ["match"], ["marks"], ["score", "deals"], 7])
    )
    if right["next"]:
        wrong["next"] = right["next"] | {"dealer": data.draw(RUBBISH)}
    wrong["rounds"] = [
        entry | {key: data.draw(RUBBISH, label=key) for key in ("number", "dealer", "points", "totals", "counts")}
        for entry in right["rounds"]
    ]
    assert sheetfile.write(game["game"], sheetfile.read(wrong).sitting) == right


KEYS = st.sampled_from(["format", "version", "players", "rounds", "hands", "fools", "starter", "next", *NAMES])
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-200, 200)
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from([*NAMES, "companion-sheet", "fool", "agreed", "total", 10**400])
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


def outcome(reader, given_):
    """What is read, or the refusal; nothing else can happen."""
    try:
        return reader(given_)
    except Unreadable as refused:
        return refused


@FEW
@given(JSON)
def test_any_json_is_refused_in_one_way(raw):
    for refused in (outcome(sheetfile.read, raw), outcome(sheetfile.loads, json.dumps(raw))):
        assert isinstance(refused, Unreadable)
        assert refused.place
        assert refused.reason.text


@FEW
@given(st.text() | st.binary() | st.binary().map(b"\xef\xbb\xbf".__add__))
def test_any_text_is_refused_in_one_way(raw):
    refused = outcome(sheetfile.loads, raw)
    assert isinstance(refused, Unreadable)
    assert refused.place


@pytest.mark.thorough
@given(ANY_SITTING, st.data())
def test_a_spoilt_file_is_refused_or_read_soundly(game, data):
    """Anything may stand in any place: what is read all the same survives export and import."""
    spoilt = json.loads(json.dumps(sheetfile.write(game["game"], sheetfile.read(game).sitting) | game))
    at = spoilt
    while True:
        step = data.draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))), label="step")
        if not at[step] or not isinstance(at[step], dict | list) or data.draw(st.booleans(), label="here"):
            break
        at = at[step]
    at[step] = data.draw(JSON, label="value")
    found = outcome(sheetfile.read, spoilt)
    if isinstance(found, Unreadable):
        assert found.place
    else:
        again = sheetfile.read(sheetfile.write(found.game, found.sitting))
        assert again.sitting == as_exported(found.game, found.sitting)


@pytest.mark.thorough
@pytest.mark.parametrize("game", SITTINGS)
def test_the_random_sittings_reach_everything(game):
    """Ends by every key, games after the end, chosen starters, unknown ones: or nothing above was tried."""
    seen = set()

    @settings(max_examples=300, derandomize=True)
    @given(SITTINGS[game])
    def look(raw):
        written = sheetfile.write(game, sheetfile.read(raw).sitting)
        seen.update(written["ended_by"])
        seen.update("after" for line in written["rounds"] if "counts" in line)
        seen.update("nobody" for line in written["rounds"] if line["starter"] is None)
        seen.update("passed" for _ in written.get("played_on", ()))

    look()
    assert {*RULEBOOKS[game].ends, "agreed", "after", "passed"} <= seen
    assert ("nobody" in seen) == (game == "durak")
