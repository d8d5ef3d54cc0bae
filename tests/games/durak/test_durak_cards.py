"""The cards of Durak: which beats which, over all 36 × 36 × 4 trumps."""

from itertools import product

import pytest

from companion.games.durak.cards import DECK, SUITS, PlayingCard, beats
from tests.games.builders import plain_english as english

CARD_BY_CODE = {card.code: card for card in DECK}
ORDER = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def test_the_whole_relation():
    """A non-trump is beaten by a higher card of its suit or by any trump, a trump only by a higher trump."""
    for card, other, trump in product(DECK, DECK, SUITS):
        higher = card.suit == other.suit and ORDER.index(card.rank) > ORDER.index(other.rank)
        assert beats(card, other, trump)[0] == (higher or (card.suit == trump != other.suit)), (card, other, trump)


@pytest.mark.parametrize(
    ("card", "other", "trump", "holds", "reason"),
    [
        ("H10", "H7", "S", True, "♥10 is higher than ♥7."),
        ("H7", "H10", "S", False, "♥7 is lower than ♥10."),
        ("S6", "HA", "S", True, "♠6 is a trump, ♥A isn’t."),
        ("HA", "S6", "S", False, "♠6 is a trump: only a higher trump beats it."),
        ("DA", "C6", "S", False, "♦A is neither the same suit as ♣6 nor a trump."),
        ("D6", "D6", "S", False, "♦6 can’t beat itself."),
    ],
)
def test_the_reasons(card, other, trump, holds, reason):
    beaten, why = beats(CARD_BY_CODE[card], CARD_BY_CODE[other], trump)
    assert (beaten, english(why)) == (holds, reason)


def test_thirty_six_cards_have_names_for_those_who_listen():
    assert (len(set(DECK)), {card.suit for card in DECK}) == (36, {"S", "H", "D", "C"})
    assert english(PlayingCard("S", "J").name) == "jack of spades"
    assert len({english(card.name) for card in DECK}) == len({english(card.face) for card in DECK}) == 36
