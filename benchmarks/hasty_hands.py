"""How often the pad writes what nobody typed, by very many hasty hands: never.

    python benchmarks/hasty_hands.py [--evenings 10000] [--seconds 900] [--seed 0]

Five players, five rounds an evening, by cards or by totals, in one page of Chromium whose pad has no server to ask:
keys bounce, *Next* is tapped too often or never, names are tapped, *Out* twice, hands arrive from other phones, the
mode is changed, *Save* is tapped up to three times, and once in 25 evenings the page is loaded again before it. A
hand of twenty lines, which knows only what keys mean, says what must have been saved. Prints evenings, rounds, what
differs, and questions. The same against a server, with pages that change under the hand: ``hasty_evenings.py``.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import elsewhere
from tests.browser.conftest import CHROMIUM
from tests.server import Server

BATCH = 25  # evenings between two looks at the clock
ALONE = """
window.saved = [];
window.fetch = (address, { body } = {}) => {
    if (/\\/rounds$/.test(address)) saved.push(body.toString());
    return new Promise(() => {});
};
// Where things lie takes most of the time, and writes nothing.
Element.prototype.scrollIntoView = HTMLElement.prototype.focus = Element.prototype.getClientRects = () => [];
Object.defineProperty(Element.prototype, "scrollWidth", { get: () => 0 });
// Time is what the taps say.
let clock = 1000;
window.tap = (element, after) => {
    clock += after;
    const click = new MouseEvent("click", { bubbles: true, cancelable: true });
    Object.defineProperty(click, "timeStamp", { value: clock });
    element.dispatchEvent(click);
};
"""
PLAY = Path(__file__).with_suffix(".js")


def main() -> int:
    """Play and print; the exit status is 1 if anything was wrong."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--evenings", type=int, default=10_000)
    options.add_argument("--seconds", type=int, default=900)
    options.add_argument("--seed", type=int, default=0)
    asked = options.parse_args()
    played, told = 0, {"rounds": 0, "taps": 0, "wrong": 0, "questions": 0}
    until = time.monotonic() + asked.seconds
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        page = browser.new_page(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
        page.add_init_script(ALONE + PLAY.read_text())
        table = server.address + elsewhere.start(server.address, "Anne", "Paul", "Rachel", "Camille", "Ben")
        page.goto(f"{table}/rounds/new")
        while played < asked.evenings and time.monotonic() < until:
            page.wait_for_selector("html[data-ready]")
            # Typed, loaded again, and saved; then many evenings on one page.
            left = page.evaluate("seed => typeOnly(seed)", f"{asked.seed} {played}")
            page.reload()
            page.wait_for_selector("html[data-ready]")
            given = [left, f"{asked.seed} {played}", BATCH]
            outcome = page.evaluate("([left, seed, count]) => goOn(left, seed, count)", given)
            played += BATCH
            for example in outcome.pop("examples"):
                print(example)
            for name, count in outcome.items():
                told[name] += count
        server.kill()
    print(f"evenings: {played} · " + " · ".join(f"{name}: {count}" for name, count in told.items()))
    return int(told["wrong"] > 0)


if __name__ == "__main__":
    sys.exit(main())
