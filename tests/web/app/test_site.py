"""Under which names the companion takes a write, and which addresses it hands out, also below a path of a site."""

import re
from contextlib import ExitStack

import pytest

from companion import create_app
from companion.web.app import site
from tests.web.builders import OUT, a_group, a_table, new_game, stranger
from tests.web.markup import words_of
from tests.web.strict_client import StrictClient

SITE = "https://example.org"
BELOW = "/companion"
ADDRESSES = re.compile(r'(?:href|src|action|formaction|data-[\w-]+|hx-[\w-]+)="(/[^"]*)"')
NO_ADDRESS = re.compile(r"/\d+$")  # a draft's name
BROWSER = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def at(tmp_path):
    """A phone at a companion with a public address."""
    with ExitStack() as opened:

        def phone(public_url):
            app = create_app(tmp_path, public_url=public_url)
            app.testing = True
            opened.callback(app.extensions["store"].close)
            return StrictClient(app)

        yield phone


@pytest.fixture
def below(at):
    return at(SITE + BELOW)


def start(client, host, scheme="http", **headers):
    """The status when somebody starts a game under a name."""
    return client.post("/tables", data=new_game(), base_url=f"{scheme}://{host}", headers=headers).status_code


def test_a_write_is_taken_under_an_address_and_names_in_a_home_network(client):
    for host in ("localhost:8000", "127.0.0.1", "192.168.1.7:8000", "[::1]:8000", "LAPTOP.local:8000", "laptop.lan"):
        assert start(client, host) == 303, host
    for host in ("laptop.example", "fritz.box", "laptop.evil.example", "local.example", "lan.example"):
        assert start(client, host) == 421, host


def leads_to(client, path="/tables", host="evil.example:8123"):
    """What a refused write is told, where the links of the page lead, and the button."""
    answer = client.post(path, base_url=f"http://{host}")
    assert (answer.status_code, answer.page.title) == (421, "Wrong address")
    notice, button = answer.page.one(class_="notice"), answer.page.one("a", class_="button-main")
    return words_of(notice.find("p")), [link.get("href") for link in notice.iter("a")], button.get("href")


def test_what_is_refused_leads_to_an_address_where_it_is_taken(client, monkeypatch):
    monkeypatch.setattr(site, "own_address", lambda: "192.168.1.7")
    address, phone = "http://192.168.1.7:8123", a_table(client)
    advice = f"Use {address} instead."
    assert leads_to(client) == (advice, [f"{address}/"], f"{address}/")
    table = f"{address}{phone.address}"
    assert leads_to(client, f"{phone.address}/undos") == (advice, [table], table)
    assert start(client, "192.168.1.7:8123") == 303


def test_over_https_the_browser_vouches_for_the_name_and_it_stays_https(client):
    """A proxy has shown a certificate for it."""
    assert start(client, "cards.example", "https", **BROWSER) == 303
    assert start(client, "cards.example", "https") == 421, "no browser says anything"
    assert start(client, "cards.example", "http", **BROWSER) == 421


def test_what_has_a_public_address_takes_writes_there_leads_there_and_has_it_in_its_links(at):
    named = at("https://cards.example/")
    assert start(named, "cards.example") == start(named, "cards.example", "https") == 303
    assert start(named, "other.example") == 421
    advice, links, _ = leads_to(named)
    assert advice == "Use https://cards.example instead."
    assert links == ["https://cards.example/"]
    phone = a_table(named)
    for host in ("localhost", "192.168.1.7:8000", "evil.example"):
        shown = named.get(f"{phone.address}/share", base_url=f"http://{host}", follow_redirects=True).text
        assert f'value="https://cards.example{phone.address}"' in shown
        assert host not in shown


def test_every_address_on_every_page_is_below_the_path(below):
    """On one page of each kind that links lead to."""
    group = a_group(below)
    assert group.address.startswith(f"{BELOW}/g/")
    phone = group.table().with_round("17", OUT, "13", "5")
    seen, due = set(), [f"{BELOW}/", phone.address, group.address]
    while due:
        path = due.pop().partition("#")[0].replace("&amp;", "&")
        kind = re.sub(r"[\w-]{22}|\d+", "…", path)
        if kind in seen or "/static/" in path:
            continue
        seen.add(kind)
        answer = below.get(path, follow_redirects=True)
        if answer.status_code == 200 and answer.mimetype == "text/html":
            found = [address for address in ADDRESSES.findall(answer.page.source) if not NO_ADDRESS.match(address)]
            assert [address for address in found if not address.startswith(f"{BELOW}/")] == [], path
            due += [link for link in re.findall(r'href="([^"]+)"', answer.text) if link.startswith("/")]
    assert len(seen) >= 40
    shown = below.get(f"{phone.address}/share").text
    assert f'value="{SITE}{phone.address}"' in shown
    assert f"{SITE}{BELOW}{BELOW}" not in shown
    assert "Open example.org/companion, tap “Join with a code”, type" in shown


def test_a_proxy_may_take_the_path_out_or_leave_it_in(below):
    phone = a_table(below)
    plain = phone.address.removeprefix(BELOW)
    assert stranger(below).get(f"{plain}/sheet").page.title == phone.visit("/sheet").title
    for client, address, role in ((stranger(below), plain, "scorer"), (below, phone.address, "host")):
        tag = client.get(f"{address}/live?page=table").headers["HX-PTag"]
        assert tag.startswith(f"1.{role}.")
        assert client.get(f"{address}/live?page=table", headers={"HX-PTag": tag}).status_code == 304
    assert below.post("/tables", data=new_game()).location.startswith(f"{BELOW}/t/")
    assert below.get(BELOW).status_code == 200
    assert below.get(f"{BELOW}s/t/x").status_code == 404
