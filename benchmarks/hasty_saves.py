"""How many saves of quick hands do nothing: none.

    python benchmarks/hasty_saves.py [ENGINE …] [--saves 500] [--seed 0]

Saves rounds of a game by points in WebKitGTK and WPE WebKit, or in the engines that are named, and leaves every page
as soon as it can: *Save* is tapped once or twice, and the page that comes is reloaded or left, back or forward.
Prints how many saves came to the server, and how many did not within ten seconds of looking at the table.
"""

import argparse
import random
import time
from contextlib import suppress

from playwright.sync_api import sync_playwright

from tests.engines.engines import ENGINES
from tests.engines.phone import Phone
from tests.engines.screen import Gone

PATIENCE = 10  # seconds
ROUNDS = 200  # of a table
TYPE = """() => [...document.querySelectorAll("#entry .number input")].forEach((field, seat) => {
    field.value = seat + 1;
    field.dispatchEvent(new Event("input", { bubbles: true }));
})"""
COUNT = "async (table) => (await (await fetch(`${table}/sheet.json`)).json()).rounds.length"
LEAVE = ("() => location.reload()", "() => history.back()", "() => history.forward()", "() => 0")


def main() -> None:
    """Save and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("engines", nargs="*", default=["webkitgtk", "wpe"])
    options.add_argument("--saves", type=int, default=500)
    options.add_argument("--seed", type=int, default=0)
    asked = options.parse_args()
    print("| engine | saves | did nothing | seconds |\n|---|---|---|---|")
    with sync_playwright() as playwright:
        for name in asked.engines:
            begun = time.monotonic()
            with ENGINES[name].started(playwright) as (browser, server):
                phone = Phone(browser.phone(), server.address)
                lost = save_in_haste(phone, asked.saves, random.Random(asked.seed))
                phone.screen.close()
            print(f"| {browser.version} | {asked.saves} | {lost} | {time.monotonic() - begun:.0f} |", flush=True)


def save_in_haste(phone: Phone, saves: int, chance: random.Random) -> int:
    """How many of so many saves are not at the server, though the phone was looked at for ten seconds."""
    lost, number = 0, ROUNDS
    for _ in range(saves):
        if number == ROUNDS:
            start(phone)
            number = 0
        phone.open(f"{phone.table}/rounds/new")
        phone.rests({"role": "button", "name": f"Save round {number + 1}"})
        phone.screen.run(TYPE)
        save = phone.look("point", {"role": "button", "name": f"Save round {number + 1}"})
        for _ in range(chance.choice((1, 1, 2))):
            phone.screen.tap(*save)
        hurry(phone, chance)
        if arrived(phone, number + 1):
            number += 1
        else:
            lost += 1
            number = ROUNDS
    return lost


def start(phone: Phone) -> None:
    """A new game by points for two."""
    phone.open("/tables/new?game=points")
    phone.type("Player 1", "Anne")
    phone.type("Player 2", "Paul")
    phone.tap("Start game")
    phone.sees("Round 1")
    phone.table = phone.location


def hurry(phone: Phone, chance: random.Random) -> None:
    """Leave the page, up to three times."""
    for _ in range(chance.randrange(4)):
        time.sleep(chance.choice((0, 0.02, 0.05, 0.1)))
        with suppress(Gone):  # it was being left already
            phone.screen.run(chance.choice(LEAVE))


def arrived(phone: Phone, rounds: int) -> bool:
    """Whether the server has so many rounds, as the table's page is looked at."""
    phone.open(phone.table)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(Gone):
            if phone.screen.run(COUNT, phone.table) >= rounds:
                return True
        time.sleep(0.05)
    return False


if __name__ == "__main__":
    main()
