"""A round is corrected; and why a number is what it is."""

import re

from playwright.sync_api import expect

from tests.browser import elsewhere


def test_correct_and_why(phone):
    phone.sit_down()
    elsewhere.enter(phone.table, 1, "5 12", "5 12", "5 12", "5 12", "")
    phone.reload().totals("−17", "−17", "−17", "−17", "10")
    phone.tap("Sheet", "link")
    phone.link(re.compile("^1")).tap()
    expect(phone.left("Paul")).to_have_value("5 12")
    phone.choose("Paul")
    phone.tap("Take back 12")
    phone.save(1).has_come().totals("−17", "−5", "−17", "−17", "10")

    # One tap on a number, and the answer stands below; it stays when something changes elsewhere.
    phone.link("−5").tap()
    phone.reads("Paul, round by round: −5. Total: −5.", "#why")
    assert phone.page.url == phone.table
    elsewhere.enter(phone.table, 2, "5", "", "5", "5", "5")
    phone.reads("Paul, round by round: −5, +10. Total: 5.", "#why")
    phone.seen.locator("[aria-expanded=true]").tap()
    expect(phone.page.locator("#why")).to_have_count(0)

    phone.visit("/sheet")
    cell = phone.seen.locator("tbody tr").first.locator("td a").nth(1)
    before = cell.bounding_box()["y"]
    cell.tap()
    phone.reads("Round 1", "#why")
    assert abs(cell.bounding_box()["y"] - before) < 2
    assert phone.page.url == f"{phone.table}/sheet"


def test_what_was_typed_as_a_total_opens_as_one_and_loses_a_digit(phone):
    phone.sit_down()
    elsewhere.enter(phone.table, 1, "=35", "", "=13", "=7", "=4")
    phone.visit("/rounds/1")
    expect(phone.button("Totals")).to_have_attribute("aria-pressed", "true")
    phone.tap("Delete last", within=phone.seen.get_by_role("group", name="Total"))
    expect(phone.left("Anne")).to_have_value("=3")
