"""Connections that ask for nothing, send too slowly or read nothing: they are closed, and nobody else notices."""

import logging
import time

import pytest

from companion.web.serving import connections
from tests.server import until
from tests.web.builders import a_table
from tests.web.serving.conftest import hangs_up

QUICK = 0.2  # seconds, in place of half a minute and more
MANY_PAGES = b"GET /static/vendor/htmx.min.js HTTP/1.1\r\nHost: x\r\n\r\n" * 100


@pytest.fixture
def quick(monkeypatch):
    """Let what is given take almost no time at all."""
    return lambda *names: [monkeypatch.setattr(connections, name, QUICK) for name in names]


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


def is_answered(served):
    """Whether an ordinary request is, on a connection of its own."""
    return served.ask("GET", "/")[0] == 200


def test_what_does_not_arrive_is_not_waited_for(dial, quick):
    no_request = (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\nX-Filler: ")
    half = b"POST /tables HTTP/1.1\r\nHost: x\r\n"
    no_body = (half + b"Content-Length: 1000\r\n\r\nplayer-1=", half + b"Transfer-Encoding: chunked\r\n\r\n9\r\nplayer")
    for time_for, kinds in (("KEPT_OPEN", no_request), ("TO_ARRIVE", no_body)):
        phones = [dial(sent) for sent in kinds]
        quick(time_for)
        assert all(map(is_closed, phones))


def test_a_byte_now_and_then_keeps_no_connection_open_and_who_reads_nothing_is_closed(dial, quick, served):
    phone, deaf = dial(b"GET / HTTP/1.1\r\nHost: x\r\nX-Filler: "), dial(MANY_PAGES, SO_RCVBUF=4096)
    quick("KEPT_OPEN", "TO_READ")
    assert hangs_up(phone, b"x", 500, 0.01)
    assert is_closed(deaf)
    assert is_answered(served)


def test_a_stream_is_kept(client, listen, dial, quick):
    """It says nothing for a long time, and its phone never does."""
    table = a_table(client)
    ear = listen(table.address)
    assert ear.hears() == ("", "1")
    quick("KEPT_OPEN", "TO_ARRIVE", "TO_READ")
    assert is_closed(dial()), "time is up for others"
    table.with_round("17", "", "13", "5")
    assert ear.hears()[0] == ""


def test_together_answers_take_so_much_memory_and_no_more(dial, served, monkeypatch):
    """The largest go first."""
    opened = served.server.server_state.connections
    phone = dial(MANY_PAGES, SO_RCVBUF=4096)
    until(lambda: opened)
    monkeypatch.setattr(connections, "MOST_UNREAD", 0)
    until(lambda: not opened)
    assert is_closed(phone)
    assert is_answered(served)


def test_where_there_are_too_many_the_longest_idle_goes_first(dial, few, served, caplog):
    """What is said of it stands in one line, not in one for each."""
    first = dial()
    time.sleep(0.05)  # so that it is idle for longer
    others = [dial() for _ in range(9)]
    assert is_answered(served)
    assert is_closed(first)
    others[-1].sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    assert others[-1].recv(12) == b"HTTP/1.1 200"
    for _ in range(50):
        dial(b"GET")
    assert is_answered(served)
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert caplog.messages == ["More than 10 connections: closed 1, the longest idle first."]
