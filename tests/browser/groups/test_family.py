"""A group through the phones of a family: made quietly, joined by its link, and remembered."""

import re

from playwright.sync_api import expect

from tests.browser import elsewhere
from tests.browser.phone import FIVE


def test_a_group_makes_itself_and_keeps_statistics(phone):
    """With the second game, and the first is in it."""
    phone.start_game()
    elsewhere.enter(phone.table, 1, "", "=17", "=20", "=5", "=8")
    with phone.visit("/settings").page.expect_navigation():
        phone.tap("Stop here")
    phone.knows(0, "groups")
    phone.open("/").tap("New game", "link")
    phone.ready().name("Paul", "Anne", "Ben", "Zoë")
    phone.tap("Start game")
    phone.has_come().tap("Group", "link")
    phone.shows("Game night")
    expect(phone.page.locator(".evening")).to_have_count(2)
    expect(phone.page.locator(".evening-won")).to_have_text(re.compile(r"^Anne.10 \(won\)\s*$"))
    phone.tap("Statistics", "link")
    phone.shows("Records")
    row = phone.page.get_by_role("row").filter(has=phone.page.get_by_role("rowheader", name="Anne", exact=True)).first
    assert row.get_by_role("cell").all_inner_texts() == ["1", "1", "100%", "10.0"]
    phone.knows(1, "groups")

    # The next game belongs to it, and is offered its names.
    phone.open("/")
    phone.tap("New game", "link")
    expect(phone.page.locator("#in-group bdi")).to_have_text("Game night")
    names = phone.page.locator("#known-names option").evaluate_all("options => options.map(({ value }) => value)")
    assert names == sorted({*FIVE, "Zoë"})
    anne = phone.button("Anne")
    anne.tap()
    expect(phone.player(1)).to_have_value("Anne")
    expect(anne).to_have_attribute("aria-pressed", "true")
    anne.tap()
    expect(phone.player(1)).to_have_value("")
    phone.open("/")
    phone.taps = 0
    phone.tap("New game", "link")
    phone.ready().tap("Same as before")
    phone.tap("Start game")
    assert phone.taps == 3, "a game of those who played last"
    phone.has_come().shows("Round 1")
