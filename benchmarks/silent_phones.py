"""What slow, silent and greedy connections cost everybody else, on a server of its own.

    python benchmarks/silent_phones.py [--connections 1000] [--requests 300]

Prints the median time of an ordinary request, each on its own connection, and its ratio to the same without the
others: while so many connections send one byte a second, and while 20 and 200 ask for large pages in a pipeline
and never read the answers.
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
import time
from collections.abc import Callable
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import mean, median

from answer_times import new_table
from live_load import started

from companion.store.database import FILE_NAME, Store

HEAD = b"POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\nX-Filler: "


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
            kinds: list[tuple[int, str, Callable[..., None]]] = [
                (chosen.connections, "that send a byte a second", drip),
                (20, "that never read", never_read),
                (200, "that never read", never_read),
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
