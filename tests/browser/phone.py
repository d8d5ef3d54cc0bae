"""Somebody with a phone at the table: finds things by role and label, and counts their taps."""

import json
import re

from playwright.sync_api import Locator, Page, expect

from companion.text import ENGLISH

FIVE = ("Anne", "Paul", "Rachel", "Camille", "Ben")


class Phone:
    def __init__(self, page: Page, address: str, words=ENGLISH):
        self.page = page
        self.address = address
        self.words = words
        self.taps = 0
        self.tapped = ""
        self.table = ""

    def say(self, message: str, **values) -> str:
        """A message as the phone shows it; what is none is itself."""
        return self.words.gettext(message) % values if values else self.words.gettext(message)

    def tap(self, name: str, role: str = "button", within: Page | Locator | None = None, **values):
        self.tap_key((within or self.page).get_by_role(role, name=self.say(name, **values), exact=True))

    def tap_key(self, key: Locator):
        """Tap a key; the same one again no quicker than a hand that means it."""
        if str(key) == self.tapped:
            self.page.wait_for_timeout(100)
        self.tapped = str(key)
        key.tap()
        self.taps += 1

    def player(self, row: int) -> Locator:
        """The field for a name where a game begins."""
        return self.page.get_by_label(self.say("Player %(row)s", row=row), exact=True)

    def start_game(self, players=FIVE, starter=None, **house_rules):
        self.page.goto(f"{self.address}/tables/new")
        for number, name in enumerate(players, start=1):
            self.player(number).fill(name)
        self.page.get_by_label(self.say("First starter"), exact=True).select_option(
            str(players.index(starter or players[0]) + 1)
        )
        if house_rules:
            self.page.get_by_text(self.say("House rules")).click()
        for rule, value in house_rules.items():
            self.page.get_by_label(rule.replace("_", " ")).fill(value)
        self.tap("Start game")
        self.page.wait_for_url(re.compile(r"/t/([a-z2-9]+\.)?[\w-]{22}$"))
        self.table = self.page.url
        return self

    def import_game(self, sheet: dict):
        self.page.goto(f"{self.address}/imports/new")
        self.page.get_by_label(self.say("Sheet or group")).set_input_files(
            {"name": "sheet.json", "mimeType": "application/json", "buffer": json.dumps(sheet).encode()}
        )
        self.tap("Open it")
        self.page.wait_for_url(re.compile(r"/t/([a-z2-9]+\.)?[\w-]{22}$"))
        self.table = self.page.url
        return self

    def open_entry(self, number: int):
        self.tap("Enter round %(number)s", "link", number=number)
        expect(self.page.get_by_role("button", name=self.say("Save round %(number)s", number=number))).to_be_visible()
        self.taps = 0
        return self

    def hand(self, player: str) -> Locator:
        return self.page.get_by_role("group", name=player, exact=True)

    def choose(self, player: str):
        self.hand(player).tap(position={"x": 20, "y": 12})
        self.taps += 1

    def cards(self, *faces: int):
        self.page.locator(".hand.active").wait_for()
        pad = self.page.get_by_role("group", name=self.say("Cards left"))
        for face in faces:
            self.tap(str(face), within=pad)

    def digits(self, digits: str):
        self.page.locator(".hand.active").wait_for()
        pad = self.page.get_by_role("group", name=self.say("Total"))
        for digit in digits:
            self.tap(digit, within=pad)

    def next_player(self):
        self.tap_key(self.page.locator(".next-player"))

    def type_hand(self, player: str, typed: str, disc: bool = False):
        self.hand(player).get_by_label(self.say("Cards left")).fill(typed)
        if not typed:
            self.out(player)
        self.hand(player).get_by_label(self.say("Took a Fool! disc")).set_checked(disc)

    def out(self, player: str):
        """Say in the player's own row that nothing is left."""
        self.hand(player).get_by_label(self.say("Out")).check()
        self.taps += 1

    def save(self, number: int):
        self.tap("Save round %(number)s", number=number)

    def saved(self, number: int):
        """Wait for the table (or the end) after round ``number``."""
        self.page.wait_for_url(re.compile(rf"#saved-{number}$"))
        return self

    def total(self, player: str) -> str:
        row = self.page.get_by_role("row").filter(has=self.page.get_by_role("rowheader", name=player))
        return row.get_by_role("cell").last.inner_text()

    @property
    def verdict(self) -> Locator:
        return self.page.locator("#verdict")

    def keeps(self, address: str, shows: str):
        """Wait until this phone keeps a page, for when there is no connection, that has this in it."""
        for _ in range(50):
            if shows in self.page.evaluate("async (at) => (await (await caches.match(at))?.text()) ?? ''", address):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"{address} is not kept with {shows}")
