"""The pad of Fool!: a whole game card by card, rounds by totals, and for whom it types until somebody changes that."""

import re

from playwright.sync_api import expect

from tests.browser.phone import FIVE, FOUR


def test_a_whole_game_by_cards(phone):
    phone.sit_down(*FOUR, tens_to_end="2")
    phone.reads(re.compile("Anne.starts"), ".opening-starts")
    phone.open_entry(1)
    assert phone.left("Anne").get_attribute("inputmode") == "none", "no keyboard of the phone's comes up"
    tray, keys = phone.page.locator(".tray-sum"), phone.seen.get_by_role("group", name="Cards left")
    phone.cards(5, 12, 1)
    expect(tray).to_have_text("−22")
    phone.tap("Take back 12")
    expect(tray).to_have_text("−10")
    phone.tap("Delete last", within=keys)
    expect(phone.left("Anne")).to_have_value("5")
    expect(phone.verdict).to_have_text("Still to enter: Paul, Rachel and Camille")
    phone.next_player()
    phone.tap("Fool! disc")
    phone.tap("Out")
    phone.next_player()
    phone.cards(6, 7)
    phone.save(1)  # too early: it says who is missing, and stays
    expect(phone.hand("Rachel")).to_have_attribute("aria-current", "true")
    expect(phone.verdict).to_have_text("Still to enter: Camille")
    phone.next_player()
    phone.tap("Out")
    expect(phone.verdict).to_have_text("Save: Anne −5, Paul 0, Rachel −13, Camille +10")
    phone.save(1).saved(1).totals("−5", "0", "−13", "10")

    phone.open_entry(2)
    phone.cards(27, 26)
    phone.tap("27", within=keys)
    expect(phone.verdict).to_contain_text("The deck has only 1 card numbered 27")
    phone.tap("Delete last", within=keys)
    phone.choose("Paul")
    phone.tap("Out")
    phone.next_player()
    phone.cards(3, 4, 5, 6, 7, 8, 9)
    phone.choose("Camille")
    phone.cards(2)
    expect(phone.verdict).to_contain_text("Rachel has 7 cards left.")
    phone.save(2).tap("Save anyway")
    phone.saved(2).shows("Paul wins")
    phone.reads("+10 was scored 2 times.")
    expect(phone.page.get_by_role("img", name=re.compile("Totals by round"))).to_be_visible()
    expect(phone.page.locator(".ranking li").first).to_contain_text("Paul")
    phone.tap("Play on")
    phone.shows("Round 3")


def typed(phone):
    return [phone.left(name).input_value() for name in FIVE]


def test_a_swipe_goes_on_to_the_row_that_is_seen_as_next_and_a_save_marks_who_is_missing(phone):
    phone.sit_down().open_entry(1)
    marked = phone.page.locator(".seat-row.next")
    expect(marked).to_have_attribute("data-name", "Paul")
    phone.swipe(".pad")
    expect(phone.hand("Paul")).to_have_attribute("aria-current", "true")
    expect(marked).to_have_attribute("data-name", "Rachel")
    assert typed(phone) == [""] * 5, "no key was tapped"
    phone.tap("Out")
    phone.save(1)
    missing = phone.page.locator(".seat-row.is-missing")
    expect(missing).to_have_count(4)
    assert [row.get_attribute("data-name") for row in missing.all()] == [name for name in FIVE if name != "Paul"]
    expect(missing.first).to_be_in_viewport(ratio=1)
    expect(phone.hand("Paul")).to_have_attribute("aria-current", "true")
    phone.choose("Anne")
    phone.cards(5)
    expect(phone.hand("Anne")).not_to_have_class(re.compile("is-missing"))
    phone.cards(27, 26)
    phone.tap("27", within=phone.seen.get_by_role("group", name="Cards left"))
    expect(phone.hand("Anne")).to_have_class(re.compile("is-wrong"))
