"""In which engines the whole evening can be played, from a new game to the statistics.

    python benchmarks/engines.py [ENGINE …] [--chromium PROGRAM]

Plays ``tests/engines/evening.py`` in every engine that is here, or in those that are named, and prints how many steps
went well and what went wrong. With ``--chromium`` it takes one more Chromium.
"""

import argparse
import time

from playwright.sync_api import sync_playwright

from tests.engines.chromium import Chromium
from tests.engines.engines import ENGINES, Engine
from tests.engines.evening import STEPS, play


def main() -> None:
    """Play and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("engines", nargs="*", default=list(ENGINES))
    options.add_argument("--chromium")
    asked = options.parse_args()
    engines = {name: ENGINES[name] for name in asked.engines}
    if asked.chromium:
        engines[asked.chromium] = Engine(Chromium, (asked.chromium,), asked.chromium)
    print(f"| engine | steps of {len(STEPS)} | seconds |\n|---|---|---|")
    wrong: list[str] = []
    with sync_playwright() as playwright:
        for name, engine in engines.items():
            if engine.missing:
                print(f"| {name} | {engine.missing} | |", flush=True)
                continue
            begun = time.monotonic()
            with engine.started(playwright) as (browser, server):
                failed = [f"{step}: {told}" for step, told in play(browser, server) if told]
            taken = round(time.monotonic() - begun)
            print(f"| {browser.version} | {len(STEPS) - len(failed)} | {taken} |", flush=True)
            wrong += [f"{browser.version}, step {each}" for each in failed]
    print("", *wrong, sep="\n")


if __name__ == "__main__":
    main()
