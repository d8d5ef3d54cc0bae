"""A finished game goes to BG Stats: by a link."""

import json
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

import pytest

from companion import text
from companion.store.journal.loading import open_table
from companion.web.table.downloads import write_play
from tests.web.builders import NAMES, OUT, a_table

AT_NINE = datetime(2026, 11, 21, 21, 0, 5, tzinfo=UTC)
WORDS = text.find_catalogue([])


@pytest.fixture
def phone(client):
    """A table that has ended: Paul and Rachel share the win."""
    return a_table(client, first_starter="3", tens_to_end="2").with_round("17", OUT, OUT, "5")


def table_of(phone):
    return open_table(phone.client.application.extensions["store"], phone.key)[0]


def play(address):
    parts = urlsplit(address)
    assert f"{parts.scheme}://{parts.netloc}{parts.path}" == "https://app.bgstatsapp.com/createPlay.html"
    assert list(parse_qs(parts.query)) == ["data"]
    return json.loads(parse_qs(parts.query)["data"][0])


def linked(phone):
    (link,) = [link for link in phone.visit().all("a") if link.get("href", "").startswith("https://")]
    assert link.get("rel") == "noreferrer"
    return play(link.get("href"))


def test_who_never_played_is_not_in_the_game_and_who_left_has_no_rank(client):
    """Ben left before round 1, Zoë joined for round 2 and stayed, Anne left after that."""
    phone = a_table(client, 5)
    seats = ["1", "2", "3", "4"]
    phone.post("/seatings", row=seats, plays=seats)
    phone.with_round("17", OUT, "13", "5")
    phone.post("/seatings", row=seats, plays=seats, after="4", name="Zoë", start="0")
    assert phone.enter("2", "3", OUT, "5", **{"seat-6-cards": "4"}).status_code == 303
    phone.post("/seatings", row=list("2346"), plays=list("2346"))
    players = {player["name"]: player.get("rank") for player in linked(phone.stopping())["players"]}
    assert players == {"Anne": None, "Paul": 1, "Rachel": 2, "Camille": 4, "Zoë": 3}


def test_the_link_holds_the_whole_game(phone):
    game = write_play(table_of(phone), AT_NINE.replace(hour=20), AT_NINE, WORDS)
    by_name = {player["name"]: player for player in game.pop("players")}
    assert game.pop("sourcePlayId").isalnum()
    about = {"name": "Fool!", "sourceGameId": "fool", "highestWins": True, "noPoints": False}
    when = {"playDate": "2026-11-21 21:00:05", "durationMin": 60}
    assert game == {"sourceName": "Fool! companion", "comments": "+10 was scored 2 times.", "game": about} | when
    assert [[by_name[name][key] for key in ("rank", "score", "winner", "startPlayer")] for name in NAMES[:4]] == [
        *([4, -17, False, False], [1, 10, True, False], [1, 10, True, True], [3, -5, False, False])
    ]


def test_every_phone_at_the_table_has_the_link(phone):
    assert linked(phone.handed_on("watcher"))["players"]
