"""The charts: a game's lines and the end in it, a player's form, and the numbers behind both."""

import re
from itertools import combinations, pairwise

import pytest
from flask import render_template

from companion.store.groups.statistics import FinishedGame
from companion.store.journal.loading import open_table
from companion.web.exports.chart import TREND_BOTTOM, TREND_TOP, draw, draw_trend, initials
from tests.web.builders import NAMES, OUT, a_file, a_table, opened
from tests.web.markup import SVG, parse, words_of


def chart_of(phone):
    return draw(open_table(phone.client.application.extensions["store"], phone.key)[0])


def test_lines_are_told_apart_by_initials(client):
    """Eight players and fifteen rounds. A number for a line would read as points."""
    names = [f"{name:X<40}" for name in NAMES]
    hands = [
        {name: [] if (seat + number) % 4 == 0 else 2 + 3 * seat + number for seat, name in enumerate(names)}
        for number in range(15)
    ]
    about = {"first_starter": names[0], "options": {"end_score": -500, "tens_to_end": 60}}
    phone = opened(client, a_file([{"hands": each} for each in hands], players=names, **about))
    page = phone.visit("/chart")
    assert [words_of(label) for label in page.all(f"{SVG}text", class_="curve-initials")] == initials(names) * 2
    chart = chart_of(phone)
    labels = sorted(curve.label for curve in chart.curves)
    assert all(below - above >= 16 for above, below in pairwise(labels))
    assert 7 <= labels[0] < labels[-1] <= chart.height - 8


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


def test_lines_that_would_lie_on_each_other_run_side_by_side(client):
    """Six of Durak in two teams: three have the same marks all evening."""
    about = {"game": "durak", "players": list(NAMES[:6]), "first_starter": NAMES[0]}
    teams = {"teams": [list(NAMES[0:6:2]), list(NAMES[1:6:2])]}
    game = a_file([{"fool": NAMES[fool]} for fool in (0, 1, 2, 4)], options=teams, **about)
    lines = [
        [float(point.split()[1]) for point in re.split("[ML]", curve.path)[1:]]
        for curve in chart_of(opened(client, game)).curves
    ]
    for one, other in combinations(lines, 2):
        for (left, here), (right, there) in pairwise(zip(one, other, strict=True)):
            assert abs(left - here) >= 2 or abs(right - there) >= 2


@pytest.mark.parametrize("path", ["/chart", ""])
def test_the_numbers_of_the_chart_are_on_the_sheet(client, path):
    phone = a_table(client, tens_to_end="2").with_round("17", OUT, "13", "5").with_round("2", OUT, "3", "4")
    page = phone.visit(path)
    assert len(page.all(f"{SVG}circle", class_="curve-ten")) == 2
    assert page.one(f"{SVG}svg", role="img", **{"aria-details": "chart-numbers"}) is not None
    assert page.one("a", id="chart-numbers").get("href") == f"{phone.address}/sheet"


def test_rounds_after_the_end_are_not_in_it(client):
    phone = a_table(client, end_score="60").with_round("=50", OUT, "13", "5").with_round("2", OUT, "13", "5")
    phone.correct(1, "=60", OUT, "13", "5")
    assert [curve.path.count("L") for curve in chart_of(phone).curves] == [1] * 4


# A player's form


def games(*totals, won=()):
    """Games with these totals, from the oldest on; ``won`` are their numbers from 1."""
    return [
        FinishedGame(f"2026-01-{number:02}T12:00:00+00:00", 1 if number in won else 3, 5, number in won, total)
        for number, total in enumerate(totals, start=1)
    ]


def page(app, form):
    with app.test_request_context("/"):
        app.preprocess_request()
        return parse(render_template("exports/_form_chart.html", trend=form))


def test_a_higher_total_stands_higher_and_a_later_game_further_on():
    form = draw_trend(games(-40, 12, -3.5))
    assert [game.total for *_, game in form.points] == [-40, 12, -3.5]
    low, high, middle = (y for _, y, _ in form.points)
    assert TREND_TOP == high < middle < low == form.height - TREND_BOTTOM
    assert all(before[0] < after[0] for before, after in pairwise(form.points))


def test_twenty_games_stay_within_the_picture_and_first_and_last_are_labelled():
    for count, labelled in {1: [1], 2: [1, 2], 20: [1, 20]}.items():
        form = draw_trend(games(*[-7 * number for number in range(count)]))
        assert [game.total for *_, game in form.points] == [-7 * n for n in range(count)]
        assert all(form.left + 7 <= x <= form.right - 7 for x, *_ in form.points)
        assert all(TREND_TOP <= y <= form.height - TREND_BOTTOM for y in (*(y for y, _ in form.heights), form.average))
        assert [at[:10] for _, at, _ in form.days] == [f"2026-01-{number:02}" for number in labelled]


def test_a_win_is_a_star_and_any_other_game_a_ring(app):
    assert draw_trend([]) is None
    assert words_of(page(app, None)) == ""
    root = page(app, draw_trend(games(10, -20, 30, won={1, 3})))
    shapes = [mark.get("class") for mark in root.iter() if mark.get("class") in ("form-won", "form-other")]
    assert shapes == ["form-won", "form-other", "form-won"]
    assert words_of(root.find(f".//{SVG}title")) == "Form"

    root = page(app, draw_trend(games(10, -20.5, won={1})))
    assert [[words_of(cell) for cell in row] for row in root.iter("tr")] == [
        ["Game", "Total", "Rank"],
        ["2026-01-01", "10", "1 of 5 ★ won"],
        ["2026-01-02", "−20½", "3 of 5"],
    ]
    assert root.find(f".//{SVG}svg").get("aria-details") == root.find("details").get("id")
    assert "average −5.3." in words_of(root)
