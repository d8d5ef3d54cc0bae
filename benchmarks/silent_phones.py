"""What slow, silent and greedy connections cost everybody else, on a server of its own.

    python benchmarks/silent_phones.py [--connections 1000] [--requests 300] [--seconds 10]

Prints the median time of an ordinary request, each on its own connection, and its ratio to the same without the
others: while so many connections send one byte a second, and while 20 and 200 ask for large pages in a pipeline
and never read the answers. Times without the others are taken before and after, and averaged.

Then the longest wait of a save at another table, and of a small CSV file (goal: at most 1 s), during these and during
what is dear: 16 connections that open three tables of the most rounds in turn, and 64 that download the longest sheets.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import multiprocessing
import resource
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import mean, median

from answer_times import COOKIE, PLAYERS, ROUND, SECRET, new_table
from attacks import probe
from live_load import started

from companion.games.sheetfile import MAX_ROUNDS_PER_TABLE
from companion.games.sitting import Sitting
from companion.store.database import FILE_NAME, Store
from companion.store.journal.tables import start_table
from companion.store.links.phones import settle
from companion.web.table.access import new_write_key

HEAD = b"POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\nX-Filler: "


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--connections", type=int, default=1000)
    options.add_argument("--requests", type=int, default=300)
    options.add_argument("--seconds", type=float, default=10, help="of saves beside each")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / FILE_NAME)
        tables = [new_table(store, 12), *(longest_table(store) for _ in range(3))]
        store.close()
        with started(folder) as run:
            page = f"/t/{tables[0]}"
            kinds: list[tuple[int, str, Callable[..., None]]] = [
                (chosen.connections, "that send a byte a second", drip),
                (20, "that never read", never_read),
                (200, "that never read", never_read),
            ]
            for number, what, annoy in kinds:
                before = median(ordinary(run.port, page, chosen.requests))
                with beside(annoy, run.port, tables, number):
                    during = median(ordinary(run.port, page, chosen.requests))
                    waits = longest_waits(run.port, tables[0], chosen.seconds)
                after = median(ordinary(run.port, page, chosen.requests))
                ratio = during / mean((before, after))
                print(f"beside {number:5} {what:34} {during:7.2f} ms   ÷ {ratio:5.2f}   {waits}", flush=True)
            dear: list[tuple[int, str, Callable[..., None]]] = [
                (16, "that open the longest tables", open_in_turn),
                (64, "that download the longest sheets", download),
            ]
            for number, what, annoy in dear:
                with beside(annoy, run.port, tables, number):
                    time.sleep(2)
                    waits = longest_waits(run.port, tables[0], chosen.seconds)
                print(f"beside {number:5} {what:34} {'':22}   {waits}", flush=True)


def longest_table(store: Store) -> str:
    """A table of as many rounds as a file may have."""
    options = {"end_score": -500_000, "tens_to_end": 60_000}
    sitting = Sitting(PLAYERS, 0, options, (ROUND,) * MAX_ROUNDS_PER_TABLE)
    return settle(store, f"{start_table(store, 'fool', sitting, new_write_key())}.{SECRET}")


def longest_waits(port: int, table: str, seconds: float) -> str:
    """The longest waits of a save and of a small CSV file within so many seconds."""
    deadline, files, saves, over = (
        time.monotonic() + seconds,
        list[float](),
        list[tuple[int, float]](),
        threading.Event(),
    )
    probing = threading.Thread(target=probe, args=(port, over, saves))
    probing.start()
    while time.monotonic() < deadline:
        files += ordinary(port, f"/t/{table}/sheet.csv", 1)
        time.sleep(0.1)
    over.set()
    probing.join()
    save, failed = max(taken for _, taken in saves) * 1000, sum(status != 303 for status, _ in saves)
    return f"save {save:6.0f} ms of {len(saves)}, {failed} failed; CSV {max(files):6.0f} ms of {len(files)}"


def ordinary(port: int, path: str, requests: int) -> list[float]:
    """The times of a page in milliseconds."""
    times = []
    for _ in range(requests):
        began = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        connection.request("GET", path, headers={"Accept-Encoding": "gzip", "Cookie": COOKIE})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
        connection.close()
        times.append((time.perf_counter() - began) * 1000)
    return times


@contextmanager
def beside(annoy, *about):  # type: ignore[no-untyped-def]
    """Something that goes on in another process once it has said that all its connections are there."""
    there = multiprocessing.Event()
    process = multiprocessing.Process(target=annoy, args=(there, *about), daemon=True)
    process.start()
    assert there.wait(60)
    try:
        yield
    finally:
        process.kill()
        process.join()


def drip(there, port: int, _tables: list[str], connections: int) -> None:  # type: ignore[no-untyped-def]
    """Send a byte a second on each connection: half of them in the head of a request, half in its body."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    phones = [socket.create_connection(("127.0.0.1", port)) for _ in range(connections)]
    for number, phone in enumerate(phones):
        phone.sendall(HEAD + (b"x\r\n\r\n" if number % 2 else b""))
    there.set()
    for phone in itertools.cycle(phones):
        phone.sendall(b"x")
        time.sleep(1 / connections)


def never_read(there, port: int, tables: list[str], connections: int) -> None:  # type: ignore[no-untyped-def]
    """Ask for large pages again and again, and read none of them."""
    asked = b"".join(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {COOKIE}\r\n\r\n".encode()
        for path in (f"/t/{tables[0]}/sheet", f"/t/{tables[0]}/sheet.svg", "/static/vendor/htmx.min.js") * 40
    )
    with ExitStack() as opened:
        for _ in range(connections):
            phone = opened.enter_context(socket.socket())
            phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            phone.connect(("127.0.0.1", port))
            phone.sendall(asked)
        time.sleep(6)  # until no more can be sent to them
        there.set()
        time.sleep(3600)


def download(there, port: int, tables: list[str], connections: int) -> None:  # type: ignore[no-untyped-def]
    """Download long sheets one after the other, as workbooks and as pictures."""
    paths = [f"/t/{table}/sheet.{kind}" for table in tables[1:] for kind in ("xlsx", "svg", "csv")]
    at_once(there, connections, lambda turn: ordinary(port, paths[turn % len(paths)], 1))


def open_in_turn(there, port: int, tables: list[str], connections: int) -> None:  # type: ignore[no-untyped-def]
    """Open long tables in turn: where too few are remembered, each is replayed every time."""
    paths = [f"/t/{table}{page}" for page in ("", "/sheet?all=1", "/history?all=1") for table in tables[1:]]
    at_once(there, connections, lambda turn: ordinary(port, paths[turn % len(paths)], 1))


def at_once(there, connections: int, ask: Callable[[int], object]) -> None:  # type: ignore[no-untyped-def]
    """Ask for something again and again on so many connections; refusals are no reason to stop."""

    def again(turn: int) -> None:
        while True:
            with suppress(AssertionError, OSError, http.client.HTTPException):
                ask(turn)
            turn += 1

    for number in range(connections):
        threading.Thread(target=again, args=[number], daemon=True).start()
    there.set()
    time.sleep(3600)


if __name__ == "__main__":
    main()
