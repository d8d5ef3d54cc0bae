"""``/health``: whether the companion can do its work, told to whoever asks."""

import json

import pytest

from companion.web.serving import health


@pytest.fixture
def ask(served, monkeypatch):
    """Status and what is told, as it is at each moment."""
    monkeypatch.setattr(health, "look", health.look.__wrapped__)

    def ask(path="/health", **headers):
        status, _, body = served.ask("GET", path, **headers)
        return status, json.loads(body)

    return ask


def test_it_is_well(served, ask, capfd, caplog):
    assert ask() == (200, {"status": "ok"})
    status, headers, body = served.ask("HEAD", "/health")
    assert (status, body, headers["Content-Type"]) == (200, b"", "application/json")
    assert (headers["Cache-Control"], headers["Content-Length"] > "1") == ("no-store", True)
    assert served.ask("POST", "/health", "x=1", Content_Type="application/x-www-form-urlencoded")[0] == 404
    assert (capfd.readouterr(), caplog.text) == (("", ""), ""), "it is not logged"


def test_trouble_is_a_word(served, ask, tmp_path):
    """And it is well again as soon as that is over."""
    path = served.app.extensions["store"].path
    path.rename(tmp_path / "elsewhere")
    try:
        assert ask() == (503, {"status": "gone"})
        assert served.ask("HEAD", "/health")[0] == 503
    finally:
        (tmp_path / "elsewhere").rename(path)
    assert ask()[0] == 200


def test_below_a_path_it_is_found_with_the_path_and_without(served, ask, monkeypatch):
    """A proxy may take the path out, and a monitor on this computer knows of none."""
    monkeypatch.setattr(served.server.config.app, "root", "/cards")
    assert [ask(path)[0] for path in ("/health", "/cards/health")] == [200, 200]
