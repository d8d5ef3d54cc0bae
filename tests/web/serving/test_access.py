"""The access log: a line for each request, in which no key stands, and the tracebacks in which none stands either."""

import asyncio
import logging
import re
import time
from contextlib import closing
from http.client import HTTPConnection

import pytest

from companion.store.links.links import derived, new_key
from companion.web.app.log import KEYLESS, shorten
from companion.web.serving import access
from companion.web.serving.access import AccessLog, Answered
from companion.web.serving.proxies import Proxies
from tests.web.builders import a_table

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d (\S+) ([A-Z]+) (\S+) (\d{3}|-) (\d+) (\d+)")


@pytest.fixture
def lines(served, monkeypatch):
    """The lines so far, taken apart: client, method, path, status and bytes."""

    class Kept:
        def __init__(self):
            self.lines = []
            self.note = self.lines.append

        def start(self):
            """The server may start only now."""

    log = Kept()
    monkeypatch.setattr(served.server.application, "access_log", log)

    def found(number):
        for _ in range(100):
            if len(log.lines) >= number:
                break
            time.sleep(0.02)
        taken = [LINE.fullmatch(line) for line in log.lines]
        assert all(taken), log.lines
        assert len(taken) == number, log.lines
        return [(*line.groups()[:4], int(line[5])) for line in taken]

    return found


def ask(served, method, path, body=None, **headers):
    with closing(HTTPConnection("127.0.0.1", served.port, timeout=10)) as phone:
        phone.putrequest(method, path, skip_host="Host" in headers)
        for name, value in headers.items():
            phone.putheader(name.replace("_", "-"), value)
        phone.endheaders(body)
        answer = phone.getresponse()
        return answer.status, len(answer.read())


def test_a_line_for_each_request(served, client, lines):
    table = a_table(client).address
    known = f"{table[:7]}…"
    _, size = ask(served, "GET", table)
    ask(served, "GET", f"{table}/live?v=1")
    ask(served, "POST", f"{table}/undos", Content_Length="0")
    ask(served, "GET", "/nowhere")
    found = {path: (client, method, status, size) for client, method, path, status, size in lines(4)}
    assert found.keys() == {known, f"{known}/live", f"{known}/undos", "/nowhere"}
    assert found[known] == ("127.0.0.1", "GET", "200", size)
    assert found[f"{known}/live"] == ("127.0.0.1", "GET", "204", 0)
    assert found[f"{known}/undos"][1] == "POST"
    assert found["/nowhere"][2] == "404"


def test_a_stream_at_its_end(served, client, lines, listen):
    table = a_table(client).address
    ear = listen(table)
    assert ear.hears() == ("", "1")
    assert lines(0) == []
    ear.close()
    ((_, method, path, status, size),) = lines(1)
    assert (method, path, status) == ("GET", f"{table[:7]}…/events", "200")
    assert size > 5


def test_that_the_health_is_asked_for_is_not_told(served, lines):
    ask(served, "GET", "/health")
    ask(served, "GET", "/nowhere")
    assert [path for _, _, path, _, _ in lines(1)] == ["/nowhere"]


def test_what_is_asked_after_a_question_mark_is_not_told(served, lines):
    """There may be keys in it."""
    ask(served, "GET", f"/?deleted={new_key()}")
    assert lines(1)[0][2] == "/"


@pytest.mark.parametrize(
    "path", ["/t/{key}", "/T/{key}", "//g/{key}/settings", "/x/{key}y", "/g/b.{key}", "/{key}/{key}"]
)
def test_no_key_stands_in_a_line(served, lines, path):
    key = new_key()
    ask(served, "GET", path.format(key=key))
    told = lines(1)[0][2]
    assert key[:6] not in told
    assert f"{key[:4]}…" in told


def test_a_path_writes_no_line_of_its_own(served, lines):
    """Nor does it tell a terminal anything."""
    ask(served, "GET", "/a%0A2026-01-01T00:00:00+00:00%20192.0.2.1%20GET%20/%1B[2J%20x")
    assert lines(1)[0][2] == "/a%0A2026-01-01T00:00:00+00:00%20192.0.2.1%20GET%20/%1B%5B2J%20x"


def test_a_long_path_is_cut(served, lines):
    ask(served, "GET", "/" + "a." * 2000)
    assert len(lines(1)[0][2]) == access.LONGEST


def test_a_believed_proxy_says_who_it_was(served, lines):
    ask(served, "GET", "/", X_Forwarded_For="203.0.113.9, 192.0.2.7")
    ask(served, "GET", "/", X_Forwarded_For="2001:db8::7 oh")
    assert [client for client, *_ in lines(2)] == ["192.0.2.7", "2001:db8::7%20oh"]


@pytest.mark.parametrize(
    ("peer", "client"),
    [
        ("127.0.0.1", "192.0.2.7"),
        ("::ffff:127.0.0.1", "192.0.2.7"),
        ("10.1.2.3", "192.0.2.7"),
        ("192.0.2.9", "192.0.2.9"),
        ("", ""),
    ],
)
def test_nobody_else_is_believed(peer, client):
    scope = {
        "client": (peer, 5000),
        "headers": [(b"x-forwarded-for", b"203.0.113.9"), (b"x-forwarded-for", b"192.0.2.7")],
    }
    assert Proxies(["10.0.0.0/8"]).client(scope) == client


def test_who_hangs_up_before_the_answer_has_a_line_without_a_status():
    answered = Answered({"method": "POST", "path": "/tables"}, None)
    assert LINE.fullmatch(answered.told(""))[4] == "-"


def test_a_status_of_an_answer_in_pieces_is_told_with_all_its_bytes():
    async def send(_):
        pass

    async def answer(answered):
        await answered.send({"type": "http.response.start", "status": 200})
        for piece in (b"abc", b"de"):
            await answered.send({"type": "http.response.body", "body": piece, "more_body": True})
        await answered.send({"type": "http.response.body"})

    answered = Answered({"method": "GET", "path": "/"}, send)
    asyncio.run(answer(answered))
    assert LINE.fullmatch(answered.told("192.0.2.7")).groups()[:5] == ("192.0.2.7", "GET", "/", "200", "5")


def test_what_nobody_takes_is_lost_and_stops_nobody(monkeypatch, capsys):
    monkeypatch.setattr(access, "MOST_WAITING", 5)
    log = AccessLog()
    for number in range(50):
        log.note(f"line {number}")
    log.start()
    log.stop()
    out, err = capsys.readouterr()
    assert out.splitlines() == [f"line {number}" for number in range(5)]
    assert err == ""


def test_where_nobody_listens_nothing_breaks(monkeypatch, capsys):
    class Closed:
        def write(self, _):
            raise BrokenPipeError

        flush = write

    monkeypatch.setattr("sys.stdout", Closed())
    log = AccessLog()
    log.start()
    log.note("a line")
    log.stop()
    assert capsys.readouterr().err == ""


# Keys in the log


@pytest.mark.parametrize(
    "text",
    [
        "GET /t/{key}/live",
        "https://cards.example/companion/g/b2.{key}/share",
        "KeyError: '{key}'",
        "Stream(key='{key}', table_id=3)",
        "{key}",
        "a={key}&b={key}",
    ],
)
def test_a_key_is_shortened_wherever_it_stands(text):
    for number in range(2000):
        key = derived("a key", f"number {number}")
        shown = shorten(text.format(key=key))
        assert key not in shown
        assert f"{key[:4]}…" in shown


@pytest.mark.parametrize(
    "text",
    [
        'File "/usr/lib/python3.11/site-packages/flask/app.py", line 1511, in full_dispatch_request_and_more',
        "werkzeug.exceptions.UnsupportedMediaTypeError: 415",
        "MAX_CONTENT_LENGTH_OF_SOMETHING is 1048576",
        "sqlite3.OperationalError: database is locked",
        "a-package-with-a-long-name-of-many-words",
        "/data/companion.sqlite3 was deleted, moved or replaced",
    ],
)
def test_what_programs_call_things_is_left_as_it_is(text):
    assert shorten(text) == text


def test_no_key_stands_in_a_traceback(caplog):
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


def test_every_logger_of_a_companion_tells_none(served):
    loggers = [
        served.app.logger,
        *map(logging.getLogger, ("uvicorn.error", "asyncio", "companion.web.serving.connections")),
    ]
    assert all(KEYLESS in log.filters for log in loggers)
