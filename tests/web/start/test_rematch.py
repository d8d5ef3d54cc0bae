"""A rematch carries every phone along: in its role, as who it is, by one link on the finished table."""

import pytest

from tests.web.builders import OUT, Phone, a_group, a_table, another_link, new_game


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
    assert second.sheet["first_starter"] == "Camille"
    assert second.sheet["rounds"] == []


@pytest.mark.parametrize("keeps_cookies", [True, False])
@pytest.mark.parametrize("role", ["host", "scorer", "watcher"])
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


def test_a_second_one_finds_the_first(client, app):
    first = finished(client)
    other = another_link(app, first, "scorer")
    one, two = rematch(first, "2"), rematch(other, "3")
    assert one.sheet == two.sheet
    assert one.sheet["first_starter"] == "Paul"
    assert not first.visit().has_button("Rematch")
    assert followed(first).address == one.address


def test_everybody_is_there_what_they_are_here_whoever_starts_it(client, app):
    """A scorer who begins it takes it from no host."""
    first = finished(client)
    scorer = another_link(app, first, "scorer")
    theirs = rematch(scorer, "1")
    assert theirs.post("/links").status_code == 403
    assert followed(first).post("/links").status_code == 303


def test_the_phone_of_a_player_stays_that_players(client):
    first = finished(client)
    mine = first.handed_on("scorer").of("Rachel")
    first.post("/rematches", **new_game("Ben", "Rachel", "Anne", "Paul", game="fool"))
    assert "This is Rachel’s phone." in followed(mine).visit("/settings").text
    assert "Whose phone is this?" in followed(first).visit("/settings").text


def test_an_end_that_is_undone_goes_on_and_finds_it_again(client):
    first = finished(client)
    second = rematch(first)
    assert first.visit("/history").text.count("Rematch started.") == 1
    first.visit().press("Undo")
    assert first.visit().title == "Round 1"
    assert "Rematch" not in first.visit().text
    first.visit().press("Redo")
    assert followed(first).address == second.address


def test_one_that_was_deleted_is_none(client):
    group = a_group(client)
    first = group.table(tens_to_end="1").with_round("17", OUT, "13", "5")
    rematch(first)
    (number, _) = group.tables()
    group.post(f"/tables/{number}/deletion")
    page = first.visit()
    assert "Rematch started" not in page.text
    assert rematch(first).visit().title == "Round 1"
    assert len(group.tables()) == 2


def test_a_rematch_of_a_game_that_still_runs_takes_nobody_along(client, app):
    first = a_table(client).with_round("17", OUT, "13", "5")
    watcher = another_link(app, first)
    second = Phone(client, first.visit("/rematch").press("Start game").location)
    assert second.visit().title == "Round 1"
    assert first.visit().title == "Round 2"
    assert followed(watcher).address == watcher.address


@pytest.mark.parametrize("starter", ["", "9", "-1", "x", "0"])
def test_who_cannot_start_is_told_on_a_form(client, starter):
    first = finished(client)
    refused = first.post("/rematches", first_starter=starter)
    assert refused.status_code == 422
    assert refused.page.problem("first_starter") == "Choose who starts, or draw lots."
    assert refused.page.press("Start game", {"first_starter": "3"}).status_code == 303
