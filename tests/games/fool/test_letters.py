"""Cards are keyed and typed with the letters of the reader's language; those of the source are read everywhere."""

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


def test_the_referee_reads_both(client):
    """A ruling is handed on in the letters of the source: phones in other languages show it, too."""
    pgettext = find_catalogue(["pl"]).pgettext
    for typed in ("Z14 C9 Ż8 N5", TRICK):
        answer = client.get("/referee/fool", query_string={"cards": typed}, headers={"Page-Language": "pl"})
        assert answer.page.value("cards") == typed
        keys = [key.get("value") for key in answer.page.all("button", name="add")]
        assert f"{letters(pgettext)['yellow'].upper()}9" in keys
        assert to_source(answer.page.one(id="ruling").get("data-cards"), pgettext) == TRICK
    phone = a_table(client)
    question = {"cards": "Gr14 Ro9 Gr2 Gr3", "key": a_key()}
    client.post(f"{phone.address}/rulings", data=question, headers={"Page-Language": "de"})
    assert "red 9" in phone.visit().text
