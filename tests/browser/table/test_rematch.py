"""From the end of a game to its rematch, and what the referee ruled: phones and a big screen."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import elsewhere
from tests.web.builders import a_file

BIG = {"viewport": {"width": 1280, "height": 720}, "is_mobile": False}


@pytest.fixture
def places(phone, another_phone):
    """A watcher's phone and a big screen, for a table whose path is given."""

    def sit(table):
        phone.sit_at(table)
        links = elsewhere.links(phone.table)
        return another_phone().sit_at(links["watch"]), another_phone(**BIG).open(links["watch"] + "/screen")

    return sit


def test_everybody_is_there_after_one_tap_and_the_first_entry_after_two(phone, places):
    watcher, screen = places(elsewhere.bring(phone.address, a_file(options={"tens_to_end": 1})))
    screen.shows("Paul wins")
    expect(watcher.button("Rematch")).to_have_count(0)
    for part in (".screen-standings", ".chart > svg", ".screen-curve", ".qr", ".code"):
        expect(screen.page.locator(part).first).to_be_in_viewport(ratio=1)
    phone.field("First starter").select_option("Rachel")
    phone.taps = 0
    phone.tap("Rematch")
    phone.shows("Round 1").tap("Enter round 1", "link")
    expect(phone.button("Save round 1")).to_be_visible()
    assert phone.taps == 2
    screen.page.wait_for_url("**/screen")
    screen.shows("Round 1")
    begun = watcher.link(re.compile("^Rematch started"))
    expect(begun).to_contain_text("Rachel starts")
    begun.tap()
    watcher.shows("Round 1")
    expect(watcher.page.get_by_text("You’re watching.")).to_be_visible()


def test_a_ruling_is_on_every_phone_and_the_big_screen_with_one_tap(phone, places):
    watcher, screen = places(elsewhere.bring(phone.address, a_file()))
    phone.visit("/referee?cards=G12+G20+R3+G5").tap("Show to the table")
    phone.has_come()
    played = "Played: Anne green 12"
    for other in (phone, watcher, screen):
        other.reads("Rachel is befooled, Paul wins.", ".ruled")
    expect(watcher.page.get_by_text(played)).to_be_visible()
    watcher.seen.locator(".ruled summary").tap()
    expect(watcher.page.get_by_text(played)).to_be_hidden()
    elsewhere.enter(phone.table, 2, "5", "", "3", "4")
    expect(watcher.page.locator(".ruled")).to_have_count(0)
