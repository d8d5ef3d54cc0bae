"""How fast the server answers, as ratios to a bare Flask route on the same server in the same run.

    python benchmarks/answer_times.py [--requests 400]

Prints medians in milliseconds, ratios (goals: table 2.5, save 2.2), and the bytes of a first visit. Requests go one
after the other over one kept connection, the kinds in turn, so that a machine that slows down slows all of them.
"""

from __future__ import annotations

import argparse
import gzip
import http.client
import re
import statistics
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from companion import create_app
from companion.games.fields import HandLeft
from companion.games.sitting import Sitting
from companion.store.database import Store
from companion.store.tables.starting import start_table
from companion.web.serving.server import Server
from companion.web.serving.whereabouts import bind
from companion.web.table.access import PHONE, new_write_key

PLAYERS = ("Anne", "Paul", "Rachel", "Camille", "Ben")
SECRET = new_write_key()
COOKIE = f"{PHONE}={SECRET}"  # of a phone at its own address
ROUND = {"hands": dict(enumerate(map(HandLeft, ((5, 2), (), (6,), (3,), (4,))))), "fools": (1,)}
OPEN_ENDED = {"end_score": -500, "tens_to_end": 60}
FORM = {
    "seat-1-cards": "5 2",
    "seat-2-out": "y",
    "seat-2-disc": "y",
    "seat-3-cards": "6",
    "seat-4-cards": "3",
    "seat-5-cards": "4",
}


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--requests", type=int, default=400)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        against_bare_route(Path(folder) / "one", chosen.requests)


def against_bare_route(folder: Path, requests: int) -> None:
    """The table screen and a saved round against a bare route, and the bytes of a first visit."""
    with serving(folder) as (port, store):
        table = new_table(store, 7)
        saving = Saving(port, new_table(store, 0, new_write_key()))
        page = f"/t/{table}"
        tag = fetch(port, page)[2]["ETag"]
        times = measure(
            requests,
            bare=getter(port, "/bare/"),
            table=getter(port, page),
            had=getter(port, page, 304, {"If-None-Match": tag}),
            saving=saving,
        )
        show("bare Flask route", times["bare"])
        show("table screen", times["table"], times["bare"])
        show("table screen, the phone has it", times["had"], times["bare"])
        show("round saved durably", times["saving"], times["bare"])
        first_visit(port, page)


def measure(requests: int, **kinds: Callable[[], None]) -> dict[str, float]:
    """The median time of each kind in milliseconds, asked in turn after some to warm up."""
    times: dict[str, list[float]] = {name: [] for name in kinds}
    for turn in range(requests + 20):
        for name, ask in kinds.items():
            began = time.perf_counter()
            ask()
            if turn >= 20:
                times[name].append((time.perf_counter() - began) * 1000)
    return {name: statistics.median(taken) for name, taken in times.items()}


def show(what: str, milliseconds: float, baseline: float | None = None) -> None:
    """Print one line."""
    ratio = f"   ÷ {milliseconds / baseline:5.2f}" if baseline else ""
    print(f"{what:34} {milliseconds:7.2f} ms{ratio}")


def first_visit(port: int, path: str) -> None:
    """Print the compressed bytes of a page and of all it loads until it is there."""
    page, size, _ = fetch(port, path)
    addresses = re.findall(r'(?:rel="(?:icon|stylesheet|preload)"[^>]* href|src)="(/static/[^"]+)"', page)
    sizes = {address: fetch(port, address)[1] for address in dict.fromkeys(addresses)}
    styles = sum(bytes_ for address, bytes_ in sizes.items() if ".css" in address)
    print(f"{'first visit: HTML + CSS':34} {(size + styles) / 1000:7.1f} kB")
    print(f"{'first visit: everything':34} {(size + sum(sizes.values())) / 1000:7.1f} kB")


def fetch(port: int, path: str) -> tuple[str, int, http.client.HTTPMessage]:
    """The text of an answer, the bytes it took compressed, and its headers."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip", "Cookie": COOKIE})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    plain = gzip.decompress(body) if response.headers["Content-Encoding"] == "gzip" else body
    return plain.decode("utf-8", "replace"), len(body), response.headers


def getter(port: int, path: str, status: int = 200, headers: dict[str, str] | None = None) -> Callable[[], None]:
    """Ask for a page over a connection that is kept."""
    connection = http.client.HTTPConnection("127.0.0.1", port)

    def ask() -> None:
        connection.request("GET", path, headers={"Accept-Encoding": "gzip", "Cookie": COOKIE} | (headers or {}))
        response = connection.getresponse()
        response.read()
        assert response.status == status, response.status

    return ask


class Saving:
    """Save one round after the other, on a new table whenever one is full."""

    def __init__(self, port: int, table: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.table = table
        self.cookie = f"{PHONE}={new_write_key()}"  # another phone's: a second table would put the first into a group
        self.number = 0

    def __call__(self) -> None:
        self.number += 1
        body = urllib.parse.urlencode(FORM | {"number": self.number, "key": new_write_key()})
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": self.cookie}
        self.connection.request("POST", f"/t/{self.table}/rounds", body, headers)
        response = self.connection.getresponse()
        response.read()
        assert response.status == 303, response.status
        if self.number == 12:
            self.number = 0
            self.connection.request("POST", "/tables", urllib.parse.urlencode(_new_game()), headers)
            response = self.connection.getresponse()
            response.read()
            self.table = response.headers["Location"].rpartition("/")[2]


def _new_game() -> dict[str, str]:
    names = {f"player-{number}": name for number, name in enumerate(PLAYERS, start=1)}
    rules = {"starter_by": "total", "starter_tie": "left-first", "tens_counted": "together", "equal_totals": "shared"}
    return names | rules | {"first_starter": "1", "end_score": "500", "tens_to_end": "60", "key": new_write_key()}


def new_table(store: Store, rounds: int, secret: str = SECRET) -> str:
    """The key of a table with so many rounds, whose host is the phone of this secret."""
    sitting = Sitting(PLAYERS, 0, OPEN_ENDED, (ROUND,) * rounds)
    return start_table(store, "fool", sitting, new_write_key(), secret=secret)


@contextmanager
def serving(folder: Path) -> Iterator[tuple[int, Store]]:
    """The companion and a bare Flask route on one server; its port and the store."""
    bare = Flask("bare")
    bare.add_url_rule("/", view_func=lambda: "ok")
    app = create_app(folder)
    app.wsgi_app = DispatcherMiddleware(app.wsgi_app, {"/bare": bare})  # type: ignore[method-assign]
    listening = bind("127.0.0.1", 0)
    server = Server(app)
    serving = threading.Thread(target=server.run, args=[[listening]])
    serving.start()
    try:
        yield listening.getsockname()[1], app.extensions["store"]
    finally:
        server.should_exit = True
        serving.join()


if __name__ == "__main__":
    main()
