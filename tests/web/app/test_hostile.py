"""What should not come from a phone at the table: forged, from another site, or under a link that lets it do less."""

import io
import json
import logging

import pytest

from companion import create_app, text
from companion.web.app.log import CleanLines
from companion.web.app.security import POLICY
from tests.web.builders import a_group, a_key, a_table, another_link, new_game
from tests.web.strict_client import StrictClient

HOST = "http://localhost"
READING = ["", "/sheet", "/sheet.json", "/sheet.csv", "/sheet.xlsx", "/sheet.svg", "/history", "/chart", "/state"]
READING += ["/live", "/share", "/screen", "/setup", "/rules", "/referee", "/referee/ruling"]
LEADING_ON = ["/bgstats", "/rematch", "/events"]
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


# Other sites

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


def test_who_only_asks_for_the_head_of_a_page_writes_nothing(client, app, phone, group):
    """Nobody looks at where that comes from."""
    before = phone.sheet, group.file
    for address in addresses(app, "POST", phone.key, group):
        client.head(address)
    assert (phone.sheet, group.file) == before


def test_the_own_pages_may_write(client, app, phone):
    """Every one of them; which headers a browser sends makes no difference by address."""
    for headers in ({}, {"Origin": HOST}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}):
        assert client.post("/tables", data=new_game(), headers=headers).status_code == 303, headers
    group = a_group(client).with_game()
    for number in range(len(addresses(app, "POST", phone.key, group))):
        address = addresses(app, "POST", phone.key, group)[number]
        form = {"role": "watcher", "into": max(group.people().values()), "key": a_key(), "name": "Friday"}
        answer = client.post(address, data=form | {"language": "en"}, headers={"Origin": HOST})
        assert answer.status_code in (200, 303, 409, 422), address
        if address.startswith(group.address) and address.endswith(("/deletion", "/links")):
            group = a_group(client).with_game()


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


# Addresses


def test_nothing_but_assets_is_served(client):
    above = ["../pyproject.toml", "..%2fpyproject.toml", "%2e%2e/pyproject.toml", "js/../../pyproject.toml"]
    for name in (*above, "css/base.css", "%2fetc/passwd", "js%00", "app.css%00.js", "js", "x" * 5000):
        assert client.get(f"/static/{name}", follow_redirects=True).status_code == 404, name


def test_a_forged_key_opens_nothing(client, phone):
    """Nor does a part of one, nor the key of a write, which is seen in forms."""
    parts = [phone.key[:-1], phone.key + "A", phone.key.swapcase(), phone.key + "%20", phone.key + "="]
    strange = ["x", "A" * 22, "A" * 10_000, "%00", "a%00b", "..%2f..%2fetc", "%F0%9F%83%8F", "%ff%fe", "%ed%a0%80"]
    strange += ["'%20OR%201=1--", "%3Cscript%3Ealert(1)%3C/script%3E", "%25s%28x%29"]
    written = a_key()
    a_table(client, key=written)
    for key in (*parts, *strange, written):
        response = client.get(f"/t/{key}")
        title = "Page not found" if "%2f" in key.lower() or "/" in key else "This link doesn’t open a table"
        assert (response.status_code, response.page.title) == (404, title), key
        assert client.get(f"/t/{key}/sheet.json").status_code == 404, key
        assert client.post(f"/t/{key}/undos", data={"seq": "1"}).status_code == 404, key


# Links


def test_a_watcher_reads_and_writes_nothing(client, app, phone):
    """Every writing route of a table, and the forms that lead there."""
    watcher = another_link(app, phone)
    before, asking = phone.sheet, {"/requests/new"}
    forms = {"/rounds/new", "/rounds/1", "/settings", "/hands/1", "/group", "/phones", "/players"}
    forms |= {"/paper", "/house-rules", "/returns/1"}
    for address in addresses(app, "POST", watcher.key):
        if watcher.key in address and not address.endswith("/requests"):  # to ask is no way to write
            response = watcher.client.post(
                address, data={"seq": "2", "seat": "1", "number": "2", "name": "X", "after": "1"}
            )
            assert (response.status_code, response.page.title) == (403, "This phone can only watch"), address
    for path in (*READING, *forms):
        assert watcher.client.get(watcher.address + path).status_code == (403 if path in forms else 200), path
    readable = {address for address in addresses(app, "GET", watcher.key) if watcher.key in address}
    same_view = {"/sheet.json", "/sheet.xlsx"}  # as that of /sheet.csv
    assert readable == {watcher.address + path for path in {*READING, *LEADING_ON, *forms, *asking} - same_view}
    assert phone.sheet == before


@pytest.mark.parametrize("role", ["watcher", "scorer"])
def test_an_ended_link_says_so_and_opens_nothing(client, app, phone, role):
    ended = another_link(app, phone, role, ended=True)
    for address in addresses(app, "GET", ended.key):
        if ended.key in address:
            assert ended.client.get(address).status_code == 410, address
    assert ended.post("/undos", seq="2").status_code == 410


# Numbers


TYPED = {"seat-1-cards": "2", "seat-2-out": "y", "seat-3-cards": "3", "seat-4-cards": "4"}


@pytest.mark.parametrize("version", ["-1", "-50", "-" + "9" * 400])
def test_a_version_that_never_was_is_refused(phone, version):
    for path in ("/rounds", "/rounds/1"):
        answer = phone.post(path, number="2", version=version, **TYPED)
        assert (answer.status_code, answer.page.title) == (409, "The table has changed")
    assert len(phone.sheet["rounds"]) == 1


def test_a_round_that_never_was_is_checked_like_any(phone):
    assert phone.post("/rounds/check", number="-50", **TYPED).status_code == 200


# Languages


def test_any_language_header_gets_a_page_and_is_never_a_path(client, monkeypatch):
    for languages in ("*", ";", "de;q=x", "../../etc;q=1", "\xff\xfe", "a-" * 3000, "C", "zz,en;q=0"):
        assert client.get("/", headers={"Accept-Language": languages}).page.root.get("lang") == "en"
    for asked in ("/etc/x", "../../x", "de/../../x", "..", ".", "en\\x", "x" * 300, "de_" + "a" * 9):
        opened = []
        monkeypatch.setattr(text, "_load", lambda name, opened=opened: opened.append(name))
        text.find_catalogue([asked, asked.replace("-", "_"), "pl"])
        assert opened in (["pl"], ["de"]), asked


# Our own faults


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
