"""``/health``: whether the companion can do its work, told to whoever asks, and a little more on its own computer."""

import json
import time
from contextlib import closing
from http.client import HTTPConnection

import pytest

from companion import __version__
from companion.store.upkeep.health import Ailment
from companion.web.app.place import Place
from companion.web.serving import health
from tests.web.builders import a_table


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setattr(health, "OFTEN", 0)


def ask(served, method="GET", path="/health", **headers):
    """Status, headers and what is told."""
    with closing(HTTPConnection("127.0.0.1", served.port, timeout=10)) as monitor:
        monitor.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = monitor.getresponse()
        body = answer.read()
        return answer.status, answer.headers, json.loads(body) if body else None


def test_it_is_well(served):
    status, headers, told = ask(served)
    assert status == 200
    path = str(served.app.extensions["store"].path)
    assert told == {"status": "ok", "file": path, "version": __version__, "phones": 0}
    assert headers["Content-Type"] == "application/json"
    assert headers["Cache-Control"] == "no-store"


def test_head_has_no_body(served):
    status, headers, told = ask(served, "HEAD")
    assert (status, told) == (200, None)
    assert int(headers["Content-Length"]) > 10


def test_nothing_can_be_written_there(served):
    """Only reading is answered; all else goes the way of every page."""
    with closing(HTTPConnection("127.0.0.1", served.port, timeout=10)) as monitor:
        monitor.request("POST", "/health", body="x=1", headers={"Content-Type": "application/x-www-form-urlencoded"})
        assert monitor.getresponse().status == 404


@pytest.mark.parametrize("host", ["cards.example", "evil.example:8123", "localhost"])
def test_any_name_will_do(served, host):
    assert ask(served, Host=host)[0] == 200


@pytest.mark.parametrize(
    "told", [{"X_Forwarded_For": "192.0.2.7"}, {"Forwarded": "for=192.0.2.7"}, {"Via": "1.1 proxy"}, {"X_Real_IP": "x"}]
)
def test_through_a_proxy_nobody_learns_more(served, told):
    assert ask(served, **told)[2] == {"status": "ok"}


@pytest.mark.parametrize(
    ("client", "server", "here"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("::1", "::1", True),
        ("192.168.1.5", "192.168.1.5", True),
        ("192.168.1.7", "192.168.1.5", False),
        ("2001:db8::7", "2001:db8::5", False),
        ("", "", False),
        ("somebody", "127.0.0.1", False),
    ],
)
def test_who_asks_from_here(client, server, here):
    scope = {"client": (client, 50000), "server": (server, 8000), "headers": [(b"host", b"127.0.0.1")]}
    assert health.is_from_here(scope) is here


@pytest.mark.parametrize("host", ["cards.example", "evil.example:8123", "", "["])
def test_by_a_name_nobody_learns_more(served, host):
    """A tunnel may hand on a stranger's request without a word, and a page of another site name this computer."""
    assert ask(served, Host=host)[2] == {"status": "ok"}


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.1.5"])
def test_by_an_address_it_tells_more(served, host):
    assert ask(served, Host=host)[2]["version"] == __version__


def test_nobody_is_told_by_what_socket_it_was_asked():
    assert not health.is_from_here({"client": None, "server": None, "headers": []})


def test_open_phones_are_counted_until_they_leave(served, client, listen):
    ears = [listen(a_table(client).address) for _ in range(3)]
    assert [ear.hears()[1] for ear in ears] == ["1"] * 3
    assert ask(served)[2]["phones"] == 3
    for ear in ears:
        ear.close()
    for _ in range(100):
        if ask(served)[2]["phones"] == 0:
            break
        time.sleep(0.05)
    assert ask(served)[2]["phones"] == 0


def test_trouble_is_a_word_to_strangers_and_a_line_to_whoever_runs_it(served, tmp_path):
    """And it is well again as soon as that is over."""
    path = served.app.extensions["store"].path
    path.rename(tmp_path / "elsewhere")
    try:
        status, _, told = ask(served)
        assert (status, told["status"]) == (503, "gone")
        assert told["told"].startswith(f"{path} was deleted, moved or replaced")
        status, _, told = ask(served, X_Forwarded_For="192.0.2.7")
        assert (status, told) == (503, {"status": "gone"})
        assert ask(served, "HEAD")[0] == 503
    finally:
        (tmp_path / "elsewhere").rename(path)
    assert ask(served)[0] == 200


def test_however_many_ask_it_looks_once_a_second(served, monkeypatch):
    looked = []
    monkeypatch.setattr(health, "OFTEN", 3600)
    monkeypatch.setattr(health, "look", lambda store: looked.append(store) or Ailment("full", "no room"))
    ask(served)
    found = [ask(served)[0] for _ in range(20)]
    assert len(looked) <= 1
    assert len(set(found)) == 1


def test_it_is_not_logged(served, capfd, caplog):
    ask(served)
    assert capfd.readouterr() == ("", "")
    assert caplog.text == ""


def test_below_a_path_it_is_found_with_the_path_and_without(served, monkeypatch):
    """A proxy may take the path out, and a monitor on this computer knows of none."""
    monkeypatch.setattr(served.server.application, "place", Place("/cards"))
    assert [ask(served, path=path)[0] for path in ("/health", "/cards/health")] == [200, 200]
