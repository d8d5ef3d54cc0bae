"""Without scripts, or where one does not come or breaks halfway, a page is the plain form that it is."""

from playwright.sync_api import expect

from companion.web.app import assets
from tests.browser.phone import FOUR

HALFWAY = 'run("late", () => { throw new Error("halfway"); }, true);'
HANDS = ("0", "13", "=17", "5 12")


def enter_plainly(phone):
    """Type and save a round without pad and scripts."""
    phone.page.goto(f"{phone.table}/rounds/new")
    page = phone.page
    expect(page.locator("html")).to_have_class("entry-root")
    expect(page.locator(".pad")).to_be_hidden()
    expect(page.get_by_text("Type the cards left")).to_be_visible()
    expect(page.locator("[inputmode=none]")).to_have_count(0)
    for player, typed in zip(FOUR, HANDS, strict=True):
        page.get_by_role("group", name=player, exact=True).get_by_label("Cards left").fill(typed)
    page.get_by_role("button", name="Save round 1", exact=True).tap()
    page.get_by_role("link", name="Enter round 2").wait_for()
    phone.totals("10", "−13", "−17", "−17")


def test_a_script_that_breaks_halfway(phone, complaints):
    body = assets.read_bundle("pads.js").decode() + HALFWAY
    phone.page.route("**/static/pads.js*", lambda route: route.fulfill(body=body, content_type="text/javascript"))
    enter_plainly(phone.sit_down(*FOUR))
    complaints.clear()
