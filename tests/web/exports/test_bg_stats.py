"""A finished game goes to BG Stats: by a link, and by a short address for another phone."""

import json
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

import pytest

from companion import text
from companion.store.journal.facts import replay
from companion.store.journal.history import measure_playtime
from companion.store.journal.loading import open_table, read_journal
from companion.store.links.links import SCORER, Link
from companion.web.table.access import Opened
from companion.web.table.downloads import short_address, write_play
from tests.web.builders import NAMES, OUT, Phone, a_file, a_table, another_link, opened, stranger

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


def test_who_never_played_is_not_in_the_game(client):
    """Ben left before round 1, Zoë joined for round 2 and stayed."""
    phone = a_table(client, 5)
    seats = ["1", "2", "3", "4"]
    phone.post("/seatings", row=seats, plays=seats)
    phone.with_round("17", OUT, "13", "5")
    phone.post("/seatings", row=seats, plays=seats, after="4", name="Zoë", start="0")
    assert phone.enter("2", "3", OUT, "5", **{"seat-6-cards": "4"}).status_code == 303
    names = [player["name"] for player in linked(phone.stopping())["players"]]
    assert names == ["Anne", "Paul", "Rachel", "Camille", "Zoë"]


def test_who_left_has_no_rank(client):
    phone = a_table(client, 5).with_round("17", "9", "13", "5", OUT)
    seats = ["1", "2", "3", "4"]
    phone.post("/seatings", row=seats, plays=seats)
    players = linked(phone.stopping())["players"]
    assert [player.get("rank") for player in players] == [4, 2, 3, 1, None]


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


def test_what_is_not_known_is_left_out(phone, client):
    game = write_play(table_of(phone), None, None, WORDS)
    assert game.keys() == {"sourceName", "sourcePlayId", "comments", "game", "players"}
    left_open = write_play(table_of(phone), AT_NINE.replace(day=20), AT_NINE, WORDS)
    assert "durationMin" not in left_open
    assert left_open["playDate"] == "2026-11-21 21:00:05"
    assert "playDate" not in linked(opened(client, a_file(ended_by=["agreed"])))


def test_games_and_players_are_the_same_for_everybody_and_at_every_table_and_no_others(phone, client, app):
    assert linked(another_link(app, phone)) == linked(phone)
    assert phone.key not in json.dumps(linked(phone))
    other = a_table(client, players=("ANNE", "Mia", "Rachel", "Paul"), tens_to_end="1").with_round("17", OUT, "13", "5")
    assert linked(other)["sourcePlayId"] != linked(phone)["sourcePlayId"]
    ours, theirs = ([player["sourcePlayerId"] for player in linked(one)["players"]] for one in (phone, other))
    assert ours[:3] == [theirs[0], theirs[3], theirs[2]]
    assert theirs[1] not in ours


def test_another_phone_scans_a_short_address(phone, app):
    """Few characters make a coarse code; the key in it lets people watch and no more."""
    assert len(phone.visit().all("{http://www.w3.org/2000/svg}svg", class_="qr")) == 1
    with app.test_request_context(phone.address):
        address = short_address(Opened(table_of(phone), phone.key, Link(table_of(phone).id, SCORER, 1)))
    watcher = Phone(stranger(phone.client), "/t/" + address.removesuffix("/bgstats").rpartition("/")[2])
    assert len(address) < 70
    assert watcher.key != phone.key
    assert watcher.visit().title == "Paul and Rachel share the win"
    assert watcher.visit("/rounds/new", status=403)


def test_it_leads_on_to_the_same_link_or_back_to_a_game_that_is_open(phone, client, app):
    for one in (phone, another_link(app, phone)):
        answer = client.get(f"{one.address}/bgstats")
        assert (answer.status_code, play(answer.location)) == (303, linked(phone))
    running = a_table(client).with_round("17", OUT, "13", "5")
    answer = client.get(f"{running.address}/bgstats")
    assert (answer.status_code, answer.location) == (303, running.address)
    assert running.visit().all(id="bg-stats") == []
    assert client.get("/t/AAAAAAAAAAAAAAAAAAAAAA/bgstats").status_code == 404


# When it was played


def played(phone, *minutes):
    """The minutes after eight when the table began and ended, had its entries been written at these."""
    store = phone.client.application.extensions["store"]
    written = read_journal(store.db, table_of(phone).id)
    times = [f"2026-11-21T20:{minute:02}:00.000+00:00" for minute in minutes]
    journal = [(*entry, at, phone) for (*entry, _, phone), at in zip(written, times, strict=True)]
    return [at and at.minute for at in measure_playtime(replay(1, journal))]


def test_a_game_has_ended_when_its_last_round_was_saved_which_playing_on_moves_and_corrections_do_not(phone):
    assert played(phone, 0, 50) == [0, 50]
    phone.correct(1, "16", OUT, OUT, "5")
    phone.post("/names", **{"name-1": "Anna"})
    assert played(phone, 0, 40, 50, 55) == [0, 40]
    phone.playing_on().with_round("=99", OUT, "2", "3")
    assert played(phone, 0, 20, 30, 35, 40, 50) == [0, 50]
    assert played(phone.undoing(), 0, 20, 30, 35, 40, 50, 55)[1] is None


def test_a_sheet_file_does_not_say_when_it_was_played(client):
    assert played(opened(client, a_file(ended_by=["agreed"])), 0) == [None, None]
    assert played(opened(client, a_file()).stopping(), 0, 30) == [None, 30]
