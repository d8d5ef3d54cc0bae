"""Somebody leaves and somebody joins on one phone, and the other phones show it; rounds from paper."""

import re

from playwright.sync_api import expect

from tests.browser.phone import FOUR


def test_one_leaves_and_another_joins_between_two(phone, another_phone):
    phone.sit_down()
    other = another_phone().sit_at(phone.table.removeprefix(phone.address))
    phone.type_round("17", "", "13", "5", "4").save(1).saved(1)
    phone.visit("/rounds/new").link("Who plays?").tap()
    page = phone.page
    for name in ("Anne", "Camille"):
        page.get_by_role("button", name=f"Swap {name}").click()
    page.get_by_role("checkbox", name="Ben").uncheck()
    page.get_by_label("New player").fill("Zoë")
    page.get_by_label("Sits to the left of").select_option(label="Paul")
    page.get_by_label("another total").last.fill("-17")
    expect(page.get_by_role("radio", name="another total")).to_be_checked()
    page.get_by_role("radio", name="0 zero").check()
    expect(page.get_by_label("another total").last).to_have_value("")
    page.get_by_role("radio", name="−17 the worst total").check()
    phone.tap("Save")
    for each in (phone, other):
        each.reads("left after round 1")
        rows = each.visit("?order=seats").page.locator(".standings bdi").all_inner_texts()
        assert rows == ["Camille", "Paul", "Zoë", "Rachel", "Anne", "Ben"]
    phone.visit("/rounds/new")
    assert page.locator(".hand-name").all_inner_texts() == ["Camille", "Paul", "Zoë", "Rachel", "Anne"]


def test_who_leaves_without_a_connection_is_told_later(phone):
    phone.sit_down().visit("/players")
    phone.page.context.set_offline(True)
    phone.page.get_by_role("checkbox", name="Ben").uncheck()
    phone.tap("Save")
    phone.page.context.set_offline(False)
    phone.page.wait_for_url(phone.table)
    phone.reads("isn’t playing")


def test_whole_rounds_from_paper_are_typed_one_after_the_other(phone):
    phone.open("/tables/new").name(*FOUR)
    phone.tap("Started on paper")
    phone.has_come(re.compile("/paper$"))
    phone.tap("Enter rounds instead", "link")
    for number in (1, 2):
        phone.shows(f"Round {number}").ready()
        for player, typed in zip(FOUR, ("17", "", "13", "5"), strict=True):
            phone.type_hand(player, typed)
        phone.save(number)
    phone.shows("Round 3").visit().totals("−34", "20", "−26", "−10")
