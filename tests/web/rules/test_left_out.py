"""What a game leaves out has no address."""

from dataclasses import replace

import pytest

from companion.games.durak import Durak
from companion.web.games import GAMES
from tests.web.builders import a_durak


@pytest.fixture
def bare(client, monkeypatch):
    """A table of a game without a referee, a rules page, a set-up guide, own hands and a way to play on."""
    monkeypatch.setitem(GAMES, "durak", replace(GAMES["durak"], hand=None, referee=None, example=None))
    monkeypatch.setattr(Durak, "setup", lambda *_: ())
    monkeypatch.setattr(Durak, "plays_on", False)
    return a_durak(client)


@pytest.mark.parametrize("path", ["/referee", "/referee/ruling", "/rules", "/setup", "/hands", "/hands/1"])
def test_at_a_table_there_is_no_such_page(bare, path):
    bare.visit(path, status=404)


@pytest.mark.parametrize("path", ["/referee/durak", "/referee/durak/ruling", "/rules/durak"])
def test_on_its_own_there_is_no_such_page(bare, path):
    assert bare.client.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/rules/fool", "/referee/fool"])
def test_other_games_do_not_lead_there(bare, path):
    page = bare.client.get(path).page
    assert not [link for link in page.all("a") if link.get("href").endswith("/durak")]


def test_its_table_leads_to_no_set_up_and_no_hands(bare):
    addresses = [link.get("href", "") for link in bare.visit().all("a")]
    assert not [address for address in addresses if address.endswith(("/setup", "/hands"))]


def test_it_is_not_played_on(bare):
    bare.tap("Anne").stopping()
    assert not bare.visit().has_button("Play on")
    assert bare.post("/continuations", after=1, ends="agreed").status_code == 404
