"""The referee of The Fool's Field: may this card go there, and must I retreat?"""

from urllib.parse import urlencode

import pytest

from tests.web.strict_client import words_of

ADDRESS = "/referee/fools-field"
SWORDS = "top sword, right sword, bottom sword, left sword"
SHIELDS = "top shield, right shield, bottom shield, left shield"
FLOWERS = "top flower, right flower, bottom flower, left flower"
SHHH = "top sword, right shield, bottom shield, left shield"
MIDDLE_OF_SWORDS = {"field": "_._._._.SSSS._._._._"}


class Asking:
    """A phone without JavaScript before the referee: it sends the form as a browser would."""

    def __init__(self, client, address=ADDRESS, **asked):
        self.client = client
        self.address = address
        self.page = self._get(asked)

    def _get(self, asked, part=""):
        response = self.client.get(f"{self.address}{part}?{urlencode(asked)}")
        assert response.status_code == 200
        return response.page

    @property
    def state(self):
        """What the form sends whatever is tapped."""
        return {field.get("name"): field.get("value") for field in self.page.all("input", type="hidden")}

    def buttons(self, group):
        """The names of the buttons in a group, each with its state for screen readers."""
        return {_name(button): button.get("aria-pressed") for button in self._within(group)}

    def tap(self, name, group=None):
        """Tap a button by the beginning of its name."""
        found = [button for button in self._within(group) if _name(button).startswith(name)]
        assert found, f"no button {name}"
        form = self.page.one("form", id="question")
        assert form.get("method", "get") == "get"
        sent = self.state | {found[0].get("name"): found[0].get("value")}
        self.page = self.client.get(f"{form.get('action')}?{urlencode(sent)}").page
        return self

    def put(self, card, place):
        """Choose a card of the stock and tap a place."""
        return self.tap(card, "stock").tap(place)

    @property
    def said(self):
        """What the referee says."""
        return words_of(self.page.one(id="said"))

    def _within(self, group):
        return self.page.all("button") if group is None else list(self.page.one(id=group).iter("button"))


def _name(button):
    return button.get("aria-label") or words_of(button)


@pytest.fixture
def asking(client):
    """Somebody who opens the referee."""
    return Asking(client)


# The page


def test_the_page_asks_and_shows_all_cards(asking):
    assert asking.page.title == "May this card go there?"
    assert len(asking.buttons("stock")) == 23
    assert asking.said == "Tap a card, then its place. Begin with the middle, as the battle did."
    places = [name for name in asking.buttons("ruling") if name.endswith(", empty")]
    assert [place.partition(",")[0] for place in places] == [
        *("top left", "top middle", "top right", "middle left", "middle", "middle right"),
        *("bottom left", "bottom middle", "bottom right"),
    ]


def test_a_tapped_card_shows_where_it_may_go(client):
    asking = Asking(client, **MIDDLE_OF_SWORDS).tap(SHHH, "stock")
    assert asking.buttons("stock")[SHHH] == "true"
    assert asking.said == "It may go to one place. Tap a place to put it there, or to see why not."
    names = asking.buttons("ruling")
    assert "bottom middle, empty: the card may go here" in names
    assert "top middle, empty: the card may not go here" in names
    assert sum(name.endswith("the card may not go here") for name in names) == 7
    assert sum(name.endswith("the card may go here") for name in names) == 1


def test_a_card_is_put_where_it_may_go(asking):
    asking.put(SWORDS, "middle,").put(SHHH, "bottom middle")
    assert asking.said == "Yes, it may lie there. Above: sword against sword. That fits."
    assert asking.state["field"] == "_._._._.SSSS._._.SHHH._"
    assert f"bottom middle: {SHHH}. Take it back" in asking.buttons("ruling")
    assert f"{SHHH}, on the field" in asking.buttons("stock")


def test_a_card_is_not_put_where_it_may_not_go_and_the_reason_is_told(asking):
    asking.put(SWORDS, "middle,").put(SHIELDS, "top middle")
    assert asking.said == "No, not there. Below: shield against sword. A shield goes with a flower only."
    assert asking.state["field"] == "_._._._.SSSS._._._._"
    assert [mark.get("class") for mark in asking.page.all(class_="clash")] == ["clash clash-2"]
    assert asking.buttons("stock")[SHIELDS] == "true"


def test_why_not_is_also_told_for_every_place_at_once(client):
    asking = Asking(client, **MIDDLE_OF_SWORDS, card="SHHH")
    told = [words_of(line) for line in asking.page.one(id="why-not").iter("div")]
    assert len(told) == 9
    assert told[0] == "top left no There it would touch no card by a side."
    assert told[4] == "middle no A card lies there already."
    assert told[7] == "bottom middle yes Above: sword against sword. That fits."


def test_a_placed_card_is_taken_back_and_can_be_put_elsewhere(client):
    asking = Asking(client, **MIDDLE_OF_SWORDS).put(SHHH, "bottom middle").tap("bottom middle")
    assert asking.state == MIDDLE_OF_SWORDS | {"card": "SHHH"}
    asking.tap(SHHH, "stock")
    assert asking.state == MIDDLE_OF_SWORDS
    assert asking.said == "Tap a card: the field shows where it may go."


def test_taking_the_middle_away_shows_what_is_wrong(client):
    asking = Asking(client, field="_.SHSH._._.SSSS._._._._").tap("middle:")
    assert asking.said == (
        "The field can’t be like this. No card lies in the middle, where the first one goes. "
        "top middle: this card touches no other by a side."
    )
    assert len(asking.page.all("button", class_="place-doubtful")) == 2


def test_clear(client):
    asking = Asking(client, **MIDDLE_OF_SWORDS, hand="HHHH", fill="hand").tap("Clear")
    assert asking.state == {"fill": "hand"}


# The hand


def test_the_hand_is_filled_from_the_stock(asking):
    asking.put(SWORDS, "middle,").tap("My hand")
    assert asking.said == (
        "Must I retreat? Tap the cards in your hand. "
        "Without a card to place you retreat; if the deck has run out, you have won instead."
    )
    asking.tap(SHHH, "stock").tap(SHIELDS, "stock")
    assert asking.state == MIDDLE_OF_SWORDS | {"hand": "SHHH.HHHH", "fill": "hand"}
    assert asking.said == "Must I retreat? No, you can play on. 1 of your cards fits. Tap one to see where."
    assert list(asking.buttons("my-hand")) == [f"{SHHH}: fits bottom middle", f"{SHIELDS}: fits nowhere"]
    assert asking.buttons("stock")[f"{SHHH}, in my hand"] == "true"
    assert list(asking.tap(SHHH, "stock").buttons("my-hand")) == [f"{SHIELDS}: fits nowhere"]
    asking.tap("Field")
    assert asking.buttons("ruling")["Field"] == "true"
    assert asking.tap(SHHH, "stock").state == MIDDLE_OF_SWORDS | {"hand": "HHHH", "card": "SHHH"}


def test_a_card_of_the_hand_is_played_from_it(client):
    asking = Asking(client, **MIDDLE_OF_SWORDS, hand="SHHH.HHHH", fill="hand").tap(SHHH, "my-hand")
    assert asking.buttons("my-hand")[f"{SHHH}: fits bottom middle"] == "true"
    asking.tap("bottom middle")
    assert asking.said.startswith("Yes, it may lie there.")
    assert asking.state["hand"] == "HHHH"


def test_six_cards_are_a_hand(client):
    """ "Until the cards in your hand are reduced to 6 cards"."""
    six = "SHHH.HSHH.HHSH.HHHS.SSHH.SHSH"
    asking = Asking(client, hand=six, fill="hand").tap(SHIELDS, "stock")
    assert asking.said == "Nobody holds more than 6 cards on a turn."
    assert asking.state["hand"] == six


@pytest.mark.parametrize(
    ("tap", "kept"),
    [
        *((tap, {"card": "SHHH", "hand": "SHHH"}) for tap in ("5", "back-1", "SHHH", "hand-SHHH", "nonsense-5-SSSSS")),
        *((tap, {"hand": "SHHH"}) for tap in ("off-SHHH", "field")),
        ("out-SHHH", {}),
    ],
)
def test_a_tap_that_comes_twice_or_too_late_says_the_same(client, tap, kept):
    asking = Asking(client, **MIDDLE_OF_SWORDS, hand="SHHH", card="SHHH", tap=tap)
    assert asking.state == MIDDLE_OF_SWORDS | kept
    assert Asking(client, **asking.state, tap=tap).state == MIDDLE_OF_SWORDS | kept


# The address


@pytest.mark.parametrize(
    ("asked", "said", "kept"),
    [
        ({"field": "SSSS"}, "That can’t be. A field has nine places.", {"field": "SSSS._._._._._._._._"}),
        ({"field": ".".join(["SSSS"] * 900)}, "That can’t be. A field has nine places.", None),
        ({"field": "_._._._.SSHF._._._._"}, "That can’t be. There is no such card among the 23.", {}),
        ({"card": "SSHF"}, "That can’t be. There is no such card among the 23.", {}),
        (MIDDLE_OF_SWORDS | {"card": "SSSS"}, "That can’t be. This card lies on the field already.", MIDDLE_OF_SWORDS),
        (
            MIDDLE_OF_SWORDS | {"hand": "SSSS"},
            "That can’t be. A card is in the hand and on the field at once: middle.",
            MIDDLE_OF_SWORDS,
        ),
        ({"hand": "HHHH.HHHH"}, "That can’t be. A card is in the hand twice. There is only one of each.", None),
        ({"hand": "\x00.<b>"}, "That can’t be. There is no such card among the 23.", {}),
        ({"place": "10", "tap": "5", "fill": "x"}, "Choose a card first.", {}),
        ({"place": "²", "tap": "\x00"}, "Tap a card, then its place. Begin with the middle, as the battle did.", {}),
        ({"field": "_._._._.ssss._._._._"}, "Tap a card: the field shows where it may go.", MIDDLE_OF_SWORDS),
        (
            {"field": "_.SSSS._._.SSSS._._._._"},
            "The field can’t be like this. The same card lies there twice: top middle, middle.",
            None,
        ),
        (MIDDLE_OF_SWORDS | {"card": "HHHH"}, "It may go nowhere. Tap a place to see why.", None),
        ({"card": "SHHH", "tap": "1"}, "No, not there. The first card goes to the middle.", None),
        ({"card": "SHHH", "tap": "5"}, "Yes, it may lie there. The first card goes to the middle.", None),
        ({"tap": "1"}, "Choose a card first.", {}),
        (MIDDLE_OF_SWORDS | {"tap": "SSSS"}, "This card lies on the field already.", MIDDLE_OF_SWORDS),
        (
            MIDDLE_OF_SWORDS | {"fill": "hand", "tap": "SSSS"},
            "A card is in the hand and on the field at once: middle.",
            MIDDLE_OF_SWORDS | {"fill": "hand"},
        ),
        (
            MIDDLE_OF_SWORDS | {"hand": "HHHH.FFFF"},
            "Must I retreat? Yes, you retreat. None of your cards fits anywhere.",
            None,
        ),
    ],
)
def test_what_an_address_asks_is_answered(client, asked, said, kept):
    asking = Asking(client, **asked)
    assert asking.said == said
    if kept is not None:
        assert asking.state == kept


@pytest.mark.thorough
def test_a_battle_of_nine_cards_without_javascript(asking):
    """A whole field, tap by tap: every answer is a page."""
    battle = [
        *(("HSHS", "middle,"), ("HFFH", "top middle"), ("SSHS", "middle right"), ("FHFH", "bottom middle")),
        *(("HSHH", "middle left"), ("FHHF", "bottom right"), ("FFFF", "top left"), ("FFHH", "bottom left")),
        ("SHSH", "top right"),
    ]
    words = {"S": "sword", "H": "shield", "F": "flower"}
    for card, place in battle:
        asking.put("top {}, right {}, bottom {}, left {}".format(*(words[symbol] for symbol in card)), place)
        assert asking.said.startswith("Yes"), (card, place, asking.said)
    assert asking.state["field"] == "FFFF.HFFH.SHSH.HSHH.HSHS.SSHS.FFHH.FHFH.FHHF"
    asking.tap("My hand").tap(SHIELDS, "stock")
    assert asking.said == "Must I retreat? Yes, you retreat. All nine places are taken."


def test_the_rows_of_the_stock_are_one_kind_each(asking):
    """Swords from four to none, then flowers: who looks for a card finds it by its kind."""
    swords = [name.count("sword") for name in asking.buttons("stock")]
    flowers = [name.count("flower") for name in asking.buttons("stock")]
    assert swords == [*(4, 3, 3, 3, 3), *(2, 2, 2, 2, 2, 2), *(1, 1, 1, 1, 0, 0), *(0, 0, 0, 0, 0, 0)]
    assert flowers == [0] * 16 + [4] + [2] * 6
