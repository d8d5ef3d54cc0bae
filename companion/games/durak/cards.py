"""The 36 cards of Durak, how they are written, and which beats which.

Thirty-six cards are used, six to ace in four suits, the ace being the strongest. A card is beaten by a higher
card of the same suit; one that is no trump is also beaten by any trump.

Source: summary of the rules, "Thirty-six cards" to "a card with an advantage" (a trump).
"""

from dataclasses import dataclass

from companion.games.message import Message, say

SUITS = ("S", "H", "D", "C")
RANKS = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUIT_NAMES = {"S": say("spades"), "H": say("hearts"), "D": say("diamonds"), "C": say("clubs")}
# The letter on the card, for which other languages have their own; a number is its own letter.
# TRANSLATORS: J, Q, K, A: the letter in the corner of a card.
LETTERS = {"J": say("J"), "Q": say("Q"), "K": say("K"), "A": say("A")}
RANK_NAMES = {"J": say("jack"), "Q": say("queen"), "K": say("king"), "A": say("ace")}
# The mark after a symbol asks for one like a letter, not for a coloured picture.
SUIT_SYMBOLS = {suit: f"{symbol}\ufe0e" for suit, symbol in zip(SUITS, "♠♥♦♣", strict=True)}


@dataclass(frozen=True, slots=True)
class PlayingCard:
    """A card by the letter of its suit and its rank: ``PlayingCard("H", "10")``."""

    suit: str
    rank: str

    @property
    def code(self) -> str:
        """How the card is written in an address: ``H10``."""
        return self.suit + self.rank

    @property
    def letter(self) -> Message:
        """What stands in the card's corner: 10, or J."""
        return LETTERS.get(self.rank) or Message(self.rank)

    @property
    def face(self) -> Message:
        """The card in a sentence: ♥10."""
        return say("%(suit)s%(rank)s", suit=Message(SUIT_SYMBOLS[self.suit]), rank=self.letter)

    @property
    def name(self) -> Message:
        """The card as it is called: jack of hearts."""
        rank = RANK_NAMES.get(self.rank) or Message(self.rank)
        return {
            "S": say("%(rank)s of spades", rank=rank),
            "H": say("%(rank)s of hearts", rank=rank),
            "D": say("%(rank)s of diamonds", rank=rank),
            "C": say("%(rank)s of clubs", rank=rank),
        }[self.suit]


DECK = tuple(PlayingCard(suit, rank) for suit in SUITS for rank in RANKS)


def beats(card: PlayingCard, other: PlayingCard, trump: str) -> tuple[bool, Message]:
    """Return whether ``card``, laid by the defender, beats the attacking ``other`` with this trump, and why."""
    faces = {"card": card.face, "other": other.face}
    higher = card.suit == other.suit and RANKS.index(card.rank) > RANKS.index(other.rank)
    if card == other:
        reason = say("%(card)s can’t beat itself.", card=card.face)
    elif higher:
        reason = say("%(card)s is higher than %(other)s.", **faces)
    elif card.suit == other.suit:
        reason = say("%(card)s is lower than %(other)s.", **faces)
    elif card.suit == trump:
        reason = say("%(card)s is a trump, %(other)s isn’t.", **faces)
    elif other.suit == trump:
        reason = say("%(other)s is a trump: only a higher trump beats it.", other=other.face)
    else:
        reason = say("%(card)s is neither the same suit as %(other)s nor a trump.", **faces)
    return higher or card.suit == trump != other.suit, reason
