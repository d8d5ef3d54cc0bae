"""How far anything moves by itself on the pages of a table, from the first paint on: 0 px.

    python benchmarks/layout_shifts.py

Opens every page of a table of five at three sizes in Chromium, enters a round by cards and one by totals, with what is
refused, asked, kept and sent from other phones meanwhile. Looks at every control in every frame and prints what moved.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import elsewhere
from tests.browser.conftest import CHROMIUM
from tests.server import Server

SCREENS = {"360×640": (360, 640, 16), "640×360": (640, 360, 16), "360×640, text 150 %": (360, 640, 24)}
PAGES = ("", "/sheet", "/chart", "/history", "/share", "/settings", "/players", "/rules", "/referee", "/rounds/1")
WATCH = """
window.shifts = [];
const places = new WeakMap();
const look = () => {
    for (const control of document.querySelectorAll("a, button, input, select, summary")) {
        const { x, y, width } = control.getBoundingClientRect();
        // What is typed is no control.
        if (!width || !control.checkVisibility({ visibilityProperty: true }) || control.closest(".chips")) continue;
        const was = places.get(control);
        places.set(control, { x, y, across: x + scrollX, down: y + scrollY });
        if (!was) continue;
        // By the screen or by the page: what is scrolled has not moved. A button that is pressed goes down by 1 px.
        const moved = Math.max(
            Math.min(Math.abs(was.x - x), Math.abs(was.across - x - scrollX)),
            Math.min(Math.abs(was.y - y), Math.abs(was.down - y - scrollY)),
        );
        if (moved > 1) shifts.push([Math.round(moved),
            (control.textContent.trim() || control.name || control.className).slice(0, 20)]);
    }
    requestAnimationFrame(look);
};
requestAnimationFrame(look);
document.documentElement.style.fontSize = "%dpx";
"""


def main() -> int:
    """Measure and print; the exit status is 1 if anything moved."""
    worst = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for name, (width, height, text) in SCREENS.items():
            context = browser.new_context(
                viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, reduced_motion="reduce"
            )
            context.add_init_script(WATCH % text)
            for where, shifts in journey(context.new_page(), server.address):
                worst = max(worst, *(moved for moved, _ in shifts), 0) if shifts else worst
                print(f"{name:22} {where:28} {shifts[:4] or '0 px'}", flush=True)
            context.close()
        server.kill()
    return int(worst > 0)


def journey(page, address):
    """Go from page to page; yield what moved on each."""
    table = address + elsewhere.start(address, "Anne", "Paul", "Rachel", "Camille", "Ben")
    elsewhere.enter(table, 1, "5 12", "", "3 4", "20", "7")
    for path in PAGES:
        open_page(page, table + path)
        yield path or "table", settled(page)
    yield from enter_round(page, table)
    yield from lay_hand(page, table)


def enter_round(page, table):
    """A round by cards: a hand comes from another phone, something is refused, something is asked."""
    open_page(page, f"{table}/rounds/new")
    elsewhere.send(f"{table}/hands/5", **{"number": "2", "seat-5-cards": "9"})
    yield "entry: a hand arrives", settled(page)
    page.context.set_offline(True)
    page.wait_for_timeout(8000)
    yield "entry: no connection", settled(page)
    page.context.set_offline(False)
    page.wait_for_timeout(3000)
    yield "entry: the connection is back", settled(page)
    for seat, faces in enumerate(((27, 27), (3, 4, 5, 6, 7, 8, 9), (2,))):
        if seat:
            page.locator(".next-player").tap()
        for face in faces:
            page.locator(f".faces [data-face='{face}']").tap()
            page.wait_for_timeout(110)
    yield "entry: cards, too many", settled(page)
    page.locator(".save").tap()
    yield "entry: refused", settled(page)
    page.locator(".hand").first.tap()
    page.locator(".faces [data-back]").tap()
    page.locator(".hand").nth(3).tap()
    page.locator(".tray [data-out]").tap()
    yield "entry: out", settled(page)
    page.locator(".mode[data-mode=totals]").tap()
    yield "entry: totals", settled(page)
    page.locator(".save").tap()
    page.locator(".asks").wait_for()
    yield "entry: a question", settled(page)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    yield "entry: what was typed is back", settled(page)
    page.locator(".save").tap()
    page.wait_for_timeout(700)
    page.get_by_role("button", name="Save anyway").tap()
    page.wait_for_url("**#saved-2")
    page.wait_for_selector("html[data-ready]")
    yield "table: saved", settled(page)
    elsewhere.send(f"{table}/hands/1", **{"number": "3", "seat-1-cards": "5"})
    yield "table: a hand arrives", settled(page)
    open_page(page, f"{table}/rounds/new")
    elsewhere.enter(table, 3, "5", "", "3", "20", "7", use="sent-1")
    yield "entry: saved elsewhere", settled(page)
    open_page(page, f"{table}/referee")
    for colour in ("red", "yellow", "blue", "green"):
        page.locator(f".trick-{colour}:has([name=colour])").tap()
        page.locator(f".trick-faces.trick-{colour} [name=add]").first.tap()
        page.wait_for_timeout(500)
    yield "referee: four colours", settled(page)


def lay_hand(page, table):
    """The own hand, with a question."""
    open_page(page, f"{table}/hands/2")
    for face in (3, 4, 5, 6, 7, 8, 9):
        page.locator(f".faces [data-face='{face}']").tap()
        page.wait_for_timeout(110)
    page.locator(".save").tap()
    page.locator(".asks").wait_for()
    yield "my hand: a question", settled(page)


def open_page(page, address):
    """Open a page and wait for its scripts."""
    page.goto(address)
    page.wait_for_selector("html[data-ready]")


def settled(page):
    """What moved since the last look, once nothing more comes; scrolling is no move."""
    page.wait_for_timeout(900)
    return page.evaluate("() => shifts.splice(0)")


if __name__ == "__main__":
    sys.exit(main())
