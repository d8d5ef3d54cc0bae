"""The access log: a line for each request, in which no key stands, and the tracebacks in which none stands either."""

import logging
import re
from base64 import urlsafe_b64encode
from hashlib import sha256

import pytest

from companion.store.links.links import new_key
from companion.web.app.log import KEYLESS, shorten
from companion.web.serving import access
from companion.web.serving.proxies import Proxies
from tests.server import until
from tests.web.builders import a_table

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d (\S+) ([A-Z]+) (\S+) (\d{3}|-) (\d+) (\d+)")


@pytest.fixture
def lines(served, monkeypatch):
    """The lines as soon as there are so many, taken apart: client, method, path, status and bytes."""

    class Kept:
        def __init__(self):
            self.lines = []
            self.note = self.lines.append

        def start(self):
            """The server may start only now."""

    log = Kept()
    monkeypatch.setattr(served.server.application, "access_log", log)

    def found(number):
        until(lambda: len(log.lines) >= number)
        taken = [LINE.fullmatch(line) for line in log.lines]
        assert all(taken), log.lines
        assert len(taken) == number, log.lines
        return [(*line.groups()[:4], int(line[5])) for line in taken]

    return found


def test_a_line_for_each_request(served, client, lines, listen):
    """But for those for the health; a stream has its own at its end, and after a question mark there may be keys."""
    table = a_table(client).address
    known = f"{table[:7]}…"
    ear = listen(table)
    assert ear.hears() == ("", "1")
    assert lines(0) == []
    ear.close()
    ((_, method, path, status, size),) = lines(1)
    assert (method, path, status) == ("GET", f"{known}/events", "200")
    assert size > 5
    _, _, body = served.ask("GET", table)
    for method, path in (
        *(("GET", f"{table}/live?v=1"), ("POST", f"{table}/undos"), ("GET", "/health")),
        *(("GET", f"/nowhere?deleted={new_key()}"), ("GET", "/" + "a." * 2000)),
    ):
        served.ask(method, path)
    found = {path: (client, method, status, size) for client, method, path, status, size in lines(6)[1:]}
    assert found.keys() == {known, f"{known}/live", f"{known}/undos", "/nowhere", ("/" + "a." * 2000)[: access.LONGEST]}
    assert found[known] == ("127.0.0.1", "GET", "200", len(body))
    assert found[f"{known}/live"] == ("127.0.0.1", "GET", "204", 0)
    assert found[f"{known}/undos"][1] == "POST"
    assert found["/nowhere"][2] == "404"


def test_no_key_stands_in_a_line_and_no_path_writes_one_of_its_own(served, lines):
    """Nor does it tell a terminal anything."""
    key = new_key()
    paths = ("/t/{key}", "/T/{key}", "//g/{key}/settings", "/g/b.{key}", "/{key}/{key}")
    for number, path in enumerate(paths, start=1):
        served.ask("GET", path.format(key=key))
        told = lines(number)[-1][2]
        assert (key[:6] in told, f"{key[:4]}…" in told) == (False, True), path
    served.ask("GET", "/a%0A2026-01-01T00:00:00+00:00%20192.0.2.1%20GET%20/%1B[2J%20x")
    assert lines(len(paths) + 1)[-1][2] == "/a%0A2026-01-01T00:00:00+00:00%20192.0.2.1%20GET%20/%1B%5B2J%20x"


def test_a_believed_proxy_says_who_it_was_and_nobody_else(served, lines):
    served.ask("GET", "/", X_Forwarded_For="203.0.113.9, 192.0.2.7")
    served.ask("GET", "/", X_Forwarded_For="2001:db8::7 oh")
    assert {client for client, *_ in lines(2)} == {"192.0.2.7", "2001:db8::7%20oh"}
    told = [(b"x-forwarded-for", b"203.0.113.9"), (b"x-forwarded-for", b"192.0.2.7")]
    believed = dict.fromkeys(("127.0.0.1", "::ffff:127.0.0.1", "10.1.2.3"), "192.0.2.7")
    for peer, client in (believed | {"192.0.2.9": "192.0.2.9", "": ""}).items():
        assert Proxies(["10.0.0.0/8"]).client({"client": (peer, 5000), "headers": told}) == client


# Keys in the log


WITH_A_KEY = ("GET /t/{key}/live", "https://cards.example/g/b2.{key}/share", "KeyError: '{key}'", "a={key}&b={key}")
WITHOUT = (
    'File "/usr/lib/python3.11/site-packages/flask/app.py", line 1511, in full_dispatch_request_and_more',
    "werkzeug.exceptions.UnsupportedMediaTypeError: 415",
    "MAX_CONTENT_LENGTH_OF_SOMETHING is 1048576",
    "a-package-with-a-long-name-of-many-words",
)


def test_a_key_is_shortened_wherever_it_stands_and_what_programs_call_things_is_left():
    for number in range(500):
        key = urlsafe_b64encode(sha256(b"%d" % number).digest())[:22].decode()
        for text in WITH_A_KEY:
            shown = shorten(text.format(key=key))
            assert (key in shown, f"{key[:4]}…" in shown) == (False, True), shown
    assert [text for text in WITHOUT if shorten(text) != text] == []


def test_no_key_stands_in_a_traceback(served, caplog):
    key, log = new_key(), logging.getLogger("tests.keyless")
    log.addFilter(KEYLESS)
    try:
        raise KeyError(key)
    except KeyError:
        log.exception("Exception at %s", f"/t/{key}/sheet")
    assert key[:6] not in caplog.text
    assert f"Exception at /t/{key[:4]}…/sheet" in caplog.text
    assert f"KeyError: '{key[:4]}…'" in caplog.text
    assert "Traceback" in caplog.text
    names = ("uvicorn.error", "asyncio", "companion.web.serving.connections")
    assert all(KEYLESS in log.filters for log in (served.app.logger, *map(logging.getLogger, names)))
