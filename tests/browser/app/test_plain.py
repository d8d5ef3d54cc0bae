"""Without scripts, or where one does not come or breaks halfway, a page is the plain form that it is."""

import pytest
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


@pytest.mark.parametrize("fate", ["halfway", pytest.param("lost", marks=pytest.mark.thorough)])
def test_a_script_that_does_not_come_or_breaks(phone, complaints, fate):
    body = assets.read_bundle("pads.js").decode() + HALFWAY
    whole = {"body": body, "content_type": "text/javascript"}
    phone.page.route("**/static/pads.js*", lambda route: route.abort() if fate == "lost" else route.fulfill(**whole))
    enter_plainly(phone.sit_down(*FOUR))
    complaints.clear()


@pytest.mark.thorough
def test_an_engine_older_than_any_tried_runs_no_script(another_phone):
    enter_plainly(another_phone(before="delete window.CSSLayerBlockRule").sit_down(*FOUR))


def test_scripts_run_once_the_page_is_painted(phone):
    """The styles count on them from before; and where an engine does not tell that it has painted, they run too."""
    body = "performance.mark('ran');" + assets.read_bundle("app.js").decode()
    phone.page.route("**/static/app.js*", lambda route: route.fulfill(body=body, content_type="text/javascript"))
    phone.sit_down(*FOUR).open_entry(1)
    expect(phone.page.locator("html")).to_have_class("entry-root scripted")
    expect(phone.page.locator("[inputmode=none]")).to_have_count(4)
    at = "name => performance.getEntriesByName(name)[0].startTime"
    assert phone.run(at, "first-contentful-paint") < phone.run(at, "ran")
    phone.page.add_init_script("PerformanceObserver.prototype.observe = () => {};")
    phone.visit().seen.wait_for(state="attached")
