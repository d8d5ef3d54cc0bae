"""Sharing a table: two links with their QR codes, a short code, and links that end."""

import pytest

from companion.web.app.site import public
from tests.web.builders import OUT, a_table


@pytest.fixture
def phone(client):
    return a_table(client).with_round("17", OUT, "13", "5")


def code(page):
    return page.read(class_="code")


def test_all_links_lead_to_the_same_table(phone):
    page = phone.visit().follow("Share")
    links = [phone.handed_on(role) for role in ("scorer", "watcher")]
    for each in links:
        assert each.visit().rows("standings") == phone.visit().rows("standings")
    assert len(page.all("{http://www.w3.org/2000/svg}svg", class_="qr")) == 3
    assert links[0].address == phone.address != links[1].address
    assert page.one(id="screen-link").get("value").endswith(f"{links[1].address}/screen"), "a TV only watches"


def test_who_watches_hands_on_no_more(phone):
    watcher = phone.handed_on("watcher")
    page = watcher.visit("/share")
    assert watcher.handed_on("watcher").address == watcher.address
    assert (page.all(id="score-link"), page.all("form"), phone.key in page.source) == ([], [], False)


@pytest.mark.parametrize(
    ("base", "own", "sentence"),
    [
        ("http://localhost:8000", "192.168.1.7", "http://192.168.1.7:8000/t/x"),
        ("http://[::1]:8000", "192.168.1.7", "http://192.168.1.7:8000/t/x"),
        ("https://cards.example", "192.168.1.7", "https://cards.example/t/x"),  # behind a proxy
        ("http://localhost:8000", None, "http://localhost:8000/t/x"),  # without a network
    ],
)
def test_a_link_names_an_address_that_other_phones_can_open(app, monkeypatch, base, own, sentence):
    """Also when the page was opened on the computer itself."""
    monkeypatch.setattr("companion.web.app.site.own_address", lambda: own)
    with app.test_request_context("/", base_url=base, environ_overrides={"SERVER_PORT": "8000"}):
        assert public("/t/x") == sentence


def join(client, typed):
    return client.get("/").page.follow("Join with a code").press("Watch", {"code": typed})


@pytest.mark.parametrize("typed", ["", "K7P2M-XQ9RT-9", "K7P2M XQ9RT"])
def test_what_is_no_code_and_a_wrong_one_is_said_where_it_was_typed(client, typed):
    answer, is_code = join(client, typed), typed == "K7P2M XQ9RT"
    assert (answer.status_code, answer.page.value("code")) == (404 if is_code else 422, typed)
    sentence = "No table has this code." if is_code else "Codes look like"
    assert answer.page.problem("code").startswith(sentence)
