"""How often hasty hands save what nobody typed, and how fast a tap is answered: never, at once.

    python benchmarks/hasty_evenings.py [--evenings 20] [--seed 0]

Five players at a phone at a sixth of its speed: keys bounce, *Next* is tapped too often or never, *Save* twice, taps
are still on their way while the page changes, and pages are reloaded before the save. What stands in the rows as
*Save* is tapped is compared with the sheet. Prints rounds, what differs, questions, how often another page than the
table was there in the end, and the time from a tap to the next frame and from *Save* to the first paint of the page
that answers (a phone's clock, milliseconds).
"""

import argparse
import random
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import elsewhere
from tests.browser.conftest import CHROMIUM
from tests.server import Server

ROUNDS = 5  # of an evening: no sixth +10 ends it
WATCH = """
window.taps = [];
new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === "click") taps.push(duration);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
const now = () => performance.timeOrigin + performance.now();
document.addEventListener("submit", () => sessionStorage.setItem("t", now()), true);
"""
ROWS = """() => [...document.querySelectorAll(".hand")].map((hand) => {
    const text = hand.querySelector(".hand-cards input").value;
    return hand.querySelector(".hand-out input").checked ? "0" : text;
})"""
PAINTED = """() => new Promise((done) => new PerformanceObserver((list) => done(
    performance.timeOrigin + list.getEntries()[0].startTime - sessionStorage.getItem("t"),
)).observe({ type: "paint", buffered: true }))"""


def main() -> None:
    """Play and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--evenings", type=int, default=20)
    options.add_argument("--seed", type=int, default=0)
    asked = options.parse_args()
    found: dict[str, list[float]] = {
        name: [] for name in ("rounds", "wrong", "questions", "elsewhere", "taps", "saves")
    }
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for number in range(asked.evenings):
            context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
            context.add_init_script(WATCH)
            page = context.new_page()
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 6})
            play(page, server.address, random.Random(f"{asked.seed} {number}"), found)
            context.close()
        server.kill()
    told = {name: len(found[name]) for name in ("rounds", "wrong", "questions", "elsewhere")}
    print(" · ".join(f"{name}: {number}" for name, number in told.items()))
    for name in ("taps", "saves"):
        values = sorted(found[name])
        middle, late = (values[int(len(values) * part)] for part in (0.5, 0.95))
        print(f"{name}: {len(values)}, median {middle:.0f} ms, p95 {late:.0f} ms")


def play(page, address, chance, found):
    """Play an evening; what the sheet has is compared with what stood there."""
    table = address + elsewhere.start(address, "Anne", "Paul", "Rachel", "Camille", "Ben")
    expected = []
    for number in range(1, ROUNDS + 1):
        page.goto(f"{table}/rounds/new")
        page.wait_for_selector("html[data-ready]")
        page.wait_for_timeout(500)
        type_in_haste(page, chance)
        if chance.random() < 0.2:
            page.reload()
            page.wait_for_selector("html[data-ready]")
            page.wait_for_timeout(500)
        complete(page)
        found["taps"] += page.evaluate("() => taps.splice(0)")
        rows = page.evaluate(ROWS)
        box = page.locator(".save").bounding_box()
        save = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for _ in range(chance.choice((1, 2, 2, 3))):
            page.touchscreen.tap(*save)
        for _ in range(chance.randrange(4)):  # a hand that has not stopped yet
            page.wait_for_timeout(chance.randrange(20, 150))
            page.touchscreen.tap(save[0] + chance.randrange(-40, 40), save[1])
        page.wait_for_timeout(900)
        if page.locator(".asks:visible").count():
            found["questions"].append(number)
            page.get_by_role("button", name="Save anyway").tap()
            page.wait_for_timeout(900)
        if f"#saved-{number}" in page.url:
            found["saves"].append(page.evaluate(PAINTED))
        else:
            found["elsewhere"].append(number)
        expected.append(rows)
        found["rounds"].append(number)
    saved = [[sum_of(left) for left in played["hands"].values()] for played in elsewhere.sheet(table)["rounds"]]
    typed = [[sum_of(left) for left in played] for played in expected]
    found["wrong"] += [number for number in range(max(len(saved), ROUNDS)) if saved[number:][:1] != typed[number:][:1]]


def sum_of(left):
    """What a hand costs, as typed or as a sheet has it."""
    if isinstance(left, str):
        return int(left[1:]) if left.startswith("=") else sum(5 if face == "1" else int(face) for face in left.split())
    return sum(5 if face == 1 else face for face in left) if isinstance(left, list) else left


def type_in_haste(page, chance):
    """Type hands: a key bounces, *Next* is tapped too often or not at all."""
    out = chance.randrange(5)
    for seat in range(5):
        keys = [".tray [data-out]"] if seat == out else [f".faces [data-face='{seat + 2}']"] * chance.choice((1, 1, 2))
        if seat:
            keys = [".next-player"] * chance.choice((0, 1, 1, 1, 1, 2)) + keys
        for key in keys:
            box = page.locator(key).bounding_box()
            for _ in range(chance.choice((1, 1, 1, 2))):
                page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.wait_for_timeout(chance.randrange(60, 250))


def complete(page):
    """Look at the rows at last: who has nothing gets a card, and somebody goes out."""
    if "0" not in page.evaluate(ROWS):
        page.locator(".hand-name").first.tap()
        page.locator(".tray [data-out]").tap()
        page.wait_for_timeout(150)
    for seat, text in enumerate(page.evaluate(ROWS)):
        if not text:
            page.locator(".hand").nth(seat).locator(".hand-name").tap()
            page.locator(f".faces [data-face='{seat + 7}']").tap()
            page.wait_for_timeout(150)


if __name__ == "__main__":
    main()
