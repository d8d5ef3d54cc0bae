"""The number pad: a round of another game with one thumb, and on a keyboard."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_bounce import stop_the_clock, twice

PLAYERS = ("Anne", "Paul", "Rachel")


@pytest.fixture
def table(phone):
    page = phone.page
    page.goto(f"{phone.address}/tables/new?game=points")
    page.get_by_label("Title").fill("Phase 10")
    for number, name in enumerate(PLAYERS, start=1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    phone.tap("Start game")
    page.wait_for_url(re.compile(r"/t/[\w-]{22}$"))
    phone.tap("Enter round 1", "link")
    page.locator(".numbers-seat.active").wait_for()
    return phone


def points(phone, player):
    return phone.hand(player).get_by_label("Points")


def test_no_key_covers_another(table):
    """Every key can be tapped where it is seen: each in a place of its own."""
    keys = [key.bounding_box() for key in table.page.locator(".number-pad button").all()]
    for at, one in enumerate(keys):
        for other in keys[at + 1 :]:
            beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
            assert beside or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]


def test_a_round_is_typed_on_the_pad(table):
    """Nobody is anything before it is said: an untouched player is missing, and a sign alone is no number."""
    pad = table.page.get_by_role("group", name="Keys:")

    def type_on_pad(*keys):
        for key in keys:
            table.tap(key, within=pad)

    assert points(table, "Anne").evaluate("field => field.inputMode") == "none"
    type_on_pad("1", "2", "5", "Change the sign", "A half", "7")  # nothing comes after a half
    expect(points(table, "Anne")).to_have_value("−125½")
    type_on_pad("Take back the last", "Take back the last")
    expect(points(table, "Anne")).to_have_value("−12")
    expect(table.verdict).to_have_text("Still to enter: Paul and Rachel")
    table.next_player()
    table.next_player()  # from habit: nothing is said of Paul, so it stays with him
    type_on_pad("Change the sign")
    expect(table.verdict).to_have_text("Still to enter: Paul and Rachel")
    type_on_pad("7")
    table.next_player()
    type_on_pad("0")
    expect(table.verdict).to_have_text("Save: Anne −12, Paul −7, Rachel 0")
    table.page.reload()
    expect(points(table, "Paul")).to_have_value("−7")
    expect(table.verdict).to_have_text("Save: Anne −12, Paul −7, Rachel 0")
    table.save(1)
    table.saved(1)
    assert [table.total(name) for name in PLAYERS] == ["−12", "−7", "0"]


def test_a_number_that_was_there_is_typed_anew(table):
    for name, typed in zip(PLAYERS, ("1", "2", "3"), strict=True):
        points(table, name).fill(typed)
    table.save(1)
    table.saved(1)
    table.page.goto(f"{table.page.url.split('#')[0]}/rounds/1")
    table.page.locator(".numbers-seat.active").wait_for()
    table.tap("8")
    table.tap("9")
    expect(points(table, "Anne")).to_have_value("89")
    expect(table.verdict).to_have_text("Save: Anne +89, Paul +2, Rachel +3")


def test_keys_go_on_with_what_was_typed_otherwise(table):
    """The server says how keys would have typed it; what keys typed themselves stays as it is."""
    points(table, "Anne").fill("-2.5")
    points(table, "Paul").fill("1")
    points(table, "Rachel").fill("2")
    expect(table.verdict).to_have_text("Save: Anne −2½, Paul +1, Rachel +2")
    table.page.locator(".numbers-seat", has_text="Anne").click()
    table.tap("A half")
    table.tap("5")
    expect(points(table, "Anne")).to_have_value("−25")
    table.tap("Take back the last")
    table.tap("Take back the last")
    table.tap("0")
    expect(table.verdict).to_have_text("Save: Anne 0, Paul +1, Rachel +2")
    table.tap("7")
    expect(points(table, "Anne")).to_have_value("−7")
    table.tap("Change the sign")
    expect(points(table, "Anne")).to_have_value("7")


@pytest.mark.parametrize(("pause", "typed"), [(90, "5"), (150, "55")])
def test_a_key_that_bounces_counts_once(table, pause, typed):
    stop_the_clock(table)
    twice(table, table.page.get_by_role("button", name="5", exact=True), pause)
    expect(points(table, "Anne")).to_have_value(typed)
