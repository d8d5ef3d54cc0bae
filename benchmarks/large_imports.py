"""What the largest import costs everybody else: saves at another table go on meanwhile, on a server of their own.

    python benchmarks/large_imports.py [--seconds 20] [--tables 8000]

Three files: one of two megabytes by the page that has as many rounds as a file may have, one by the page with as many
tables, and one of so many tables by the command. Prints, for each and before the first one, the median and the longest
wait of a save (goal: at most 1 s) with its ratio to the median without any import, how many saves failed (goal: 0),
how long the import took, and how much memory the server took at most beyond what it had before.
"""

from __future__ import annotations

import argparse
import http.client
import json
import secrets
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from answer_times import COOKIE, new_table
from live_load import started

from companion.games.sheetfile import MAX_ROUNDS_PER_TABLE
from companion.store.database import FILE_NAME, Store
from companion.web.app.security import MAX_FILE_BYTES

NAMES = ["Anne", "Paul", "Rachel", "Camille"]
HANDS = {"hands": {"Anne": [25, 4, 3, 2, 2, 7], "Paul": [], "Rachel": [9, 12, 11, 5], "Camille": [3, 4]}}
PAUSE = 0.02  # seconds between a save and the next
GLANCE = 0.05  # seconds between two looks at the memory
FORM = {
    **{"seat-1-cards": "5 2", "seat-2-out": "y", "seat-2-disc": "y"},
    **{"seat-3-cards": "6", "seat-4-cards": "3", "seat-5-cards": "4"},
}


@dataclass
class Waits:
    """How long saves took, in seconds, and how many were not answered by what a save is answered by."""

    taken: list[float] = field(default_factory=list)
    failed: int = 0


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=float, default=20, help="of saves without an import")
    options.add_argument("--tables", type=int, default=8000)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / FILE_NAME)
        table = new_table(store, 12)
        store.close()
        rounds = a_file(MAX_ROUNDS_PER_TABLE, MAX_FILE_BYTES)
        tables = a_file(0, MAX_FILE_BYTES)
        many = Path(folder) / "many.json"
        many.write_bytes(a_file(7, most=chosen.tables))
        with started(folder) as run:
            alone = told("without an import", run, table, lambda: time.sleep(chosen.seconds), None)
            told(f"a file of {len(rounds):,} bytes", run, table, lambda: by_page(run.port, rounds), alone)
            told(f"a file of {len(tables):,} bytes", run, table, lambda: by_page(run.port, tables), alone)
            size = f"{many.stat().st_size:,}"
            told(f"{size} by the command", run, table, lambda: by_command(many, folder), alone)


def a_file(rounds: int, largest: int = 2**40, most: int = 10**9) -> bytes:
    """A group's file, as large as may be, of tables with so many rounds."""
    sheet: dict[str, Any] = {"format": "companion-sheet", "version": 1, "game": "fool", "players": NAMES}
    sheet |= {"first_starter": "Anne", "played_on": ["score", "tens"]}
    text = json.dumps({**sheet, "id": "x" * 32, "rounds": [HANDS] * rounds}, separators=(",", ":"))
    about = {"format": "companion-group", "version": 1, "id": uuid.uuid4().hex, "name": "Large", "tables": []}
    number = min(most, (largest - 200) // (len(text) + 1))
    tables = (text.replace("x" * 32, f"{n:032}") for n in range(number))
    return json.dumps(about).replace("[]", f"[{','.join(tables)}]").encode()


def told(what: str, run: Any, table: str, work: Callable[[], None], alone: float | None) -> float:
    """Save at a table while something is done, print how it went, and give the median."""
    before = memory(run.pid)
    with saving(run.port, table) as waits, watching(run.pid) as highest:
        began = time.monotonic()
        work()
        took = time.monotonic() - began
    middle, longest = median(waits.taken), max(waits.taken)
    ratio = longest / (alone or middle)
    print(
        f"{what:34} {took:6.1f} s   {len(waits.taken):5} saves, median {middle * 1000:6.1f} ms, "
        f"longest {longest * 1000:6.1f} ms ÷ {ratio:5.1f}, failed {waits.failed}   +{highest[0] - before:5.0f} MB",
        flush=True,
    )
    return middle


@contextmanager
def saving(port: int, table: str) -> Iterator[Waits]:
    """Somebody corrects the first round of a table, again and again."""
    waits, over = Waits(), threading.Event()

    def save() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": COOKIE}
        version, number = 10**6, 0
        while not over.wait(PAUSE):
            number += 1
            typed = FORM | {"seat-3-cards": str(6 + number % 5), "key": secrets.token_urlsafe(16), "version": version}
            began = time.monotonic()
            connection.request("POST", f"/t/{table}/rounds/1", urllib.parse.urlencode(typed), headers)
            answer = connection.getresponse()
            answer.read()
            waits.taken.append(time.monotonic() - began)
            waits.failed += answer.status not in (200, 204, 303)

    thread = threading.Thread(target=save)
    thread.start()
    try:
        yield waits
    finally:
        over.set()
        thread.join()


def by_page(port: int, content: bytes) -> None:
    """Send a file as the form does."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    parts = b"".join(
        b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n' % part
        for part in ((b"key", b"", secrets.token_urlsafe(16).encode()), (b"file", b'; filename="x"', content))
    )
    headers = {"Content-Type": "multipart/form-data; boundary=x", "Sec-Fetch-Site": "same-origin"}
    connection.request("POST", "/imports", parts + b"--x--\r\n", headers)
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 303, answer.status


def by_command(file: Path, folder: str) -> None:
    """Import a file beside the server."""
    subprocess.run([sys.executable, "-m", "companion", "import", str(file), "--data", folder], check=True)


@contextmanager
def watching(server: int) -> Iterator[list[float]]:
    """The most megabytes that the server took meanwhile."""
    highest, over = [0.0], threading.Event()

    def watch() -> None:
        while not over.wait(GLANCE):
            highest[0] = max(highest[0], memory(server))

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield highest
    finally:
        over.set()
        thread.join()


def memory(server: int) -> float:
    """Return the megabytes of a process."""
    status = Path(f"/proc/{server}/status").read_text().splitlines()
    return int(next(line for line in status if line.startswith("VmRSS")).split()[1]) / 1024


if __name__ == "__main__":
    main()
