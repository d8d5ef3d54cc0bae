"""The referee of The Fool's Field: may this card go there, and must I retreat?"""

import pytest
from werkzeug.datastructures import MultiDict

from companion.games.fools_field.field import SOLDIER_CARDS
from companion.web.app import language
from companion.web.games.fools_field.referee import FieldReferee
from tests.games.asking import Asking, name_of
from tests.games.builders import english
from tests.web.markup import words_of

SHIELDS = "top shield, right shield, bottom shield, left shield"
SHHH = "top sword, right shield, bottom shield, left shield"
MIDDLE = {"field": "_._._._.SSSS._._._._"}
SIX_HELD = MIDDLE | {"hand": ".".join(SOLDIER_CARDS[1:7]), "fill": "hand"}
BELOW = {"field": "_._._._.SSSS._._.SHHH._"}
TWO_HELD = {"hand": "SHHH.HHHH", "fill": "hand"}
SHHH_IN_HAND = MIDDLE | {"card": "SHHH"}
FITS = "Yes. Above: sword and sword match."
CLASHES = "No. Below: shield and sword don’t match."


@pytest.fixture(autouse=True)
def asking(app):
    with app.test_request_context():
        language.choose()
        yield


def answer(**query):
    """What the referee says and what an address keeps; several taps are a list."""
    referee = FieldReferee(MultiDict(query))
    reply = referee.reply
    wording = [*([reply.question] if reply.question else []), reply.answer, *reply.reasons]
    return " ".join(map(english, wording)), referee.state


# What lies there, what was tapped, what is said of it, and what the address keeps


@pytest.mark.parametrize(
    ("query", "tap", "wording", "address"),
    [
        ({}, [], "Tap a card, then its place. The first card goes in the middle.", {}),
        ({}, ["1"], "Choose a card first.", {}),
        (MIDDLE, ["HHHH"], "It doesn’t fit anywhere. Tap a place to see why.", MIDDLE | {"card": "HHHH"}),
        (MIDDLE, ["SHHH", "8"], FITS, BELOW | {"place": "8"}),
        (MIDDLE, ["HHHH", "2"], CLASHES, MIDDLE | {"card": "HHHH", "place": "2"}),
        # A placed card is taken back and can be put elsewhere, or not at all.
        (BELOW, ["back-8"], "It fits in one place. Tap a place to put it there or see why not.", SHHH_IN_HAND),
        (BELOW, ["back-8", "off-SHHH"], "Tap a card to see where it fits.", MIDDLE),
        (
            BELOW,
            ["back-5", "off-SSSS"],
            "This field is impossible. The first card goes in the middle. No side would touch another card.",
            {"field": "_._._._._._._.SHHH._"},
        ),
        # The hand is filled from the stock, and played from.
        (
            MIDDLE,
            ["hand", "SHHH", "HHHH"],
            "Must I retreat? No, you can play. 1 of your cards fits. Tap a card to see where it fits.",
            MIDDLE | TWO_HELD,
        ),
        (MIDDLE | TWO_HELD, ["hand-SHHH", "8"], FITS, BELOW | {"hand": "HHHH", "place": "8", "fill": "hand"}),
        (MIDDLE | {"hand": "HHHH", "fill": "hand"}, ["clear", "field"], None, {}),
        (SIX_HELD, [SOLDIER_CARDS[7]], "A hand has at most 6 cards.", SIX_HELD),
        # An address that somebody typed.
        ({"field": "SSSS.SSSS", "hand": "\x00.<b>.SSSS"}, [], None, {"field": "SSSS._._._._._._._._"}),
        ({"place": "²", **MIDDLE}, ["\x00"], "Tap a card to see where it fits.", MIDDLE),
    ],
)
def test_what_is_asked_is_answered(query, tap, wording, address):
    reply, state = answer(**query, tap=tap)
    assert state == address
    assert wording in (None, reply)


class Field(Asking):
    def __init__(self, client, **query):
        super().__init__(client, "/referee/fools-field", **query)

    def buttons(self, group):
        """The names of the buttons in a group, each with its state for screen readers."""
        return {name_of(button): button.get("aria-pressed") for button in self.page.one(id=group).iter("button")}


def test_the_page_shows_all_cards_and_places(client):
    """The stock in rows of one kind: who looks for a card finds it by its kind."""
    asking = Field(client)
    stock = list(asking.buttons("stock"))
    swords, flowers = ([name.count(symbol) for name in stock] for symbol in ("sword", "flower"))
    assert swords == [*(4, 3, 3, 3, 3), *(2, 2, 2, 2, 2, 2), *(1, 1, 1, 1, 0, 0), *(0, 0, 0, 0, 0, 0)]
    assert flowers == [0] * 16 + [4] + [2] * 6
    assert len([name for name in asking.buttons("ruling") if name.endswith(", empty")]) == 9


def test_a_tapped_card_shows_where_it_may_go_and_why_not(client):
    asking = Field(client, **MIDDLE).tap(SHHH)
    assert asking.buttons("stock")[SHHH] == "true"
    places = [name for name in asking.buttons("ruling") if "the card " in name]
    assert "bottom middle, empty: the card fits here" in places
    assert sum(name.endswith("the card doesn’t fit here") for name in places) == 7
    wording = [words_of(line) for line in asking.page.one(id="why-not").iter("div")]
    assert wording[0] == "top left No. No side would touch another card."
    asking = asking.tap("bottom middle")
    assert asking.read(id="said") == "Yes. Above: sword and sword match."
    assert f"{SHHH}, Field" in asking.buttons("stock")
    asking = asking.tap(SHIELDS).tap("top middle")
    assert [mark.get("class") for mark in asking.page.all(class_="clash")] == ["clash clash-2"]
    assert len(asking.tap("middle:").page.all("button", class_="place-doubtful")) == 2


def test_the_hand_is_shown_with_where_it_fits(client):
    asking = Field(client, **MIDDLE, hand="SHHH.HHHH", fill="hand")
    assert list(asking.buttons("my-hand")) == [f"{SHHH}: fits bottom middle", f"{SHIELDS}: doesn’t fit anywhere"]
    assert asking.buttons("stock")[f"{SHHH}, My hand"] == "true"
    assert asking.buttons("ruling")["My hand"] == "true"
