"""Somebody with a phone at the table: finds things by role and label, and counts their taps."""

import json
import re
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect

from tests.browser import elsewhere
from tests.web.builders import a_key

FIVE = ("Anne", "Paul", "Rachel", "Camille", "Ben")
FOUR = FIVE[:4]
TABLE = re.compile(r"/t/([a-z2-9]+\.)?[\w-]{22}$")
# The totals that the standings show, by seat, in whatever order they list them.
TOTALS = """() => JSON.parse(document.querySelector("[data-names]").dataset.names).map(name =>
    [...document.querySelectorAll(".standing")].find(row => row.querySelector("bdi").textContent === name)
        ?.querySelector(".standing-total").innerText.trim()).join(" ")"""
TURN = """hidden => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
KEEPS = """async ([address, words]) => {
    for (const end = performance.now() + 20000; performance.now() < end;) {
        if ((await (await caches.match(address))?.text())?.includes(words)) return true;
        await new Promise(requestAnimationFrame);
    }
    return false;
}"""


class Phone:
    """What is looked for below ``seen`` is found once the scripts of its page have run: nobody taps before."""

    def __init__(self, page: Page, address: str, scripted: bool = True):
        self.page = page
        self.address = address
        self.seen = page.locator("html[data-ready]" if scripted else "html")
        self.taps = 0
        self.tapped = ""
        self.table = ""

    # Ways to a page

    def open(self, path: str = ""):
        """A page of the companion, by its path or its whole address."""
        self.page.goto(path if "://" in path else self.address + path)
        return self.ready()

    def visit(self, path: str = ""):
        return self.open(self.table + path)

    def reload(self):
        self.page.reload()
        return self.ready()

    def ready(self):
        self.tapped = ""
        self.seen.wait_for(state="attached")
        return self

    def sit_at(self, path: str):
        """Open a table by its link, as one that this phone was given."""
        self.open(path)
        self.table = re.match(r".*/t/[\w.-]+", self.page.url)[0]
        return self.visit() if self.page.url.endswith("/phones") else self  # who keeps score is asked who that is

    def has_come(self, place: str | re.Pattern = TABLE):
        """Wait for another page, and keep the address of its table."""
        self.page.wait_for_url(place)
        self.table = re.match(r".*/t/[\w.-]+", self.page.url)[0]
        return self.ready()

    def start_game(self):
        self.open("/tables/new")
        self.name(*FIVE)
        self.field("First starter").select_option("1")
        self.tap("Start game")
        return self.has_come()

    def import_game(self, sheet: dict):
        self.open("/imports/new")
        self.seen.get_by_label("Sheet or group").set_input_files(
            {"name": "sheet.json", "mimeType": "application/json", "buffer": json.dumps(sheet).encode()}
        )
        self.tap("Open")
        return self.has_come()

    def sit_down(self, *players: str, **fields: str):
        """The host's phone at a new table that was started without it; five players if none are named."""
        kept = {each["name"]: each["value"] for each in self.page.context.cookies(self.address)}
        cookie = kept.get("phone") or a_key()
        self.page.context.add_cookies([{"name": "phone", "value": cookie, "url": self.address}])
        return self.sit_at(elsewhere.start(self.address, *(players or FIVE), cookie=cookie, **fields))

    # What is on a page

    def button(self, name: str) -> Locator:
        return self.seen.get_by_role("button", name=name, exact=True)

    def link(self, name: str | re.Pattern) -> Locator:
        return self.seen.get_by_role("link", name=name, exact=isinstance(name, str))

    def field(self, label: str) -> Locator:
        return self.seen.get_by_label(label, exact=True)

    def player(self, row: int) -> Locator:
        return self.field(f"Player {row}")

    def hand(self, player: str) -> Locator:
        return self.seen.get_by_role("group", name=player, exact=True)

    def left(self, player: str) -> Locator:
        """The field with the cards that a player has left."""
        return self.hand(player).get_by_label("Cards left")

    @property
    def verdict(self) -> Locator:
        return self.page.locator("#verdict")

    @property
    def waiting(self) -> Locator:
        return self.page.locator("#outbox")

    def shows(self, heading: str):
        expect(self.page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        return self

    def reads(self, words: str | re.Pattern, within: str = "main"):
        expect(self.page.locator(within).first).to_contain_text(words)
        return self

    def totals(self, *expected: str):
        """Wait until the standings say these totals, in seat order."""
        self.page.wait_for_function(f"expected => ({TOTALS})() === expected", arg=" ".join(expected))
        return self

    def run(self, script: str, value=None):
        """What a script returns that runs after those of the page."""
        return self.ready().page.evaluate(script, value)

    def until(self, condition: str):
        """Wait until it is true: asked as a function, since the page's policy refuses an expression the second time."""
        self.page.wait_for_function(f"() => {condition}")
        return self

    def knows(self, count: int, what: str = "tables") -> list[dict]:
        """Wait until this phone knows so many tables, or groups; what it knows of them."""
        self.ready()
        found = "([what, count]) => JSON.parse(localStorage.getItem(what) ?? '[]').length === count"
        self.page.wait_for_function(found, arg=[what, count])
        return json.loads(self.run("what => localStorage.getItem(what) ?? '[]'", what))

    def knows_this(self):
        """Wait until this phone knows the table that it shows."""
        has_table = "href => JSON.parse(localStorage.getItem('tables') ?? '[]').some(table => table.href === href)"
        self.page.wait_for_function(has_table, arg=self.table.removeprefix(self.address))
        return self

    def keeps(self, address: str, words: str):
        """Wait until this phone keeps a page, for when there is no connection, that has this in it."""
        assert self.page.evaluate(KEEPS, [address, words]), f"{address} is not kept with {words}"
        return self

    # What a hand does

    def tap(self, name: str, role: str = "button", within: Locator | None = None):
        self.tap_key((within or self.seen).get_by_role(role, name=name, exact=True))

    def tap_key(self, key: Locator):
        """Tap a key. The same one at once again would be one that bounced: that is for a test that stops the clock."""
        assert str(key) != self.tapped, f"{key} was tapped before"
        self.tapped = str(key)
        key.tap()
        self.taps += 1

    def name(self, *players: str):
        for row, player in enumerate(players, start=1):
            self.player(row).fill(player)

    def open_entry(self, number: int):
        self.tap(f"Enter round {number}", "link")
        expect(self.button(f"Save round {number}")).to_be_visible()
        self.taps = 0
        return self

    def choose(self, player: str):
        self.hand(player).tap(position={"x": 20, "y": 12})
        self.taps += 1

    def cards(self, *faces: int):
        self.tap_all("Cards left", *map(str, faces))

    def digits(self, digits: str):
        self.tap_all("Total", *digits)

    def tap_all(self, keys: str, *names: str):
        pad = self.seen.get_by_role("group", name=keys)
        self.page.locator(".hand.active").wait_for()
        for name in names:
            self.tap(name, within=pad)

    def next_player(self):
        self.tap_key(self.seen.locator(".next-player"))

    def swipe(self, across: str):
        """Swipe to the left over something, as a thumb does."""
        box = self.page.locator(across).bounding_box()
        right, middle = box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2
        touches = self.page.context.new_cdp_session(self.page)
        for kind, along in (("touchStart", 0), ("touchMove", 60), ("touchMove", 120), ("touchEnd", None)):
            points = [] if along is None else [{"x": right - along, "y": middle}]
            touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def type_hand(self, player: str, typed: str, disc: bool = False):
        self.left(player).fill(typed or "0")
        if disc:
            self.hand(player).get_by_label("Fool! disc").check()

    def type_round(self, *hands: str):
        """Type the hands of all players, in seat order, where a round is entered; out is who has none."""
        self.visit("/rounds/new")
        for row, typed in enumerate(hands):
            hand = self.seen.locator(".hand").nth(row)
            if typed:
                hand.get_by_label("Cards left").fill(typed)
            else:
                hand.get_by_label("Out").dispatch_event("click")  # with scripts its key is on the pad
        return self

    def save(self, number: int):
        self.tap(f"Save round {number}")
        self.tapped = ""
        return self

    def saved(self, number: int):
        """Wait for the table (or the end) after round ``number``."""
        self.page.wait_for_url(re.compile(rf"#saved-{number}$"))
        return self.ready()

    # What no finger does

    def turn_away(self, hidden: bool = True):
        """Nobody looks at the page any more: Chromium under test shows every page, so it is told."""
        self.run(TURN, hidden)
        return self

    def turn_back(self):
        return self.turn_away(hidden=False)

    @contextmanager
    def held_still(self):
        """Nothing moves meanwhile, on this page and on those that come."""
        moves = self.page.context.new_cdp_session(self.page)
        moves.send("Animation.enable")
        moves.send("Animation.setPlaybackRate", {"playbackRate": 0})
        yield
        moves.send("Animation.setPlaybackRate", {"playbackRate": 1})

    def stop_the_clock(self):
        """From now on time passes only where a test says so: ``page.clock.run_for``."""
        self.page.clock.install()
        self.page.reload()
        self.seen.wait_for(state="attached")
        self.page.clock.pause_at(self.page.evaluate("Date.now() / 1000") + 1)
        return self
