"""On no screen, in no state, is anything cut, covered, out of reach, run together or beside the screen."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import CHROMIUM, CHROMIUMS
from tests.browser.phone import Phone
from tests.browser.screens import LONG_GAME, NAMES, TOURS, fool, visit
from tests.tiers import only_thorough

FAULTS = Path(__file__).with_name("faults.js").read_text("utf-8")
# What a reader may set for all texts (WCAG 1.4.4 and 1.4.12).
LARGE = "html { font-size: 200% }"
SPACED = """
* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-block-end: 2em !important }
"""
# Width and height in CSS pixels, and what a reader has set.
VIEWS = {
    "360×640": (360, 640, ""),
    "360×740": (360, 740, ""),
    "320×568": (320, 568, ""),
    "landscape 640×300": (640, 300, ""),
    "landscape 640×360": (640, 360, ""),
    "zoom 400 %": (320, 256, ""),
    "text 200 %": (360, 640, LARGE),
    "text spacing": (360, 640, SPACED),
}
SET = "css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); document.adoptedStyleSheets = [sheet]; }"


def see(page: Page, view: str) -> None:
    """Turn, zoom or set the phone."""
    width, height, css = VIEWS[view]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(SET, css)


def faults(page: Page, views=VIEWS) -> list[str]:
    """What ``faults.js`` finds on a page in each of these views."""
    if page.locator("#verdict").count():
        page.wait_for_timeout(600)  # until an answer to what was typed is there
    found = []
    for view in views:
        see(page, view)
        found += [f"{view} {fault}" for fault in page.evaluate(FAULTS)]
    see(page, next(iter(VIEWS)))
    return found


@pytest.fixture
def browser_context_args(browser_context_args):
    # Without motion: everything is where it comes to rest.
    return browser_context_args | {"color_scheme": "light", "reduced_motion": "reduce"}


@pytest.mark.parametrize(
    ("browser_type_launch_args", "tour"),
    [
        *((program, "fool-five") for program in CHROMIUMS),
        *only_thorough((CHROMIUM, tour) for tour in TOURS if tour != "fool-five"),
    ],
    indirect=["browser_type_launch_args"],
)
def test_nothing_is_cut_covered_or_run_together(phone, tour):
    found = {screen: faults(phone.page) for screen in TOURS[tour](phone)}
    assert {screen: wrong for screen, wrong in found.items() if wrong} == {}


@pytest.mark.thorough
def test_rows_are_scrolled_free_of_a_verdict_that_grows(phone: Phone):
    """On a phone that lies on its side, where the words come after it was turned."""
    page = phone.page
    phone.import_game(fool(2, **LONG_GAME))
    page.goto(f"{phone.table}/rounds/new")
    page.locator(".hand.active").wait_for()
    see(page, "landscape 640×300")
    before = phone.verdict.bounding_box()["height"]
    for seat, player in enumerate(NAMES[:8]):
        phone.type_hand(player, "5 5 6 6 7 7 8" if seat < 1 else "" if seat == 1 else "=27")
    page.get_by_text("Is that right?").first.wait_for()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_timeout(300)
    verdict = phone.verdict.bounding_box()
    assert verdict["height"] > before
    row = phone.hand(NAMES[7]).bounding_box()
    assert row["y"] + row["height"] <= verdict["y"]


@pytest.mark.parametrize("screen", ["/sheet", "/chart", "/rules"])
def test_what_is_moved_to_the_side_is_reached_by_a_keyboard(phone: Phone, screen):
    """A table that fits is no stop; where texts are large and it does not, it is one, and arrows move it."""
    page = phone.page
    phone.import_game(fool(2, **LONG_GAME))
    visit(phone, phone.table + screen)
    moved = page.locator(":is(table, [role=region])[tabindex='0']")
    expect(moved).to_have_count(0)
    see(page, "text 200 %")
    moved.first.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(500)  # while it moves
    assert page.evaluate("document.activeElement.scrollLeft") > 0
    see(page, "360×640")
    expect(moved).to_have_count(0)
