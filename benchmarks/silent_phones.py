"""What slow, silent and greedy connections cost everybody else, on a server of its own.

    python benchmarks/silent_phones.py [--connections 1000] [--requests 300]

Prints the median time of an ordinary request, each on its own connection, and its ratio to the same without the
others: while so many connections send one byte a second, while 16 and 200 ask for large pages in a pipeline
and never read the answers, while four send bodies in pieces of a byte, while a hundred ask for workbooks, and while as
many as this computer's limit of open files allows are open and say nothing.
Times without the others are taken before and after, and averaged.
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

from answer_times import new_table
from live_load import started

from companion.store.database import FILE_NAME, Store

HEAD = b"POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\nX-Filler: "
MOST = 21_000  # connections: more than a server keeps
OTHER_FILES = 100


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--connections", type=int, default=1000)
    options.add_argument("--requests", type=int, default=300)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / FILE_NAME)
        table = new_table(store, 12)
        store.close()
        with started(folder) as run:
            most = resource.getrlimit(resource.RLIMIT_NOFILE)[1] - OTHER_FILES
            kinds: list[tuple[int, str, Callable[..., None]]] = [
                (chosen.connections, "that send a byte a second", drip),
                (16, "that never read", never_read),
                (200, "that never read", never_read),
                (4, "that send tiny pieces", tiny_pieces),
                (100, "that ask for files", ask_for_files),
                (min(most, MOST), "that say nothing", say_nothing),
            ]
            for number, what, annoy in kinds:
                before = ordinary(run.port, table, chosen.requests)
                with beside(annoy, run.port, table, number):
                    during = ordinary(run.port, table, chosen.requests)
                after = ordinary(run.port, table, chosen.requests)
                ratio = during / mean((before, after))
                print(f"beside {number:5} {what:26} {during:7.2f} ms   ÷ {ratio:5.2f}", flush=True)


def ordinary(port: int, table: str, requests: int) -> float:
    """The median time of a table's page in milliseconds."""
    times = []
    for _ in range(requests):
        began = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", f"/t/{table}", headers={"Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
        connection.close()
        times.append((time.perf_counter() - began) * 1000)
    return median(times)


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


def tiny_pieces(there, port: int, _table: str, connections: int) -> None:  # type: ignore[no-untyped-def]
    """Send bodies in pieces of one byte; where a connection is closed, open another."""
    head = b"POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"

    def send() -> None:
        while True:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port)) as phone:
                phone.sendall(head)
                while True:
                    phone.sendall(b"1\r\na\r\n" * 1000)

    all_at_once(there, send, connections)


def ask_for_files(there, port: int, table: str, connections: int) -> None:  # type: ignore[no-untyped-def]
    """Ask for a sheet as a workbook, again and again."""

    def ask() -> None:
        while True:
            connection = http.client.HTTPConnection("127.0.0.1", port)
            with suppress(OSError, http.client.HTTPException):
                connection.request("GET", f"/t/{table}/sheet.xlsx")
                connection.getresponse().read()
            connection.close()

    all_at_once(there, ask, connections)


def all_at_once(there, act: Callable[[], None], times: int) -> None:  # type: ignore[no-untyped-def]
    """Do something in so many threads."""
    for _ in range(times):
        threading.Thread(target=act, daemon=True).start()
    there.set()
    time.sleep(3600)


def say_nothing(there, port: int, _table: str, connections: int) -> None:  # type: ignore[no-untyped-def]
    """Open so many connections; where one is closed, open another."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    phones = [socket.create_connection(("127.0.0.1", port)) for _ in range(connections)]
    there.set()
    for number in itertools.cycle(range(connections)):
        phones[number].close()
        phones[number] = socket.create_connection(("127.0.0.1", port))
        time.sleep(0.01)


def drip(there, port: int, _table: str, connections: int) -> None:  # type: ignore[no-untyped-def]
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


def never_read(there, port: int, table: str, connections: int) -> None:  # type: ignore[no-untyped-def]
    """Ask for large pages again and again, and read none of them."""
    asked = b"".join(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        for path in (f"/t/{table}/sheet", f"/t/{table}/sheet.svg", "/static/vendor/htmx.min.js") * 40
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


if __name__ == "__main__":
    main()
