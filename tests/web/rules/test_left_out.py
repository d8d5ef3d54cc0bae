"""What a game leaves out has no address."""

from dataclasses import replace

import pytest

from companion.games.durak import Durak
from companion.web.games import GAMES
from tests.web.builders import a_durak


@pytest.fixture
def bare(client, monkeypatch):
    """A table of a game without a referee, a rules page, a set-up guide and own hands."""
    monkeypatch.setitem(GAMES, "durak", replace(GAMES["durak"], hand=None, referee=None, example=None))
    monkeypatch.setattr(Durak, "setup", lambda *_: ())
    return a_durak(client)


def test_there_is_no_such_page_and_nothing_leads_there(bare):
    for path in ("/referee", "/referee/ruling", "/rules", "/setup", "/hands/1"):
        bare.visit(path, status=404)
    for path in ("/referee/durak", "/referee/durak/ruling", "/rules/durak"):
        assert bare.client.get(path).status_code == 404
    for path in ("/rules/fool", "/referee/fool", bare.address):
        links = [link.get("href", "") for link in bare.client.get(path).page.all("a")]
        assert not [link for link in links if link.endswith(("/durak", "/setup", "/hands"))]
