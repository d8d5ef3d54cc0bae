"""The sheet at arm's length: points and totals first, the cards and the signs by a switch, and the names stay."""

import pytest
from playwright.sync_api import expect

from tests.browser import elsewhere
from tests.web.builders import NAMES, a_file

HANDS = {name: [seat + 2] if seat else [] for seat, name in enumerate(NAMES)}
# Where the name of the leader is once the last round has been scrolled to.
STAYS = """() => {
    document.querySelector(".sheet tbody tr:last-child").scrollIntoView({ block: "start" });
    return document.querySelector(".sheet-leads").getBoundingClientRect().top;
}"""


@pytest.fixture
def sheet(phone):
    game = a_file(players=NAMES, first_starter="Anne", rounds=[{"hands": HANDS, "fools": []}] * 5)
    return phone.sit_at(elsewhere.bring(phone.address, game)).visit("/sheet")


@pytest.mark.parametrize("scripted", [True, False])
def test_names_stay_in_sight_and_the_switch_works_without_scripts(sheet, another_phone, scripted):
    other = another_phone(java_script_enabled=scripted, before="" if scripted else " ")
    other.page.goto(sheet.page.url)
    other.page.get_by_role("switch").check()
    expect(other.page.locator(".sheet-cells").first).to_be_visible()
    assert sheet.run(STAYS) == 0
