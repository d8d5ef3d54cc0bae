"""A group through the phones of a family: made quietly, joined by its link, and remembered."""

import re

from playwright.sync_api import expect

from tests.browser import elsewhere
from tests.browser.phone import FIVE
from tests.web.builders import a_file


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
    expect(phone.link(re.compile("^Game night"))).to_be_visible()
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


def test_another_phone_joins_by_the_link_until_it_is_replaced(phone, another_phone):
    phone.open("/groups/new")
    phone.field("Group name").fill("Game night")
    phone.tap("Create group")
    link = phone.ready().field("Link").input_value()
    phone.tap("New game", "link")
    phone.ready().name(*FIVE)
    phone.tap("Start game")
    phone.has_come()
    guest = another_phone().open(link[link.index("/g/") :])
    guest.link(re.compile("Anne")).first.tap()
    guest.has_come().tap("Group", "link")
    guest.shows("Game night").open("/")
    phone.tap("Group", "link")
    phone.tap("Share", "link")
    phone.seen.locator("summary", has_text="Replace link").tap()
    phone.tap("Replace link")
    phone.reads("The old link no longer works.")
    guest.link(re.compile("^Game night")).tap()
    guest.shows("This link no longer works")
    guest.knows(0, "groups")
    phone.knows(1, "groups")
    phone.visit().shows("This link no longer works").tap("To the group", "link")
    phone.link(re.compile("Anne")).first.tap()
    phone.shows("Round 1")


def test_a_file_is_opened_once_and_makes_a_group(phone):
    """Two games from a file, the second time the same; as a new table of the group it is then in."""
    first = phone.import_game(a_file()).table
    phone.knows(1, "groups")
    assert phone.import_game(a_file()).table == first
    phone.tap("Group", "link")
    expect(phone.page.locator(".evening")).to_have_count(1)
    phone.visit("/settings")
    expect(phone.link("Add to group")).to_have_count(0)
