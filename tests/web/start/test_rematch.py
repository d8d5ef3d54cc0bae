"""A rematch carries every phone along: in its role, as who it is, by one link on the finished table."""

import pytest

from tests.web.builders import OUT, Phone, a_table, another_link, new_game


def finished(client, **fields):
    return a_table(client, tens_to_end="1", **fields).with_round("17", OUT, "13", "5")


def rematch(phone, starter="2"):
    """The table that the button of the end leads to."""
    return Phone(phone.client, phone.post("/rematches", first_starter=starter).location)


def followed(phone):
    response = phone.client.get(f"{phone.address}/rematch")
    assert response.status_code == 303
    return Phone(phone.client, response.location)


def test_one_button_starts_it_with_the_same_seats_and_rules(client):
    first = a_table(client, 5, end_score="60", tens_to_end="1")
    first.with_round("17", OUT, "13", "2", "3")
    page = first.visit()
    assert page.value("first_starter") == "draw"
    assert len(page.one(id="first_starter")) == 6, "by lot, or one of the five"
    second = rematch(first, "4")
    assert (second.names, second.sheet["options"]) == (first.names, first.sheet["options"])
    assert (second.sheet["first_starter"], second.sheet["rounds"]) == ("Camille", [])
    assert rematch(first, "2").sheet["first_starter"] == "Camille", "a second one finds the first"


@pytest.mark.parametrize(
    ("role", "keeps_cookies"), [("host", True), ("scorer", True), ("scorer", False), ("watcher", False)]
)
def test_every_phone_is_there_in_the_role_it_had(client, app, role, keeps_cookies):
    first = finished(client)
    other = first if role == "host" else another_link(app, first, role)
    if keeps_cookies:
        other = other.keeping_cookies()
    assert "Rematch started" not in other.visit().text
    rematch(first)
    page = other.visit()
    assert page.read(class_="rematch") == "Rematch started Paul starts"
    there = followed(other)
    assert there.visit().title == "Round 1"
    assert (there.client.get(f"{there.address}/settings").status_code == 200) == (role != "watcher")
    assert there.visit("/share").has_button("Replace links") == (role == "host")
    assert followed(other).address == there.address, "it is the same link each time"


def test_the_phone_of_a_player_stays_that_players(client):
    first = finished(client)
    mine = first.handed_on("scorer").of("Rachel")
    first.post("/rematches", **new_game("Ben", "Rachel", "Anne", "Paul", game="fool"))
    assert "This is Rachel’s phone." in followed(mine).visit("/settings").text
    assert "Whose phone is this?" in followed(first).visit("/settings").text
