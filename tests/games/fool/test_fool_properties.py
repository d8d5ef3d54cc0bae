"""Random games against a slow score-keeper written from the rulebook, and random files against the reader."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from companion.games import sheetfile
from companion.games.derive import derive
from companion.games.reading import Unreadable
from companion.games.sheetfile import SheetFile
from tests.games.builders import FOOL, NAMES

# Every card by its face: green, red, yellow, blue, and the 1s; shuffled once, then cut.
DECK = [*range(2, 28), *range(2, 24), *range(2, 22), *range(2, 16), 1, 1, 1, 1, 1, 1]
SHUFFLED = [DECK[card * 37 % 88] for card in range(88)]
DEFAULTS = {
    "end_score": -80,
    "tens_to_end": 6,
    "tens_counted": "together",
    "starter_by": "total",
    "starter_tie": "left-first",
    "equal_totals": "shared",
}

# Games


@st.composite
def rounds(draw, names):
    """A round that can be: somebody out, somebody not, no card twice, no more befooled than discs."""
    holding = draw(st.lists(st.sampled_from(names), min_size=1, max_size=len(names) - 1, unique=True))
    size, cut = draw(st.integers(1, 3)), draw(st.integers(0, 87))
    cards = SHUFFLED[cut:] + SHUFFLED[:cut]
    hands = {name: [] for name in names}
    for place, name in enumerate(holding):
        listed = cards[place * size : (place + 1) * size]
        hands[name] = draw(st.sampled_from([listed, listed, 5, 20, 40]))
    discs = 2 if len(names) > 6 else 1
    played = {"hands": hands, "fools": draw(st.lists(st.sampled_from(names), max_size=discs, unique=True))}
    chosen = draw(st.sampled_from([None] * 2 * len(names) + names))
    return played | ({"starter": chosen} if chosen else {})


HOUSE_RULES = st.fixed_dictionaries(
    {},
    optional={
        "end_score": st.sampled_from([-10, -40, -80, -200]),
        "tens_to_end": st.sampled_from([1, 3, 6, 30]),
        "tens_counted": st.sampled_from(["together", "each"]),
        "starter_by": st.sampled_from(["total", "round"]),
        "starter_tie": st.sampled_from(["left-first", "self-first"]),
        "equal_totals": st.sampled_from(["shared", "tens"]),
    },
)


@st.composite
def games(draw):
    """The facts of a game as a sheet file holds them."""
    names = list(NAMES[: draw(st.integers(4, 8))])
    played = draw(st.lists(rounds(names), max_size=9))
    return {
        "format": "companion-sheet",
        "version": 1,
        "game": "fool",
        "players": names,
        "first_starter": draw(st.sampled_from(names)),
        "options": draw(HOUSE_RULES),
        "rounds": played,
        "played_on": draw(st.sampled_from([[], [], ["score"], ["tens"], ["score", "tens"]])),
        "ended_by": draw(st.sampled_from([[], [], ["agreed"]])),
        "next": draw(st.none() | st.fixed_dictionaries({"starter": st.sampled_from(names)})),
    }


# The score-keeper, with a pencil


def left_of(names, name, steps=1):
    return names[(names.index(name) + steps) % len(names)]


def worth(played, name):
    """Minus the faces left, each 1 at five; ten for an empty hand, nothing for an empty hand with a disc."""
    hand = played["hands"][name]
    if hand in ([], 0):
        return 0 if name in played["fools"] else 10
    return -hand if isinstance(hand, int) else -sum(5 if face == 1 else face for face in hand)


def opens_next(names, options, standing, previous):
    """Most minus points; of several, who is reached first going clockwise from the previous starter."""
    lowest = min(standing.values())
    reached = previous if options["starter_tie"] == "self-first" else left_of(names, previous)
    while standing[reached] != lowest:
        reached = left_of(names, reached)
    return reached


def ends_reached(options, totals, tens):
    """Anybody at the limit or below; enough tens by all together, or by any one player."""
    counted = sum(tens.values()) if options["tens_counted"] == "together" else max(tens.values())
    if any(total <= options["end_score"] for total in totals.values()):
        yield "score"
    if counted >= options["tens_to_end"]:
        yield "tens"


def by_pencil(game):
    """Everything an export derives."""
    names, options = game["players"], DEFAULTS | game["options"]
    totals, tens = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    lines, ended_by = [], []
    rule, previous = game["first_starter"], None
    for number, played in enumerate(game["rounds"], start=1):
        starter = played.get("starter", rule)
        dealer = previous or left_of(names, starter, -1)
        points = {name: worth(played, name) for name in names}
        line = {"number": number, "starter": starter, "dealer": dealer, "points": points}
        if ended_by:
            line["counts"] = False
        else:
            totals = {name: totals[name] + points[name] for name in names}
            tens = {name: tens[name] + (points[name] == 10) for name in names}
            ended_by = [end for end in ends_reached(options, totals, tens) if end not in game["played_on"]]
        lines.append(line | {"totals": totals})
        deciding = totals if options["starter_by"] == "total" else points
        rule, previous = opens_next(names, options, deciding, starter), starter
    if lines and not ended_by:
        ended_by = game["ended_by"]
    first = (game["next"] or {}).get("starter", rule)
    upcoming = {"starter": first, "dealer": previous or left_of(names, first, -1)}
    return {
        "rounds": lines,
        "totals": totals,
        "tens": tens,
        "finished": bool(ended_by),
        "ended_by": ended_by,
        "winners": winners(names, options, totals, tens) if ended_by else [],
        "next": None if ended_by else upcoming,
    }


def winners(names, options, totals, tens):
    """Most points; equals share, unless by house rule the tens part them."""
    best = [name for name in names if totals[name] == max(totals.values())]
    if options["equal_totals"] == "tens":
        most = max(tens[name] for name in best)
        best = [name for name in best if tens[name] == most]
    return best


@given(games())
def test_the_sheet_is_what_a_pencil_would_write(game):
    written = sheetfile.write("fool", sheetfile.read(game).sitting)
    expected = by_pencil(game)
    facts = ("hands", "fools")
    assert [{key: line[key] for key in line if key not in facts} for line in written["rounds"]] == expected["rounds"]
    assert {key: written[key] for key in expected if key != "rounds"} == {
        key: expected[key] for key in expected if key != "rounds"
    }


# What holds in every game


@given(games())
def test_ranks_follow_the_totals(game):
    sheet = derive(FOOL, sheetfile.read(game).sitting)
    by_tens = game["options"].get("equal_totals") == "tens"
    standing = [(total, ten if by_tens else 0) for total, ten in zip(sheet.totals, sheet.tallies["tens"], strict=True)]
    best_first = sorted(standing, reverse=True)
    assert list(sheet.ranks) == [best_first.index(mine) + 1 for mine in standing]
    if sheet.ending:
        assert sheet.ending.winners == tuple(seat for seat, rank in enumerate(sheet.ranks) if rank == 1)


@given(games(), st.integers(1, 7))
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


def as_exported(sitting):
    """Stopping is told as the end of the game: once the rules ended it, or before round one, it is not."""
    ending = derive(FOOL, sitting).ending
    return replace(sitting, stopped=ending is not None and "agreed" in ending.keys)


@given(games())
def test_export_and_import_lose_nothing(game):
    sitting = sheetfile.read(game).sitting
    text = json.dumps(sheetfile.write("fool", sitting), allow_nan=False)
    read = sheetfile.loads(text)
    assert read == SheetFile("fool", as_exported(sitting))
    assert json.dumps(sheetfile.write("fool", read.sitting)) == text


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
    """The sitting that is read, or the refusal; nothing else can happen."""
    try:
        return reader(given_).sitting
    except Unreadable as refused:
        return refused


@given(JSON)
def test_any_json_is_refused_in_one_way(raw):
    for refused in (outcome(sheetfile.read, raw), outcome(sheetfile.loads, json.dumps(raw))):
        assert isinstance(refused, Unreadable)
        assert refused.place
        assert refused.reason.text


@given(st.text() | st.binary() | st.binary().map(b"\xef\xbb\xbf".__add__))
def test_any_text_is_refused_in_one_way(raw):
    refused = outcome(sheetfile.loads, raw)
    assert isinstance(refused, Unreadable)
    assert refused.place


@given(games(), st.data())
def test_a_spoilt_file_is_refused_or_read_soundly(game, data):
    """Anything may stand in any place: what is read all the same survives export and import."""
    spoilt = json.loads(json.dumps(sheetfile.write("fool", sheetfile.read(game).sitting) | game))
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
        assert sheetfile.read(sheetfile.write("fool", found)).sitting == as_exported(found)
