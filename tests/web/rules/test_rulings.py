"""A ruling of the referee is shown to the whole table: what the referee itself rules, and nothing else."""

import pytest

from tests.web.builders import a_durak, a_match, a_table, another_link


def ruled(page):
    """The card with the ruling: its answer and its reasons; None where there is none."""
    cards = page.all("details", class_="ruled")
    return " ".join(" ".join(cards[0].itertext()).split()) if cards else None


def test_one_tap_shows_it_on_every_page_of_every_phone(played, app):
    watcher = another_link(app, played)
    page = played.visit("/referee?cards=G12+G20+R3+G5&led=2")
    assert page.press("Show to the table").location == played.address
    for path in ("", "/sheet", "/chart", "/history", "/screen"):
        told = ruled(watcher.visit(path))
        assert told.startswith("Referee Camille is befooled, Rachel wins."), path
        assert "The green 20 is the highest card of the lead colour." not in told.split("Played")[1]
        assert told.endswith("Played: Paul green 12, Rachel green 20, Camille red 3, Anne green 5.")
    assert ruled(played.visit()) == told
    assert ruled(played.visit("/rounds/new")) is None, "who types is not disturbed"
    assert "The referee’s ruling was shown." in played.visit("/history").text


@pytest.mark.parametrize(
    ("start", "asked", "told"),
    [
        (a_match, {"tap": ["card-SSSS", "on-5", "card-FFFF", "on-2"]}, "Referee No. Card: top"),
        (a_durak, {"trump": "H", "cards": "S7.S9"}, "Referee Yes: ♠"),
    ],
)
def test_a_ruling_of_every_game(client, start, asked, told):
    phone = start(client)
    assert phone.post("/rulings", **asked).location == phone.address
    assert ruled(phone.visit()).startswith(told)


def test_it_stays_until_something_is_entered_and_takes_no_part_in_undo(played):
    played.post("/rulings", cards="G12 G20 R3 G5", led="2")
    assert ruled(played.visit())
    assert "Round 1 saved" in played.visit().read(class_="news")
    played.visit().press("Undo")
    assert ruled(played.visit()) is None
    assert played.sheet["rounds"] == []


def test_nothing_is_shown_but_what_the_referee_says(phone):
    version = phone.visit().one(id="news").get("data-version")
    for asked in (
        {},
        {"cards": "<script>alert(1)</script>"},
        {"cards": "G99 X1"},
        {"told": "Camille cheats", "ruling": "Camille cheats", "asked": "cards=G12"},
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
    assert not [
        link for link in phone.visit().all("a") if link.get("href", "").endswith(("/rules", "/setup", "/hands"))
    ]
