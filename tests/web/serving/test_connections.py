"""Connections that ask for nothing, send too slowly or read nothing: they are closed, and nobody else notices."""

import logging
import socket
import time
from contextlib import ExitStack
from http.client import HTTPConnection

import pytest

from companion.web.serving import connections
from tests.web.builders import a_table
from tests.web.serving.conftest import hangs_up

QUICK = 0.2  # seconds, in place of half a minute and more


@pytest.fixture
def quick(monkeypatch):
    """Let what is given take almost no time at all."""
    return lambda *names: [monkeypatch.setattr(connections, name, QUICK) for name in names]


@pytest.fixture
def dial(served):
    """Open a connection, and send this."""
    with ExitStack() as opened:

        def dial(sent=b"", **options):
            phone = opened.enter_context(socket.socket())
            for name, value in options.items():
                phone.setsockopt(socket.SOL_SOCKET, getattr(socket, name), value)
            phone.settimeout(5)
            phone.connect(("127.0.0.1", served.port))
            phone.sendall(sent)
            return phone

        yield dial


@pytest.fixture
def few(served, monkeypatch):
    """Let there be at most ten connections."""
    monkeypatch.setattr(served.server.application.connections, "most", 10)
    monkeypatch.setattr(served.server.application.connections, "silent_until", 0.0)


def is_closed(phone):
    """Whether a connection is closed within its timeout; what came before is let go."""
    try:
        while phone.recv(65536):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True


def answers(served, path="/"):
    """The status of an ordinary request on a connection of its own."""
    phone = HTTPConnection("127.0.0.1", served.port, timeout=5)
    phone.request("GET", path)
    status = phone.getresponse().status
    phone.close()
    return status


@pytest.mark.parametrize(
    ("sent", "time_for"),
    [
        (b"", "KEPT_OPEN"),
        (b"GET / HT", "KEPT_OPEN"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX-Filler: ", "KEPT_OPEN"),
        (b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nplayer-1=", "TO_ARRIVE"),
        (b"POST /tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nplayer-1=", "TO_ARRIVE"),
    ],
    ids=["nothing", "half a line", "half a head", "half a body", "half a body in pieces"],
)
def test_what_does_not_arrive_is_not_waited_for(dial, quick, sent, time_for):
    phone = dial(sent)
    quick(time_for)
    assert is_closed(phone)


def test_a_byte_now_and_then_does_not_keep_a_connection_open(dial, quick):
    phone = dial(b"GET / HTTP/1.1\r\nHost: x\r\nX-Filler: ")
    quick("KEPT_OPEN")
    assert hangs_up(phone, b"x", 500, 0.01)


def test_who_reads_nothing_is_closed_and_who_reads_slowly_is_not(dial, quick, served):
    asked = b"GET /static/vendor/htmx.min.js HTTP/1.1\r\nHost: x\r\n\r\n" * 100
    deaf, slow = (dial(asked, SO_RCVBUF=4096) for _ in range(2))
    quick("TO_READ")
    for _ in range(40):
        assert slow.recv(4096)
        time.sleep(QUICK / 8)
    assert slow.recv(4096)
    assert is_closed(deaf)
    assert answers(served) == 200


def test_who_reads_a_long_answer_has_time_for_it(dial, quick):
    phone = dial(b"GET /static/vendor/htmx.min.js HTTP/1.1\r\nHost: x\r\n\r\n" * 100, SO_RCVBUF=4096)
    quick("KEPT_OPEN", "TO_ARRIVE")
    for _ in range(40):
        assert phone.recv(4096)
        time.sleep(QUICK / 8)


def test_a_stream_is_kept(client, listen, quick):
    """It says nothing for a long time, and its phone never does."""
    table = a_table(client)
    ear = listen(table.address)
    assert ear.hears() == ("", "1")
    quick("KEPT_OPEN", "TO_ARRIVE", "TO_READ")
    time.sleep(3 * QUICK)
    table.with_round("17", "", "13", "5")
    assert ear.hears()[0] == ""


def test_together_answers_take_so_much_memory_and_no_more(dial, served, monkeypatch):
    """The largest go first."""
    monkeypatch.setattr(connections, "MOST_UNREAD", 0)
    phone = dial(b"GET /static/vendor/htmx.min.js HTTP/1.1\r\nHost: x\r\n\r\n" * 100, SO_RCVBUF=4096)
    time.sleep(QUICK)
    assert is_closed(phone)
    assert answers(served) == 200


def test_where_there_are_too_many_the_longest_idle_goes_first(dial, few, served, caplog):
    """What is said of it stands in one line, not in one for each."""
    first = dial()
    time.sleep(0.05)
    others = [dial() for _ in range(9)]
    assert answers(served) == 200
    assert is_closed(first)
    others[-1].sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    assert others[-1].recv(12) == b"HTTP/1.1 200"
    for _ in range(50):
        dial(b"GET")
    assert answers(served) == 200
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert caplog.messages == ["More than 10 connections: closed 1, the longest idle first."]


def test_a_stream_is_closed_after_all_that_are_idle(client, listen, dial, few, served):
    """Its phone comes again, and asks until then."""
    table = a_table(client)
    ears = [listen(table.address) for _ in range(9)]
    assert {ear.hears() for ear in ears} == {("", "1")}
    for _ in range(30):
        dial()
    assert answers(served) == 200
    table.with_round("17", "", "13", "5")
    assert {ear.hears() for ear in ears} == {("", "2")}
    more = [listen(table.address) for _ in range(4)]
    assert {ear.hears() for ear in more} == {("", "2")}
    assert answers(served) == 200
