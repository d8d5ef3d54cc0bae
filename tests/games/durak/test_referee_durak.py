"""The referee of Durak: an address holds the whole question, and taps change it with or without JavaScript."""

from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from werkzeug.datastructures import MultiDict

from companion.web.app import language
from companion.web.games.durak.referee import DurakReferee
from tests.games.asking import Asking
from tests.games.builders import english, plain_english
from tests.web.markup import words_of

HOME = "/referee/durak"
CURRENT = {"aria-current": "true"}
SIX_PAIRS = "S6.S7.D6.D7.C6.C7.S8.S9.D8.D9.C8.C9"


@pytest.fixture
def ask(app):
    """Ask by what stands in an address; several taps are a list."""
    with app.test_request_context():
        language.choose()
        yield lambda **query: DurakReferee(MultiDict(query))


# Laying cards: what was tapped, in order, and the cards and the next place then

TAPS = [
    ("", ["H6", "H8"], "H6.H8", 2),
    ("", ["H6", "H8", "C10"], "H6.H8.C10", 3),
    # A tap on an empty place chooses it; after it the first open one is next.
    ("H6", ["slot-3", "C6"], "H6..C6", 3),
    ("H6", ["slot-3", "C6", "C7", "slot-2", "H7"], "H6.H7.C6.C7", 4),
    # A tap on a card takes it back, and the next one lies there.
    ("H6.H8.C6.C7", ["take-H8"], "H6..C6.C7", 1),
    ("H6.H8.C6.C7", ["take-H8", "H9"], "H6.H9.C6.C7", 4),
    # A second tap on a card loses nothing, nor does one too many.
    ("H6", ["H6"], "H6", 1),
    (SIX_PAIRS, ["HA"], SIX_PAIRS, -1),
    # Quick taps arrive together and all count.
    ("S6", ["S7", "D6", "D7", "D7", "C6"], "S6.S7.D6.D7.C6", 5),
    ("S6.S7", ["clear-table"], "", 0),
    # What is no tap changes nothing.
    *(("S6", [tap], "S6", 1) for tap in ("", "-", "H5", "take-", "take-HA", f"slot-{'9' * 5000}", "slot-1", "slot-4")),
]


@pytest.mark.parametrize(("cards", "taps", "then", "place"), TAPS, ids=str)
def test_where_taps_lay_cards(ask, cards, taps, then, place):
    referee = ask(trump="S", cards=cards, tap=taps)
    assert (referee.state.get("cards", ""), referee.place) == (then, place)


def test_what_is_told_of_the_last_tap_and_before_the_trump_is_known(ask):
    assert plain_english(ask(cards="H6", tap="H6").notice) == "♥6 is on the table. Tap it there to take it back."
    assert plain_english(ask(cards=SIX_PAIRS, tap="HA").notice) == "The table is full. Tap a card to take it back."
    assert ask(cards="H6", tap=["H6", "H7"]).notice is None
    assert ask(cards="S6.S9").judgement is None
    referee = ask(trump="H", cards="S6.S9.<b>.H7", began="3")
    assert referee.state["cards"] == "S6.S9..H7"
    assert english(referee.judgement.why_room) == "Up to 2 more cards: the defender had 3."


def test_nonsense_in_the_address_breaks_nothing(ask):
    usual = ask().query
    for query in (
        {"trump": "X", "began": "0", "players": "5", "attacker": "4", "ended": "taken"},
        {"began": "9" * 5000, "next": "9" * 5000, "cards": "S6" * 5000},
        {"next": "12", "cards": "\u0000.\ud7ff"},
    ):
        assert ask(**query).query == usual, query


def test_everything_asked_stands_in_the_address(client):
    query = {"trump": "D", "began": "4", "cards": "S6.S9..DA.H10", "next": "6"}
    address = client.get(f"{HOME}/ruling?{urlencode(query)}").page.one(id="ruling").get("data-address")
    assert dict(parse_qsl(urlsplit(address).query)) == query
    assert Asking(client, address).page.text == Asking(client, HOME, **query).page.text


def test_cards_are_laid_taken_back_and_ruled_on(client):
    question = Asking(client, HOME, trump="H", cards="S6.S9.H7..DJ").tap("8 of diamonds")
    assert question.read(class_="durak-told").startswith(
        "Not allowed: ♦8 on ♥7. Up to 3 more cards: an attack has at most 6."
    )
    rulings = question.page.all("p", class_="durak-ruling")
    assert words_of(rulings[1]).endswith(" is a trump: only a higher trump beats it.")
    assert [ruling.get("class").split()[1:] for ruling in rulings] == [["durak-yes"], ["durak-no"], []]
    assert question.button("8 of diamonds").get("aria-disabled") == "true"
    assert question.button("7 of diamonds").get("aria-disabled") is None
    question = question.tap("Attack 2: 7 of hearts. Take it back.")
    assert question.page.one("button", **CURRENT).get("aria-label") == "Attack 2, empty: attack"
    assert question.read(class_="durak-no") == "No card attacks here. Tap the attacking card."
