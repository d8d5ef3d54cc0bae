"""The server as it runs: on a proxy's word, with slow phones, as several processes on one file, stopped and killed."""

import os
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from http.client import HTTPConnection, RemoteDisconnected
from pathlib import Path
from select import select

import pytest

from tests.server import Server
from tests.web.builders import a_key, new_game

ROUND = {"seat-1-cards": "17", "seat-2-out": "y", "seat-3-cards": "13", "seat-4-cards": "5"}
KNOCKS = Path(__file__).parent.parent.parent / "benchmarks" / "hard_knocks.py"


class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args):
        return None


def ask(address, form=None, **headers):
    """Status, headers and text of an answer; nothing is followed."""
    body = urllib.parse.urlencode(form).encode() if form else None
    try:
        with closing(
            urllib.request.build_opener(Stay).open(urllib.request.Request(address, body, headers), timeout=10)
        ) as response:
            return response.status, response.headers, response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read().decode()


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path)
    yield server
    server.kill()


def start_table(server):
    return ask(f"{server.address}/tables", new_game())[1]["Location"]


def test_two_processes_on_one_file_show_the_same(server):
    """What is saved through one is live on the other, and neither makes a round of its own."""
    other = Server(server.data)
    try:
        table = start_table(server)
        poll = f"{table}/live?v=1"
        assert ask(other.address + poll)[0] == 204
        typed = {"number": 1, "key": a_key(), **ROUND}
        assert ask(f"{server.address}{table}/rounds", typed)[0] == 303
        status, _, shown = ask(other.address + poll)
        assert status == 200
        assert "Round 2" in shown
        assert ask(f"{other.address}{table}/rounds", typed)[0] == 303, "the same request again"
        assert ask(f"{other.address}{table}/rounds", typed | {"key": a_key(), "seat-1-cards": "18"})[0] == 409
        assert ask(f"{server.address}{table}/live?v=2")[0] == 204
        _, headers, _ = ask(f"{other.address}{table}/links", {"role": "host", "key": a_key()})
        assert ask(f"{server.address}{table}")[0] == 410
        assert ask(f"{server.address}{headers['Location']}")[0] == 200
    finally:
        other.kill()


def test_an_unchanged_poll_takes_few_bytes_on_the_wire(server):
    table = start_table(server)
    _, headers, body = ask(f"{server.address}{table}/live?v=1")
    assert body == ""
    assert len("HTTP/1.1 204 No Content\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items())) < 300


def test_a_proxy_on_this_computer_may_say_that_it_has_https(server):
    """So that the links to share are right."""
    table = start_table(server)
    told = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"}
    assert f'value="https://cards.example{table}"' in ask(f"{server.address}{table}/share", **told)[2]


def test_whoever_is_no_proxy_on_this_computer_says_so_in_vain(server):
    """Any phone can send such headers; one with another address stands for it."""
    table = start_table(server)
    told = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"}
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=10, source_address=("127.0.0.2", 0))) as phone:
        phone.request("GET", f"{table}/share", headers=told)
        shown = phone.getresponse().read().decode()
    assert f'{table}"' in shown
    assert "cards.example" not in shown
    assert "https:" not in shown


def test_nobody_speaks_for_a_proxy_in_another_spelling(server):
    """With an underscore WSGI takes it for the same header; a proxy would hand it on."""
    table = start_table(server)
    told = {"X-Forwarded-Host": "cards.example", "X_Forwarded_Host": "evil.example"}
    shown = ask(f"{server.address}{table}/share", **told)[2]
    assert f'value="http://cards.example{table}"' in shown
    assert "evil" not in shown


def test_a_proxy_need_not_be_trusted_to_name_another_site(server):
    """The check against other sites' forms goes by the name that the browser knows."""
    table = start_table(server)
    told = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"}
    form = {"seq": "1", "key": a_key()}
    assert ask(f"{server.address}{table}/undos", form, Origin="https://evil.example", **told)[0] == 403
    assert ask(f"{server.address}{table}/undos", form, Origin="https://cards.example", **told)[0] == 409


def test_a_proxy_on_another_computer_is_believed_if_it_was_named(tmp_path):
    server = Server(tmp_path, "--proxy", "127.0.0.2", "--proxy", "192.0.2.0/24")
    try:
        table = start_table(server)
        told = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"}
        for source, believed in (("127.0.0.2", True), ("127.0.0.3", False)):
            with closing(HTTPConnection("127.0.0.1", server.port, timeout=10, source_address=(source, 0))) as proxy:
                proxy.request("GET", f"{table}/share", headers=told)
                assert (f'value="https://cards.example{table}"' in proxy.getresponse().read().decode()) is believed
    finally:
        server.kill()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_stop_is_clean(tmp_path, how, workers):
    """What is being saved is saved and answered, phones are told to come again, and the database is one file."""
    server = Server(tmp_path, "--workers", str(workers))
    table = start_table(server)
    ear = HTTPConnection("127.0.0.1", server.port, timeout=10)
    ear.request("GET", f"{table}/events")
    stream = ear.getresponse()
    assert stream.readline() == b"data: 1\n"
    typed = urllib.parse.urlencode({"number": 1, "key": a_key(), **ROUND})
    busy = sqlite3.connect(tmp_path / "companion.sqlite3", isolation_level=None)
    with closing(busy), closing(HTTPConnection("127.0.0.1", server.port, timeout=10)) as phone:
        busy.execute("BEGIN IMMEDIATE")
        phone.request("POST", f"{table}/rounds", typed, {"Content-Type": "application/x-www-form-urlencoded"})
        time.sleep(0.3)
        server.process.send_signal(how)
        assert b"event: again\n" in stream.read()
        busy.execute("ROLLBACK")
        assert phone.getresponse().status == 303
    assert refuses(server)
    assert server.process.wait(10) == 0
    server.process.stdout.close()
    ear.close()
    assert {path.name for path in tmp_path.iterdir()} == {"companion.sqlite3", "serving.json"}
    with closing(sqlite3.connect(tmp_path / "companion.sqlite3")) as file:
        assert file.execute("SELECT count(*) FROM journal").fetchone() == (2,)


@pytest.mark.parametrize("workers", [1, 2])
def test_who_goes_on_while_it_stops_is_answered(tmp_path, workers):
    """And told that nothing more is answered on this connection; so no request is sent in vain."""
    server = Server(tmp_path, "--workers", str(workers))
    try:
        with ExitStack() as opened:
            phones = {}
            for _ in range(90):
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
                    if gone_on == 200:
                        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(10) == 0
    finally:
        server.kill()


@pytest.mark.thorough
@pytest.mark.parametrize("released", [None, 4.3])
def test_a_stop_waits_for_no_lock_and_breaks_nothing(server, released):
    """What waits for the file for too long is let go: the phone keeps it and sends it again."""
    table = start_table(server)
    typed = urllib.parse.urlencode({"number": 1, "key": a_key(), **ROUND})
    busy = sqlite3.connect(server.data / "companion.sqlite3", isolation_level=None, check_same_thread=False)
    with closing(busy), closing(HTTPConnection("127.0.0.1", server.port, timeout=10)) as phone:
        busy.execute("BEGIN IMMEDIATE")
        phone.request("POST", f"{table}/rounds", typed, {"Content-Type": "application/x-www-form-urlencoded"})
        time.sleep(0.3)
        server.process.send_signal(signal.SIGTERM)
        begun = time.monotonic()
        with pytest.raises(RemoteDisconnected):
            phone.getresponse()
        if released:
            time.sleep(begun + released - time.monotonic())
            busy.execute("ROLLBACK")
        assert server.process.wait(10) == 0
    with closing(sqlite3.connect(server.data / "companion.sqlite3")) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_phone_that_does_not_read_does_not_hold_up_a_stop(server):
    """Its answer is too long to be on its way."""
    table = start_table(server)
    with unread(server, table):
        assert server.stop() == 0


def test_a_process_that_breaks_is_replaced_and_none_outlives_the_first(tmp_path):
    server = Server(tmp_path, "--workers", "2")
    table = start_table(server)
    before = server.children()
    assert len(before) == 2
    for child in before:
        os.kill(child, signal.SIGKILL)
    server.wait()
    assert ask(server.address + table)[0] == 200
    after = server.children()
    assert len(after) == 2
    assert not after & before
    server.kill()
    for _ in range(100):
        if not any(Path(f"/proc/{child}").exists() for child in after):
            return
        time.sleep(0.1)
    raise AssertionError("a process is still there")


def test_what_one_process_writes_is_heard_through_every_other(tmp_path):
    """Six phones: some are held by one process, some by the other."""
    server = Server(tmp_path, "--workers", "2")
    try:
        table = start_table(server)
        with ExitStack() as opened:
            ears = []
            for _ in range(6):
                ear = opened.enter_context(closing(HTTPConnection("127.0.0.1", server.port, timeout=10)))
                ear.request("GET", f"{table}/events")
                ears.append(ear.getresponse())
            assert {ear.readline() + ear.readline() for ear in ears} == {b"data: 1\n\n"}
            assert ask(f"{server.address}{table}/rounds", {"number": 1, "key": a_key(), **ROUND})[0] == 303
            assert {ear.readline() + ear.readline() for ear in ears} == {b"data: 2\n\n"}
    finally:
        server.kill()


def test_silent_phones_hold_up_nobody(server):
    """More than there are threads: some never finish their request, some never read their answers."""
    table = start_table(server)
    with ExitStack() as opened:
        for _ in range(40):
            phone = opened.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            phone.sendall(b"POST /tables HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nplayer-1=")
            opened.enter_context(unread(server, table))
        for _ in range(5):
            assert ask(f"{server.address}{table}/sheet")[0] == 200


def test_where_few_files_may_be_open_strangers_shut_nobody_out(tmp_path):
    """They open more connections than there are handles, and the log says so in a line."""
    with open(tmp_path / "log", "w") as log:
        few = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (150, 150))
        server = Server(tmp_path / "data", preexec_fn=few, stderr=log)
        try:
            table = start_table(server)
            with ExitStack() as opened:
                for number in range(400):
                    phone = opened.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                    phone.sendall(b"GET")
                    if number % 20 == 0:
                        assert ask(server.address + table)[0] == 200
                assert ask(f"{server.address}{table}/rounds", {"number": 1, "key": a_key(), **ROUND})[0] == 303
        finally:
            server.kill()
    said = (tmp_path / "log").read_text().splitlines()
    assert said == ["More than 75 connections: closed 1, the longest idle first."]


@contextmanager
def unread(server, table):
    """A phone that asks for many pages at once and reads none of the answers."""
    with socket.socket() as phone:
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        phone.connect(("127.0.0.1", server.port))
        asked = "/static/vendor/htmx.min.js", f"{table}/sheet"
        phone.sendall(b"".join(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode() for path in asked * 20))
        yield phone


def refuses(server):
    """Whether connections are refused, once the last of its processes has heard that it stops."""
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", server.port)).close()
        except ConnectionRefusedError:
            return True
        time.sleep(0.05)
    return False


def test_a_body_without_a_length_is_read(server):
    """As a proxy may send it on, in chunks."""
    table = start_table(server)
    typed = urllib.parse.urlencode({"number": 1, "key": a_key(), **ROUND}).encode()
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=10)) as phone:
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        phone.request("POST", f"{table}/rounds", iter([typed[:20], typed[20:]]), headers, encode_chunked=True)
        assert phone.getresponse().status == 303


@pytest.mark.thorough
@pytest.mark.parametrize("what", ["races", "kills", "stops", "repeats", "forms"])
def test_hard_knocks(what):
    """A few of the many that the script gives: races for a round, SIGKILL while saving, answers that get lost."""
    done = subprocess.run(
        [sys.executable, str(KNOCKS), what, "--times", "3"], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_file_of_two_megabytes_is_read(server):
    """By another process; what is larger is told so."""
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="x.json"\r\n\r\n'
    for megabytes, status in ((2, 422), (4, 413)):
        body = head + b" " * (megabytes * 1024 * 1024) + b"\r\n--x--\r\n"
        request = urllib.request.Request(f"{server.address}/imports", body)
        request.add_header("Content-Type", "multipart/form-data; boundary=x")
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request, timeout=30)
        with refused.value as answer:
            assert answer.code == status
            told = b"This is not a JSON file." if status == 422 else b"That is too large"
            assert told in answer.read()


def test_what_one_address_may_begin_counts_over_all_processes(tmp_path):
    """Eight new games an hour, whichever process is asked; another address has its own."""
    server = Server(tmp_path, "--workers", "2", "--limit", "8")
    try:
        answers = [begin_a_game(server, "127.0.0.2") for _ in range(12)]
        assert answers.count(303) == 8
        assert answers.count(429) == 4
        assert begin_a_game(server, "127.0.0.3") == 303
    finally:
        server.kill()


def begin_a_game(server, address):
    """The status of the answer to a new game from an address."""
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=10, source_address=(address, 0))) as phone:
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        phone.request("POST", "/tables", urllib.parse.urlencode(new_game()), headers)
        return phone.getresponse().status


@pytest.mark.parametrize("workers", [1, 2])
def test_a_line_for_each_request_where_that_is_wished(tmp_path, workers):
    """From all processes, on standard output; what was asked last is told before the end."""
    server = Server(tmp_path, "--access-log", "--workers", str(workers))
    try:
        table = start_table(server)
        for _ in range(20):
            assert ask(f"{server.address}{table}/live?v=1")[0] == 204
        server.process.send_signal(signal.SIGTERM)
        told, _ = server.process.communicate(timeout=20)
    finally:
        server.kill()
    polls = [line.split() for line in told.splitlines() if " 204 " in line]
    assert len(polls) == 20
    assert {(client, path) for _, client, _, path, *_ in polls} == {("127.0.0.1", f"{table[:7]}…/live")}
    assert table not in told


def test_nobody_asked_for_an_access_log(tmp_path):
    server = Server(tmp_path)
    try:
        start_table(server)
        server.process.send_signal(signal.SIGTERM)
        told, _ = server.process.communicate(timeout=20)
    finally:
        server.kill()
    assert not any(word in told for word in ("GET", "POST", "/t/"))
