"""Three companions behind HAProxy: one is lost with its disk in the middle of a game, and comes back by its replica."""

import json
import signal
import threading
import urllib.error
import urllib.parse
import urllib.request
from contextlib import ExitStack, closing

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.test_outbox import type_round, waits
from tests.many import CELLS, Cell, Proxy
from tests.server import AT_HOME
from tests.web.builders import a_key, new_game

pytestmark = [pytest.mark.thorough, pytest.mark.unmeasured]


class Elsewhere(threading.Thread):
    """A table at another cell, where round after round is entered and read until the end; what failed."""

    def __init__(self, address, cell):
        super().__init__(daemon=True)
        self.address = address
        self.failed = []
        self.rounds = 0
        self.over = threading.Event()
        self.table = next(table for table in iter(self.started, None) if table.startswith(f"/t/{cell}."))
        self.start()

    def started(self):
        return urllib.parse.urlsplit(self.ask("/tables", new_game(game="durak")).url).path

    def ask(self, path, form=None):
        body = urllib.parse.urlencode(form).encode() if form else None
        return urllib.request.urlopen(self.address + path, body, timeout=20)

    def run(self):
        while not self.over.wait(0.05):
            try:
                self.ask(f"{self.table}/rounds", {"key": a_key(), "number": self.rounds + 1, "result": "fool-3"})
                self.rounds += 1
                for path in ("/", "/tables/new", f"{self.table}/sheet"):
                    self.ask(path).close()
            except OSError as error:
                self.failed.append(repr(error))

    def saved(self):
        return len(json.load(self.ask(f"{self.table}/sheet.json"))["rounds"])


@pytest.fixture
def many(tmp_path):
    """The cells by name, and the proxy in front of them."""
    with ExitStack() as opened:
        cells = {name: opened.enter_context(closing(Cell(name, tmp_path / name))) for name in CELLS}
        yield cells, opened.enter_context(closing(Proxy(tmp_path, cells.values())))


def test_one_of_three_cells_is_lost_and_comes_back(page, many):
    cells, proxy = many
    page.set_default_timeout(20_000)
    phone = Phone(page, proxy.address.replace("127.0.0.1", AT_HOME))
    while "/t/b." not in phone.table:
        phone.start_game()
    elsewhere = [Elsewhere(proxy.address, name) for name in ("c", "d")]
    type_round(phone)
    phone.save(1)
    phone.saved(1)
    cells["b"].copied()
    cells["b"].copies.send_signal(signal.SIGSTOP)  # what is saved from now on is on the one disk alone
    type_round(phone, 2)
    phone.save(2)
    phone.saved(2)
    type_round(phone, 3)
    cells["b"].lose()
    before = [each.rounds for each in elsewhere]
    phone.save(3)
    expect(waits(phone)).to_be_visible()
    cells["b"].restore()
    proxy.move(cells["b"])
    sheet = phone.table.replace(AT_HOME, "127.0.0.1").partition("#")[0] + "/sheet.json"
    for _ in range(300):
        with urllib.request.urlopen(sheet, timeout=20) as answer:
            rounds = json.load(answer)["rounds"]
        if len(rounds) == 3:
            break
        page.wait_for_timeout(100)
    assert len(rounds) == 3, "round 2 was told to be saved, round 3 waited on the phone"
    for each, rounds_then in zip(elsewhere, before, strict=True):
        each.over.set()
        each.join(30)
        assert each.failed == []
        assert each.rounds > rounds_then
        assert each.saved() == each.rounds
