"""What slow, silent and greedy connections cost everybody else, on a server of their own.

    python benchmarks/silent_phones.py [--seconds 15]

Prints how long an ordinary page takes, and a save at another table at most (goal: 1 s): alone; beside
600 half heads and 40 bodies that grow by a byte a second; beside 20 connections that ask for 4,000 long pages and never
read them; beside 64 that download the longest sheets; and the most memory of the server.
"""

from __future__ import annotations

import argparse
import http.client
import multiprocessing
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path
from statistics import median

from answer_times import COOKIE, PLAYERS, ROUND, SECRET, Saving, getter, new_table
from live_load import allow_files, memory, started

from companion.games.sheetfile import MAX_ROUNDS_PER_TABLE
from companion.games.sitting import Sitting
from companion.store.database import FILE_NAME, Store
from companion.store.tables.starting import start_table
from companion.web.table.access import new_write_key

HEAD = b"POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\nX-Filler: "


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=float, default=15, help="beside each")
    chosen = options.parse_args()
    allow_files()
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / FILE_NAME)
        short, saved, longest = new_table(store, 12), new_table(store, 0, new_write_key()), new_longest_table(store)
        store.close()
        with started(folder) as run:
            page, save = getter(run.port, f"/t/{short}"), Saving(run.port, saved)
            for annoy in (alone, drip, never_read, download):
                with beside(annoy, run.port, f"/t/{longest}"):
                    pages, saves, until = [], [], time.monotonic() + chosen.seconds
                    while time.monotonic() < until:
                        pages.append(measure(page))
                        saves.append(measure(save))
                        time.sleep(0.02)
                page_waits = f"page {median(pages):5.0f} ms, at most {max(pages):5.0f}"
                waits = f"{page_waits}; save at most {max(saves):5.0f} of {len(saves)}"
                print(f"{annoy.__name__:12} {waits}; {memory(run.pid) / 1_000_000:4.0f} MB", flush=True)


def measure(ask: Callable[[], None]) -> float:
    """The milliseconds that something takes."""
    began = time.perf_counter()
    ask()
    return (time.perf_counter() - began) * 1000


def new_longest_table(store: Store) -> str:
    """A table of as many rounds as a file may have."""
    options = {"end_score": -500_000, "tens_to_end": 60_000}
    sitting = Sitting(PLAYERS, 0, options, (ROUND,) * MAX_ROUNDS_PER_TABLE)
    return start_table(store, "fool", sitting, new_write_key(), secret=SECRET)


@contextmanager
def beside(annoy: Callable[..., None], port: int, table: str) -> Iterator[None]:
    """Something that goes on in another process, once its connections are there."""
    process = multiprocessing.Process(target=annoy, args=(port, table), daemon=True)
    process.start()
    time.sleep(3)
    try:
        yield
    finally:
        process.kill()
        process.join()
        time.sleep(2)


def alone(_port: int, _table: str) -> None:
    """Nobody else."""


def drip(port: int, _table: str) -> None:
    """Send a byte a second on each connection."""
    phones = [socket.create_connection(("127.0.0.1", port)) for _ in range(640)]
    for number, phone in enumerate(phones):
        phone.sendall(HEAD + b"x\r\n\r\n" * (number < 40))
    for phone in cycle(phones):
        phone.sendall(b"x")
        time.sleep(1 / len(phones))


def never_read(port: int, table: str) -> None:
    """Ask for long pages and read none of them."""
    asked = f"GET {table}/sheet?all=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {COOKIE}\r\n\r\n".encode() * 200
    phones = [socket.socket() for _ in range(20)]
    for phone in phones:
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        phone.connect(("127.0.0.1", port))
        phone.settimeout(1)
        with suppress(TimeoutError):
            phone.sendall(asked)
    time.sleep(3600)


def download(port: int, table: str) -> None:
    """Download long sheets one after the other."""

    def go_on() -> None:
        while True:
            with suppress(OSError, http.client.HTTPException, AssertionError):
                ask = [getter(port, f"{table}/sheet.{kind}") for kind in ("xlsx", "svg", "csv")]
                for each in cycle(ask):
                    each()

    for _ in range(64):
        threading.Thread(target=go_on, daemon=True).start()
    time.sleep(3600)


if __name__ == "__main__":
    main()
