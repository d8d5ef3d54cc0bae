"""Random matches and evenings of Durak against a slow score-keeper, and through the sheet file and back."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import RULEBOOKS, sheetfile
from companion.games.derive import derive
from companion.games.reading import Unreadable
from companion.games.sheetfile import SheetFile
from tests.games.builders import NAMES, said
from tests.games.test_sheetfile import GONE, HOSTILE, places, put

pytestmark = pytest.mark.unmeasured

CASES = Path(__file__).parents[1] / "cases"


# Sittings, as the facts of a sheet file


def some(draw, *values):
    """One of these, or None."""
    return draw(st.sampled_from([None, *values]))


def given_where(**facts):
    """The facts that are not None."""
    return {key: value for key, value in facts.items() if value is not None}


@st.composite
def field_games(draw, names):
    """A game that somebody won, or a tie."""
    name = draw(st.sampled_from(names))
    played = draw(st.sampled_from([{"winner": name}, {"tie": True, "started_last_battle": name}]))
    return played | given_where(starter=some(draw, *names, None, None))


@st.composite
def matches(draw):
    """A match of up to nine games, so most go on after their end."""
    names = ["Anne", "Paul"]
    options = {
        "tie_full_point": draw(st.sampled_from(["battle", "game"])),
        "two_all": draw(st.sampled_from(["play-on", "draw"])),
    }
    rounds = draw(st.lists(field_games(names), max_size=9))
    return a_file(draw, "fools-field", names, draw(st.sampled_from(names)), options, rounds, ["match", "draw"])


@st.composite
def deals(draw, names, options):
    """A deal that can be by these house rules."""
    fool = some(draw, *names)
    if fool is None:
        must = options["both_out"] == "last-defender"
        defender = draw(st.sampled_from(names)) if must else some(draw, *names)
        played = {"draw": True} | given_where(last_defender=defender)
        fool = defender
    else:
        played = {"fool": fool}
    first = some(draw, *(name for name in names if name != fool))
    return played | given_where(first_out=first, starter=some(draw, *names, None, None, None, None))


@st.composite
def evenings(draw):
    """An evening of two to six, alone or in teams."""
    names = list(NAMES[: draw(st.integers(2, 6))])
    options = {
        "teams": draw(teams(names)),
        "both_out": draw(st.sampled_from(["draw", "last-defender"])),
        "first_attacker": draw(
            st.sampled_from(["loser", "right-of-loser", "left-of-loser", "previous-winner", "lowest-trump"])
        ),
        "stop_at_marks": some(draw, 1, 2, 3),
        "stop_after_deals": some(draw, 1, 4, 7),
    }
    rounds = draw(st.lists(deals(names, options), max_size=10))
    return a_file(draw, "durak", names, some(draw, *names), options, rounds, ["marks", "deals"])


@st.composite
def teams(draw, names):
    """Partners in any order, where there are enough for it."""
    order = draw(st.permutations(names))
    cuts = {4: [(2,)], 5: [(2,), (3,)], 6: [(3,), (2, 4)]}.get(len(names), [])
    cut = draw(st.sampled_from([None, *cuts]))
    if cut is None:
        return None
    return [order[start:end] for start, end in zip([0, *cut], [*cut, len(names)], strict=True)]


def a_file(draw, game, names, first_starter, options, rounds, ends):
    """The sheet file of what was drawn, with what the table decided."""
    return {
        "format": "companion-sheet",
        "version": 1,
        "game": game,
        "players": names,
        "first_starter": first_starter,
        "options": options,
        "rounds": rounds,
        "played_on": draw(st.lists(st.sampled_from(ends), unique=True, max_size=2)),
        "ended_by": draw(st.sampled_from([[], [], ["agreed"]])),
        "next": draw(st.none() | st.fixed_dictionaries({"starter": st.sampled_from(names)})),
    }


SITTINGS = matches() | evenings()

# The score-keeper, with a pencil


def beside(names, name, steps):
    return names[(names.index(name) + steps) % len(names)]


def match_by_pencil(game):
    """Points, who starts, and the end: counted in halves."""
    names, rules = game["players"], game["options"]
    halves, lines, ended_by = dict.fromkeys(names, 0), [], []
    proposed = game["first_starter"]
    for played in game["rounds"]:
        starter = played.get("starter", proposed)
        if "winner" in played:
            worth = {name: 2 * (name == played["winner"]) for name in names}
            proposed = beside(names, played["winner"], 1)
        else:
            full = starter if rules["tie_full_point"] == "game" else played["started_last_battle"]
            worth = {name: 2 if name == full else 1 for name in names}
            proposed = beside(names, starter, 1)
        counts = not ended_by
        if counts:
            halves = {name: halves[name] + worth[name] for name in names}
            if max(halves.values()) >= 4:
                level = len(set(halves.values())) == 1
                end = "match" if not level else "draw" if rules["two_all"] == "draw" else None
                ended_by = [end] if end and end not in game["played_on"] else []
        lines.append((starter, None, [worth[name] / 2 for name in names], [halves[name] / 2 for name in names], counts))
    return lines, [halves[name] / 2 for name in names], ended_by, max, (proposed, None)


def durak_by_pencil(game):
    """Marks, who attacks and who deals, and the end."""
    names, rules = game["players"], game["options"]
    marks, lines, ended_by = dict.fromkeys(names, 0), [], []
    attacks, deals = game["first_starter"], game["first_starter"] and beside(names, game["first_starter"], -1)
    for number, played in enumerate(game["rounds"], start=1):
        starter = played.get("starter", attacks)
        if number == 1 and attacks and starter != attacks:
            deals = beside(names, starter, -1)
        dealer = deals
        fool = played.get("fool")
        if fool is None and rules["both_out"] == "last-defender":
            fool = played["last_defender"]
        losers = next((team for team in rules["teams"] or [] if fool in team), [fool])
        counts = not ended_by
        if counts:
            marks = {name: marks[name] + (name in losers) for name in names}
            most = max(marks.values())
            reached = {
                "marks": rules["stop_at_marks"] and most >= rules["stop_at_marks"],
                "deals": rules["stop_after_deals"] and number >= rules["stop_after_deals"],
            }
            ended_by = [end for end in ("marks", "deals") if reached[end] and end not in game["played_on"]]
        lines.append((starter, dealer, [int(name in losers) for name in names], list(marks.values()), counts))
        if fool is None:
            attacks = None
        else:
            deals = fool
            first = played.get("first_out") or (beside(names, fool, 1) if len(names) == 2 else None)
            attacks = {
                "loser": fool,
                "right-of-loser": beside(names, fool, -1),
                "left-of-loser": beside(names, fool, 1),
                "previous-winner": first,
                "lowest-trump": None,
            }[rules["first_attacker"]]
    return lines, list(marks.values()), ended_by, min, (attacks, deals)


def by_pencil(game):
    """Everything an export derives."""
    names = game["players"]
    lines, totals, ended_by, best, (starter, dealer) = (
        match_by_pencil(game) if game["game"] == "fools-field" else durak_by_pencil(game)
    )
    if lines and not ended_by:
        ended_by = game["ended_by"]
    chosen = (game["next"] or {}).get("starter", starter)
    if not lines and dealer and chosen:
        dealer = beside(names, chosen, -1)
    return {
        "rounds": [
            {
                "number": number,
                "starter": line[0],
                "dealer": line[1],
                "points": dict(zip(names, line[2], strict=True)),
                "totals": dict(zip(names, line[3], strict=True)),
            }
            | ({} if line[4] else {"counts": False})
            for number, line in enumerate(lines, start=1)
        ],
        "totals": dict(zip(names, totals, strict=True)),
        "finished": bool(ended_by),
        "ended_by": ended_by,
        "winners": [name for name, total in zip(names, totals, strict=True) if ended_by and total == best(totals)],
        "next": None if ended_by else {"starter": chosen, "dealer": dealer},
    }


FACTS = ("winner", "tie", "started_last_battle", "fool", "draw", "last_defender", "first_out")


def derived(written):
    """What an export has derived."""
    told = {key: written[key] for key in ("totals", "finished", "ended_by", "winners", "next")}
    return told | {"rounds": [{key: line[key] for key in line if key not in FACTS} for line in written["rounds"]]}


@given(SITTINGS)
def test_the_sheet_is_what_a_pencil_would_write(game):
    written = sheetfile.write(game["game"], sheetfile.read(game).sitting)
    assert derived(written) == by_pencil(game)


# What holds in every one of them


@given(SITTINGS)
def test_totals_are_the_sums_of_the_points_that_count(game):
    sheet = derive(RULEBOOKS[game["game"]], sheetfile.read(game).sitting)
    counting = [line.points for line in sheet.lines if line.counts]
    assert sheet.totals == tuple(sum(points) for points in zip(*counting, strict=True)) or not counting
    for number, line in enumerate(sheet.lines, start=1):
        so_far = [one.points for one in sheet.lines[:number] if one.counts]
        assert line.totals == tuple(sum(points) for points in zip(*so_far, strict=True))
    assert sheet.tallies == {}


@given(SITTINGS)
def test_the_ranking_follows_the_totals(game):
    """From the fewest marks up in Durak, from the most points down in The Fool's Field; equals share a rank."""
    sheet = derive(RULEBOOKS[game["game"]], sheetfile.read(game).sitting)
    best_first = sorted(sheet.totals, reverse=game["game"] == "fools-field")
    assert list(sheet.ranks) == [best_first.index(total) + 1 for total in sheet.totals]
    if sheet.ending:
        assert sheet.ending.winners == tuple(seat for seat, rank in enumerate(sheet.ranks) if rank == 1)


@given(SITTINGS)
def test_another_round_leaves_the_lines_before_it_alone(game):
    sitting, rulebook = sheetfile.read(game).sitting, RULEBOOKS[game["game"]]
    lines = derive(rulebook, sitting).lines
    for number in range(len(lines)):
        assert derive(rulebook, replace(sitting, rounds=sitting.rounds[:number])).lines == lines[:number]


@given(SITTINGS)
def test_a_round_alone_is_worth_what_the_sheet_says(game):
    """What the verdict, the history and the conflict page tell of a round is what the sheet has."""
    sitting, rulebook = sheetfile.read(game).sitting, RULEBOOKS[game["game"]]
    for played, line in zip(sitting.rounds, derive(rulebook, sitting).lines, strict=True):
        assert rulebook.score(sitting, line.opening, played) == line.scored


# The file


def as_exported(game, sitting):
    """Stopping is told as the end of the game: once the rules ended it, or before round one, it is not."""
    ending = derive(RULEBOOKS[game], sitting).ending
    return replace(sitting, stopped=ending is not None and "agreed" in ending.keys)


@given(SITTINGS)
def test_export_and_import_lose_nothing(game):
    sitting = sheetfile.read(game).sitting
    text = json.dumps(sheetfile.write(game["game"], sitting), allow_nan=False)
    read = sheetfile.loads(text)
    assert read == SheetFile(game["game"], as_exported(game["game"], sitting))
    assert json.dumps(sheetfile.write(game["game"], read.sitting)) == text
    assert ".0" not in text


RUBBISH = st.none() | st.integers(-9, 9) | st.sampled_from(["Otto", [], {}, [9], {"Anne": 99}, True])


@given(SITTINGS, st.data())
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


@given(SITTINGS)
def test_the_facts_alone_give_the_same_sheet(game):
    right = sheetfile.write(game["game"], sheetfile.read(game).sitting)
    facts = ("format", "version", "game", "players", "first_starter", "options", "played_on", "next", "ended_by")
    bare = {key: right[key] for key in facts if key in right}
    bare["rounds"] = [{key: entry[key] for key in (*FACTS, "starter") if key in entry} for entry in right["rounds"]]
    assert sheetfile.write(game["game"], sheetfile.read(bare).sitting) == right


@pytest.mark.thorough
@pytest.mark.parametrize("sittings", [matches(), evenings()], ids=["match", "durak"])
def test_the_random_sittings_reach_everything(sittings):
    """Ends by every key, games after the end, chosen starters, unknown ones: or nothing above was tried."""
    seen = set()

    @settings(max_examples=300, derandomize=True)
    @given(sittings)
    def look(game):
        written = sheetfile.write(game["game"], sheetfile.read(game).sitting)
        seen.update(written["ended_by"])
        seen.update("after" for line in written["rounds"] if "counts" in line)
        seen.update("nobody" for line in written["rounds"] if line["starter"] is None)
        seen.update("passed" for _ in written.get("played_on", ()))

    look()
    wanted = {"match", "draw"} if "match" in seen else {"marks", "deals", "nobody"}
    assert wanted | {"agreed", "after", "passed"} <= seen


WHOLE = ["fools-field-match", "fools-field-drawn", "durak-open", "durak-teams", "durak-winner-attacks"]
FULL = {name: json.loads((CASES / f"{name}.json").read_text("utf-8")) for name in WHOLE}
EVERYWHERE = [(name, path) for name, full in FULL.items() for path in places(full)]


@pytest.mark.parametrize(
    ("name", "path"), EVERYWHERE, ids=lambda at: at if isinstance(at, str) else ".".join(map(str, at))
)
def test_a_wrong_value_anywhere_is_refused_or_ignored(name, path, thorough):
    """Whatever stands in one place: the file is refused whole, or read and written again soundly."""
    values = (*HOSTILE, GONE)
    for value in values if thorough else random.Random(repr(path)).sample(values, 4):
        found = outcome(put(FULL[name], path, value))
        if isinstance(found, Unreadable):
            assert found.place
            assert said(found.reason)
        else:
            written = sheetfile.write(found.game, found.sitting)
            assert sheetfile.write(found.game, sheetfile.loads(json.dumps(written)).sitting) == written


def outcome(raw):
    """What is read, or the refusal; nothing else can happen."""
    try:
        return sheetfile.read(raw)
    except Unreadable as refused:
        return refused
