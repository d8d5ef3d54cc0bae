"""Who was put out stays out: with a link ends every way that it opened, and none leads back in.

A thief has a leaked link. He opens whatever can be opened with it: at the table, at its rematch, by the code, through a
group of his own. Somebody replaces the link. Then he tries all of it again, and all that he got.
"""

import ast
import hashlib
import io
import json
import re
import secrets
from pathlib import Path

import pytest

import companion
from companion import create_app
from companion.store.files import imports
from companion.store.links import links
from companion.store.links.links import HOST, SCORER, WATCHER, LinkEnded, hashed
from tests.store.builders import how_many
from tests.web.app.test_hostile import addresses
from tests.web.builders import OUT, Group, Phone, a_file, a_group, a_key, a_table, new_game

ADDRESS = re.compile(r"/([tg])/([A-Za-z0-9_-]{22,64})")
CODE = re.compile(r'class="code">([^<]+)<')

ENOUGH = 12  # keys with which every page is looked at; with the others, those that hand something on

# Whatever lets a key open a table or a group. Each of these the thief tries.
WAYS = {
    "companion.store.links.links": {"shared_key", "replace_hosts", "say_who"},
    "companion.store.links.codes": {"join"},
    "companion.store.journal.rematches": {"start_rematch", "_link_to"},
    "companion.store.journal.tables": {"start_table"},
    "companion.store.groups.groups": {"table_key", "start_group", "replace_link"},
    "companion.store.files.imports": {"_come_in"},  # a new group, by a new key
}

BY_COMMAND = {"companion.store.links.links": {"give"}, "companion.store.groups.groups": {"give_link"}}


def test_there_are_no_other_ways():
    """A new one must end with the link that opened it: let the thief try it here, and add it to the list."""
    root = Path(companion.__file__).parent
    found = {}
    for path in root.rglob("*.py"):
        module = ".".join(["companion", *path.relative_to(root).with_suffix("").parts])
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            if any(adds_a_link(call, module) for call in ast.walk(function) if isinstance(call, ast.Call)):
                found.setdefault(module, set()).add(function.name)
    assert {module: ways - BY_COMMAND.get(module, set()) for module, ways in found.items()} == WAYS


def test_ways_of_the_command_are_in_no_page():
    """They ask for no link: who runs the companion has its file."""
    names = set().union(*BY_COMMAND.values())
    root = Path(companion.__file__).parent
    asking = {
        path.relative_to(root).parts[0]
        for path in root.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in names
    }
    assert asking == {"cli"}


def adds_a_link(call, module):
    """Whether a call lets a key open something: by the one function for a table's links, or the one for a group's."""
    called = call.func
    if isinstance(called, ast.Attribute):
        on = called.value.id if isinstance(called.value, ast.Name) else ""
        return (on, called.attr) == ("links", "add") or called.attr == "add_link"
    names = {"add_link"} | ({"add"} if module == links.__name__ else set())
    return isinstance(called, ast.Name) and called.id in names


def test_a_link_is_written_in_one_place():
    """And a group's in one: nothing gets past those functions."""
    inserts = [
        (path.name, line.strip())
        for path in Path(companion.__file__).parent.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r'"(group_)?links"\)\.(insert|upsert)|INTO (group_)?links', line)
    ]
    assert sorted(name for name, _ in inserts if name != "migrations.py") == ["groups.py", "links.py"]


class Holder:
    """Somebody with links: opens whatever they open, and remembers every address and code that he sees."""

    def __init__(self, client, *phones):
        self.client = client
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


def over(client, **fields):
    """A table whose game is over."""
    return a_table(client, tens_to_end="1", **fields).with_round("17", OUT, "13", "5")


def handed_on(phone, role):
    """The link in a role that a phone hands on; a host's own."""
    store = phone.client.application.extensions["store"]
    return phone if role == HOST else Phone(phone.client, f"/t/{links.shared_key(store, phone.key, role)}")


def replaces(phone, role):
    """The phone of who replaces a link, with the link that it goes on with."""
    store = phone.client.application.extensions["store"]
    times = links.times_replaced(store.db, links.look_up(store.db, phone.key)["table_id"], role)
    answer = phone.post("/links", role=role, times=str(times))
    assert answer.status_code == 303
    return Phone(phone.client, answer.location.partition("/share")[0])


def live_links(store):
    """The hashes of all links to tables that open something."""
    return {key for (key,) in store.db.execute("SELECT key_hash FROM links WHERE ended_at IS NULL").fetchall()}


def a_thief(client, phone):
    """Somebody who has got hold of a link, and has a group of his own."""
    thief = Holder(client, phone)
    thief.group = a_group(client, "Thieves")
    thief.keys.append(("g", thief.group.key))
    return thief


def a_case(role, begins, grouped):
    """A case of the first tier where it is one of those that find the most; the others are thorough."""
    quick = begins == "thief" and not grouped and role != WATCHER
    return pytest.param(role, begins, grouped, marks=() if quick else pytest.mark.thorough)


@pytest.mark.parametrize(
    ("role", "begins", "grouped"),
    [
        a_case(role, begins, grouped)
        for role in (HOST, SCORER, WATCHER)
        for begins in ("thief", "owner", "nobody")
        for grouped in (False, True)
    ],
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


@pytest.mark.parametrize("role", [HOST, SCORER, WATCHER])
def test_nobody_brings_a_link_along_to_a_rematch_whose_links_were_replaced(client, role):
    """Who has the link of the finished table, and comes only then."""
    owner = over(client)
    owner.visit("/share")
    thief = a_thief(client, handed_on(owner, role))
    again = Phone(client, owner.post("/rematches", first_starter="1").location)
    again.visit("/share")
    again = replaces(again, role)
    thief.tries_everything(steps=2)
    first, second = thief.tables()
    assert {thief.table(key) for key in thief.live} == {first}
    assert again.visit("/settings").title == "Settings"
    assert second == thief.table(again.key)


@pytest.mark.parametrize("role", [HOST, SCORER, WATCHER])
def test_a_tables_link_is_no_groups(client, role):
    """Who sends it as a group's key, wherever one is taken, gets none by it, and no way back once it is replaced."""
    owner = over(client)
    thief = Holder(client, handed_on(owner, role))
    thief.begins = False
    owner = Phone(client, owner.post("/phones", seat="1").location)  # who goes on by a link that came through that one
    ((_, leaked),) = thief.keys

    def send(path, content=None, **form):
        file = {"file": (io.BytesIO(json.dumps(content).encode()), "file.json")} if content else {}
        answer = client.post(path, data=new_game(**form) | file)
        thief.sees(answer)
        return answer.status_code

    assert send("/groups", key=leaked, name="Thieves") == 303
    whole = Group(client, f"/g/{thief.keys[-1][1]}").file
    assert send("/imports", whole, key=leaked, phone=leaked) == 303
    for form in ({}, {"key": leaked}):
        assert send("/tables", group=leaked, **form) == 422
        assert send("/imports", a_file(), group=leaked, **form) == 410
    refused = {HOST: (422, 422), SCORER: (303, 403), WATCHER: (403, 403)}[role]
    assert (send(f"/t/{leaked}/rematches", group=leaked), send(f"/t/{leaked}/group", group=leaked)) == refused
    assert client.get(f"/g/{leaked}").status_code == 404
    assert send(f"/g/{leaked}/links") == 404
    assert owner.visit("/settings").title == "Settings"

    thief.tries_everything()
    replaces(owner, role)
    thief.tries_everything()
    assert thief.live == []


def test_only_a_host_puts_a_rematch_into_a_group(client):
    """Where all come along. Who only keeps score begins it, without a group; another game he begins is his own."""
    owner, group = over(client), a_group(client)
    scorer = handed_on(owner, SCORER)
    assert not scorer.visit("/rematch").all("input", name="quiet")
    assert scorer.post("/rematches", first_starter="1", group=group.key).status_code == 303
    assert group.tables() == []
    assert over(client).post("/rematches", first_starter="1", group=group.key).status_code == 303
    running = handed_on(a_table(client), SCORER)
    assert running.post("/rematches", first_starter="1", group=group.key).status_code == 303
    assert len(group.tables()) == 2


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


def test_a_file_that_is_still_coming_in_stays_out(client, monkeypatch):
    """A long one, of somebody whose link of the group is replaced while it is read."""
    group = a_group(client)
    before, write = group.file, imports._Waiting.write

    def write_slowly(*about):
        write(*about)
        group.post("/links", key="k" * 22)

    monkeypatch.setattr(imports._Waiting, "write", write_slowly)
    sent = {"key": a_key(), "file": (io.BytesIO(json.dumps(a_file()).encode()), "sheet.json")}
    assert client.post(f"{group.address}/imports", data=sent).status_code == 410
    new = Group(client, group.post("/links", key="k" * 22).location.partition("/share")[0])
    assert new.file == before
    assert new.people() == {}


def test_who_came_through_the_group_replaces_and_stays(client):
    """The table too, though it was put there by a link that has ended now; and so do those of the group."""
    group, first = a_group(client), over(client)
    first.post("/group", group=group.key)
    mine = Phone(client, client.get(f"{group.address}/tables/{group.tables()[0]}").location)
    mine = replaces(mine, HOST)
    assert first.visit(status=410)
    assert mine.visit("/settings").title == "Settings"
    assert len(group.tables()) == 1
    theirs = Phone(client, client.get(f"{group.address}/tables/{group.tables()[0]}").location)
    assert theirs.visit("/settings").title == "Settings"
    assert not mine.visit("/share").has_button("Take out of the group")


# The group of a table


def test_the_share_page_says_which_group_a_table_is_in(client):
    """To hosts, and by its name only."""
    group = a_group(client, "Friday night")
    begun, lone = over(client, group=group.key), over(client)
    told = "In the group “Friday night”: whoever has the link of the group is host here."
    assert told in begun.visit("/share").text
    assert not begun.visit("/share").has_button("Take out of the group"), "it was begun there"
    assert "In the group" not in lone.visit("/share").text
    lone.post("/group", group=group.key)
    page = lone.visit("/share")
    assert told in page.text
    assert group.key not in page.source
    assert "Friday night" not in handed_on(lone, SCORER).visit("/share").text


def test_a_host_takes_a_table_out_of_a_group_that_it_was_put_into(client):
    """With its rematches there. Whoever came through the group is out; the table and its other links stay."""
    group, phone = a_group(client), over(client)
    phone.post("/group", group=group.key)
    again = Phone(client, phone.post("/rematches", first_starter="1").location)
    through = [Phone(client, client.get(f"{group.address}/tables/{table}").location) for table in group.tables()]
    assert len(through) == 2
    handed = [handed_on(each, role) for each in through for role in (SCORER, WATCHER)]
    answer = phone.visit("/share").press("Take out of the group")
    page = client.get(answer.location).page
    assert "Done. The table is in no group." in page.text
    assert group.tables() == []
    for each in (*through, *handed):
        assert each.visit(status=410)
    assert again.visit("/settings").title == phone.visit("/settings").title == "Settings"
    assert phone.post("/group/removal").status_code == 303, "once more does nothing"
    assert handed_on(phone, SCORER).post("/group/removal").status_code == 403
