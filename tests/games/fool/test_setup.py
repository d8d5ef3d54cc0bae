"""Before the first round: the guide for so many players, and what the table notes of its own Overview card."""

import pytest

from tests.web.builders import OUT, a_table

# What the notes must come to for five players: 60 cards.
CARD = {"highest_green": "20", "highest_red": "15", "highest_yellow": "14", "highest_blue": "11", "ones": "4"}


def numbers(page):
    return {name.text: int(number.text) for name, number in zip(page.all("dt"), page.all("dd"), strict=True)}


@pytest.mark.parametrize(("players", "cards", "each", "discs"), [(4, 48, 12, 1), (7, 84, 12, 2), (8, 88, 11, 2)])
def test_the_guide_counts_cards_and_discs_by_players(client, players, cards, each, discs):
    page = a_table(client, players).visit("/setup")
    assert numbers(page) == {"Cards each": each, "Cards in play": cards, "Fool! discs": discs}
    assert f"Shuffle the {cards} cards and deal each player {each}." in page.text
    assert ("Put 2 Fool! discs in the middle" in page.text) is (players >= 7)
    assert ("Overview card shows" in page.text) is (players < 8)


def test_the_table_leads_there_before_its_first_round_only(client):
    phone = a_table(client, first_starter="2")
    assert phone.visit().all("a", class_="before-start")
    page = phone.visit("/setup")
    assert "Anne deals. Sits to the right of the starter." in page.text
    assert "Paul starts. Chosen at the table." in page.text
    assert not phone.with_round("17", OUT, "13", "5").visit().all("a", class_="before-start")


def test_what_the_overview_card_says_is_noted_and_told(client):
    phone = a_table(client, 5)
    response = phone.visit("/setup").press("Save", CARD)
    assert response.status_code == 303
    page = client.get(response.location).page
    assert page.read("p", class_="notes-said") == "60 cards: just enough for the deal."
    assert page.value("highest_green") == "20"
    assert "Overview card: Highest green 20, Highest red 15" in phone.visit("/history").text
    assert {key: str(phone.sheet["options"][key]) for key in CARD} == CARD


def test_more_cards_than_are_dealt_are_doubtful_and_fewer_cannot_be(client):
    phone = a_table(client, 5)
    phone.visit("/setup").press("Save", CARD | {"ones": "6"})
    assert "Saved. But that’s 62 cards, and you deal 60. Is that right?" in phone.visit("/setup").text
    phone.undoing()
    refused = phone.visit("/setup").press("Save", CARD | {"ones": "3"})
    assert refused.status_code == 422
    assert refused.page.read("p", class_="problem") == "That’s only 59 cards: you deal 60."
    assert "ones" not in phone.sheet["options"]


def test_hands_are_checked_against_what_was_noted(client):
    phone = a_table(client, 5)
    assert phone.enter("27", OUT, "2", "3", "4").status_code == 303
    phone.undoing().visit("/setup").press("Save", CARD)
    refused = phone.enter("27", OUT, "2", "3", "4")
    assert refused.status_code == 422
    assert "Your Overview card has no 27 in play." in refused.page.text
    assert "The deck has only 1 card numbered 20" in phone.enter("20", OUT, "20", "3", "4").page.text
    assert "The deck has only 4 cards numbered 1" in phone.enter("1 1 1", OUT, "1 1", "3", "4").page.text
    faces = [button.get("data-face") for button in phone.visit("/rounds/new").all("button", class_="face")]
    assert [face for face in faces if face][-1] == "20"


def test_a_value_that_cannot_be_is_refused_where_it_stands(client):
    phone = a_table(client, 5).with_round("27", OUT, "2", "3", "4")
    response = phone.post("/notes", **CARD | {"highest_green": "28"})
    assert (response.status_code, response.page.value("highest_green"), response.page.value("ones")) == (422, "28", "4")
    assert response.page.problem("highest_green") == "From 2 to 27 only."
    response = phone.post("/notes", **CARD)
    assert response.status_code == 422
    assert response.page.read("p", class_="problem") == "Round 1 has cards that aren’t in play."


def test_a_rematch_with_as_many_players_keeps_what_was_noted(client):
    phone = a_table(client, 5)
    phone.visit("/setup").press("Save", CARD)
    rematch = phone.visit("/rematch").press("Start game").location
    assert client.get(f"{rematch}/sheet.json").get_json()["options"]["highest_green"] == 20
    fewer = phone.visit("/rematch").press("Start game", {"player-5": ""}).location
    assert "highest_green" not in client.get(f"{fewer}/sheet.json").get_json()["options"]


def test_a_note_made_before_somebody_elses_takes_nothing_away(client):
    phone = a_table(client, 5)
    late = phone.visit("/setup")
    phone.visit("/setup").press("Save", {"highest_green": "20"})
    answer = late.press("Save", {"highest_red": "15"})
    assert (answer.status_code, answer.page.title) == (409, "The table has changed")
    assert phone.sheet["options"]["highest_green"] == 20


def test_the_other_games_have_a_guide_and_nothing_to_note(client):
    phone = a_table(client, 2, game="durak")
    page = phone.visit("/setup")
    assert (numbers(page)["Cards each"], page.all(id="noted")) == (6, [])
    assert phone.post("/notes").status_code == 404
