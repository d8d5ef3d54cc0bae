"""How long from a tap on Save until its request is on its way, on a slow phone: at most 50 ms.

    python benchmarks/save_delay.py [--saves 20] [--slower 6]

Saves rounds in Chromium with its processor slowed down. Prints the median and the longest time from the click to the
request, and for comparison those of a button that asks the server at once, in the same run.
"""

import argparse
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import CHROMIUM, QUIET
from tests.browser.phone import FIVE, Phone
from tests.server import Server

MEASURE = """
const { fetch } = window;
window.fetch = (address, options) => {
    if (window.clicked && options?.method === "POST" && !String(address).endsWith("/check")) {
        const taken = performance.now() - window.clicked;
        window.clicked = 0;
        sessionStorage.setItem("taken", taken);
    }
    return fetch(address, options);
};
addEventListener("click", (event) => { window.clicked = event.timeStamp; }, { capture: true });
"""
AT_ONCE = """() => {
    const button = document.createElement("button");
    button.type = "button";
    button.id = "at-once";
    button.textContent = "At once";
    button.style.cssText = "position: fixed; inset: 0; z-index: 9";
    button.addEventListener("click", () => { fetch("/health", { method: "POST" }); button.remove(); });
    document.body.append(button);
}"""


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--saves", type=int, default=20)
    options.add_argument("--slower", type=int, default=6)
    asked = options.parse_args()
    saves, at_once = [], []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = browser.new_page(viewport={"width": 360, "height": 640}, has_touch=True)
        page.add_init_script(MEASURE)
        phone = Phone(page, server.address).start_game()
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": asked.slower})
        for save in range(asked.saves):
            number = save % 5 + 1
            page.goto(f"{phone.table}/rounds/new")
            page.evaluate(AT_ONCE)
            page.locator("#at-once").tap()
            at_once.append(taken(page))
            for player in FIVE[:-1]:
                phone.type_hand(player, "=2")
            phone.type_hand(FIVE[-1], "")
            phone.save(number)
            phone.saved(number)
            saves.append(taken(page))
            if number == 5:
                phone.start_game()
        browser.close()
        server.kill()
    print(f"| | median | longest |\n|---|---|---|\n{row('Save', saves)}\n{row('at once', at_once)}")


def taken(page: Page) -> float:
    """The milliseconds between the last click and its request."""
    return float(page.evaluate("sessionStorage.getItem('taken')"))


def row(what: str, times: list[float]) -> str:
    """A row of the table."""
    return f"| {what} | {statistics.median(times):.1f} ms | {max(times):.1f} ms |"


if __name__ == "__main__":
    main()
