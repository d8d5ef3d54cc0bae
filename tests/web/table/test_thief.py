"""Who was put out stays out: with a link ends every way that it opened, and none leads back in.

A thief has a leaked link. He opens whatever can be opened with it: at the table, at its rematch, by the code, through a
group of his own. Somebody replaces the link. Then he tries all of it again, and all that he got.
"""

import hashlib
import re
import secrets

import pytest

from companion import create_app
from companion.store.links import links
from companion.store.links.links import HOST, SCORER, WATCHER, LinkEnded, hashed
from tests.store.builders import how_many
from tests.web.app.test_hostile import addresses
from tests.web.builders import Group, a_group, new_game
from tests.web.table.test_put_out import handed_on, over, replaces

pytestmark = pytest.mark.thorough
ADDRESS = re.compile(r"/([tg])/([A-Za-z0-9_-]{22,64})")
CODE = re.compile(r'class="code">([^<]+)<')
ENOUGH = 12  # keys with which every page is looked at; with the others, those that hand something on


class Holder:
    """Somebody with links: opens whatever they open, and remembers every address and code that he sees."""

    def __init__(self, client, *phones):
        self.client = client.application.test_client()  # which does not look at what it gets
        self.keys = [("t", phone.key) for phone in phones]
        self.codes = []
        self.group = None
        self.begins = True

    @property
    def store(self):
        return self.client.application.extensions["store"]

    def tries_everything(self, steps=3):
        """Do all that can be done with every key and code, also with those that turn up on the way."""
        tried = 0
        for _ in range(steps):
            new = self.keys[tried:]
            tried += len(new)
            for kind, key in new:
                self.opens(kind, key)
            for code in self.codes[-2:] if new else ():
                self.sees(self.post("/joins", secrets.token_hex(), code=code))
        return self

    def opens(self, kind, key):
        """Look at every page of a key, and send what makes a link, a rematch or a host."""
        address = f"/{kind}/{key}"
        if kind == "g":
            for path in ("", "?archived=1", "/share", "/players"):
                self.sees(self.client.get(address + path))
            for table in self.tables():
                self.sees(self.client.get(f"{address}/tables/{table}"))
                self.sees(self.client.get(f"{address}/tables/{table}/rematch"))
            return
        pages = addresses(self.client.application, "GET", key)
        if len(self.keys) > ENOUGH:
            pages = [address + path for path in ("/share", "/rematch", "/screen")]
        for page in pages:
            if key in page and not page.endswith((".xlsx", ".svg", ".csv")):
                self.sees(self.client.get(page))
        phones = re.findall(r"/phones/([0-9a-f]{16})", self.client.get(f"{address}/share").text)
        for seat in ("1", "2"):
            self.sees(self.post(f"{address}/phones", key + seat, seat=seat))
        for phone in phones[:1]:
            self.post(f"{address}/phones/{phone}", key, role="host")
        if self.group:
            self.post(f"{address}/group", key, group=self.group.key)
        if self.begins and self.table(key) in self.tables()[:2]:
            mine = {"group": self.group.key} if self.group else {}
            self.sees(self.post(f"{address}/rematches", key, first_starter="1", **mine))

    def post(self, address, once, **form):
        """Send a form; the same again gives the same."""
        key = hashlib.sha256(f"{address} {once}".encode()).hexdigest()[:22]
        return self.client.post(address, data={"key": key} | form)

    def sees(self, response):
        """Remember what an answer shows."""
        shown = response.data.decode(errors="replace") + response.headers.get("Location", "")
        self.keys += [found for found in dict.fromkeys(ADDRESS.findall(shown)) if found not in self.keys]
        self.codes += [code for code in CODE.findall(shown) if code not in self.codes]

    def tables(self):
        """The tables there are, by number."""
        return [number for (number,) in self.store.db.execute("SELECT id FROM tables ORDER BY id").fetchall()]

    def table(self, key):
        """The table that a key opens or opened."""
        link = links.look_up(self.store.db, key)
        return link and link["table_id"]

    @property
    def live(self):
        """The keys that open a table."""
        return [key for kind, key in self.keys if kind == "t" and self.is_live(key)]

    def is_live(self, key):
        try:
            return links.find(self.store, key) is not None
        except LinkEnded:
            return False


@pytest.fixture
def app(tmp_path):
    """An application with nothing in it yet."""
    app = create_app(tmp_path)
    app.testing = True
    yield app
    app.extensions["store"].close()


def live_links(store):
    """The hashes of all links to tables that open something."""
    return {key for (key,) in store.db.execute("SELECT key_hash FROM links WHERE ended_at IS NULL").fetchall()}


def a_thief(client, phone):
    """Somebody who has got hold of a link, and has a group of his own."""
    thief = Holder(client, phone)
    thief.group = a_group(client, "Thieves")
    thief.keys.append(("g", thief.group.key))
    return thief


@pytest.mark.parametrize(
    ("role", "begins", "grouped"),
    [(HOST, "thief", False), (SCORER, "thief", True), (WATCHER, "owner", False), (HOST, "nobody", True)],
)
def test_who_has_a_leaked_link_is_out_once_it_is_replaced(client, role, begins, grouped):
    """At the table and at its rematch, whoever began that; at a table that was begun in a group, and at another."""
    group = a_group(client) if grouped else None
    owner = over(client, **({"group": group.key} if group else {}))
    owner.visit("/share")  # there is a code
    thief = a_thief(client, handed_on(owner, role))
    thief.begins = begins == "thief"
    if begins == "owner":
        owner.post("/rematches", first_starter="1")
    thief.tries_everything()
    assert len(thief.live) >= 2, "he has got further than one link"
    if begins == "owner" or (begins == "thief" and role != WATCHER):
        assert {thief.table(key) for key in thief.live} >= set(thief.tables()[:2])

    owner = replaces(owner, role)
    assert thief.live == []
    before = how_many(thief.store)
    thief.tries_everything()
    assert thief.live == []
    assert how_many(thief.store) == before, "nor does he leave anything, in the group or elsewhere"
    assert thief.group.tables() == []

    assert owner.visit("/settings").title == "Settings"
    mine = Holder(client, owner)
    mine.keys += [("g", group.key)] if group else []
    mine.tries_everything()
    # Whatever else still opens something is reached from what the owner has.
    assert live_links(thief.store) <= {hashed(key) for _, key in mine.keys}


def test_who_has_a_leaked_link_of_a_group_is_out_once_it_is_replaced(client):
    """Of its tables too. A table of his own that he had put there stays, and adds nothing to the group any more."""
    group = a_group(client)
    over(client, group=group.key)
    thief = Holder(client)
    thief.keys.append(("g", group.key))
    thief.begins = False
    own = over(client)
    assert own.post("/group", group=group.key).status_code == 303
    thief.tries_everything()
    assert {thief.table(key) for key in thief.live} >= set(thief.tables()[:3])

    new = Group(client, group.post("/links").location.partition("/share")[0])
    assert thief.live == []
    before = new.tables(), new.people()
    thief.tries_everything()
    assert thief.live == []
    group.post("/tables", **new_game())
    assert own.post("/rematches", **new_game("Somebody", "Else", "And", "More", game="fool")).status_code == 303
    for path, form in (("/tables", new_game("Xaver", "Yves", "Zoe", "Wim", group=group.key)), ("/imports", {})):
        assert client.post(path, data=form).status_code == 422
    assert group.post("/imports").status_code == 410
    assert (new.tables(), new.people()) == before
