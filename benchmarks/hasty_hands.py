"""How many wrong rounds hasty hands save without a question that names them: none.

    python benchmarks/hasty_hands.py [--rounds 10000] [--seed 0]

Drives the pad of the entry page in Chromium with the hands of ``tests/browser/habits.py``, and gives what they would
send to the entry form. Prints how many rounds were saved as they were meant, how many were asked about or refused, how
many of those that were typed as the pad asks for were asked about, and how many were saved wrong without a question.
"""

import argparse
import tempfile
from collections import Counter
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, QUIET
from tests.browser.habits import evenings
from tests.browser.phone import Phone
from tests.browser.test_habits import a_pad, saved_as_meant, type_rounds
from tests.server import Server
from tests.web.builders import NAMES

BATCH = 200


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=0, help="of the first 200 rounds; the next have the next")
    asked = options.parse_args()
    results: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        table = Phone(browser.new_page(has_touch=True), server.address).start_game(NAMES).table
        page = a_pad(browser)
        for batch in range(asked.seed, asked.seed - (-asked.rounds // BATCH)):
            for evening, came in type_rounds(page, table, evenings(batch, BATCH)):
                try:
                    result = saved_as_meant(evening, came)
                except AssertionError as wrong:
                    result = "wrong and not asked"
                    print(wrong)
                results[result] += 1
                if evening.careful:
                    results[f"as the pad asks for: {result}"] += 1
        server.kill()
    for result, times in sorted(results.items()):
        print(f"{times:6} {result}")


if __name__ == "__main__":
    main()
