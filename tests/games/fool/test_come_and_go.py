"""Players of Fool! who come, go, change seats and come back: by tables, and against an independent scorer."""

import random
from itertools import pairwise

import pytest

from companion.games import sheetfile
from companion.games.reading import Unreadable
from companion.games.reasons import describe_lead, describe_state, summarize
from tests.games.builders import a_game, english

ANNE, PAUL, RACHEL, CAMILLE, ZOE = range(5)


def leaving(**options):
    """Five before their first round, after which Anne leaves."""
    return a_game(5, **options).but(seatings={1: (0, 1, 2, 3, 4), 2: (1, 2, 3, 4)})


def four_play(*points, seats=(PAUL, RACHEL, CAMILLE, ZOE)):
    hands = a_game(4).scoring(*points).sitting.rounds[0]["hands"]
    return {"hands": {seat: hands[at] for at, seat in enumerate(seats)}, "fools": ()}


def test_who_left_is_last_without_a_rank_unless_a_house_rule_lets_them_win():
    """Anne has 10 when she leaves; in the second round the others get −2, 10, −3 and −4. All else: the scorer below."""
    after_two = {}
    for option in ("out", "can-win"):
        game = leaving(left_early=option).scoring(10, 0, -3, -2, -4)
        game = game.but(rounds=(*game.sitting.rounds, four_play(-2, 10, -3, -4)), stopped=True)
        sheet = game.sheet
        after_two[option] = sheet.absent, sheet.ranking.index(ANNE), sheet.find_place(ANNE)
        after_two[option] += (english(describe_lead(sheet)),)
    assert after_two["out"] == ((ANNE,), 4, None, "9 ahead of Paul")
    assert after_two["can-win"] == ((ANNE,), 0, 1, "3 ahead of Rachel")
    assert sheet.list_present(2) == (PAUL, RACHEL, CAMILLE, ZOE)
    sitting, opening, played = game.last
    assert "Anne" not in english(summarize(game.rulebook, sitting, sheet.names, opening, played))
    equal = leaving().scoring(-5, 10, 10, 10, 10)
    assert english(describe_state(equal.sitting, equal.sheet)) == "Round 2", "nobody leads"


FILE = {
    "format": "companion-sheet",
    "version": 1,
    "game": "fool",
    "players": ["A", "B", "C", "D", "E"],
    "first_starter": "A",
    "seatings": [{"from": 1, "players": ["A", "B", "C", "D"]}, {"from": 2, "players": ["A", "B", "E", "C", "D"]}],
    "start_totals": {"E": -9},
    "start_tens": {"A": 2},
    "rule_changes": [{"from": 2, "options": {"end_score": -50}}],
    "rounds": [{"hands": {"A": [], "B": [5], "C": [4], "D": [3]}}],
}


def test_a_file_tells_who_came_and_went_and_who_left_before_playing():
    read = sheetfile.read_sheet(FILE).sitting
    written = sheetfile.write_sheet("fool", read)
    for key in ("seatings", "start_totals", "start_tens", "rule_changes", "players"):
        assert written[key] == FILE[key]
    assert (written["tens"]["A"], written["totals"]["E"], written["next"]) == (3, -9, {"starter": "E", "dealer": "A"})
    for file in (FILE, FILE | {"seatings": [{"from": 1, "players": list("ABCD")}]}):
        read = sheetfile.read_sheet(file).sitting
        assert (sheetfile.read_sheet(sheetfile.write_sheet("fool", read)).sitting, read.players[4]) == (read, "E")


FOUR, FIVE = list("ABCD"), list("ABCDE")
REFUSED = [
    ("seatings", {"seatings": {}}),
    ("seatings[0].from", {"seatings": [{"from": 2, "players": FIVE}]}),
    ("seatings[1].from", {"seatings": [{"from": 1, "players": FIVE}, {"from": 1, "players": FOUR}]}),
    ("seatings[0].players[3]", {"seatings": [{"from": 1, "players": list("ABCF")}]}),
    ("players", {"seatings": [{"from": 1, "players": list("ABC")}, {"from": 2, "players": FIVE}]}),
    ("start_totals.F", {"start_totals": {"F": 3}}),
    ("start_tens.A", {"start_tens": {"A": 0.5}}),
    ("rule_changes[0].from", {"rule_changes": [{"from": 1, "options": {}}]}),
    ("rule_changes[0].options.end_score", {"rule_changes": [{"from": 2, "options": {"end_score": 5}}]}),
    ("rounds[0].hands.E", {"rounds": [{"hands": {"A": [], "B": [5], "C": [4], "E": [3]}}]}),
]


@pytest.mark.parametrize(("place", "change"), REFUSED)
def test_a_file_that_cannot_be_is_refused_with_the_place(place, change):
    with pytest.raises(Unreadable) as refused:
        sheetfile.read_sheet(FILE | change)
    assert refused.value.location == place


def an_evening(chance: random.Random) -> dict:
    """A sheet file of Fool! with up to ten rounds between which players come, go, swap, come back and change rules."""
    ever = [f"P{number}" for number in range(chance.randint(4, 7))]
    playing, seatings, rounds, changes = ever[:], [{"from": 1, "players": ever[:]}], [], []
    start = {name: chance.choice([-19, 0, 7]) for name in ever if chance.random() < 0.2}
    tens = {name: 1 for name in ever if chance.random() < 0.1}
    options = {
        "end_score": chance.choice([-80, -200]),
        "tens_to_end": chance.choice([6, 15]),
        "tens_counted": chance.choice(["together", "each"]),
        "starter_by": chance.choice(["total", "round"]),
        "starter_tie": chance.choice(["left-first", "self-first"]),
        "left_early": chance.choice(["out", "can-win"]),
    }
    for number in range(1, chance.randint(2, 11)):
        if number > 1 and chance.random() < 0.5:
            what = chance.choice(["go", "come", "back", "turn"])
            away = [name for name in ever if name not in playing]
            if what == "go" and len(playing) > 3:
                playing.remove(chance.choice(playing))
            elif what == "back" and away and len(playing) < 8:
                playing.insert(chance.randint(0, len(playing)), chance.choice(away))
            elif what == "come" and len(playing) < 8:
                ever.append(f"P{len(ever)}")
                start[ever[-1]] = chance.choice([0, -12, 5])
                playing.insert(chance.randint(0, len(playing)), ever[-1])
            elif what == "turn":
                chance.shuffle(playing)
            if playing != seatings[-1]["players"]:
                seatings.append({"from": number, "players": playing[:]})
        if number > 1 and chance.random() < 0.15:
            key = chance.choice(["end_score", "tens_to_end", "starter_by", "left_early"])
            value = {"end_score": -60, "tens_to_end": 9, "starter_by": "round", "left_early": "can-win"}[key]
            changes.append({"from": number, "options": {key: value}})
        hands = {name: chance.choice([2, 3, 5, 9, 14]) for name in playing}
        for name in chance.sample(playing, chance.randint(1, len(playing) - 1)):
            hands[name] = []
        fools = [chance.choice(playing)] if chance.random() < 0.5 else []
        rounds.append({"hands": hands, "fools": fools})
    return {
        "format": "companion-sheet",
        "version": 1,
        "game": "fool",
        "players": ever,
        "first_starter": ever[0],
        "options": options,
        "seatings": seatings,
        "start_totals": start,
        "start_tens": tens,
        "rule_changes": changes,
        "rounds": rounds,
    }


def score(file: dict) -> dict:
    """What comes of it, by names and with paper and pencil: nothing of the program is used."""
    options, seatings = dict(file["options"]), {each["from"]: each["players"] for each in file["seatings"]}
    changes = {each["from"]: each["options"] for each in file["rule_changes"]}
    totals, tens = {name: file["start_totals"].get(name, 0) for name in file["players"]}, dict(file["start_tens"])
    playing, starter, rounds, over = None, file["first_starter"], [], []
    for number, played in enumerate([*file["rounds"], None], start=1):
        before, playing = playing, seatings.get(number, playing)
        if not over:
            options |= changes.get(number, {})
        if before is None:
            dealer = playing[playing.index(starter) - 1]
        else:
            clockwise = [*before[before.index(starter) :], *before[: before.index(starter)]]
            dealer = next(name for name in clockwise if name in playing)
            at = playing.index(dealer)
            order = [*playing[at + 1 :], *playing[: at + 1]]
            if options["starter_tie"] == "self-first":
                order = [dealer, *order[:-1]]
            looked_at = totals if options["starter_by"] == "total" else rounds[-1]["points"]
            lowest = min(looked_at[name] for name in order if name in looked_at)
            starter = next(name for name in order if looked_at.get(name) == lowest)
        if played is None or over:
            break
        points = {}
        for name, left in played["hands"].items():
            points[name] = -left if left else 0 if name in played["fools"] else 10
            totals[name] += points[name]
            tens[name] = tens.get(name, 0) + (points[name] == 10)
        over = ["score"] if min(totals[name] for name in playing) <= options["end_score"] else []
        counted = [tens.get(name, 0) for name in playing]
        enough = sum(tens.values()) if options["tens_counted"] == "together" else max(counted)
        over += ["tens"] if enough >= options["tens_to_end"] else []
        now = {name: totals[name] for name in playing}
        rounds.append({"points": points, "totals": now, "starter": starter, "dealer": dealer})
    can_win = playing if not over else seatings[max(at for at in seatings if at <= len(rounds))]
    if options["left_early"] == "can-win":
        came = [name for at, names in seatings.items() if at <= len(rounds) for name in names]
        can_win = [name for name in file["players"] if name in came]
    best = max(totals[name] for name in can_win)
    winners = [name for name in file["players"] if name in can_win and totals[name] == best] if over else []
    following = None if over else {"starter": starter, "dealer": dealer}
    return {"rounds": rounds, "ended_by": over, "winners": winners, "next": following}


def test_random_evenings_come_out_as_an_independent_scorer_has_them(thorough):
    evenings, comings = 10_000 if thorough else 100, 0
    for seed in range(evenings):
        file = an_evening(random.Random(seed))
        ours, theirs = sheetfile.write_sheet("fool", sheetfile.read_sheet(file).sitting), score(file)
        for mine, scored in zip(ours["rounds"], theirs["rounds"], strict=False):
            assert {key: mine[key] for key in scored} == scored, seed
        assert {key: ours[key] for key in ("ended_by", "winners", "next")} | {"rounds": 0} == theirs | {"rounds": 0}, (
            seed
        )
        comings += sum(one["players"] != other["players"] for one, other in pairwise(file["seatings"]))
    assert comings > evenings
