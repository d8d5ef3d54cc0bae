"""The names under which the companion takes a write, and the address that its links have."""

import socket

import pytest

from companion import create_app
from companion.web.app import place, security
from tests.web.builders import OUT, a_key, a_table, new_game
from tests.web.markup import words_of
from tests.web.strict_client import StrictClient

OURS = ["localhost", "localhost:8000", "127.0.0.1", "192.168.1.7:8000", "[::1]:8000", "[fe80::1]", "localhost."]
OTHERS = ["evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example", "1.2.3", "["]
BROWSER = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture(scope="module")
def named(tmp_path_factory):
    """A phone at a companion with an address of its own."""
    app = create_app(tmp_path_factory.mktemp("named"), "https://cards.example/")
    app.testing = True
    yield StrictClient(app)
    app.extensions["store"].close()


def start(client, host, scheme="http", **headers):
    """The status when somebody starts a game under a name."""
    return client.post("/tables", data=new_game(), base_url=f"{scheme}://{host}", headers=headers).status_code


def test_a_write_is_taken_under_an_address_and_the_names_of_this_computer(client):
    for host in OURS:
        assert start(client, host) == 303, host


def test_a_computer_has_its_name_in_the_network_too(client, monkeypatch):
    monkeypatch.setattr(socket, "gethostname", lambda: "Laptop.example.org")
    security._own_names.cache_clear()
    for host in ("laptop", "LAPTOP.local:8000", "laptop.lan", "laptop.fritz.box", "laptop.example.org"):
        assert start(client, host) == 303, host
    for host in ("laptop.example", "other.fritz.box", "fritz.box", "laptop.evil.example", "other.local"):
        assert start(client, host) == 421, host
    security._own_names.cache_clear()


def test_a_write_under_another_name_is_refused(app):
    """A page of another site can let its name point to this computer. To read needs a link."""
    phone, raw = a_table(StrictClient(app)).with_round("17", OUT, "13", "5"), app.test_client()
    for host in OTHERS:
        for path in ("/tables", f"{phone.address}/undos", "/no/such/page"):
            assert raw.post(path, data={"seq": 2, "key": a_key()}, headers={"Host": host}).status_code == 421, path
        assert raw.get("/", headers={"Host": host}).status_code == 200
    assert len(phone.sheet["rounds"]) == 1


def leads_to(client, path="/tables", host="evil.example:8123"):
    """What a refused write is told, and where the links of the page lead."""
    answer = client.post(path, base_url=f"http://{host}")
    assert answer.status_code == 421
    assert answer.page.title == "That is not the companion’s name"
    notice = answer.page.one(class_="notice")
    links = [link.get("href") for link in notice.iter("a")]
    main = [link.get("href") for link in answer.page.all("a", class_="button-main")]
    assert len(main) == 1
    return words_of(notice.find("p")), links, main[0]


@pytest.mark.parametrize(("own", "found"), [("192.168.1.7", "192.168.1.7"), (None, "localhost")])
def test_what_is_refused_leads_to_an_address_where_it_is_taken(client, monkeypatch, own, found):
    monkeypatch.setattr(place, "own_address", lambda: own)
    address = f"http://{found}:8123"
    told, links, main = leads_to(client)
    assert told == f"Open it under {address}: there it takes what you enter."
    assert links == [f"{address}/"]
    assert main == f"{address}/"
    assert start(client, address.partition("//")[2]) == 303
    phone = a_table(client)
    _, links, main = leads_to(client, f"{phone.address}/undos")
    assert links == [f"{address}{phone.address}", f"{address}/"]
    assert main == f"{address}{phone.address}"


def test_over_https_the_browser_vouches_for_the_name(client):
    """A proxy has shown a certificate for it."""
    assert start(client, "cards.example", "https", **BROWSER) == 303
    assert start(client, "cards.example", "https") == 421, "no browser says anything"
    assert start(client, "cards.example", "http", **BROWSER) == 421


def test_what_has_a_public_address_takes_writes_there_leads_there_and_has_it_in_its_links(named):
    assert start(named, "cards.example") == start(named, "cards.example", "https") == 303
    assert start(named, "other.example") == 421
    told, links, _ = leads_to(named)
    assert told == "Open it under https://cards.example: there it takes what you enter."
    assert links == ["https://cards.example/"]
    phone = a_table(named)
    for host in ("localhost", "192.168.1.7:8000", "evil.example"):
        shown = named.get(f"{phone.address}/share", base_url=f"http://{host}").text
        assert f'value="https://cards.example{phone.address}"' in shown
        assert host not in shown


def test_over_https_it_stays_https(client):
    assert client.get("/", base_url="https://localhost").headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "Strict-Transport-Security" not in client.get("/").headers
