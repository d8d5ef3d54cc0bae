"""What should not come from a phone at the table: forged, broken, too large, or from another site."""

import contextvars
import io
import json

import pytest
from werkzeug import formparser
from werkzeug.test import create_environ
from werkzeug.wrappers import Response

from companion import create_app, text
from companion.web.app.application import MAX_FIELDS
from companion.web.app.security import POLICY
from tests.web.builders import NAMES, OUT, a_group, a_key, a_table, another_link, new_game
from tests.web.strict_client import StrictClient

HOST = "http://localhost"
READING = ["", "/sheet", "/sheet.json", "/sheet.csv", "/sheet.xlsx", "/sheet.svg", "/history", "/chart", "/state"]
READING += ["/live", "/hands/arrivals", "/share", "/screen", "/setup", "/rules", "/referee", "/referee/ruling"]
LEADING_ON = ["/bgstats", "/rematch", "/events"]
ABSENT = {
    "sent": "K7P2MXQ9RT",
    "number": 1,
    "name": "app.css",
    "game": "fool",
    "seat": 1,
    "table_id": 1,
    "player_id": 1,
    "phone": "x",
}


def routes(app, method):
    """The address of every route that answers a method, and what it asks for; new routes are in by themselves."""
    return [rule for rule in app.url_map.iter_rules() if method in rule.methods]


def addresses(app, method, key, group=None):
    """The addresses that answer a method, for a table's key; those of a group too if there is one."""
    adapter = app.url_map.bind("localhost")
    values = ABSENT | {"key": key}
    if group:
        in_group = {"table_id": group.tables()[0], "player_id": min(group.people().values()), "key": group.key}
    return [
        adapter.build(
            rule.endpoint,
            {name: (in_group if of_group(rule) else values)[name] for name in rule.arguments},
            method=method,
        )
        for rule in routes(app, method)
        if group or not of_group(rule)
    ]


def of_group(rule):
    """Whether a route is one of a group's pages."""
    return rule.rule.startswith("/g/")


@pytest.fixture
def phone(client):
    """A table after one round."""
    return a_table(client).with_round("17", OUT, "13", "5")


@pytest.fixture
def group(client):
    """A group after one game."""
    return a_group(client).with_game()


# Other sites


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Origin": HOST},
        {"Sec-Fetch-Site": "Same-Origin "},
        {"Sec-Fetch-Site": ""},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "localhost"},
        {"Origin": "http://localhost.evil.example"},
        {"Origin": "http://localhost:8001"},
        {"Origin": "http://evil.example#@localhost"},
        {"Origin": "http://["},
    ],
    ids=str,
)
def test_another_site_writes_nothing(client, app, phone, group, headers):
    before = phone.sheet, group.file
    for address in addresses(app, "POST", phone.key, group):
        response = client.post(address, data=new_game(), headers=headers)
        assert response.status_code == 403, address
        assert response.page.title == "That came from another site"
    assert (phone.sheet, group.file) == before


def test_another_site_is_refused_even_if_nobody_was_here_before(client):
    """The very first thing that a thread of the server hears."""
    headers = {"Sec-Fetch-Site": "cross-site"}
    response = contextvars.Context().run(client.post, "/tables", data=new_game(), headers=headers)
    assert response.status_code == 403


@pytest.mark.parametrize(
    "headers", [{}, {"Origin": HOST}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}], ids=str
)
def test_the_own_pages_may_write(client, app, phone, headers, thorough):
    """Every one of them; which headers a browser sends makes no difference by address."""
    every = range(len(addresses(app, "POST", phone.key, a_group(client).with_game())))
    for number in every[:: 1 if thorough or "Origin" in headers else 5]:
        group = a_group(client).with_game()
        address = addresses(app, "POST", phone.key, group)[number]
        form = {"role": "watcher", "into": max(group.people().values()), "key": a_key(), "name": "Friday"}
        form["language"] = "en"
        assert client.post(address, data=form, headers=headers).status_code in (200, 303, 409, 422), address


def test_nothing_is_read_of_what_another_site_sends(client, app, phone, group):
    class Unread(io.RawIOBase):
        def read(self, *_):
            raise AssertionError("something was read")

    kind = "application/x-www-form-urlencoded"
    about = {"environ_overrides": {"wsgi.input": Unread(), "CONTENT_LENGTH": "10", "CONTENT_TYPE": kind}}
    for address in [*addresses(app, "POST", phone.key, group), "/nothing"]:
        headers = {"Sec-Fetch-Site": "cross-site"}
        assert client.post(address, headers=headers, **about).status_code == 403, address


def test_another_site_may_lead_here(client, phone):
    """A link in a chat is opened from another site."""
    headers = {"Sec-Fetch-Site": "cross-site", "Origin": "null"}
    assert client.get(phone.address, headers=headers).status_code == 200


def test_the_policy_lets_nothing_in_from_elsewhere():
    assert POLICY.startswith("default-src 'none'; ")
    assert "frame-ancestors 'none'" in POLICY
    assert "form-action 'self'" in POLICY
    assert "base-uri 'none'" in POLICY
    assert not [word for word in ("unsafe", "data:", "blob:", "http", "*") if word in POLICY]


def test_the_key_in_an_address_travels_nowhere(client, phone):
    """It opens the table: no other site, search engine, frame or proxy's cache gets hold of it."""
    headers = client.get(phone.address).headers
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Robots-Tag"] == "noindex"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "private, no-cache"


# Addresses


@pytest.mark.parametrize(
    "address",
    ["/nothing", "/t", "/t/", "/tables/", "/static", "/static/", "/static/css/base.css", "/favicon.ico", "/%00"],
)
def test_an_unknown_address_is_not_found(client, address):
    response = client.get(address)
    assert response.status_code == 404
    assert response.page.follow("To the first page").title.startswith("Fool!")


@pytest.mark.parametrize(
    "name",
    [
        "../pyproject.toml",
        "..%2fpyproject.toml",
        "%2e%2e/pyproject.toml",
        "js/../../pyproject.toml",
        "%2fetc/passwd",
        "js%00",
        "app.css%00.js",
        "js",
        "x" * 5000,
    ],
)
def test_nothing_but_assets_is_served(client, name):
    assert client.get(f"/static/{name}", follow_redirects=True).status_code == 404


@pytest.mark.parametrize(
    "key",
    [
        "x",
        "A" * 22,
        "A" * 10_000,
        "%00",
        "a%00b",
        "..%2f..%2fetc",
        "%F0%9F%83%8F",
        "%ff%fe",
        "%ed%a0%80",
        "'%20OR%201=1--",
        "%3Cscript%3Ealert(1)%3C/script%3E",
        "%25s%28x%29",
    ],
)
def test_a_forged_key_opens_nothing(client, key):
    for path in ("", "/sheet.json", "/rounds/new"):
        response = client.get(f"/t/{key}{path}")
        assert response.status_code == 404
        assert response.page.title == "No table has this link"
    assert client.post(f"/t/{key}/undos", data={"seq": "1"}).status_code == 404


def test_a_key_works_only_as_a_whole(client, phone):
    for key in (phone.key[:-1], phone.key + "A", phone.key.swapcase(), phone.key + "%20", phone.key + "="):
        assert client.get(f"/t/{key}").status_code == 404


def test_a_writing_key_opens_no_table(client):
    """The key of a write is seen in forms; the table's address cannot be had from it alone."""
    key = a_key()
    a_table(client, key=key)
    assert client.get(f"/t/{key}").status_code == 404


def test_keys_are_not_stored(client, app, phone):
    database = app.extensions["store"].db
    stored = "".join(str(tuple(row.values())) for name in database.table_names() for row in database[name].rows)
    assert "Camille" in stored
    assert phone.key not in stored


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
def test_a_wrong_method_is_told_the_right_ones(client, app, phone, group, method):
    checked = 0
    for other in ("GET", "POST"):
        for address in addresses(app, other, phone.key, group):
            allowed = app.url_map.bind("localhost").allowed_methods(address)
            if method in allowed:
                continue
            response = client.open(address, method=method)
            assert response.status_code == 405, address
            assert set(response.headers["Allow"].split(", ")) == set(allowed)
            assert response.page.title == "This page can't do that"
            checked += 1
    assert checked


def test_head_is_get_without_a_body(client, app, phone, group):
    for address in [*addresses(app, "GET", phone.key, group), "/nothing", "/t/forged", "/g/forged"]:
        head, get = client.head(address), client.get(address)
        assert head.data == b"", address
        assert (head.status_code, head.mimetype) == (get.status_code, get.mimetype)


@pytest.mark.parametrize("languages", ["*", ";", "de;q=x", "../../etc;q=1", "\xff\xfe", "a-" * 3000, "C", "zz,en;q=0"])
def test_any_language_header_gets_a_page(client, languages):
    assert client.get("/", headers={"Accept-Language": languages}).page.root.get("lang") == "en"


# Links


def test_a_watcher_reads(client, app, phone):
    watcher = another_link(app, phone)
    for path in READING:
        assert client.get(watcher.address + path).status_code == 200, path


def test_a_watcher_writes_nothing(client, app, phone):
    """Every writing route of a table, and the forms that lead there."""
    watcher = another_link(app, phone)
    before = phone.sheet
    forms = {"/rounds", "/rounds/new", "/rounds/1", "/settings", "/hands", "/hands/1", "/group", "/phones"}
    for address in addresses(app, "POST", watcher.key):
        if watcher.key in address:
            response = client.post(address, data={"seq": "2", "seat": "1", "number": "2", "name": "X", "after": "1"})
            assert response.status_code == 403, address
            assert response.page.title == "This phone only watches"
    for path in forms:
        assert client.get(watcher.address + path).status_code == 403, path
    readable = {address for address in addresses(app, "GET", watcher.key) if watcher.key in address}
    assert readable == {watcher.address + path for path in {*READING, *LEADING_ON, *forms}}
    assert phone.sheet == before


@pytest.mark.parametrize("role", ["watcher", "scorer", "host"])
def test_an_ended_link_says_so_and_opens_nothing(client, app, phone, role):
    ended = another_link(app, phone, role, ended=True)
    for address in addresses(app, "GET", ended.key):
        assert client.get(address, follow_redirects=True).status_code == (410 if ended.key in address else 200)
    assert ended.post("/undos", seq="2").status_code == 410


# Bodies


def test_too_much_is_refused(client, app, phone, group):
    """Whatever is posted, and wherever: a page that says so."""
    for address in addresses(app, "POST", phone.key, group):
        response = client.post(
            address, data=b"x=" + b"a" * 1024 * 1024, content_type="application/x-www-form-urlencoded"
        )
        assert response.status_code == 413, address
        assert response.page.title == "That is too large"


@pytest.mark.parametrize(("size", "status"), [(2 * 1024 * 1024, 422), (2 * 1024 * 1024 + 1, 413), (3_000_000, 413)])
def test_a_file_has_up_to_two_megabytes(client, size, status):
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="x.json"\r\n\r\n'
    body = head + b" " * size + b"\r\n--x--\r\n"
    response = client.post("/imports", data=body, content_type="multipart/form-data; boundary=x")
    assert response.status_code == status


@pytest.mark.parametrize("address", ["/tables", "/imports"])
@pytest.mark.parametrize(
    ("kind", "most"), [("multipart/form-data", 200), ("application/x-www-form-urlencoded", MAX_FIELDS)]
)
def test_too_many_fields_are_refused(client, address, kind, most):
    fields = {f"player-{number}": "x" for number in range(most + 1)}
    assert client.post(address, data=fields, content_type=kind).status_code == 413
    del fields[f"player-{most}"]
    assert client.post(address, data=fields, content_type=kind).status_code == 422


def test_too_many_fields_are_never_parsed(client, app, phone, group, monkeypatch):
    """A hundred thousand of them would take half a second, whatever the answer is."""
    parsed = []
    monkeypatch.setattr(formparser, "parse_qsl", lambda *sent, **_: parsed.extend(filter(None, sent)) or [])
    for address in [*addresses(app, "POST", phone.key, group), "/nothing"]:
        client.post(address, data=b"x&" * MAX_FIELDS + b"x", content_type="application/x-www-form-urlencoded")
        assert not parsed, address


@pytest.mark.parametrize(
    "body",
    [
        b"player-1=%ff%fe&player-2=\xff\xfe&player-3=%ed%a0%80&player-4=%00&first_starter=%ff",
        b"&&&===%%%&player-1",
        b"\x00\x01\x02",
        b"",
    ],
)
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data", "application/json"])
def test_a_broken_body_breaks_nothing(client, phone, body, kind):
    before = phone.sheet
    for address in ("/tables", "/imports", f"{phone.address}/rounds", f"{phone.address}/names"):
        assert client.post(address, data=body, content_type=kind).status_code in (400, 422)
    assert phone.sheet == before


def test_a_field_sent_twice_counts_once(client, phone):
    response = phone.post("/rounds", **phone.entry("2", OUT, "3", "4"), number=["2", "9"])
    assert response.status_code == 303
    assert len(phone.points) == 2


def test_a_field_that_is_a_file_is_no_text(client):
    response = client.post("/tables", data=new_game(*NAMES[:3]) | {"player-4": (io.BytesIO(b"x"), "x")})
    assert response.status_code == 422


# Languages


@pytest.mark.parametrize("asked", ["/etc/x", "../../x", "de/../../x", "..", ".", "en\\x", "x" * 300, "de_" + "a" * 9])
def test_a_language_is_never_a_path(app, monkeypatch, asked):
    opened = []
    monkeypatch.setattr(text, "_load", lambda _folder, name: opened.append(name))
    text.catalogue([asked, asked.replace("-", "_"), "pl"])
    assert opened in (["pl"], ["de"])


# Names


@pytest.mark.parametrize("host", ["..", "a..b", "a" * 64, f"{'a' * 64}.example", "xn--a", "1" * 5000])
def test_a_host_that_can_be_no_name_is_refused_in_a_line(app, phone, caplog, host):
    for method in ("GET", "POST"):
        for path in ("/tables/new", "/nothing", f"{phone.address}/share"):
            answer = Response.from_app(app, create_environ(path, method=method) | {"HTTP_HOST": host})
            assert (answer.status_code, answer.get_data(as_text=True)) == (400, "That is not the companion’s name")
    assert not caplog.records


# Our own faults


def test_a_fault_of_ours_is_a_page_that_tells_nothing(tmp_path):
    app = create_app(tmp_path)

    @app.get("/fault")
    @app.post("/fault")
    def fault():
        raise RuntimeError("secret words")

    client = StrictClient(app, app.response_class)
    for method in ("GET", "POST"):
        response = client.open("/fault", method=method)
        assert response.status_code == 500
        assert response.page.title == "Something broke here"
        assert not {"secret", "Traceback", "RuntimeError", "companion/"} & set(response.text.split())
        assert "secret" not in response.text
    assert client.head("/fault").status_code == 500
    app.extensions["store"].close()


def test_the_log_holds_no_key(tmp_path, caplog):
    """Who reads it could open the table."""
    app = create_app(tmp_path)

    @app.get("/t/<key>/fault")
    def fault(key):
        raise RuntimeError

    app.test_client().get("/t/thesecretkeyofatable/fault?cards=thesecretkeyofatable")
    assert "Exception on /t/<key>/fault [GET]" in caplog.text
    assert "thesecret" not in caplog.text
    app.extensions["store"].close()


def test_an_error_is_never_put_into_the_middle_of_a_page(client, phone):
    """htmx 4 swaps 4xx and 5xx answers too: one would replace the seats, and every name typed with them."""
    pages = [client.get("/tables/new").page, phone.visit("/rounds/new"), phone.visit("/rounds/1")]
    for page in pages:
        config = json.loads(page.one("meta", name="htmx-config").get("content"))
        assert {204, 304, "4xx", "5xx"} <= set(config.get("noSwap", []))


def test_nothing_asks_for_a_cookie(client, phone):
    for address in ("/", "/tables/new", phone.address):
        assert "Set-Cookie" not in client.get(address).headers
