"""The chart of a game: its lines, the end in it, and the numbers behind it."""

import gzip
import re
from itertools import combinations, pairwise

import pytest

from companion.store.journal.tables import open_table
from companion.web.exports.chart import draw, initials
from tests.web.builders import NAMES, OUT, a_file, a_table, opened
from tests.web.markup import SVG, words_of

MOST = 4 * 1024  # bytes, compressed


def fifteen_rounds(**changes):
    """A long game of eight with long names."""
    names = [f"{name:X<40}" for name in NAMES]
    rounds = [
        {"hands": {name: [] if (seat + number) % 4 == 0 else 2 + 3 * seat + number for seat, name in enumerate(names)}}
        for number in range(15)
    ]
    options = {"end_score": -500, "tens_to_end": 60}
    return a_file(rounds, players=names, first_starter=names[0], options=options | changes)


def chart_of(phone):
    """The geometry."""
    return draw(open_table(phone.client.application.extensions["store"], phone.key)[0])


def test_the_longest_chart_is_small_and_lines_are_told_apart_by_initials(client):
    """The whole picture, for eight players and fifteen rounds. A number for a line would read as points."""
    page = opened(client, fifteen_rounds()).visit("/chart")
    (picture,) = re.findall(r"<svg[^>]*role=\"img\".*?</svg>", page.source, re.DOTALL)
    assert picture.count("curve-line") == 8
    assert len(gzip.compress(picture.encode(), 9)) <= MOST
    signs = [words_of(label) for label in page.all(f"{SVG}text", class_="curve-initials")]
    assert signs == initials(fifteen_rounds()["players"]) * 2


def test_the_end_is_a_line_with_its_total_that_no_other_total_touches(client):
    page = a_table(client, end_score="45").with_round("17", OUT, "13", "5").visit("/chart")
    assert [words_of(mark) for mark in page.all(f"{SVG}text", class_="chart-end")] == ["−45", "the end"]
    assert [words_of(mark) for mark in page.all(f"{SVG}text", class_="chart-mark")].count("−45") == 1
    for limit in (10, 45, 80, 87, 122, 200):
        chart = chart_of(a_table(client, end_score=str(limit)).with_round("2", OUT, "3", "5"))
        assert chart.limit[1] == -limit
        assert all(abs(height - chart.limit[0]) > 12 for height, _ in chart.heights)


def test_initials_are_never_alike():
    signs = {
        ("Anne", "Paul", "zoë"): ["A", "P", "Z"],
        ("Anne", "Anna", "Andi", "Paul"): ["An", "Aa", "Ad", "P"],
        ("Jo", "Joo", "J", "J 2"): ["Jo", "J1", "J2", "J3"],
        ("山田", "!", "👍"): ["山", "?1", "?2"],
    }
    assert {names: initials(names) for names in signs} == signs


def heights(curve):
    """How high the points of a line are, from the beginning on."""
    return [float(point.split()[1]) for point in re.split("[ML]", curve.path)[1:]]


def test_lines_that_would_lie_on_each_other_run_side_by_side(client):
    """Six of Durak in two teams: three have the same marks all evening."""
    game = a_file(
        [{"fool": name} for name in (NAMES[0], NAMES[1], NAMES[2], NAMES[4])],
        game="durak",
        players=list(NAMES[:6]),
        first_starter=NAMES[0],
        options={"teams": [list(NAMES[0:6:2]), list(NAMES[1:6:2])]},
    )
    curves = chart_of(opened(client, game)).curves
    for one, other in combinations(curves, 2):
        for (left, here), (right, there) in pairwise(zip(heights(one), heights(other), strict=True)):
            assert abs(left - here) >= 2 or abs(right - there) >= 2, (one.seat, other.seat)


def test_labels_do_not_cover_each_other(client):
    chart = chart_of(opened(client, fifteen_rounds()))
    heights = sorted(curve.label for curve in chart.curves)
    assert all(below - above >= 16 for above, below in pairwise(heights))
    assert heights[0] >= 7
    assert heights[-1] <= chart.height - 8


@pytest.mark.parametrize("path", ["/chart", ""])
def test_the_numbers_stand_behind_the_chart(client, path):
    phone = a_table(client, tens_to_end="2").with_round("17", OUT, "13", "5").with_round("2", OUT, "3", "4")
    page = phone.visit(path)
    assert len(page.all(f"{SVG}circle", class_="curve-ten")) == 2
    assert page.one(f"{SVG}svg", role="img", **{"aria-details": "chart-numbers"}) is not None
    numbers = page.one("details", id="chart-numbers").find(".//table")
    assert [[words_of(cell) for cell in row] for row in numbers.iter("tr")] == [
        ["Round", "Anne", "Paul", "Rachel", "Camille"],
        ["1", "−17", "10", "−13", "−5"],
        ["2", "−19", "20", "−16", "−9"],
    ]
    assert [head.get("scope") for head in numbers.iter("th")] == ["col"] * 5 + ["row"] * 2


def test_rounds_after_the_end_are_not_in_it(client):
    phone = a_table(client, end_score="60").with_round("=50", OUT, "13", "5").with_round("2", OUT, "13", "5")
    phone.correct(1, "=60", OUT, "13", "5")
    assert len(phone.visit("/chart").one("details").findall(".//tbody/tr")) == 1
    assert [curve.path.count("L") for curve in chart_of(phone).curves] == [1] * 4
