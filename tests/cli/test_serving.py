"""The server as it runs: on a proxy's word, with slow phones, beside another process on the same file, and its stop."""

import re
import signal
import socket
import sqlite3
import time
import urllib.parse
import urllib.request
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from companion.store.database import FILE_NAME
from tests.command import refused_start
from tests.server import FORM, INSTEAD, NOWHERE, Server, a_round, ask, start_table, until

PROXIED = {"X-Forwarded-Proto": "https", "Host": "cards.example"}


def test_one_companion_has_a_folder(companion, server, tmp_path):
    """Also by another name of the folder. A second one says who has it, and ends."""
    (tmp_path / "linked").symlink_to(server.data)
    for folder in (server.data, tmp_path / "linked"):
        message = refused_start(companion(*NOWHERE, "--data", folder), folder / FILE_NAME)
        assert message == f"Process {server.process.pid} is already serving {folder}. {INSTEAD}"
    assert ask(f"{server.address}{start_table(server)}?new=1")[0] == 200


def test_systemd_is_told_when_it_answers(systemd, server):
    """So ``systemctl restart`` waits until then, and says where that does not come."""
    assert systemd.recv(100) == b"READY=1"


def shared(server, table, source):
    """The link to hand on that a page shows to whoever asks from an address of this computer."""
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=10, source_address=(source, 0))) as phone:
        phone.request("GET", f"{table}/share?new=1", headers=PROXIED)
        page = phone.getresponse().read().decode()
    return re.search(rf'value="([^"]+){re.escape(table)}"', page)[1]


def test_a_proxy_on_this_computer_or_one_that_was_named_says_how_it_was_asked(server):
    """Any phone can send such headers; one with another address stands for it."""
    table = start_table(server)
    for source, believed in (("127.0.0.1", True), ("127.0.0.2", True), ("127.0.0.3", False)):
        assert shared(server, table, source) == f"http{'s' * believed}://cards.example", source


@contextmanager
def unread(server, table):
    """A phone that asks for many pages at once and reads none of the answers."""
    with socket.socket() as phone:
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        phone.connect(("127.0.0.1", server.port))
        paths = "/static/vendor/htmx.min.js", f"{table}/sheet"
        phone.sendall(b"".join(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode() for path in paths * 20))
        yield phone


def test_silent_phones_hold_up_nobody(server):
    """More than there are threads: some never finish their request, some never read their answers."""
    table = start_table(server)
    with ExitStack() as opened:
        for _ in range(20):
            phone = opened.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            phone.sendall(b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nplayer-1=")
            opened.enter_context(unread(server, table))
        for _ in range(5):
            assert ask(f"{server.address}{table}/sheet?new=1")[0] == 200


def test_a_body_without_a_length_is_read(server):
    """As a proxy may send it on, in chunks."""
    typed = urllib.parse.urlencode(a_round()).encode()
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=10)) as phone:
        pieces = iter([typed[:20], typed[20:]])
        phone.request("POST", f"{start_table(server)}/rounds", pieces, FORM, encode_chunked=True)
        assert phone.getresponse().status == 303


@pytest.fixture
def start(tmp_path):
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
    try:
        socket.create_connection(("127.0.0.1", server.port)).close()
    except ConnectionRefusedError:
        return True
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
        assert answer.status == 303
    until(lambda: refuses(server))
    log, _ = server.process.communicate(timeout=10)
    assert server.process.returncode == 0
    ear.close()
    assert {path.name for path in tmp_path.iterdir()} == {FILE_NAME, "companion.pid"}
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as file:
        assert file.execute("SELECT count(*) FROM journal").fetchone() == (2,)
    assert [line for line in log.splitlines() if f'"POST {table[:7]}…/rounds HTTP/1.1" 303' in line]
    assert table not in log, "no key stands in the access log"
