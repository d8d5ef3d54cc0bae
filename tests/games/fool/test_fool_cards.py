"""The cards of Fool! as they are written, and whether one was allowed in a trick."""

import pytest

from companion.games.fool.card import Card, read_card, read_cards, split
from companion.games.fool.trick import judge_card
from tests.games.builders import english, refusal

# Reading cards


def test_cards_are_read_with_whatever_stands_between_them():
    cards = (Card("green", 12), Card(None, 1), Card("red", 3), Card("yellow", 20), Card("blue", 7))
    for written in ("G12 1 R3 Y20 B7", "g12,1;r3 ,y020\t b7\n"):
        assert read_cards(written) == cards
    assert read_cards(" , ") == ()
    assert split("G12, oops;1") == ["G12", "oops", "1"]


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("X5", "“X5” isn’t a card. Type its colour and number, like G12, or 1."),
        *((wrong, f"“{wrong}” isn’t a card.") for wrong in ("G", "12G", "G²", "G٣", "")),
        ("9" * 5000, f"“{'9' * 20}” isn’t a card."),
        *((face, f"Which colour is the {face}? Type G, R, Y or B before it.") for face in ("12", "0")),
        ("B1", "A 1 has no colour. Just type 1."),
        ("R24", "There’s no red 24: this colour runs from 2 to 23."),
        ("G0", "There’s no green 0"),
    ],
)
def test_what_is_no_card_is_refused(written, sentence):
    assert refusal(read_card, written).startswith(sentence)


# Following

TEN_BLUE = "B2 B3 B4 B5 B6 B7 B8 B9 B10 B11"


@pytest.mark.parametrize(
    ("cards", "position", "rest", "verdict", "why"),
    [
        # A card of the lead colour must be played by whoever has one.
        ("G12 R3", 1, "G5 G7 R4", False, "The hand had the lead colour: green 5, green 7."),
        ("G12 G3", 1, "G5 R4", True, "The green 3 follows the lead colour."),
        ("G12 R3", 1, "R4 Y2", True, "The hand had no card of the lead colour."),
        # A 1 may be played with cards of the lead colour in hand.
        ("G12 1", 1, "G5", True, "You can always play a 1."),
        # A 1 need not be played by whoever has no card of the lead colour.
        ("G12 R3", 1, "1 1 Y2", True, "The hand had no card of the lead colour. A 1 is never"),
        # Any card may be led; after a 1, the next card gives the lead colour.
        ("B2 G3", 0, "G5 B9", True, "You can lead any card."),
        ("1 B2 G3", 1, "G5 R9", True, "Only 1s were played"),
        ("1 B2 G3", 2, "B9", False, "The hand had the lead colour: blue 9."),
        # Cards played later do not count.
        ("1 1 G3 R2", 2, "R9", True, "Only 1s were played"),
        # Without the hand it depends on it, unless the card follows anyway.
        ("G12 R3", 1, None, None, "Only if the hand had no card of the lead colour."),
    ],
)
def test_a_card_is_allowed_or_not(cards, position, rest, verdict, why):
    following = judge_card(read_cards(cards), position, None if rest is None else read_cards(rest), players=5)
    assert following.allowed is verdict
    assert english(following.reason).startswith(why)


@pytest.mark.parametrize(
    ("rest", "players", "sentence"),
    [
        ("G5 R3", 5, "The deck has only one red 3."),
        ("G5 G5", 5, "The deck has only one green 5."),
        ("1 1 1 1 1 1 1", 5, "The deck has only six 1s."),
        (f"{TEN_BLUE} B12 B13", 5, "12 more cards are impossible: everybody gets 12."),
        (f"{TEN_BLUE} B12", 8, "11 more cards are impossible: everybody gets 11."),
    ],
)
def test_impossible_hands_are_refused(rest, players, sentence):
    """One card fewer is a full hand."""
    trick = read_cards("G12 R3")
    assert refusal(judge_card, trick, 1, read_cards(rest), players) == sentence
    if "impossible" in sentence:
        assert judge_card(trick, 1, read_cards(rest.rpartition(" ")[0]), players).allowed
