"""From the end of a game to its rematch: phones and a big screen."""

import re

from playwright.sync_api import expect

from tests.browser import elsewhere
from tests.web.builders import a_file

BIG = {"viewport": {"width": 1280, "height": 720}, "is_mobile": False}


def test_everybody_is_there_after_one_tap_and_the_first_entry_after_two(phone, another_phone):
    phone.sit_at(elsewhere.bring(phone.address, a_file(options={"tens_to_end": 1})))
    watch = elsewhere.links(phone.table)["watch"]
    watcher, screen = another_phone().sit_at(watch), another_phone(**BIG).open(f"{watch}/screen")
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
    phone.type_hand("Anne", "0")
    for player in ("Paul", "Rachel", "Camille"):
        phone.type_hand(player, "3")
    phone.save(1).shows("Anne wins")
    for other in (watcher, screen):
        other.shows("Anne wins")
