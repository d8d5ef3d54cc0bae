"""Random sittings of every game: what holds in all of them, and through the sheet file and back; random files."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import RULEBOOKS, sheetfile
from companion.games.derive import derive
from companion.games.reading import Unreadable
from companion.games.sheetfile import SheetFile
from tests.games.builders import FEW, NAMES
from tests.games.random_sittings import ANY_SITTING, SITTINGS


@FEW
@given(ANY_SITTING)
def test_totals_add_up_and_the_ranking_follows_them(game):
    """From the fewest up in Durak and by a house rule, else from the most points down; equals share a rank.

    A round alone is worth what the sheet says, and another round leaves the lines before it alone.
    """
    sitting, rulebook = sheetfile.read(game).sitting, RULEBOOKS[game["game"]]
    sheet = derive(rulebook, sitting)
    for number, (played, line) in enumerate(zip(sitting.rounds, sheet.lines, strict=True)):
        assert rulebook.score(sitting, line.opening, played) == line.scored
        assert derive(rulebook, replace(sitting, rounds=sitting.rounds[:number])).lines == sheet.lines[:number]
    counting = [line.points for line in sheet.lines if line.counts]
    assert sheet.totals == tuple(map(sum, zip(*counting, strict=True))) or not counting
    standing = [(total,) for total in sheet.totals]
    if game["options"].get("equal_totals") == "tens":
        standing = list(zip(sheet.totals, sheet.tallies["tens"], strict=True))
    best_first = sorted(standing, reverse=game["game"] != "durak" and game["options"].get("winner") != "lowest")
    assert list(sheet.ranks) == [best_first.index(mine) + 1 for mine in standing]
    if sheet.ending:
        assert sheet.ending.winners == tuple(side for side, rank in enumerate(sheet.ranks) if rank == 1)
    assert sorted(seat for side in sheet.sides for seat in side) == [*sitting.seats]


@FEW
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


RUBBISH = st.none() | st.integers(-9, 9) | st.sampled_from(["Otto", [], {}, [9], {"Anne": 99}, True])


@FEW
@given(ANY_SITTING, st.data())
def test_export_and_import_lose_nothing_and_what_was_derived_is_derived_again(game, data):
    """Whatever an edited file says of sums, dealers, winners and the end."""
    sitting = sheetfile.read(game).sitting
    right = sheetfile.write(game["game"], sitting)
    text = json.dumps(right, allow_nan=False)
    assert sheetfile.loads(text) == SheetFile(game["game"], as_exported(game["game"], sitting))
    assert ".0" not in text, "halves as 2.5, whole points as 2"
    wrong = right | {key: data.draw(RUBBISH, label=key) for key in ("totals", "tens", "finished", "winners")}
    wrong["ended_by"] = [end for end in right["ended_by"] if end == "agreed"] or data.draw(
        st.sampled_from([None, [], ["match"], ["marks"], ["score", "deals"], 7])
    )
    if right["next"]:
        wrong["next"] = right["next"] | {"dealer": data.draw(RUBBISH)}
    derived = ("number", "dealer", "totals", "counts", *["points"] * (game["game"] != "points"))
    wrong["rounds"] = [entry | {key: data.draw(RUBBISH, label=key) for key in derived} for entry in right["rounds"]]
    assert json.dumps(sheetfile.write(game["game"], sheetfile.read(wrong).sitting)) == text


KEYS = st.sampled_from(["format", "version", "players", "rounds", "hands", "fools", "starter", "next", *NAMES])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just(10**400)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@FEW
@given(JSON.map(json.dumps) | st.text() | st.binary() | st.binary().map(b"\xef\xbb\xbf".__add__))
def test_anything_else_is_refused_in_one_way(text):
    with pytest.raises(Unreadable) as refused:
        sheetfile.loads(text)
    assert refused.value.place
    assert refused.value.reason.text


@FEW
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
    try:
        found = sheetfile.read(spoilt)
    except Unreadable:
        return
    again = sheetfile.read(sheetfile.write(found.game, found.sitting))
    assert again.sitting == as_exported(found.game, found.sitting)
