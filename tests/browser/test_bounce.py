"""A key that bounces counts once; two taps that are meant count twice."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import FIVE, Phone


def stop_the_clock(phone: Phone):
    """From now on time passes only where a test says so."""
    phone.page.clock.install()
    phone.page.reload()
    phone.page.locator(".active").wait_for()
    phone.page.clock.pause_at(phone.page.evaluate("Date.now() / 1000") + 1)


def twice(phone: Phone, key, pause: int):
    key.tap()
    phone.page.clock.run_for(pause)
    key.tap()


@pytest.mark.parametrize(
    ("pause", "cards", "total", "disc", "out"),
    [(90, "7", "=5", True, ["Rachel", "Ben"]), (150, "7 7", "=55", False, ["Rachel", "Camille"])],
)
def test_on_the_pad_for_cards(phone, pause, cards, total, disc, out):
    phone.start_game().open_entry(1)
    stop_the_clock(phone)
    pad = phone.page.get_by_role("group", name="Keys:")

    def of(name, label):
        return phone.hand(name).get_by_label(label)

    twice(phone, pad.get_by_role("button", name="7", exact=True), pause)
    expect(of("Anne", "Cards left")).to_have_value(cards)
    phone.choose("Paul")
    phone.tap("Totals")
    twice(phone, pad.get_by_role("button", name="5", exact=True), pause)
    expect(of("Paul", "Cards left")).to_have_value(total)
    phone.choose("Rachel")
    twice(phone, pad.get_by_role("button", name="Took a Fool! disc"), pause)
    expect(of("Rachel", "Took a Fool! disc")).to_be_checked(checked=disc)
    twice(phone, pad.get_by_role("button", name="Out"), pause)
    twice(phone, of("Ben", "Out"), pause)
    assert [name for name in FIVE if of(name, "Out").is_checked()] == out


def test_a_chip_that_comes_where_another_was_is_not_taken_back_by_the_same_tap(phone):
    phone.start_game().open_entry(1)
    stop_the_clock(phone)
    phone.cards(5, 7, 9)
    phone.page.clock.run_for(150)
    twice(phone, phone.page.locator(".chip").first, 90)
    expect(phone.hand("Anne").get_by_label("Cards left")).to_have_value("7 9")


def test_enter_that_is_held_down_is_one_tap(phone):
    phone.start_game().open_entry(1)
    stop_the_clock(phone)
    phone.page.get_by_role("button", name="7", exact=True).focus()
    for _ in range(3):
        phone.page.keyboard.down("Enter")
        phone.page.clock.run_for(500)
    expect(phone.hand("Anne").get_by_label("Cards left")).to_have_value("7")
