"""Builders with which the tests read like an evening: ``a_table(client, players=5).with_round("17", "", "13 1")``."""

import io
import json
import secrets
from pathlib import Path

from companion.store.links.links import add_link, find_link
from tests.games.sheets import a_sheet

NAMES = ("Anne", "Paul", "Rachel", "Camille", "Ben", "Zoë", "Jürgen", "Mia")
CASES = sorted((Path(__file__).parent.parent / "cases").glob("*.json"))
OUT = "0"
HANDS = {"Anne": [17], "Paul": [], "Rachel": 13, "Camille": [5]}


def a_key():
    return secrets.token_urlsafe(16)


def new_game(*names, first_starter="1", **fields):
    rows = {f"player-{row}": name for row, name in enumerate(names or NAMES[:4], start=1)}
    return {"key": a_key(), "first_starter": first_starter} | rows | fields


def a_table(client, players=4, **fields):
    """A new table for so many players, or for these names."""
    names = NAMES[:players] if isinstance(players, int) else players
    return Phone(client, client.post("/tables", data=new_game(*names, **fields)).location)


def a_match(client, *names, **fields):
    """A new match of The Fool's Field of Anne and Paul, or of these two."""
    return a_table(client, players=names or NAMES[:2], game="fools-field", **fields)


def a_durak(client, players=4, **fields):
    return a_table(client, players=players, game="durak", **fields)


def stranger(client, is_recognized=False):
    """Another phone, which keeps cookies or keeps score by its link."""
    other = type(client)(client.application, client.response_wrapper)
    other.is_recognized = is_recognized
    return other


def come(client, address):
    """A phone that opens an address, and may be asked whose it is."""
    answer = client.get(address, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    return Phone(client, answer.request.path.removesuffix("/phones"))


class AtAddress:
    def __init__(self, client, address):
        assert self.kind in address, address
        self.client = client
        self.address = address

    @property
    def key(self):
        return self.address.rpartition("/")[2]

    def visit(self, path="", status=200):
        response = self.client.get(self.address + path)
        assert response.status_code == status, response.text
        return response.page

    def post(self, path, **form):
        return self.client.post(self.address + path, data={"key": a_key()} | form)


class Phone(AtAddress):
    kind = "/t/"

    @property
    def sheet(self):
        return self.client.get(f"{self.address}/sheet.json").get_json()

    @property
    def points(self):
        return [list(played["points"].values()) for played in self.sheet["rounds"]]

    @property
    def names(self):
        return self.sheet["players"]

    def entry(self, *hands, fools=(), **more):
        """A round as it is typed: hands left in seat order, and who took a disc."""
        cards = {f"seat-{seat}-cards": hand for seat, hand in enumerate(hands, start=1)}
        discs = {f"seat-{self.names.index(fool) + 1}-disc": "y" for fool in fools}
        return cards | discs | more

    def enter(self, *hands, fools=(), anyway=False, **more):
        """Enter the next round, and answer what is asked if ``anyway``; the answer."""
        number = len(self.sheet["rounds"]) + 1
        response = self.post("/rounds", **({"number": number} | self.entry(*hands, fools=fools, **more)))
        if anyway and response.status_code == 422 and response.page.has_button("Save anyway"):
            return response.page.press("Save anyway")
        return response

    def handed_on(self, role):
        """The phone of somebody to whom the link of a role was handed on, and who keeps no cookies."""
        name = {"scorer": "score-link", "watcher": "watch-link"}[role]
        address = "/t/" + self.visit("/share").one(id=name).get("value").rpartition("/t/")[2]
        return Phone(stranger(self.client), address)

    def keeping_cookies(self):
        """The same on a phone that keeps cookies, so that the table knows it."""
        return self if self.client.is_recognized else come(stranger(self.client, True), self.address)

    def of(self, name):
        """The phone after somebody said on it who they are."""
        phone = self.keeping_cookies()
        return Phone(phone.client, phone.visit("/phones").press(name).location)

    def check(self, *hands, fools=(), **more):
        return self.post("/rounds/check", **self.entry(*hands, fools=fools, **more)).page

    def correct(self, number, *hands, fools=(), **more):
        """Correct a round as it is now; the answer."""
        version = self.visit(f"/rounds/{number}").value("version")
        return self.post(f"/rounds/{number}", **({"version": version} | self.entry(*hands, fools=fools, **more)))

    def with_round(self, *hands, fools=()):
        response = self.enter(*hands, fools=fools, anyway=True)
        assert response.status_code == 303, response.page.text
        return self

    def answer(self, **said):
        """Send what was picked for the next round; the answer."""
        return self.post("/rounds", number=len(self.sheet["rounds"]) + 1, **said)

    def picking(self, **said):
        """The table after a round for which this was picked."""
        response = self.answer(**said)
        assert response.status_code == 303, response.page.text
        return self

    def tap(self, *buttons):
        """The table after a round was entered for each of these buttons of the entry page."""
        for button in buttons:
            response = self.visit("/rounds/new").press(button)
            assert response.status_code == 303, response.page.text
        return self

    def undoing(self):
        """The table after the last entry was taken back."""
        assert self.visit("/history").press("Undo").status_code == 303
        return self

    def stopping(self):
        assert self.visit("/settings").press("Stop here").status_code == 303
        return self

    def playing_on(self):
        assert self.visit().press("Play on").status_code == 303
        return self


def a_group(client, name="Friday night"):
    return Group(client, client.post("/groups", data={"key": a_key(), "name": name}).location)


class Group(AtAddress):
    kind = "/g/"

    def table(self, *names, **fields):
        """A new game in the group; the phone that keeps score."""
        return a_table(self.client, names or 4, group=self.key, **fields)

    def with_game(self, *hands, names=(), **fields):
        """The group after one more game, of one round with these hands."""
        phone = self.table(*names, **fields).with_round(*(hands or ("17", OUT, "13", "5")))
        if not phone.sheet["finished"]:
            phone.stopping()
        return self

    def tables(self, query=""):
        """The ids of the tables that the page lists, in order."""
        links = self.visit(query).all("a", class_="evening-table")
        return [int(link.get("href").rpartition("/")[2]) for link in links]

    def opened(self):
        """The tables that the page lists, each as the group opens it."""
        return [self.open(table) for table in self.tables()]

    def open(self, table):
        return Phone(self.client, self.client.get(f"{self.address}/tables/{table}").location)

    def people(self):
        links = [link for link in self.visit("/players").all("a") if "/players/" in link.get("href")]
        return {link.find("bdi").text: int(link.get("href").rpartition("/")[2]) for link in links}

    @property
    def file(self):
        return self.client.get(f"{self.address}/group.json").get_json()


def a_file(rounds=({"hands": HANDS},), **changes):
    return a_sheet(rounds=list(rounds), options={}) | changes


def send(client, content, key=None):
    """Send a file; the answer."""
    if not isinstance(content, bytes):
        content = json.dumps(content).encode()
    form = {"key": key or a_key(), "file": (io.BytesIO(content), "sheet.json")}
    return client.post("/imports", data=form)


def opened(client, content, key=None):
    """The table that a file opens."""
    return Phone(client, send(client, content, key).location)


def another_link(app, phone, role="watcher", ended=False):
    """A second link to a table, put into the store by hand."""
    store = app.extensions["store"]
    key = add_link(store.db, role, table_id=find_link(store, phone.key).table_id, ended_at="2026" if ended else None)
    return Phone(stranger(phone.client), f"/t/{key}")
