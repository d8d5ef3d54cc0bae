"""What is too large is refused before it is read; a long answer is worked out as it is read, or held back."""

import asyncio
import socket
import time
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from itertools import accumulate

import pytest
from flask import Blueprint, request

from companion.web.serving import asgi, bodies
from tests.server import until
from tests.web.serving.conftest import Served, hangs_up

MEGABYTE = 1024 * 1024
MOST_PIECES = 2000
blueprint = Blueprint("long", __name__)
worked_out = []
at_once = []


@blueprint.get("/long")
def in_pieces():
    """An answer of many megabytes."""

    def pieces():
        try:
            for number in range(MOST_PIECES):
                worked_out.append(number)
                yield bytes(65536)
        finally:
            worked_out.append("closed")

    return pieces()


@blueprint.get("/held-back")
def held_back():
    """An answer that is not sent at once."""
    request.environ["asgi.scope"]["companion.wait"] = 0.3
    return "here"


@blueprint.get("/t/<key>/dear.xlsx")
def dear(key):
    """What takes long to work out, in its few turns."""
    at_once.append(+1)
    time.sleep(0.1)
    at_once.append(-1)
    return "sum"


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    served = Served(tmp_path_factory.mktemp("served"), blueprint)
    yield served
    served.stop()


@contextmanager
def sent(served, head, body=b"", timeout=5):
    """A connection on which this was sent."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=timeout) as phone:
        phone.sendall(head.encode() + b"\r\nHost: localhost\r\n\r\n" + body)
        yield phone


def answer(phone):
    """All that comes until the connection is closed."""
    found = b""
    while piece := phone.recv(65536):
        found += piece
    return found.decode()


@pytest.mark.parametrize(
    "head",
    [
        "POST /no/such/page HTTP/1.1\r\nContent-Length: 60000000",
        "GET / HTTP/1.1\r\nContent-Length: 60000000",
        "PUT / HTTP/1.1\r\nContent-Length: 60000000",
        "POST /tables HTTP/1.1\r\nContent-Length: 60000000",
        "POST /imports HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 99000000",
        "POST /imports HTTP/1.1\r\nContent-Length: 99999999999\r\nExpect: 100-continue",
        "POST /no/such/page HTTP/1.1\r\nContent-Length: 99999999999\r\nExpect: 100-continue",
    ],
)
def test_what_is_much_too_large_is_refused_before_it_is_sent(served, head):
    with sent(served, head) as phone:
        said = answer(phone)
    assert said.startswith("HTTP/1.1 413 ")
    assert "connection: close" in said


@pytest.mark.parametrize("path", ["/no/such/page", "/tables"])
def test_a_body_without_an_end_is_not_read_for_ever(served, path):
    piece = b"10000\r\n" + bytes(65536) + b"\r\n"
    with sent(served, f"POST {path} HTTP/1.1\r\nTransfer-Encoding: chunked") as phone:
        assert hangs_up(phone, piece, 1000)


@pytest.mark.parametrize(("path", "status"), [("/no/such/page", 404), ("/tables", 413)])
def test_who_has_sent_somewhat_too_much_reads_that_it_was(served, path, status):
    """Else a browser shows an error of its own."""
    with closing(HTTPConnection("127.0.0.1", served.port, timeout=5)) as phone:
        for _ in range(2):
            phone.request("POST", path, bytes(MEGABYTE + 1 if status == 413 else MEGABYTE))
            response = phone.getresponse()
            assert response.status == status
            assert b"</html>" in response.read()


def test_nothing_is_kept_of_what_is_too_much(served, monkeypatch):
    kept = []
    keep = served.server.application.bodies.keep

    async def look(scope, receive):
        arrived = await keep(scope, receive)
        kept.append((len(arrived.body), arrived.length))
        return arrived

    monkeypatch.setattr(served.server.application.bodies, "keep", look)
    with closing(HTTPConnection("127.0.0.1", served.port, timeout=5)) as phone:
        phone.request("POST", "/no/such/page", bytes(MEGABYTE))
        assert phone.getresponse().status == 404
    assert kept == [(0, MEGABYTE)]


def test_a_long_answer_is_worked_out_as_it_is_read(served):
    """More phones that read nothing of it than there are threads."""
    worked_out.clear()
    deaf = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(20)]
    for phone in deaf:
        phone.sendall(b"GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n")
    with sent(served, "GET /long HTTP/1.1\r\nConnection: close") as phone:
        length = 0
        while piece := phone.recv(MEGABYTE):
            length += len(piece)
    assert length > MOST_PIECES * 65536
    assert worked_out.count(MOST_PIECES - 1) == 1, "nobody else has taken all of it"
    assert worked_out.count("closed") == 1
    for phone in deaf:
        phone.close()
    for _ in range(100):
        if worked_out.count("closed") == 21:
            return
        time.sleep(0.05)
    raise AssertionError("what nobody wants any more goes on")


def test_an_answer_that_is_held_back_holds_no_thread(served):
    began = time.monotonic()
    phones = [HTTPConnection("127.0.0.1", served.port, timeout=5) for _ in range(64)]
    for phone in phones:
        phone.request("GET", "/held-back")
    for phone in phones:
        assert phone.getresponse().read() == b"here"
        phone.close()
    assert time.monotonic() - began >= 0.3


def test_nobody_sends_a_body_in_a_thousand_tiny_pieces(served):
    """Each would cost as much time as a long one."""
    head = "POST /tables HTTP/1.1\r\nTransfer-Encoding: chunked"
    with sent(served, head) as phone:
        assert hangs_up(phone, b"1\r\na\r\n" * 50, 50, 0.01)
    with sent(served, head, b"400\r\n" + b"a" * 1024 + b"\r\n") as phone:
        assert not hangs_up(phone, b"400\r\n" + b"a" * 1024 + b"\r\n", 300)
        phone.sendall(b"0\r\n\r\n")
        assert phone.recv(12) == b"HTTP/1.1 422"


def test_what_arrives_takes_so_much_memory_and_no_more(served, monkeypatch):
    """Who takes longest is hung up on; what is as short as a round is never in the way."""
    monkeypatch.setattr(bodies, "MOST_ARRIVING", 200_000)

    def arriving(length, most):
        return opened.enter_context(sent(served, f"POST /tables HTTP/1.1\r\nContent-Length: {most}", bytes(length)))

    with ExitStack() as opened:
        half = []
        for due in (1, 2, 3):  # in this order: it is the first that takes longest
            half.append(arriving(60_000, 90_000))
            until(lambda due=due: served.server.application.bodies.total == due * 60_000)
        short = [arriving(bodies.SHORT - 1, bodies.SHORT) for _ in range(40)]
        half[1].sendall(bytes(30_000))
        assert is_hung_up_on(half[0])
        assert half[1].recv(12) == b"HTTP/1.1 422"
        for phone, rest in ((half[2], 30_000), *((phone, 1) for phone in short)):
            phone.sendall(bytes(rest))
            assert phone.recv(12) == b"HTTP/1.1 422"
    until(lambda: served.server.application.bodies.total == 0)


def is_hung_up_on(phone):
    with suppress(ConnectionResetError):
        assert phone.recv(10) == b""
    return True


def test_what_still_comes_of_who_was_hung_up_on_is_not_kept(served, monkeypatch):
    """It may lie there before its connection is known to be gone: nobody else is hung up on for it."""
    monkeypatch.setattr(bodies, "MOST_ARRIVING", 200_000)
    hung_up = []
    arriving = bodies.Bodies(served.app, lambda scope: hung_up.append(scope["name"]))

    def piece(length, more_body=True):
        return {"type": "http.request", "body": bytes(length), "more_body": more_body}

    async def one(name, *messages):
        async def receive():
            await asyncio.sleep(0)
            return left.pop(0)

        left = [*messages, {"type": "http.disconnect"}]
        head = {"method": "POST", "path": "/tables", "headers": [(b"transfer-encoding", b"chunked")]}
        return await arriving.keep({"name": name, **head}, receive)

    async def all_of_them():
        return await asyncio.gather(
            one("first", piece(150_000), piece(150_000), piece(30_000, more_body=False)),
            one("other", piece(60_000), piece(60_000), piece(60_000), piece(10, more_body=False)),
        )

    first, other = asyncio.run(all_of_them())
    assert hung_up == ["first"]
    assert first is None
    assert other.length == len(other.body) == 180_010
    assert arriving.total == 0


def test_what_is_dear_is_worked_out_by_few_threads(served):
    """More ask for it than there are threads: who asks for something else does not wait for them."""
    at_once.clear()
    phones = [HTTPConnection("127.0.0.1", served.port, timeout=10) for _ in range(20)]
    for phone in phones:
        phone.request("GET", "/t/x/dear.xlsx")
    with closing(HTTPConnection("127.0.0.1", served.port, timeout=5)) as other:
        other.request("GET", "/tables/new")
        assert other.getresponse().status == 200
    assert len(at_once) < 40, "not all were worked out before"
    for phone in phones:
        assert phone.getresponse().read() == b"sum"
        phone.close()
    assert max(accumulate(at_once)) == asgi.DEAR
