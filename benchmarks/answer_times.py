"""How fast the companion answers, beside a bare Flask route on the same server in the same run.

    python benchmarks/answer_times.py [--requests 400]

Prints one table: medians in milliseconds and how many times the bare route that is (goals: table 2.5, save 2.2), then
from a tap to the painted page in Chromium on a phone at a sixth of its speed (goal: 150 ms). Requests go one after
the other over a kept connection, the kinds in turn, so that a machine that slows down slows all of them. What a first
visit weighs: `tests/web/serving/test_compression.py`.
"""

import http.client
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from types import SimpleNamespace
from urllib.parse import urlencode

from flask import Flask
from phones import Phone, a_round, read_options
from playwright.sync_api import Browser, Page, sync_playwright
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from companion import create_app
from companion.web.serving.server import Server
from companion.web.serving.whereabouts import bind
from tests.browser.conftest import CHROMIUM, QUIET, SCREEN
from tests.browser.phone import FIVE
from tests.browser.phone import Phone as SeenPhone

ROUNDS = 12  # of a table
WARM_UP = 20  # requests of each kind
PAINTS = 10  # of each kind
PHONE = SCREEN | {"service_workers": "block"}  # on plain http a phone has none
# A tap and the frame that shows what it leads to may be of two documents.
WATCH = """
const now = () => performance.timeOrigin + performance.now();
const note = (name, value) => sessionStorage.setItem(name, value);
addEventListener("click", () => note("tapped", now()), true);
const look = () => {
    if (document.querySelector(sessionStorage.getItem("wanted"))) {
        note("wanted", "none");
        setTimeout(() => note("taken", now() - sessionStorage.getItem("tapped")));
    }
    requestAnimationFrame(look);
};
look();
"""


def main() -> None:
    """Measure and print."""
    chosen = read_options(__doc__, requests=400)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        against_bare_route(server, chosen.requests)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
            until_painted(server, browser)


def against_bare_route(server: SimpleNamespace, requests: int) -> None:
    """Print how long a table and a save take."""
    phone = Phone(server)
    table = played(phone, 7)
    times = measure(
        requests, {"bare Flask route": getter(phone, "/bare/"), "table": getter(phone, table), "save": saver(server)}
    )
    for what, taken in times.items():
        print(f"{what:26}{taken:9.2f} ms  ÷ {taken / times['bare Flask route']:.2f}")


def measure(requests: int, kinds: dict[str, Callable[[], None]]) -> dict[str, float]:
    """Return the median time of each kind in milliseconds, asked in turn after some to warm up."""
    times: dict[str, list[float]] = {name: [] for name in kinds}
    for turn in range(requests + WARM_UP):
        for name, ask in kinds.items():
            began = time.perf_counter()
            ask()
            if turn >= WARM_UP:
                times[name].append((time.perf_counter() - began) * 1000)
    return {name: median(taken) for name, taken in times.items()}


def getter(phone: Phone, path: str) -> Callable[[], None]:
    """Return what asks for a page over a connection that is kept."""
    connection = http.client.HTTPConnection("127.0.0.1", phone.server.port)
    headers = phone.headers | {"Accept-Encoding": "gzip"}

    def ask() -> None:
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        response.read()
        assert response.status == 200, response.status

    return ask


def saver(server: SimpleNamespace) -> Callable[[], None]:
    """Return what saves one round after the other, on a new table of another phone whenever one is long."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    phone, number = Phone(server), ROUNDS

    def save() -> None:
        nonlocal phone, number
        if number == ROUNDS:
            phone, number = Phone(server), 0
            phone.start()
        number += 1
        connection.request("POST", f"{phone.path}/rounds", urlencode(a_round(number)), phone.headers)
        response = connection.getresponse()
        response.read()
        assert response.status == 303, response.status

    return save


def played(phone: Phone, rounds: int) -> str:
    """Return the address of a new table with so many rounds."""
    table = phone.start()
    for number in range(1, rounds + 1):
        phone.ask(f"{table}/rounds", a_round(number))
    return table


def until_painted(server: SimpleNamespace, browser: Browser) -> None:
    """Print how long it takes from a tap to the page that it leads to."""
    page = browser.new_page(**PHONE)
    page.add_init_script(WATCH)
    phone = SeenPhone(page, server.address).sit_down(tens_to_end="60")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 6})
    entered, saved = [], []
    for number in range(1, PAINTS + 1):
        page.wait_for_function("() => companion.isKept(document.querySelector('#enter').pathname)")
        entered.append(tap(page, "#enter", "#entry"))
        phone.ready()
        for player in FIVE:
            phone.type_hand(player, "=2" if player != FIVE[0] else "")
        saved.append(tap(page, ".save", "#enter"))
        phone.saved(number)
    print(f"{'Enter round, until painted':26}{median(entered):9.0f} ms")
    print(f"{'Save, until painted':26}{median(saved):9.0f} ms")


def tap(page: Page, what: str, wanted: str) -> float:
    """Tap something; return the milliseconds until something else is painted."""
    page.wait_for_timeout(1000)  # while the page is new, nothing can be tapped
    page.evaluate("wanted => { sessionStorage.removeItem('taken'); sessionStorage.setItem('wanted', wanted); }", wanted)
    page.locator(what).tap()
    page.wait_for_function("() => sessionStorage.getItem('taken')")
    return float(page.evaluate("() => sessionStorage.getItem('taken')"))


@contextmanager
def serving(folder: Path) -> Iterator[SimpleNamespace]:
    """Run the companion and a bare Flask route on one server; give its address and port."""
    bare = Flask("bare")
    bare.add_url_rule("/", view_func=lambda: "ok")
    app = create_app(folder)
    app.wsgi_app = DispatcherMiddleware(app.wsgi_app, {"/bare": bare})  # type: ignore[method-assign]
    listening = bind("127.0.0.1", 0)
    server = Server(app)
    running = threading.Thread(target=server.run, args=[[listening]])
    running.start()
    port = listening.getsockname()[1]
    try:
        yield SimpleNamespace(port=port, address=f"http://127.0.0.1:{port}")
    finally:
        server.should_exit = True
        running.join()


if __name__ == "__main__":
    main()
