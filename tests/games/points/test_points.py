"""The rules of another game: who wins, who starts, when it ends, and what a round may be."""

import pytest

from companion.cli.scoresheet import as_text
from companion.games import sheetfile
from companion.games.derive import derive
from companion.games.option import defaults
from companion.games.points import RULEBOOK
from companion.games.reasons import list_possible_marks
from companion.games.sitting import Sitting
from tests.games.builders import verdict

NAMES = ("Anne", "Paul", "Rachel", "Camille", "Ben", "Zoë", "Jürgen", "Mia", "Łukasz", "Dora", "O'Neil", "Kim")


def a_round(points):
    return {"points": dict(enumerate(points))}


def a_game(*rounds, players=None, starters=None, **options):
    seats = players or (len(rounds[0]) if rounds else 3)
    played = tuple(map(a_round, rounds))
    chosen = defaults(RULEBOOK.options) | options
    return Sitting(NAMES[:seats], 0, chosen, played, starters=starters or {})


def sheet_of(*rounds, **options):
    return derive(RULEBOOK, a_game(*rounds, **options))


def a_file(*rounds, players=3, **more):
    names = NAMES[: len(rounds[0]) if rounds else players]
    written = [{"points": dict(zip(names, points, strict=True))} for points in rounds]
    about = {"format": "companion-sheet", "version": 1, "game": "points", "players": list(names)}
    return about | {"first_starter": names[0], "options": {}, "rounds": written} | more


def test_the_highest_or_the_lowest_total_wins():
    """Equal best totals share the win."""
    assert sheet_of((5, 10, -3), winner="highest").ranks == (2, 1, 3)
    lowest = sheet_of((5, 10, -3), winner="lowest")
    assert lowest.ranks == (2, 3, 1)
    assert lowest.lines[0].has_mark("won", 2), "and so does a round"
    assert sheet_of((5, 10, 10), end_rounds=1).ending.winners == (1, 2)


# Who starts: the house rule, the round just played, who started it, and who starts the next.
# The design says: clockwise; the winner or loser of the round just played; equals: the first clockwise after the
# previous starter, who so comes last.
@pytest.mark.parametrize(
    ("rule", "winner", "points", "previous", "starts"),
    [
        ("clockwise", "highest", (0, 9, 0), 2, 0),
        ("winner", "highest", (1, 2, 3), 0, 2),
        ("winner", "lowest", (1, 2, 3), 1, 0),
        ("loser", "highest", (1, 2, 3), 1, 0),
        ("winner", "highest", (3, 1, 3), 2, 0),
        ("loser", "highest", (1, 1, 5), 1, 0),
        ("winner", "highest", (4, 4, 4), 1, 2),
    ],
)
def test_who_starts(rule, winner, points, previous, starts):
    sheet = sheet_of(points, starter=rule, winner=winner, starters={1: previous})
    assert sheet.next.starter.seat == starts
    assert sheet.next.dealer is None


def test_a_table_may_choose_another_starter_or_keep_none():
    """Else it is the round that decides and not the total."""
    assert sheet_of((100, 0, 0), (0, 5, 1), starter="winner").next.starter.seat == 1
    sheet = sheet_of((1, 2, 3), starter="winner", starters={2: 1})
    assert (sheet.next.starter.seat, sheet.next.chosen, sheet.next.other.seat) == (1, True, 2)
    sheet = sheet_of((1, 2, 3), starter="none", starters={1: 1, 2: 2})
    assert [sheet.lines[0].opening.starter, sheet.next.starter] == [None, None]
    assert list_possible_marks(RULEBOOK, a_game(starter="none")) == ()


@pytest.mark.parametrize(
    ("totals", "over", "options"),
    [
        ((99.5, -500), (), {"end_score": 100}),
        ((100, 0), ("score",), {"end_score": 100}),
        ((0, 130), ("score",), {"end_score": 100}),
        ((-49.5, 500), (), {"end_score": -50}),
        ((0, -50), ("score",), {"end_score": -50}),
        ((1, 2), (), {"end_rounds": 2}),
        ((100, 2), ("score", "rounds"), {"end_rounds": 1, "end_score": 100}),
        ((1000, 2), (), {}),
    ],
)
def test_a_total_at_the_limit_or_past_it_or_so_many_rounds_end_the_game(totals, over, options):
    """On the side away from 0; without an end a game goes on."""
    ending = sheet_of(totals, **options).ending
    assert (ending.keys if ending else ()) == over


def test_a_round_has_up_to_100000_points_and_all_0_is_asked_back():
    for points, refused, question in (
        ((100_000, -100_000), [], False),
        ((-100_001, 100_000.5), [0, 1], False),
        ((0, 0), [], True),
        ((0, 0.5), [], False),
    ):
        check = verdict(RULEBOOK, a_game(players=2), a_round(points))
        assert ([problem.seat for problem in check.errors], bool(check.questions)) == (refused, question)


def test_a_file_has_what_the_design_says():
    """A table that doesn't keep who starts needs no first starter."""
    written = sheetfile.write_sheet("points", a_game((10, -2.5), title="Phase 10"))
    ends = {"end_score": None, "end_rounds": None}
    chosen = {"title": "Phase 10", "winner": "highest", "starter": "clockwise", "equal_totals": "shared"}
    assert written["options"] == ends | chosen
    (played,) = written["rounds"]
    assert (played["points"], played["starter"], played["dealer"]) == ({"Anne": 10, "Paul": -2.5}, "Anne", None)
    assert (written["totals"], written["next"]) == ({"Anne": 10, "Paul": -2.5}, {"starter": "Paul", "dealer": None})
    raw = a_file((1, 2, 3), options={"starter": "none"})
    left_out = {key: value for key, value in raw.items() if key != "first_starter"}
    for file in (left_out, raw, raw | {"first_starter": None}):
        written = sheetfile.write_sheet("points", sheetfile.read_sheet(file).sitting)
        assert (written["rounds"][0]["starter"], written["next"]["starter"]) == (None, None)


def test_a_title_is_cleaned_like_a_name_and_heads_the_text_sheet():
    for typed, title in (("  Phase \u202e 10\t", "Phase 10"), ("\u200b", "Another game")):
        read = sheetfile.read_sheet(a_file((1, 2, 3), options={"title": typed, "starter": "none"}))
        wording = as_text(read.game, read.sitting)
        assert (wording.startswith(f"{title}\n"), "starts" in wording) == (True, False)


def test_rounds_without_a_starter_stay_so_when_the_table_begins_to_track_them():
    """What was played stays, in the table's own file as well."""
    written = sheetfile.write_sheet(
        "points", Sitting(("Anne", "Paul"), None, {"starter": "none"}, ({"points": {0: 3, 1: 5}},))
    )
    changed = written | {"options": written["options"] | {"starter": "clockwise"}, "first_starter": "Anne"}
    assert sheetfile.read_sheet(changed).sitting.opened(1) == (None, None)
