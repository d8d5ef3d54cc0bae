"""How soon a saved round is seen on other phones: real Chromium, with the event stream and by polling, in one run.

    python benchmarks/live_phones.py [--rounds 30]

Three phones look at one table. A request from outside saves a round, again and again after a pause of chance length.
Prints how long it took from sending it until each phone had painted the heading of the next round, in milliseconds, and
how often the phones asked; first with the stream, then with ``EventSource`` taken away from the same Chromium.
"""

import argparse
import random
import statistics
import tempfile
import time
import urllib.parse
import urllib.request
from pathlib import Path

from answer_times import FORM, OPEN_ENDED, PLAYERS
from playwright.sync_api import Browser, Page, sync_playwright

from companion.games.sitting import Sitting
from companion.store.database import FILE_NAME, Store
from companion.store.journal.tables import start_table
from companion.web.table.access import new_write_key
from tests.browser.conftest import CHROMIUM, QUIET
from tests.server import Server

PHONES = 3
SCREEN = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
WAYS = {"with the stream": "", "by polling": "delete window.EventSource;"}
# When each heading was painted first, by this computer's clock.
PAINTED = """
window.painted = {};
document.addEventListener("table-changed", () => requestAnimationFrame(() => setTimeout(() => {
    painted[document.querySelector("h1").firstChild.textContent.trim()] ??= Date.now();
})));
"""


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=30)
    rounds = options.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        store = Store(Path(folder) / FILE_NAME)
        medians = {}
        for way, script in WAYS.items():
            table = start_table(store, "fool", Sitting(PLAYERS, 0, OPEN_ENDED), new_write_key())
            delays, asked = play(browser, f"{server.address}/t/{table}", script, rounds)
            medians[way], p95 = statistics.median(delays), statistics.quantiles(delays, n=20)[-1]
            print(
                f"{way:16} {len(delays)} seen: p50 {medians[way]:6.0f} ms, p95 {p95:6.0f} ms, max {max(delays):6.0f} ms"
            )
            print(f"{'':16} each phone asked {asked / PHONES:.0f} times for {rounds} rounds", flush=True)
        server.kill()
    print(f"{'':16} p50: ratio {medians['with the stream'] / medians['by polling']:.2f}")


def play(browser: Browser, table: str, script: str, rounds: int) -> tuple[list[float], int]:
    """Save the rounds while phones look: the delays in milliseconds, and how often the phones asked."""
    asked: list[str] = []
    contexts = [browser.new_context(**SCREEN) for _ in range(PHONES)]
    phones = [context.new_page() for context in contexts]
    for phone in phones:
        phone.add_init_script(script + PAINTED)
        phone.on("request", lambda request: asked.append(request.url) if "/live?" in request.url else None)
        phone.goto(table)
        phone.wait_for_load_state("networkidle")
    delays = []
    asked.clear()
    for number in range(1, rounds + 1):
        phones[0].wait_for_timeout(random.uniform(300, 1500))
        sent = time.time()
        save(table, number)
        delays += [seen(phone, f"Round {number + 1}") - sent * 1000 for phone in phones]
    for context in contexts:
        context.close()
    return delays, len(asked)


def save(table: str, number: int) -> None:
    """Save a round as a phone does, and wait for the answer."""
    form = FORM | {"number": str(number), "key": new_write_key()}
    request = urllib.request.Request(f"{table}/rounds", urllib.parse.urlencode(form).encode())
    request.add_header("Prefer", "return=minimal")
    with urllib.request.urlopen(request, timeout=10) as answer:
        assert answer.status == 204, answer.status


def seen(phone: Page, heading: str) -> float:
    """When a phone has painted a heading, in milliseconds since 1970."""
    for _ in range(500):
        if at := phone.evaluate("heading => painted[heading]", heading):
            return float(at)
        phone.wait_for_timeout(20)
    raise AssertionError(f"{heading} is not seen")


if __name__ == "__main__":
    main()
