"""What should not come from a phone at the table: forged, from another site, or under a link that lets it do less."""

import io
import json
import logging

import pytest

from companion import create_app, text
from companion.web.app.log import CleanLines
from companion.web.app.security import POLICY
from tests.web.builders import a_group, a_table, new_game
from tests.web.strict_client import StrictClient

HOST = "http://localhost"
ABSENT = {"sent": "K7P2MXQ9RT", "filename": "app.css", "ending": "csv", "game": "fool", "phone_id": 1}
ABSENT |= dict.fromkeys(("number", "seat", "seq", "table_id", "player_id"), 1)


def addresses(app, method, key, group=None):
    """The addresses that answer a method, for a table's key, and a group's if there is one; new routes are in too."""
    adapter = app.url_map.bind("localhost")
    values = ABSENT | {"key": key}
    if group:
        in_group = {"table_id": group.tables()[0], "player_id": min(group.people().values()), "key": group.key}
    return [
        adapter.build(
            rule.endpoint,
            {name: (in_group if rule.rule.startswith("/g/") else values)[name] for name in rule.arguments},
            method=method,
        )
        for rule in app.url_map.iter_rules()
        if method in rule.methods and (group or not rule.rule.startswith("/g/"))
    ]


@pytest.fixture
def phone(client):
    return a_table(client).with_round("17", "0", "13", "5")


@pytest.fixture
def group(client):
    return a_group(client).with_game()


ORIGINS = ["http://evil.example", "null", "", "localhost", "http://localhost.evil.example", "http://localhost:8001"]
ORIGINS += ["http://evil.example#@localhost", "http://["]
ELSEWHERE = [{"Origin": origin} for origin in ORIGINS] + [{"Sec-Fetch-Site": "cross-site", "Origin": HOST}]
ELSEWHERE += [{"Sec-Fetch-Site": site} for site in ("cross-site", "same-site", "Same-Origin ", "")]


def test_another_site_writes_nothing(client, app, phone, group):
    """Nothing is even read of what it sends."""

    class Unread(io.RawIOBase):
        def read(self, *_):
            raise AssertionError("something was read")

    kind = "application/x-www-form-urlencoded"
    about = {"environ_overrides": {"wsgi.input": Unread(), "CONTENT_LENGTH": "10", "CONTENT_TYPE": kind}}
    before = phone.sheet, group.file
    for address in [*addresses(app, "POST", phone.key, group), "/nothing"]:
        for headers in (ELSEWHERE[0], ELSEWHERE[-4]):
            assert client.post(address, headers=headers, **about).status_code == 403, address
    for headers in ELSEWHERE:
        response = client.post("/tables", data=new_game(), headers=headers)
        assert (response.status_code, response.page.title) == (403, "That came from another site"), headers
        assert client.get(phone.address, headers=headers).status_code == 200, "as where a link in a chat is opened"
    assert (phone.sheet, group.file) == before


def test_the_policy_lets_nothing_in_from_elsewhere():
    for said in ("default-src 'none'; ", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"):
        assert said in POLICY
    assert not [word for word in ("unsafe", "data:", "blob:", "http", "*") if word in POLICY]


def test_the_key_in_an_address_travels_nowhere(client, phone):
    """It opens the table: no other site, search engine, frame or proxy's cache gets hold of it."""
    headers = client.get(phone.address).headers
    wanted = {"Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}
    wanted |= {"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin"}
    assert (wanted | {"Cache-Control": "private, no-cache"}).items() <= dict(headers).items()
    assert "Set-Cookie" not in headers


def test_any_language_header_gets_a_page_and_is_never_a_path(client, monkeypatch):
    for languages in ("*", ";", "../../etc;q=1", "\xff\xfe", "a-" * 3000, "zz,en;q=0"):
        assert client.get("/", headers={"Accept-Language": languages}).page.root.get("lang") == "en"
    for asked in ("/etc/x", "de/../../x", "..", "en\\x", "x" * 300, "de_" + "a" * 9):
        opened = []
        monkeypatch.setattr(text, "_load", lambda name, opened=opened: opened.append(name))
        text.find_catalogue([asked, asked.replace("-", "_"), "pl"])
        assert opened in (["pl"], ["de"]), asked


def test_a_fault_of_ours_is_a_page_that_tells_nothing_and_a_log_without_keys(tmp_path, caplog):
    """Who reads it could open the table."""
    app = create_app(tmp_path)

    @app.route("/t/<key>/fault", methods=["GET", "POST"])
    def fault(key):
        raise RuntimeError(f"secret words, {key}")

    client = StrictClient(app, app.response_class)
    for method in ("GET", "POST"):
        response = client.open("/t/thesecretkeyofatable22/fault?cards=thesecretkeyofatable22", method=method)
        assert (response.status_code, response.page.title) == (500, "Something went wrong")
        assert not {"secret", "Traceback", "RuntimeError", "companion/"} & set(response.page.text.split())
        assert "secret words" not in response.text
    lines = "\n".join(CleanLines().format(record) for record in caplog.records)
    assert "Exception on /t/thes…/fault [GET]" in lines
    assert "thesecret" not in lines
    app.extensions["store"].close()


def test_nothing_that_is_sent_writes_a_line_of_the_log():
    """Nor colours a terminal: control characters are escaped, also those of an address that a proxy hands on."""
    sent = "192.0.2.1\n2026-11-28 all is well\x1b[2J\x9b31m\x7f\u2028"
    record = logging.makeLogRecord({"msg": f"{sent} /t/thesecretkeyofatable22/x thesecretkeyofatable22"})
    cleaned = r"192.0.2.1\n2026-11-28 all is well\x1b[2J\x9b31m\x7f\u2028 /t/thes…/x thes…"
    assert CleanLines().format(record) == cleaned


def test_an_error_is_never_put_into_the_middle_of_a_page(client, phone):
    """htmx 4 swaps 4xx and 5xx answers too: one would replace the seats, and every name typed with them."""
    for page in (client.get("/tables/new").page, phone.visit("/rounds/new"), phone.visit("/rounds/1")):
        config = json.loads(page.one("meta", name="htmx-config").get("content"))
        assert {204, 304, "4xx", "5xx"} <= set(config.get("noSwap", []))
