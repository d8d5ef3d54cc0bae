"""Before the first round: the guide for so many players."""

from tests.web.builders import OUT, a_table


def numbers(page):
    return {name.text: int(number.text) for name, number in zip(page.all("dt"), page.all("dd"), strict=True)}


def test_the_guide_is_for_so_many_players_and_before_the_first_round(client):
    for players, cards, each, discs in ((4, 48, 12, 1), (7, 84, 12, 2), (8, 88, 11, 2)):
        phone = a_table(client, players, first_starter="2")
        page = phone.visit("/setup")
        assert numbers(page) == {"Cards each": each, "Cards in play": cards, "Fool! discs": discs}
        assert f"Shuffle the {cards} cards and deal each player {each}." in page.text
        assert ("Put 2 Fool! discs in the middle" in page.text) is (players >= 7)
        assert ("Overview card shows" in page.text) is (players < 8)
        assert "Anne deals. Sits to the right of the starter.Paul starts. Chosen at the table." in page.text
    phone = a_table(client)
    assert phone.visit().all("a", class_="before-start")
    assert not phone.with_round("17", OUT, "13", "5").visit().all("a", class_="before-start")
    assert numbers(a_table(client, 2, game="durak").visit("/setup"))["Cards each"] == 6, "another game has one, too"
