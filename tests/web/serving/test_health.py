"""``/health``: whether the companion can do its work, told to whoever asks, and a little more on its own computer."""

import json

import pytest
from starlette.requests import Request

from companion import __version__
from companion.store.upkeep.soundness import Ailment
from companion.web.app.place import Place
from companion.web.serving import health
from tests.web.builders import a_table


@pytest.fixture
def ask(served, monkeypatch):
    """Status and what is told, of a look that was taken just now."""
    monkeypatch.setattr(health, "OFTEN", 0)

    def ask(path="/health", **headers):
        status, _, body = served.ask("GET", path, **headers)
        return status, json.loads(body)

    return ask


def test_it_is_well(served, ask, capfd, caplog):
    path = str(served.app.extensions["store"].path)
    assert ask() == (200, {"status": "ok", "file": path, "version": __version__, "phones": 0})
    status, headers, body = served.ask("HEAD", "/health")
    assert (status, body, headers["Content-Type"]) == (200, b"", "application/json")
    assert (headers["Cache-Control"], headers["Content-Length"] > "1") == ("no-store", True)
    assert served.ask("POST", "/health", "x=1", Content_Type="application/x-www-form-urlencoded")[0] == 404
    assert (capfd.readouterr(), caplog.text) == (("", ""), ""), "it is not logged"


def test_through_a_proxy_or_by_a_name_nobody_learns_more(ask):
    """A tunnel may hand on a stranger's request without a word, and a page of another site name this computer."""
    proxied = [{name: "192.0.2.7"} for name in ("X_Forwarded_For", "Forwarded", "Via", "X_Real_IP")]
    for headers in (*proxied, *({"Host": host} for host in ("cards.example", "evil.example:8123", "", "["))):
        assert ask(**headers) == (200, {"status": "ok"}), headers
    for host in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.1.5"):
        assert ask(Host=host)[1]["version"] == __version__, host


def test_who_asks_from_here():
    for client, server, here in (
        ("127.0.0.1", "127.0.0.1", True),
        ("192.168.1.5", "192.168.1.5", True),
        ("192.168.1.7", "192.168.1.5", False),
        ("", "", False),
        ("somebody", "127.0.0.1", False),
    ):
        asked = Request({"type": "http", "client": (client, 1), "server": (server, 2), "headers": []})
        assert health.is_from_here(asked) is here, client


def test_phones_are_counted(ask, client, listen):
    ears = [listen(a_table(client).address) for _ in range(3)]
    assert [ear.hears()[1] for ear in ears] == ["1"] * 3
    assert ask()[1]["phones"] == 3


def test_trouble_is_a_word_to_strangers_and_a_line_to_whoever_runs_it(served, ask, tmp_path):
    """And it is well again as soon as that is over."""
    path = served.app.extensions["store"].path
    path.rename(tmp_path / "elsewhere")
    try:
        status, told = ask()
        assert (status, told["status"]) == (503, "gone")
        assert told["told"].startswith(f"{path} was deleted, moved or replaced")
        assert ask(X_Forwarded_For="192.0.2.7") == (503, {"status": "gone"})
        assert served.ask("HEAD", "/health")[0] == 503
    finally:
        (tmp_path / "elsewhere").rename(path)
    assert ask()[0] == 200


def test_however_many_ask_it_looks_once_a_second(ask, monkeypatch):
    looked = []
    monkeypatch.setattr(health, "OFTEN", 3600)
    monkeypatch.setattr(health, "look", lambda store: looked.append(store) or Ailment("full", "no room"))
    assert len({ask()[0] for _ in range(20)}) == 1
    assert len(looked) <= 1


def test_below_a_path_it_is_found_with_the_path_and_without(served, ask, monkeypatch):
    """A proxy may take the path out, and a monitor on this computer knows of none."""
    monkeypatch.setattr(served.server.application, "place", Place("/cards"))
    assert [ask(path)[0] for path in ("/health", "/cards/health")] == [200, 200]
