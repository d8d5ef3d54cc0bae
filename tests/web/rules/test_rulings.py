"""A ruling of the referee is shown to the whole table: what the referee itself rules, and nothing else."""

from datetime import timedelta

import pytest

from tests.web.builders import a_durak, a_match, a_table, another_link

SWORDS, FOUR = "SSSS", "top sword, right sword, bottom sword, left sword"
PAGES = ["", "/sheet", "/chart", "/history", "/screen"]


def ruled(page):
    """The card with the ruling: its answer and its reasons; None where there is none."""
    cards = page.all("details", class_="ruled")
    return " ".join(" ".join(cards[0].itertext()).split()) if cards else None


def test_one_tap_shows_it_on_every_page_of_every_phone(played, app):
    watcher = another_link(app, played)
    page = played.visit("/referee?cards=G12+G20+R3+G5&led=2")
    assert page.press("Show to the table").location == played.address
    for path in PAGES:
        told = ruled(watcher.visit(path))
        assert told.startswith("Referee Camille is befooled, Rachel wins."), path
        assert "The green 20 is the highest card of the lead colour." not in told.split("Played")[1]
        assert told.endswith("Played: Paul green 12, Rachel green 20, Camille red 3, Anne green 5.")
    assert ruled(played.visit()) == told
    assert ruled(played.visit("/rounds/new")) is None, "who types is not disturbed"
    assert "The referee’s ruling was shown." in played.visit("/history").text


def test_the_card_that_was_asked_about_is_ruled_on(phone):
    phone.post("/rulings", cards="G12 R3", led="1", hand="G5", about="2")
    assert ruled(phone.visit()).startswith("Referee Paul wasn’t allowed to play the red 3.")


@pytest.mark.parametrize(
    ("start", "asked", "told"),
    [
        (a_match, {"tap": [f"card-{SWORDS}", "on-5"]}, f"Referee Yes. Card: {FOUR}. Place: mid"),
        (a_match, {"tap": [f"card-{SWORDS}", "on-5", "card-FFFF", "on-2"]}, "Referee No. Card: top"),
        (a_durak, {"trump": "H", "cards": "S7.S9"}, "Referee Yes: ♠"),
    ],
)
def test_a_ruling_of_every_game(client, start, asked, told):
    phone = start(client)
    assert phone.post("/rulings", **asked).location == phone.address
    assert ruled(phone.visit()).startswith(told)


def test_it_stays_until_something_is_entered_and_takes_no_part_in_undo(played):
    played.post("/rulings", cards="G12 R3", led="1")
    assert played.sheet["next"]
    assert "Round 1 saved" in played.visit().read(class_="news")
    played.visit().press("Undo")
    assert ruled(played.visit()) is None
    assert played.sheet["rounds"] == []
    played.post("/rulings", cards="G12 R3", led="1")
    played.visit().press("Redo")
    assert len(played.sheet["rounds"]) == 1


def test_after_ten_minutes_it_is_gone(phone, monkeypatch):
    phone.post("/rulings", cards="G12 R3", led="1")
    monkeypatch.setattr("companion.web.table.extras.since", lambda _: timedelta(minutes=11))
    assert ruled(phone.visit()) is None


def test_nothing_is_shown_but_what_the_referee_says(phone):
    version = phone.visit().one(id="news").get("data-version")
    for asked in (
        {},
        {"cards": "<script>alert(1)</script>"},
        {"cards": "G12 " * 500},
        {"cards": "G99 X1"},
        {"cards": "G12 R3", "led": "-1", "sits": "1"},
        {"told": "Camille cheats", "ruling": "Camille cheats", "asked": "cards=G12"},
        {"cards": "\x00 \u202e Ж"},
    ):
        response = phone.post("/rulings", **asked)
        assert response.status_code == 303
        assert "/referee" in response.location
        page = phone.visit()
        assert (ruled(page), page.one(id="news").get("data-version")) == (None, version)


def test_what_a_game_leaves_out_has_no_address_and_nothing_leads_there(client):
    phone = a_table(client, game="points", title="Phase 10")
    for path in ("/referee", "/referee/ruling", "/rules", "/setup", "/hands/1"):
        phone.visit(path, status=404)
    assert phone.post("/rulings", cards="G12").status_code == 404
    for path in ("/referee/points", "/referee/points/ruling", "/rules/points"):
        assert client.get(path).status_code == 404
    for path in ("/rules/fool", "/referee/fool", phone.address):
        links = [link.get("href", "") for link in client.get(path).page.all("a")]
        assert not [link for link in links if link.endswith(("/points", "/setup", "/hands"))]
