"""A key that bounces counts once; two taps that are meant count twice."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import FIVE


@pytest.mark.parametrize(
    ("pause", "cards", "total", "disc", "out"),
    [(90, "7", "=5", True, ["Rachel", "Ben"]), (150, "7 7", "=55", False, ["Rachel", "Camille"])],
)
def test_a_key_that_bounces_counts_once(phone, pause, cards, total, disc, out):
    phone.sit_down().visit("/rounds/new").stop_the_clock()
    pad = phone.seen.get_by_role("group", name="Keys:")

    def twice(key):
        key.tap()
        phone.page.clock.run_for(pause)
        key.tap()

    def of(name, label):
        return phone.hand(name).get_by_label(label)

    twice(pad.get_by_role("button", name="7", exact=True))
    expect(phone.left("Anne")).to_have_value(cards)
    phone.choose("Paul")
    phone.tap("Totals")
    twice(pad.get_by_role("button", name="5", exact=True))
    expect(phone.left("Paul")).to_have_value(total)
    phone.choose("Rachel")
    twice(pad.get_by_role("button", name="Took a Fool! disc"))
    expect(of("Rachel", "Took a Fool! disc")).to_be_checked(checked=disc)
    twice(pad.get_by_role("button", name="Out"))
    twice(of("Ben", "Out"))
    assert [name for name in FIVE if of(name, "Out").is_checked()] == out


def test_nor_counts_what_comes_in_its_place_or_is_held_down(phone):
    """The chip that comes where another was, under the same thumb; Enter that is held down."""
    phone.sit_down().visit("/rounds/new").stop_the_clock()
    phone.cards(5, 7, 9)
    phone.page.clock.run_for(150)
    for _ in range(2):
        phone.seen.locator(".chip").first.tap()
        phone.page.clock.run_for(90)
    expect(phone.left("Anne")).to_have_value("7 9")
    phone.choose("Paul")
    phone.button("8").focus()
    for _ in range(3):
        phone.page.keyboard.down("Enter")
        phone.page.clock.run_for(500)
    expect(phone.left("Paul")).to_have_value("8")
