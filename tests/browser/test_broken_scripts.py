"""A script that does not come, or breaks halfway: the page is the plain form that it is without scripts."""

import pytest
from playwright.sync_api import Page, expect

from companion.web.app import assets
from tests.browser.phone import Phone
from tests.server import AT_HOME
from tests.tiers import only_thorough

FOUR = ("Anne", "Paul", "Rachel", "Camille")
HALFWAY = 'run("late", () => { throw new Error("halfway"); }, true);'


def lost(route, _body):
    route.abort()


def unreadable(route, body):
    route.fulfill(body="this is no script;" + body, content_type="text/javascript")


def halfway(route, body):
    route.fulfill(body=body + HALFWAY, content_type="text/javascript")


@pytest.fixture
def mending(page: Page, shared_server):
    """A phone whose console may complain; by plain HTTP, where no service worker has the scripts yet."""
    page.set_default_timeout(8000)
    return Phone(page, shared_server.address.replace("127.0.0.1", AT_HOME))


@pytest.mark.parametrize(
    ("script", "fate"),
    [("pads.js", halfway), *only_thorough([("pads.js", lost), ("pads.js", unreadable), ("app.js", lost)])],
)
def test_a_round_is_typed_on_the_plain_form(mending, script, fate):
    page = mending.page
    mending.start_game(players=FOUR)
    body = assets.load()[script].plain.decode()
    page.route(f"**/static/{script}*", lambda route: fate(route, body))
    enter_plainly(mending)


@pytest.mark.thorough
def test_scripts_that_are_long_on_their_way_leave_the_page_plain_until_they_come(mending):
    page = mending.start_game(players=FOUR).page
    waiting = []
    page.route("**/static/pads.js*", lambda route: waiting.append(route))
    page.goto(f"{page.url.partition('#')[0]}/rounds/new", wait_until="commit")
    for _ in range(400):
        if waiting:
            break
        page.wait_for_timeout(20)
    expect(page.locator(".pad")).to_be_hidden(timeout=9000)
    waiting[0].continue_()
    expect(page.locator(".pad")).to_be_visible()
    expect(page.locator(".hand.active")).to_be_visible()


def test_an_engine_older_than_any_tried_runs_no_script(mending):
    mending.start_game(players=FOUR)
    mending.page.add_init_script("delete window.CSSLayerBlockRule")
    enter_plainly(mending)


def enter_plainly(mending):
    """Type and save a round without pad and scripts."""
    page = mending.page
    page.goto(f"{page.url.partition('#')[0]}/rounds/new")
    expect(page.locator("html")).to_have_class("entry-root")
    expect(page.locator(".pad")).to_be_hidden()
    expect(page.get_by_text("Type the faces left")).to_be_visible()
    expect(page.locator(".hands-head")).to_be_visible()
    assert page.locator("[inputmode=none]").count() == 0
    mending.hand("Anne").get_by_label("Out").check()
    for player, typed in zip(FOUR[1:], ("13", "=17", "5 12"), strict=True):
        mending.hand(player).get_by_label("Cards left").fill(typed)
    page.get_by_role("button", name="Save round 1", exact=True).tap()
    page.get_by_role("link", name="Enter round 2").wait_for()
    assert mending.total("Rachel") == "−17"


def test_a_whole_page_counts_on_its_scripts(phone):
    """From before it is painted: nothing moves when they have run."""
    phone.start_game(players=FOUR).open_entry(1)
    expect(phone.page.locator("html")).to_have_class("entry-root scripted")
    expect(phone.page.locator("[inputmode=none]")).to_have_count(4)
    head = phone.page.content().partition("</head>")[0]
    assert head.index("/static/scripted.js") < head.index("/static/app.css") < head.index("/static/app.js")


@pytest.mark.parametrize("path", ["", "/rounds/new"])
def test_scripts_run_once_the_page_is_painted(mending, path):
    page = mending.start_game(players=FOUR).page
    body = "performance.mark('ran');" + assets.load()["app.js"].plain.decode()
    page.route("**/static/app.js*", lambda route: route.fulfill(body=body, content_type="text/javascript"))
    page.goto(mending.table + path)
    painted, ran = (
        page.evaluate("name => performance.getEntriesByName(name)[0].startTime", name)
        for name in ("first-contentful-paint", "ran")
    )
    assert painted < ran


def test_scripts_run_in_a_page_that_nobody_sees(mending):
    page = mending.start_game(players=FOUR).page
    page.add_init_script("""Object.defineProperty(document, "hidden", { get: () => true });
        PerformanceObserver.prototype.observe = () => {};""")
    page.goto(mending.table, wait_until="commit")
    expect(page.locator("html[data-ready]")).to_be_attached()


def test_scripts_run_where_the_engine_does_not_tell_that_it_has_painted(mending):
    page = mending.start_game(players=FOUR).page
    page.add_init_script("PerformanceObserver.prototype.observe = () => {};")
    page.goto(mending.table, wait_until="commit")
    expect(page.locator("html[data-ready]")).to_be_attached()
