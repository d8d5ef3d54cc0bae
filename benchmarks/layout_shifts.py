"""How far anything moves by itself on the pages of a table, from the first paint on: 0 px.

    python benchmarks/layout_shifts.py

Opens every page of a table of five at three sizes in Chromium, enters a round by cards and one by totals, with what is
refused, asked, kept and sent from other phones meanwhile. Looks at every control in every frame and prints what moved.
"""

import sys

from phones import NAMES, serving
from playwright.sync_api import sync_playwright

from tests.browser import elsewhere
from tests.browser.conftest import CHROMIUM, QUIET

SCREENS = {"360×640": (360, 640, 100), "640×360": (640, 360, 100), "360×640, text 150 %": (360, 640, 150)}
PAGES = ("", "/sheet", "/chart", "/history", "/share", "/settings", "/players", "/rules", "/referee", "/rounds/1")
MANY, NEXT = range(3, 10), ".next-player"
WATCH = """
window.shifts = [];
const places = new WeakMap();
const look = () => {
    for (const control of document.querySelectorAll("a, button, input, select, summary")) {
        const { x, y, width } = control.getBoundingClientRect();
        // What is typed is no control.
        if (!width || !control.checkVisibility({ visibilityProperty: true }) || control.closest(".chips")) continue;
        const now = [x, y, x + scrollX, y + scrollY + (control.closest(".rows")?.scrollTop ?? 0)];
        const far = now.map((at, side) => Math.abs(at - (places.get(control) ?? now)[side]));
        places.set(control, now);
        // By the screen, or by page and list: what is scrolled has not moved. A button that is pressed goes down 1 px.
        const moved = Math.max(Math.min(far[0], far[2]), Math.min(far[1], far[3]));
        if (moved > 1) shifts.push([Math.round(moved), control.textContent.trim() || control.name]);
    }
    requestAnimationFrame(look);
};
requestAnimationFrame(look);
const size = new CSSStyleSheet();
size.replaceSync("html { font-size: %d%% }");
document.adoptedStyleSheets = [size];
"""


def main() -> None:
    """Measure and print; the exit status is 1 if anything moved."""
    worst = 0
    with serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for name, (width, height, text) in SCREENS.items():
            screen = {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}
            context = browser.new_context(**screen, reduced_motion="reduce")
            context.add_init_script(WATCH % text)
            page = context.new_page()
            for where in journey(page, server.address):
                page.wait_for_timeout(900)  # until nothing more comes
                shifts = page.evaluate("() => shifts.splice(0)")
                worst = max([worst, *(moved for moved, _ in shifts)])
                print(f"{name:22} {where:28} {shifts[:4] or '0 px'}", flush=True)
            context.close()
    sys.exit(worst > 0)


def journey(page, address):
    """Go from page to page, and enter a round; yield where that is."""
    table = address + elsewhere.start(address, *NAMES)
    elsewhere.enter(table, 1, "5 12", "", "3 4", "20", "7")
    for path in PAGES:
        open_page(page, table + path)
        yield path or "table"
    open_page(page, f"{table}/rounds/new")
    elsewhere.send(f"{table}/hands/5", **{"number": "2", "version": "2", "seat-5-cards": "9"})
    yield "entry: a hand arrives"
    page.context.set_offline(True)
    page.wait_for_timeout(8000)
    page.context.set_offline(False)
    page.wait_for_timeout(3000)
    yield "entry: no connection"
    tap_keys(page, 27, 27, NEXT, *MANY, NEXT, 2)
    page.locator(".save").tap()
    yield "entry: too many, refused"
    tap_keys(page, ".hand", ".faces [data-back]", ".hand:nth-of-type(4)", ".tray [data-out]", ".mode[data-mode=totals]")
    page.locator(".save").tap()
    page.locator(".asks").wait_for()
    yield "entry: a question"
    page.get_by_role("button", name="Save anyway").tap()
    page.wait_for_url("**#saved-2")
    yield "table: saved"
    open_page(page, f"{table}/rounds/new")
    elsewhere.enter(table, 3, "5", "", "3", "20", "7")
    yield "entry: saved elsewhere"


def open_page(page, address):
    """Open a page and wait for its scripts."""
    page.goto(address)
    page.wait_for_selector("html[data-ready]")


def tap_keys(page, *keys):
    """Tap cards and other keys, one after the other."""
    for key in keys:
        page.locator(key if isinstance(key, str) else f".faces [data-face='{key}']").first.tap()
        page.wait_for_timeout(110)


if __name__ == "__main__":
    main()
