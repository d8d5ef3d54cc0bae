"""The referee of Fool! without JavaScript: a trick card by card, the ruling with its reasons, and what cannot be."""

from urllib.parse import urlencode

import pytest

from tests.web.builders import a_table, another_link
from tests.web.markup import value_of, words_of

ADDRESS = "/referee/fool"


class Asking:
    """Somebody at the page of the referee, with a question in its address."""

    def __init__(self, client, address=ADDRESS, **question):
        self.client = client
        self.address = address
        self.open(address, question)

    def open(self, address, question):
        asked = question if isinstance(question, list) else list(question.items())
        self.page = self.client.get(f"{address}?{urlencode(asked, doseq=True)}" if asked else address).page
        return self

    def tap(self, name, **typed):
        """Tap a key, a card or a button after filling in fields: the form is sent as a browser would."""
        buttons = [button for button in self.page.all("button") if name_of(button) == name]
        form = self.page.one("form", id="question")
        fields = [field for field in form.iter() if field.tag in ("input", "select") and value_of(field) is not None]
        sent = [(field.get("name"), typed.get(field.get("name"), value_of(field))) for field in fields]
        return self.open(form.get("action"), [*sent, (buttons[0].get("name"), buttons[0].get("value"))])

    def follow(self, link):
        self.page = self.page.follow(link)
        return self

    @property
    def cards(self):
        return self.page.value("cards")

    @property
    def told(self):
        """The ruling in one sentence or two."""
        return self.page.read("p", class_="trick-told")

    @property
    def reasons(self):
        """Who and why, by what it is about."""
        rows = [row for row in self.page.one("dl", class_="trick-reasons") if row.tag == "div"]
        return [(words_of(row.find("dt")), words_of(told)) for row in rows for told in row.findall("dd")]

    @property
    def places(self):
        """Every place in the order of play: the card, who plays there, and how it is marked."""
        return [
            tuple(part for part in (name_of(place.find("button")), *map(words_of, place.findall("span"))) if part)
            for place in self.page.all("li", class_="trick-place")
        ]

    @property
    def allowed(self):
        return self.page.read("p", class_="trick-allowed")


def name_of(button):
    """What a screen reader calls a button; nothing if it is hidden."""
    if "hidden" in button.attrib:
        return ""
    heard = [part for part in button if part.get("class") == "visually-hidden"]
    return button.get("aria-label") or words_of(heard[0] if heard else button)


def problems(page):
    """What is wrong, by the field that it stands at."""
    fields = page.all(**{"aria-invalid": "true"})
    return {field.get("name"): page.read(id=field.get("aria-describedby")) for field in fields}


# Asking


def test_a_trick_is_tapped_card_by_card(client):
    """Every key of the pad is a button that sends the question with one card more."""
    asking = Asking(client)
    assert asking.page.title == "Who is befooled?"
    assert asking.told == "Tap the cards in the order they were played, Player 1 first."
    assert asking.places == [(f"Player {number}",) for number in (1, 2, 3, 4)]
    assert asking.page.field("Cards played").get("name") == "cards"
    assert problems(asking.page) == {}
    for key in ("green 12", "1", "red 3", "yellow 20"):
        asking.tap(key)
    assert asking.cards == "G12 1 R3 Y20"
    assert asking.told == "Player 3 is befooled, Player 1 wins."
    assert asking.places == [
        ("Take back green 12", "Player 1", "wins"),
        ("Take back 1", "Player 2"),
        ("Take back red 3", "Player 3", "befooled"),
        ("Take back yellow 20", "Player 4"),
    ]


def test_every_card_has_a_key_under_its_colour(client):
    groups = [
        (group.get("aria-label"), [key.get("value") for key in group.iter("button")])
        for group in Asking(client).page.all("div", role="group")
    ]
    highest = {"green": 27, "red": 23, "yellow": 21, "blue": 15}
    assert groups == [
        (colour, [f"{colour[0].upper()}{face}" for face in range(2, highest[colour] + 1)]) for colour in highest
    ]


def test_the_colour_stays_chosen_for_the_next_card(client):
    asking = Asking(client, colour="red").tap("red 3")
    chosen = [field.get("value") for field in asking.page.all("input", name="colour") if "checked" in field.attrib]
    assert chosen == ["red"]


def test_cards_are_taken_back(client):
    asking = Asking(client, cards="G12 1 R3 Y20")
    assert asking.tap("Take back 1").cards == "G12 R3 Y20"
    assert asking.tap("Take back the last").cards == "G12 R3"
    assert Asking(client, cards="G5 oops R3").tap("Take back oops").cards == "G5 R3"
    asking = Asking(client, cards="G2 G3 G4 G5 G6")
    assert asking.places[-1] == ("Take back green 6", "nobody")
    assert asking.tap("Take back green 6").told == "Player 1 is befooled, Player 4 wins."


def test_typed_cards_stay_as_they_were_typed(client):
    asking = Asking(client).tap("Judge", cards="g12, 1;r3 y20")
    assert asking.cards == "g12, 1;r3 y20"
    assert asking.told == "Player 3 is befooled, Player 1 wins."


# The ruling


def test_the_ruling_gives_a_reason_for_everything(client):
    assert Asking(client, cards="G12 1 R3 Y20").reasons == [
        ("Lead colour", "▲G green The first card was the green 12."),
        ("Wins", "Player 1 The green 12 is the highest of the lead colour. Another colour never wins."),
        ("Befooled", "Player 3 Of the cards that do not follow, the red 3 is the lowest."),
        ("Sits out next", "Player 3 Whoever takes a Fool! disc has no turn in the trick after it."),
        ("Leads next", "Player 1 Winning a trick means leading the one after it."),
    ]
    ones = Asking(client, cards="1 1 1 1").reasons
    assert ones[0] == ("Lead colour", "none Only 1s were played, so there is no lead colour.")


def test_two_are_befooled_with_seven_players(client):
    asking = Asking(client, players=7, sits=[6, 7], cards="G9 R3 Y3 G4 G5")
    assert asking.told == "Player 3 and Player 2 are befooled, Player 1 wins."
    assert [row for row in asking.reasons if row[0] in ("Befooled", "Sits out next")] == [
        (
            "Befooled",
            "Player 3 Of the cards that do not follow, these are the lowest: red 3, yellow 3. "
            "The last of them is the worst.",
        ),
        ("Befooled", "Player 2 Judged again without the yellow 3. The red 3 is the only card that does not follow."),
        ("Sits out next", "Player 3 and Player 2 Whoever takes a Fool! disc has no turn in the trick after it."),
    ]


def test_while_cards_are_missing_it_judges_so_far(client):
    asking = Asking(client, cards="G12")
    assert asking.told == "Still to play: Player 2, Player 3 and Player 4."
    assert [row[0] for row in asking.reasons] == ["Lead colour"]
    asking.tap("green 3")
    assert asking.told == "So far Player 1 wins and Player 2 is befooled. Still to play: Player 3 and Player 4."
    assert [row[0] for row in asking.reasons] == ["Lead colour", "Wins", "Befooled"]
    assert not asking.page.has_button("Player 4 sat out"), "there is only one disc"
    asking = Asking(client, players=8, cards="G12 G2 G3")
    assert asking.told.startswith("So far Player 1 wins and Player 2 and Player 3 are befooled.")


def test_who_has_not_played_may_have_sat_out(client):
    asking = Asking(client, cards="G12 G3 R5").tap("Player 4 sat out")
    assert asking.told == "Player 3 is befooled, Player 1 wins."
    assert not asking.page.has_button("Player 4 sat out")
    asking = Asking(client, players=8, sits=7, cards="G12 G3 R5 G7 G8 G9").tap("Player 8 sat out")
    assert asking.told.startswith("Player 3 and Player 2 are befooled")


def test_the_next_trick_begins_with_who_won_and_without_the_befooled(client):
    asking = Asking(client, cards="G12 G3 G15 R5").follow("The next trick")
    assert asking.told == "Tap the cards in the order they were played, Player 3 first."
    assert asking.places == [("Player 3",), ("Player 1",), ("Player 2",)]
    asking = Asking(client, players=7, led=2, sits=[6, 7], cards="G9 R3 Y3 G4 G5").follow("The next trick")
    assert [place[0] for place in asking.places] == ["Player 2", "Player 5", "Player 6", "Player 7", "Player 1"]


# At a table


def test_at_a_table_the_players_are_named(app, client):
    phone = a_table(client, players=5)
    asking = Asking(client, f"{phone.address}/referee", led=3, sits=1, cards="Y8 1 R2 Y14")
    assert not asking.page.all("select", name="players")
    assert asking.told == "Ben is befooled, Paul wins."
    assert asking.places == [
        ("Take back yellow 8", "Rachel"),
        ("Take back 1", "Camille"),
        ("Take back red 2", "Ben", "befooled"),
        ("Take back yellow 14", "Paul", "wins"),
    ]
    assert asking.follow("The next trick").places[0] == ("Paul",)
    watcher = another_link(app, phone)
    watching = Asking(client, f"{watcher.address}/referee", led=3, sits=1, cards="Y8 1 R2 Y14")
    assert watching.told == "Ben is befooled, Paul wins."


# What cannot be


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ({"cards": "G5 R3 G5"}, "There is only one green 5 in the deck."),
        ({"cards": "G5 B16"}, "There is no blue 16: the faces of this colour go from 2 to 15."),
        ({"cards": "G2 G3 G4 G5", "sits": 3}, "Those are 4 cards, but only 3 of 4 players have a turn in this trick."),
        ({"cards": "<b>"}, "“<b>” is no card. Write the letter of the colour and the face, like G12, or just 1."),
    ],
)
def test_an_impossible_trick_is_refused_at_the_field(client, question, sentence):
    asking = Asking(client, **question)
    assert problems(asking.page) == {"cards": sentence}
    assert asking.cards == question["cards"]
    assert asking.told == ""
    assert not asking.page.all("dl")


def test_who_sits_out_cannot_lead(client):
    asking = Asking(client, led=2, sits=2, cards="G2 G3")
    assert problems(asking.page) == {"sits": "Who sits out can’t lead the trick."}
    assert asking.cards == "G2 G3"
    assert not asking.page.all("dl")


def test_whatever_stands_in_the_address_is_answered(client):
    for question in (
        {"players": 99, "led": 0, "sits": -1, "about": 7, "drop": 0},
        {"players": "x", "led": "x", "sits": "x", "about": "x", "drop": "x", "into": "x", "colour": "x"},
        {"led": 5, "sits": [2, 2, 3], "drop": 9},
        {"cards": "G2 " * 2000},
        {"cards": "\x00", "hand": "\x00"},
    ):
        asking = Asking(client, **question)
        assert (asking.page.title, len(asking.places) <= 12) == ("Who is befooled?", True)


# Was that allowed?


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ({"hand": "G5 Y2"}, "No. Player 2 played the red 3. The lead colour was in that hand: green 5."),
        ({"about": 1, "hand": "Y2"}, "Yes. Player 1 played the green 12. Who leads may play any card."),
        (
            {"about": 2},
            "It depends. Player 2 played the red 3. Only if no card of the lead colour was left in that hand.",
        ),
        ({}, "Say whose card, and what else was in that hand."),
    ],
)
def test_a_card_was_allowed_or_not(client, question, told):
    assert Asking(client, cards="G12 R3", **question).allowed == told


def test_the_hand_is_tapped_on_the_same_pad(client):
    asking = Asking(client, cards="G12 R3", into="hand").tap("green 5").tap("1")
    assert (asking.cards, asking.page.value("hand")) == ("G12 R3", "G5 1")
    assert asking.allowed.startswith("No.")
    assert asking.tap("Take back the last").tap("Take back the last").page.value("hand") == ""
    assert asking.tap("Take back red 3").cards == "G12", "a card of the trick, wherever the keys go"


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ({"hand": "R3"}, "The red 3 lies in the trick: it can’t be in the hand."),
        ({"hand": "G5 oops"}, "“oops” is no card. Write the letter of the colour and the face, like G12, or just 1."),
        ({"about": 3}, "Player 3 has played no card in this trick."),
    ],
)
def test_an_impossible_hand_is_refused_at_the_field(client, question, sentence):
    asking = Asking(client, cards="G12 R3", **question)
    assert problems(asking.page) == {"hand": sentence}
    assert asking.page.value("hand") == question.get("hand", "")
    assert asking.reasons, "the trick is judged all the same"
