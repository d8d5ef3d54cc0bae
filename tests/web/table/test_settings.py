"""Settings of a table: names, who starts, stopping early."""

import pytest

from companion.store.journal import facts
from companion.store.journal.tables import append
from tests.web.builders import OUT, a_key, a_table


@pytest.mark.parametrize("name", ["Paula", "<b>P</b>", "שרה", "paul", "x" * 40, "  Paul  II "])
def test_a_player_gets_another_name_everywhere(client, name):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    response = phone.post("/names", seat="2", name=name)
    assert (response.status_code, response.location) == (303, f"{phone.address}/settings")
    new = " ".join(name.split())
    assert phone.names == ["Anne", new, "Rachel", "Camille"]
    assert phone.visit("/settings").field("Player 2").get("value") == new
    for path in ("", "/sheet", "/rounds/1"):
        assert new in phone.visit(path).text


@pytest.mark.parametrize(
    ("seat", "name", "told"),
    [
        (2, "", "Give this player a name."),
        (2, " \t ", "Give this player a name."),
        (2, "\u200b", "Give this player a name."),
        (2, "x" * 41, "A name has up to 40 characters."),
        (2, "anne", "Somebody else has this name too. Add an initial?"),
        (1, "Paul", "Somebody else has this name too. Add an initial?"),
        (3, "CAMILLE", "Somebody else has this name too. Add an initial?"),
    ],
)
def test_a_wrong_name_is_told_at_its_field(client, seat, name, told):
    phone = a_table(client)
    response = phone.post("/names", seat=seat, name=name)
    assert response.status_code == 422
    field = response.page.field(f"Player {seat}")
    assert field.get("value") == name
    assert field.get("aria-invalid") == "true"
    assert response.page.read(id=field.get("aria-describedby")) == told
    assert phone.names == ["Anne", "Paul", "Rachel", "Camille"]


def test_the_same_name_again_is_no_entry(client):
    phone = a_table(client)
    assert phone.post("/names", seat="2", name=" Paul ").status_code == 303
    assert "is now called" not in phone.visit("/history").text


def test_two_players_cannot_end_up_with_one_name(client, monkeypatch):
    """Another phone gives the name away between this phone's look at the names and its write."""
    phone = a_table(client)

    def slower(store, table, key, decision):
        append(store, table, a_key(), facts.player_renamed(0, "Ben"))
        return append(store, table, key, decision)

    monkeypatch.setattr("companion.web.table.decisions.append", slower)
    assert phone.post("/names", seat="2", name="Ben").status_code in (409, 422)
    assert phone.names == ["Ben", "Paul", "Rachel", "Camille"]


@pytest.mark.parametrize("seat", ["", "0", "5", "-1", "99", "x", "9" * 5000])
@pytest.mark.parametrize("path", ["/names", "/starters"])
def test_a_seat_that_is_none_changes_nothing(client, path, seat):
    phone = a_table(client)
    before = phone.sheet
    assert phone.post(path, seat=seat, name="Ben", number="1").status_code == 422
    assert phone.sheet == before


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_anybody_can_be_let_start(client, seat):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    name = phone.names[seat - 1]
    assert phone.visit("/settings").press(name).status_code == 303
    assert phone.sheet["next"]["starter"] == name
    current = [button for button in phone.visit("/settings").all("button") if button.get("aria-current")]
    assert ["".join(button.itertext()) for button in current] == [name]


def test_the_first_starter_can_still_be_changed_and_the_dealer_follows(client):
    """The first dealer sits right of the first starter."""
    phone = a_table(client)
    phone.visit("/settings").press("Camille")
    assert phone.sheet["next"] == {"starter": "Camille", "dealer": "Rachel"}


@pytest.mark.parametrize("number", ["", "0", "1", "3", "-1", "x"])
def test_the_starter_of_another_round_cannot_be_chosen(client, number):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    assert phone.post("/starters", seat="2", number=number).status_code == 409
    assert phone.sheet["next"]["starter"] == "Anne"


def test_stopping_is_offered_once_a_round_is_played(client):
    phone = a_table(client)
    assert not phone.visit("/settings").has_button("Stop here")
    assert phone.post("/stops", after="0").status_code == 409
    assert phone.with_round("17", OUT, "13", "5").visit("/settings").press("Stop here").status_code == 303
    assert phone.visit().title == "Paul wins"
    assert not phone.visit("/settings").has_button("Stop here")


@pytest.mark.parametrize("after", ["", "0", "2", "-1", "x"])
@pytest.mark.parametrize("path", ["/stops", "/continuations"])
def test_stopping_and_playing_on_need_the_round_they_were_decided_after(client, path, after):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    if path == "/continuations":
        phone.stopping()
    before = phone.sheet["finished"]
    assert phone.post(path, after=after, ends="agreed").status_code == 409
    assert phone.sheet["finished"] is before


def test_stopping_twice_with_one_tap_is_stopping_once(client):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    page = phone.visit("/settings")
    assert [page.press("Stop here").status_code for _ in range(2)] == [303, 303]
    assert phone.visit("/history").text.count("The table stopped") == 1


def test_stopping_comes_too_late_after_another_round(client):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    page = phone.visit("/settings")
    phone.with_round("2", OUT, "3", "4")
    assert page.press("Stop here").status_code == 409


def test_playing_on_needs_an_end(client):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    assert phone.post("/continuations", after="1", ends="score").status_code == 409
