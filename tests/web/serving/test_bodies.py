"""What is too large is refused before it is read; a long answer is worked out as it is read, or held back."""

from contextlib import closing, suppress
from http.client import HTTPConnection
from itertools import accumulate

import pytest

from companion.web.serving import bodies
from tests.server import until
from tests.web.serving.conftest import hangs_up
from tests.web.serving.pages import MOST_PIECES, at_once, worked, worked_out

MEGABYTE = 1024 * 1024


def head(first, *lines):
    """The head of a request, as it is sent."""
    return "\r\n".join((f"{first} HTTP/1.1", "Host: localhost", *lines, "", "")).encode()


def answer(phone):
    """All that comes until the connection is closed."""
    return b"".join(iter(lambda: phone.recv(MEGABYTE), b""))


@pytest.mark.parametrize(
    ("first", "lines"),
    [
        ("POST /no/such/page", ["Content-Length: 60000000"]),
        ("POST /tables", ["Content-Length: 60000000"]),
        ("POST /imports", ["Content-Type: multipart/form-data; boundary=x", "Content-Length: 99000000"]),
        ("POST /imports", ["Content-Length: 99999999999", "Expect: 100-continue"]),
    ],
)
def test_what_is_much_too_large_is_refused_before_it_is_sent(dial, first, lines):
    said = answer(dial(head(first, *lines)))
    assert said.startswith(b"HTTP/1.1 413 ")
    assert b"connection: close" in said


@pytest.mark.parametrize("path", ["/no/such/page", "/tables"])
def test_a_body_without_an_end_is_not_read_for_ever(dial, path):
    phone = dial(head(f"POST {path}", "Transfer-Encoding: chunked"))
    assert hangs_up(phone, b"10000\r\n" + bytes(65536) + b"\r\n", 1000)


@pytest.mark.parametrize(("path", "status"), [("/no/such/page", 404), ("/tables", 413)])
def test_who_has_sent_somewhat_too_much_reads_that_it_was(served, path, status):
    """Else a browser shows an error of its own."""
    with closing(HTTPConnection("127.0.0.1", served.port, timeout=5)) as phone:
        for _ in range(2):
            phone.request("POST", path, bytes(MEGABYTE + 1 if status == 413 else MEGABYTE))
            response = phone.getresponse()
            assert response.status == status
            assert b"</html>" in response.read()


def test_a_long_answer_is_worked_out_as_it_is_read(dial):
    """More phones that read nothing of it than there are threads."""
    worked_out.clear()
    deaf = [dial(head("GET /long")) for _ in range(20)]
    assert len(answer(dial(head("GET /long", "Connection: close")))) > MOST_PIECES * 65536
    assert worked_out.count(MOST_PIECES - 1) == 1, "nobody else has taken all of it"
    assert worked_out.count("closed") == 1
    for phone in deaf:
        phone.close()
    until(lambda: worked_out.count("closed") == 21)


def test_what_is_dear_is_worked_out_by_few_threads(served, dial):
    """More ask for it than there are threads: who asks for something else does not wait for them."""
    at_once.clear()
    worked.clear()
    phones = [dial(head("GET /t/x/dear.xlsx", "Connection: close")) for _ in range(20)]
    until(lambda: at_once)
    assert served.ask("GET", "/tables/new")[0] == 200
    assert sum(at_once) == 1, "they are not worked out yet"
    worked.set()
    assert all(answer(phone).endswith(b"sum") for phone in phones)
    assert max(accumulate(at_once)) == 1


def test_nobody_sends_a_body_in_a_thousand_tiny_pieces(dial):
    """Each would cost as much time as a long one."""
    begun = head("POST /tables", "Transfer-Encoding: chunked")
    assert hangs_up(dial(begun), b"1\r\na\r\n" * 50, 50, 0.01)
    phone = dial(begun)
    assert not hangs_up(phone, b"400\r\n" + b"a" * 1024 + b"\r\n", 300)
    phone.sendall(b"0\r\n\r\n")
    assert phone.recv(12) == b"HTTP/1.1 422"


def test_what_arrives_takes_so_much_memory_and_no_more(served, dial, monkeypatch):
    """Who takes longest is hung up on; what is as short as a round is never in the way."""
    monkeypatch.setattr(bodies, "MOST_ARRIVING", 200_000)

    def arriving(length, most):
        return dial(head("POST /tables", f"Content-Length: {most}") + bytes(length))

    half = []
    for due in (1, 2, 3):  # in this order: it is the first that takes longest
        half.append(arriving(60_000, 90_000))
        until(lambda due=due: served.server.application.bodies.total == due * 60_000)
    short = [arriving(bodies.SHORT - 1, bodies.SHORT) for _ in range(40)]
    half[1].sendall(bytes(30_000))
    with suppress(ConnectionResetError):
        assert half[0].recv(10) == b""
    assert half[1].recv(12) == b"HTTP/1.1 422"
    for phone, rest in ((half[2], 30_000), *((phone, 1) for phone in short)):
        phone.sendall(bytes(rest))
        assert phone.recv(12) == b"HTTP/1.1 422"
    until(lambda: served.server.application.bodies.total == 0)
