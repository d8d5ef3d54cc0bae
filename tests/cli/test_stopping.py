"""A stop: what is being saved is saved, who goes on is answered, and one file is left."""

import signal
import socket
import sqlite3
import time
import urllib.parse
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from select import select

import pytest

from companion.store.database import FILE_NAME
from tests.cli.test_serving import unread
from tests.server import FORM, Server, a_round, start_table


@pytest.fixture
def start(tmp_path):
    """Start a companion."""
    with ExitStack() as started:

        def start(*options):
            server = Server(tmp_path, *options)
            started.callback(server.kill)
            return server

        yield start


def saving(phone, table):
    """A phone that sends a round; the answer waits for the file."""
    phone.request("POST", f"{table}/rounds", urllib.parse.urlencode(a_round()), FORM)


def is_saving(server, phones=1):
    """Wait until so many requests are on their way through the server: their bytes have been read."""
    for _ in range(200):
        rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        waiting = [row[4] for row in rows if row[1].endswith(f":{server.port:04X}") and row[3] == "01"]
        if len(waiting) >= phones and all(queues.endswith(":00000000") for queues in waiting):
            return
        time.sleep(0.01)
    raise AssertionError("nobody reads the request")


def refuses(server):
    """Whether connections are refused, once the last of its processes has heard that it stops."""
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", server.port)).close()
        except ConnectionRefusedError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("how", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.thorough)])
def test_a_stop_is_clean(start, tmp_path, how):
    """What is being saved is saved and answered, phones are told to come again, and the database is one file."""
    server = start("--access-log")
    table = start_table(server)
    ear = HTTPConnection("127.0.0.1", server.port, timeout=10)
    ear.request("GET", f"{table}/events")
    stream = ear.getresponse()
    assert stream.readline() == b"data: 1\n"
    busy = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    with closing(busy), closing(HTTPConnection("127.0.0.1", server.port, timeout=40)) as phone:
        busy.execute("BEGIN IMMEDIATE")
        saving(phone, table)
        is_saving(server, 2)
        server.process.send_signal(how)
        assert b"event: again\n" in stream.read()
        busy.execute("ROLLBACK")
        answer = phone.getresponse()
        assert (answer.status, answer.getheader("Connection")) == (303, "close")
    assert refuses(server)
    told, _ = server.process.communicate(timeout=10)
    assert server.process.returncode == 0
    ear.close()
    assert {path.name for path in tmp_path.iterdir()} == {FILE_NAME, "serving.json"}
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as file:
        assert file.execute("SELECT count(*) FROM journal").fetchone() == (2,)
    assert [line for line in told.splitlines() if f'"POST {table[:7]}…/rounds HTTP/1.1" 303' in line]
    assert table not in told, "no key stands in the access log"


def test_who_goes_on_while_it_stops_is_answered(start):
    """And told that nothing more is answered on this connection; so no request is sent in vain."""
    server = start()
    with ExitStack() as opened:
        phones = {}
        for _ in range(30):
            phone = opened.enter_context(closing(HTTPConnection("127.0.0.1", server.port, timeout=10)))
            phone.request("GET", "/offline")
            phones[phone.sock] = phone
        gone_on = 0
        while phones:
            for ready in select(list(phones), [], [], 10)[0]:
                answer = phones[ready].getresponse()
                assert answer.read()
                if answer.getheader("Connection") == "close":
                    del phones[ready]
                    continue
                phones[ready].request("GET", "/offline")
                gone_on += 1
                if gone_on == 60:
                    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(10) == 0


@pytest.mark.thorough
def test_a_phone_that_does_not_read_does_not_hold_up_a_stop(start):
    """Its answer is too long to be on its way."""
    server = start()
    with unread(server, start_table(server)):
        assert server.stop() == 0


@pytest.mark.thorough
@pytest.mark.parametrize(("released", "status"), [(None, 503), (4.3, 303)])
def test_what_waits_for_the_file_at_a_stop_is_answered_and_nothing_breaks(start, released, status):
    """What waits for too long is refused: the phone keeps it and sends it again."""
    server = start()
    table = start_table(server)
    busy = sqlite3.connect(server.data / FILE_NAME, isolation_level=None, check_same_thread=False)
    with closing(busy), closing(HTTPConnection("127.0.0.1", server.port, timeout=40)) as phone:
        busy.execute("BEGIN IMMEDIATE")
        saving(phone, table)
        is_saving(server)
        server.process.send_signal(signal.SIGTERM)
        begun = time.monotonic()
        if released:
            time.sleep(begun + released - time.monotonic())
            busy.execute("ROLLBACK")
        assert phone.getresponse().status == status
        assert server.process.wait(20) == 0
    with closing(sqlite3.connect(server.data / FILE_NAME)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
