"""An evening of Durak on a phone: two taps a result."""

from playwright.sync_api import expect

from tests.browser import elsewhere
from tests.browser.phone import FOUR


def test_who_was_out_first_is_asked_and_a_result_waits_for_the_network(phone):
    """It is listed by what was tapped, and saved once."""
    phone.sit_down(*FOUR, game="durak", first_attacker="previous-winner")
    phone.tap("Enter round 1", "link")
    phone.tap("Anne")
    phone.page.get_by_text("Save without saying who?").wait_for()
    phone.seen.get_by_role("radio", name="Rachel").tap()
    phone.page.context.set_offline(True)
    phone.tap_key(phone.button("Anne"))
    expect(phone.page.locator(".outbox-waits").first).to_be_visible()
    phone.reads("Anne", "#outbox")
    phone.page.context.set_offline(False)
    phone.saved(1).reads("Was out first in round 1.")
    expect(phone.waiting).to_be_hidden()
    (played,) = elsewhere.sheet(phone.table)["rounds"]
    assert (played["fool"], played["first_out"]) == ("Anne", "Rachel")
