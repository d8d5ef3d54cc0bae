"""How often the pad writes what nobody typed, by very many hasty hands: never.

    python benchmarks/hasty_hands.py [--evenings 10000] [--seed 0]

Five players, five rounds an evening, by cards or by totals, in one page of Chromium whose pad has no server to ask:
keys bounce, *Next* is tapped too often or never, names are tapped, *Out* twice, hands arrive from other phones, the
mode is changed, *Save* is tapped up to three times, and once in 25 evenings the page is loaded again before it. A
hand of twenty lines, which knows only what keys mean, says what must have been saved. Prints evenings, rounds, taps,
questions and what differs; the exit status is 1 if anything does.
"""

import sys
from collections import Counter
from pathlib import Path

from phones import NAMES, read_options, serving
from playwright.sync_api import sync_playwright

from tests.browser import elsewhere
from tests.browser.conftest import CHROMIUM, QUIET, SCREEN

BATCH = 25  # evenings on a page
PLAY = Path(__file__).with_suffix(".js").read_text()


def main() -> None:
    """Play and print."""
    asked = read_options(__doc__, evenings=10_000, seed=0)
    found: Counter[str] = Counter()
    left = None
    with serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = browser.new_page(**SCREEN)
        page.add_init_script(PLAY)
        page.goto(f"{server.address}{elsewhere.start(server.address, *NAMES)}/rounds/new")
        while found["evenings"] < asked.evenings:
            page.wait_for_selector("html[data-ready]")
            given = [asked.seed * 1_000_000 + found["evenings"] + 1, left, BATCH]
            outcome = page.evaluate("([seed, left, evenings]) => play(seed, left, evenings)", given)
            page.reload()
            left = outcome.pop("left")
            for example in outcome.pop("examples"):
                print(example)
            found.update(outcome)
        browser.close()
    print(", ".join(f"{count} {name}" for name, count in found.items()))
    sys.exit(found["wrong"] > 0)


if __name__ == "__main__":
    main()
