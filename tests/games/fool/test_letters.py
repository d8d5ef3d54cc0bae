"""Cards are keyed and typed with the letters of the reader's language; those of the source are read everywhere."""

import pytest

from companion.games.fool.card import FOOL_CARDS, from_source, letters, to_source
from companion.text import ENGLISH, find_catalogue, languages
from tests.web.builders import a_key, a_table

TRICK = "G14 R9 Y8 B5"


def test_every_card_is_read_as_it_is_written():
    for language in languages():
        pgettext = find_catalogue([language]).pgettext
        assert len(set(letters(pgettext).values())) == 4
        for card in FOOL_CARDS:
            plain, own = from_source(card, ENGLISH.pgettext), from_source(card, pgettext)
            assert {to_source(written, pgettext).upper() for written in (own, own.lower(), plain)} == {plain}


@pytest.mark.parametrize(("language", "typed"), [("pl", "Z14 C9 Ż8 N5"), ("uk", TRICK)])
def test_the_referee_reads_both(client, language, typed):
    answer = client.get("/referee/fool", query_string={"cards": typed}, headers={"Page-Language": language})
    assert answer.page.one(id="ruling").get("data-complete") == ""
    assert answer.page.value("cards") == typed
    keys = [key.get("value") for key in answer.page.all("button", name="add")]
    own = letters(find_catalogue([language]).pgettext)
    assert f"{own['yellow'].upper()}9" in keys
    laid = answer.page.one(id="ruling").get("data-cards")
    assert to_source(laid, find_catalogue([language]).pgettext) == TRICK


def test_what_is_handed_on_has_the_letters_of_the_source(client):
    """A ruling is shown to phones in other languages."""
    phone = a_table(client)
    question = {"cards": "Gr14 Ro9 Gr2 Gr3", "key": a_key()}
    client.post(f"{phone.address}/rulings", data=question, headers={"Page-Language": "de"})
    assert "red 9" in phone.visit().text
    assert "czerwona 9" in client.get(phone.address, headers={"Page-Language": "pl"}).page.text
