"""The charts: a game's lines and the end in it, a player's form, and the numbers behind both."""

from flask import render_template

from companion.store.groups.statistics import FinishedGame
from companion.web.exports.chart import draw_trend, initials
from tests.web.builders import OUT, a_table
from tests.web.markup import SVG, parse, words_of


def test_initials_are_never_alike():
    signs = {
        ("Anne", "Paul", "zoë"): ["A", "P", "Z"],
        ("Anne", "Anna", "Andi", "Paul"): ["An", "Aa", "Ad", "P"],
        ("Jo", "Joo", "J", "J 2"): ["Jo", "J1", "J2", "J3"],
        ("山田", "!", "👍"): ["山", "?1", "?2"],
    }
    assert {names: initials(names) for names in signs} == signs


def test_the_numbers_of_the_chart_are_on_the_sheet(client):
    phone = a_table(client, tens_to_end="2").with_round("17", OUT, "13", "5").with_round("2", OUT, "3", "4")
    page = phone.visit("/chart")
    assert len(page.all(f"{SVG}circle", class_="curve-ten")) == 2
    assert page.one(f"{SVG}svg", role="img", **{"aria-details": "chart-numbers"}) is not None
    assert page.one("a", id="chart-numbers").get("href") == f"{phone.address}/sheet"


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


def test_a_win_is_a_star_and_any_other_game_a_ring(app):
    root = page(app, draw_trend(games(10, -20.5, won={1})))
    shapes = [mark.get("class") for mark in root.iter() if mark.get("class") in ("form-won", "form-other")]
    assert shapes == ["form-won", "form-other"]
    assert [[words_of(cell) for cell in row] for row in root.iter("tr")] == [
        ["Game", "Total", "Rank"],
        ["2026-01-01", "10", "1 of 5 ★ won"],
        ["2026-01-02", "−20½", "3 of 5"],
    ]
    assert root.find(f".//{SVG}svg").get("aria-details") == root.find("details").get("id")
    assert "average −5.3." in words_of(root)
