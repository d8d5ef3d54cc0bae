"""Bodies: too much is refused, what does not arrive is not waited for."""

from contextlib import closing
from http.client import HTTPConnection

import pytest

from companion.web.serving import bodies

MEGABYTE = 1024 * 1024


def head(first, *lines):
    return "\r\n".join((f"{first} HTTP/1.1", "Host: localhost", *lines, "", "")).encode()


def answer(phone):
    return b"".join(iter(lambda: phone.recv(MEGABYTE), b""))


@pytest.mark.parametrize(("path", "size", "status"), [("/nowhere", 1, 404), ("/tables", 2, 413), ("/imports", 9, 413)])
def test_who_has_sent_somewhat_too_much_reads_that_it_was(served, path, size, status):
    """Else a browser shows an error of its own. The connection is good for more."""
    with closing(HTTPConnection("127.0.0.1", served.port, timeout=5)) as phone:
        for _ in range(2):
            phone.request("POST", path, bytes(size * MEGABYTE))
            response = phone.getresponse()
            assert (response.status, response.headers["Connection"]) == (status, None)
            assert b"</html>" in response.read()


@pytest.mark.parametrize("sent", [("Content-Length: 1000",), ("Transfer-Encoding: chunked",)])
def test_what_does_not_arrive_is_not_waited_for(dial, monkeypatch, sent):
    monkeypatch.setattr(bodies, "SECONDS_TO_ARRIVE", 0.1)
    response = answer(dial(head("POST /tables", *sent) + b"9\r\nplayer"))
    assert response.startswith(b"HTTP/1.1 408 ")
    assert b"connection: close" in response


def test_nobody_speaks_for_a_browser_in_another_spelling(served):
    """With an underscore WSGI takes it for the header that no script can send."""
    proxied = {"Host": "evil.example", "X-Forwarded-Proto": "https"}
    for name, status in (("Sec-Fetch-Site", 422), ("Sec_Fetch_Site", 421)):
        with closing(HTTPConnection("127.0.0.1", served.port, timeout=5)) as phone:
            phone.request("POST", "/tables", headers=proxied | {name: "same-origin"})
            assert phone.getresponse().status == status
