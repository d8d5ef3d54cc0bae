"""Who may do what: every address of a table by every holder, as SECURITY.md says; also in a database of version 1.0."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion import create_app
from companion.store.database import FILE_NAME
from companion.store.groups.groups import require_group
from companion.store.links.links import add_link, find_link
from tests.web.app.test_hostile import addresses
from tests.web.builders import OUT, Phone, a_group, a_key, come, stranger
from tests.web.strict_client import StrictClient

VERSION_1_0 = (Path(__file__).parents[2] / "store/upkeep/database-1.0.sql").read_text("utf-8")
READ, ASK, SCORE, CHARGE, HOST = range(5)  # what an address needs
BY_END = {
    "/requests": ASK,
    "/requests/new": ASK,
    "/links": CHARGE,
    "/deputies": CHARGE,  # a scorer while no host's phone is there: ``test_asking.py``
    "/phones/1": HOST,  # a deputy decides over later phones alone
    "/offers": HOST,
    "/hosts": HOST,
    "/group": HOST,
    "/group/removal": HOST,
}
FORMS = ["/rounds/new", "/rounds/1", "/returns/1", "/settings", "/hands/1", "/phones"]
FORMS += ["/players", "/paper", "/house-rules"]
HOLDERS = {"host": HOST, "deputy": CHARGE, "scorer": SCORE, "watcher": ASK}
HOLDERS |= {"scorer without cookies": SCORE, "watcher without cookies": ASK, "host's address elsewhere": SCORE}
HOLDERS |= {"group": HOST, "code": ASK, "rematch's link": SCORE}
NOBODY = ["removed", "replaced link", "way back", "random"]


def rank_needed(method, path):
    """What an address of a table needs, by its end."""
    if path in BY_END:
        return BY_END[path]
    return READ if method == "GET" and path not in FORMS else SCORE


@pytest.fixture
def table(client):
    return a_group(client).table(tens_to_end="1")


def look_up(table):
    """The ids of a table, its group and its host's phone."""
    store = table.client.application.extensions["store"]
    found = "SELECT id FROM phones WHERE table_id = ? AND role = 'host'"
    link = find_link(store, table.key)
    return link.table_id, link.home, store.db.execute(found, [link.table_id]).fetchone()[0]


def holder(name, table):
    """The phone of a holder."""
    store, (table_id, group_id, _) = table.client.application.extensions["store"], look_up(table)
    role = "watcher" if "watcher" in name else "scorer"
    match name:
        case "host":
            return table
        case "deputy":
            phone = table.handed_on("scorer").of("Paul")
            store.db.execute("UPDATE phones SET role = 'deputy' WHERE seat = 1 AND table_id = ?", [table_id])
            return phone
        case "scorer" | "watcher":
            return table.handed_on(role).keeping_cookies()
        case "scorer without cookies" | "watcher without cookies":
            return table.handed_on(role)
        case "host's address elsewhere":
            return come(stranger(table.client, True), table.address)
        case "group":
            other = stranger(table.client, True)
            key = require_group(store.db, group_id).key
            return Phone(other, other.get(f"/g/{key}/tables/{table_id}", follow_redirects=True).request.path)
        case "code":
            other = stranger(table.client)
            code = table.visit("/share").read(class_="code")
            return Phone(other, other.post("/joins", data={"key": a_key(), "code": code}).location)
        case "rematch's link":
            scorer = table.handed_on("scorer")
            table.with_round("17", OUT, "13", "5").post("/rematches", first_starter="1")
            return Phone(scorer.client, scorer.client.get(f"{scorer.address}/rematch").location)
        case "removed":
            phone = table.handed_on("scorer").of("Paul")
            table.visit("/share").press("Remove Paul")
            return phone
        case "replaced link":
            phone = table.handed_on("scorer")
            table.post("/links")
            return phone
        case "way back":
            return Phone(stranger(table.client), f"/t/{add_link(store.db, 'host', table_id=table_id)}")
    return Phone(stranger(table.client), f"/t/{a_key()}")


def ask_all(phone, host_id=1):
    """How every address of a table answers: its method, its end, the status."""
    app = phone.client.application
    for method in ("GET", "POST"):
        for address in addresses(app, method, phone.key):
            if phone.key in address:
                form = {"data": {"key": a_key(), "role": "watcher"}} if method == "POST" else {}
                path = address.removeprefix(phone.address)
                address = address.replace("/phones/1", f"/phones/{host_id}")
                yield method, path, phone.client.open(address, method=method, **form).status_code


@pytest.mark.parametrize("name", HOLDERS)
def test_nobody_reads_or_writes_more_than_their_link_and_phone_let_them(table, name):
    host_id, phone = look_up(table)[2], holder(name, table)
    for method, path, status in ask_all(phone, host_id):
        assert (status == 403) == (rank_needed(method, path) > HOLDERS[name]), (method, path, status)


@pytest.mark.parametrize("name", NOBODY)
def test_who_has_nothing_reads_and_writes_nothing(table, name):
    for method, path, status in ask_all(holder(name, table)):
        opens_button = name == "way back" and method == "GET" and status == 200
        assert status in (404, 410) or opens_button or (name == "way back" and path == "/hosts"), (method, path, status)


def test_a_way_back_shows_a_button_whose_post_uses_it_up(table):
    """A preview that opens the link uses nothing; who keeps no cookies is told so, and it works still."""
    way_back = holder("way back", table)
    page = way_back.visit()
    assert (page.title, table.key in page.source, "Anne" in page.text) == ("Become a host", False, False)
    assert page.press("Become a host").status_code == 422
    phone, late = (stranger(table.client, True) for _ in range(2))
    page, other = (each.get(way_back.address, follow_redirects=True).page for each in (phone, late))
    host = come(phone, page.press("Become a host").location)
    assert host.visit("/share").has_button("Replace links")
    assert other.press("Become a host").status_code == 410
    way_back.visit(status=410)


@pytest.fixture
def old(tmp_path, request):
    """A client for the application on a database of version 1.0, which knows no phone yet."""
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        connection.executescript(VERSION_1_0 + getattr(request, "param", ""))
    app = create_app(tmp_path)
    app.testing = True
    yield StrictClient(app, app.response_class)
    app.extensions["store"].close()


HOSTS, SCORERS, WATCHERS = "secret-of-the-hostxxxx", "secret-of-the-scorerxx", "secret-of-the-watcherx"
COMMON_HOSTS, OWN_HOSTS, COMMON_SCORERS = "MXqy9CrIMz8b-FVvqIiCUQ", "KUJB0czAtZo0r9hIDH1ZSA", "I-GZ1smHqe5eclFgmoIeZg"
COMMON_WATCHERS, OWN_WATCHERS = "g3DrgUxfKQXHkBEYfb3lww", "Kt9AdSBQ8WoHxangD2z4Ew"
OWN_SCORERS = "Sx2RClCGuOW_FlCNBnKb4A"


@pytest.mark.parametrize(
    ("key", "secret", "role"),
    [
        (COMMON_HOSTS, "", "scorer"),
        (COMMON_HOSTS, HOSTS, "host"),
        (OWN_HOSTS, HOSTS, "host"),
        (COMMON_SCORERS, "", "scorer"),
        (OWN_SCORERS, SCORERS, "scorer"),
        (COMMON_WATCHERS, "", "watcher"),
        (OWN_WATCHERS, WATCHERS, "watcher"),
        ("iZxfNU-b6L0J44oU31mujw", HOSTS, "host"),
        ("xo1ZHfJP4mGBeio60XpBnA", "", "watcher"),
    ],
)
def test_every_address_of_before_opens_its_table(old, key, secret, role):
    """With the cookie of before as what the phone was; a host's address alone keeps score."""
    old.is_recognized = bool(secret)
    if secret:
        old.set_cookie("phone", secret)
    assert old.get(f"/t/{key}/state").get_json()["role"] == role
    assert old.get(f"/t/{key}/settings").status_code == (403 if role == "watcher" else 200)


def test_who_was_known_in_version_1_0_is_who_they_were(old):
    """Seat and request too, also at the rematch, where two had not been yet; group and code open what they did."""
    old.set_cookie("phone", HOSTS)
    page = old.get(f"/t/{OWN_HOSTS}").page
    assert "Rachel wants to join." in page.text
    for secret, key, name in ((HOSTS, OWN_HOSTS, "Anne"), (SCORERS, OWN_SCORERS, "Paul")):
        other = StrictClient(old.application, old.response_wrapper)
        other.set_cookie("phone", secret)
        rematch = other.get(f"/t/{key}/rematch").location
        assert f"This is {name}’s phone." in other.get(f"{rematch}/settings").page.text
    group = old.get("/g/TyUgiJAEoSDPdvFyyBrUzQ")
    assert group.page.title == "Game night"
    old.application.extensions["store"].db.execute("UPDATE links SET created_at = '2099' WHERE code IS NOT NULL")
    joined = stranger(old).post("/joins", data={"key": a_key(), "code": "86FDDFZ3US"})
    assert joined.status_code == 303


REMOVED = """
    UPDATE links SET ended_at = '2026-11-28T07:00:00' WHERE id IN (3, 5);
    UPDATE links SET replaces = 2, ended_at = '2026-11-28T07:00:00' WHERE id = 13;
"""


@pytest.mark.parametrize("old", [REMOVED], indirect=True)
def test_who_was_removed_in_version_1_0_stays_out(old):
    """By the own address, the common ones of then and others'; so does one whose rematch's link was replaced."""
    old.set_cookie("phone", SCORERS)
    for key in (COMMON_SCORERS, OWN_SCORERS, OWN_HOSTS, COMMON_HOSTS):
        assert old.get(f"/t/{key}").status_code == 410, key
    old.set_cookie("phone", WATCHERS)
    assert old.get(f"/t/{OWN_WATCHERS}").status_code == 200
    assert old.get(f"/t/{OWN_WATCHERS}/rematch").status_code == 410
