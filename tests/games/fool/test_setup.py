"""Before the first round: the guide for so many players."""

import pytest

from tests.web.builders import OUT, a_table


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


def test_another_game_has_a_guide_too(client):
    assert numbers(a_table(client, 2, game="durak").visit("/setup"))["Cards each"] == 6
