"""Settings of a table: names, who starts, stopping early."""

import pytest

from companion.store.journal import facts
from companion.store.journal.tables import append
from tests.web.builders import OUT, a_key, a_table, another_link


@pytest.mark.parametrize("name", ["Paula", "<b>P</b>", "שרה", "paul", "x" * 40, "  Paul  II "])
def test_a_player_gets_another_name_everywhere(client, name):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    response = phone.post("/names", **{"name-2": name})
    assert (response.status_code, response.location) == (303, phone.address)
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
    response = phone.post("/names", **{f"name-{seat}": name})
    assert response.status_code == 422
    field = response.page.field(f"Player {seat}")
    assert field.get("value") == name
    assert field.get("aria-invalid") == "true"
    assert response.page.read(id=field.get("aria-describedby")) == told
    assert phone.names == ["Anne", "Paul", "Rachel", "Camille"]


def test_the_same_name_again_is_no_entry(client):
    phone = a_table(client)
    assert phone.post("/names", **{"name-2": " Paul "}).status_code == 303
    assert "is now called" not in phone.visit("/history").text


def test_two_players_cannot_end_up_with_one_name(client, monkeypatch):
    """Another phone gives the name away between this phone's look at the names and its write."""
    phone = a_table(client)

    def slower(store, table, *written):
        append(store, table, a_key(), facts.player_renamed(0, "Ben"))
        return append(store, table, *written)

    monkeypatch.setattr("companion.web.table.decisions.append", slower)
    assert phone.post("/names", **{"name-2": "Ben"}).status_code in (409, 422)
    assert phone.names == ["Ben", "Paul", "Rachel", "Camille"]


@pytest.mark.parametrize("seat", ["", "0", "5", "-1", "99", "x", "9" * 5000])
def test_a_seat_that_is_none_changes_nothing(client, seat):
    phone = a_table(client)
    before = phone.sheet
    assert phone.post("/starters", seat=seat, number="1").status_code == 422
    assert phone.post("/names", seat=seat, name="Ben").status_code == 422
    assert phone.post("/names", **{f"name-{seat}": "Ben"}).status_code in (303, 422)
    assert phone.sheet == before


def test_several_players_get_other_names_at_once(client):
    """Also where one takes the name that another has given up."""
    phone = a_table(client)
    typed = {"name-1": "Paul", "name-2": "Pia", "name-4": "Cam"}
    answer = phone.visit("/settings").press("Save the names", typed)
    assert answer.status_code == 303
    assert phone.names == ["Paul", "Pia", "Rachel", "Cam"]
    assert phone.visit("/history").text.count("is now called") == 3


def test_the_same_form_renames_once(client):
    phone = a_table(client)
    page = phone.visit("/settings")
    for _ in range(2):
        assert page.press("Save the names", {"name-1": "Anna", "name-2": "Pia"}).status_code == 303
    assert phone.names == ["Anna", "Pia", "Rachel", "Camille"]
    assert phone.visit("/history").text.count("is now called") == 2


def test_what_another_phone_renamed_meanwhile_stays(client):
    phone = a_table(client)
    page = phone.visit("/settings")
    phone.post("/names", **{"name-3": "Rahel"})
    page.press("Save the names", {"name-1": "Anna"})
    assert phone.names == ["Anna", "Paul", "Rahel", "Camille"]


def test_names_that_are_swapped_are_refused_and_stay_typed(client):
    phone = a_table(client)
    answer = phone.visit("/settings").press("Save the names", {"name-1": "Paul", "name-2": "Anne", "name-3": "Rahel"})
    assert answer.status_code == 422
    assert answer.page.problem("name-1") == answer.page.problem("name-2")
    assert answer.page.problem("name-1").startswith("Names can't be swapped at once.")
    assert [answer.page.value(f"name-{seat}") for seat in (1, 2, 3)] == ["Paul", "Anne", "Rahel"]
    assert phone.names == ["Anne", "Paul", "Rachel", "Camille"]


def test_a_name_on_the_table_leads_to_its_field(client, app):
    phone = a_table(client)
    links = phone.visit().one("table", class_="standings").iter("a")
    (link,) = (link for link in links if link.findtext("bdi") == "Rachel")
    page = client.get(link.get("href")).page
    assert [field.get("name") for field in page.all("input") if "autofocus" in field.attrib] == ["name-3"]
    watcher = another_link(app, phone).visit()
    assert [link for link in watcher.one("table", class_="standings").iter("a") if "settings" in link.get("href")] == []


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_anybody_can_be_let_start(client, seat):
    phone = a_table(client).with_round("17", OUT, "13", "5")
    name = phone.names[seat - 1]
    assert phone.visit("/settings").press(name).status_code == 303
    assert phone.sheet["next"]["starter"] == name
    current = [button for button in phone.visit("/settings").all("button", name="seat") if button.get("aria-current")]
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
