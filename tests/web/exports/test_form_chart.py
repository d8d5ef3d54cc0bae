"""A player's form: the totals of one game after the other, and the numbers behind them."""

from itertools import pairwise

from flask import render_template

from companion.web.exports.form_chart import BOTTOM, TOP, FormGame, draw_form
from tests.web.markup import SVG, parse, words_of


def games(*totals, won=()):
    """Games with these totals, from the oldest on; ``won`` are their numbers from 1."""
    return [
        FormGame(f"2026-01-{number:02}", total, 1 if number in won else 3, 5, number in won)
        for number, total in enumerate(totals, start=1)
    ]


def page(app, form):
    """The partial as an element tree."""
    with app.test_request_context("/"):
        app.preprocess_request()
        return parse(render_template("exports/_form_chart.html", form=form))


def test_without_a_game_there_is_nothing_to_draw(app):
    assert draw_form([]) is None
    assert words_of(page(app, None)) == ""


def test_a_higher_total_stands_higher_and_a_later_game_further_on():
    form = draw_form(games(-40, 12, -3.5))
    assert [point.game.total for point in form.points] == [-40, 12, -3.5]
    low, high, middle = (point.y for point in form.points)
    assert TOP == high < middle < low == form.height - BOTTOM
    assert all(before.x < after.x for before, after in pairwise(form.points))
    assert form.path == "M" + "L".join(f"{point.x} {point.y}" for point in form.points)


def test_the_last_twenty_games_stay_within_the_picture_and_few_are_labelled_below():
    for count, labelled in {1: [1], 2: [1, 2], 3: [1, 3], 5: [1, 3, 5], 20: [1, 11, 20], 25: [6, 16, 25]}.items():
        form = draw_form(games(*[-7 * number for number in range(count)]))
        assert [point.game.total for point in form.points] == [-7 * n for n in range(count)][-20:]
        assert all(form.left + 7 <= point.x <= form.right - 7 for point in form.points)
        assert all(TOP <= y <= form.height - BOTTOM for y in (*(y for y, _ in form.heights), form.average))
        assert 0 in [total for _, total in form.heights] or count > 20
        assert [label for _, label, _ in form.labels] == [f"2026-01-{number:02}" for number in labelled]
        anchors = [anchor for *_, anchor in form.labels]
        assert anchors == (["middle"] if count == 1 else ["start", *["middle"] * (len(labelled) - 2), "end"])


def test_a_win_is_a_star_and_any_other_game_a_ring(app):
    form = draw_form(games(10, -20, 30, won={1, 3}))
    root = page(app, form)
    shapes = [mark.get("class") for mark in root.iter() if mark.get("class") in ("form-won", "form-other")]
    assert shapes == ["form-won", "form-other", "form-won"]
    assert form.wins == 2
    assert words_of(root.find(f".//{SVG}title")) == "Totals of the last 3 games, 2 won"

    root = page(app, draw_form(games(10, -20.5, won={1})))
    assert [[words_of(cell) for cell in row] for row in root.iter("tr")] == [
        ["Game", "Sum", "Rank"],
        ["2026-01-01", "10", "1 of 5 ★ won"],
        ["2026-01-02", "−20½", "3 of 5"],
    ]
    assert root.find(f".//{SVG}svg").get("aria-details") == root.find("details").get("id")
    assert "their average, −5.3." in words_of(root)
