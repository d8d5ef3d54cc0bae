"""Whether a card of Fool! was allowed, by the cards that lay there before and the hand it came from.

The lead colour must be followed by whoever has a card of it. A 1 always may be played and never must be. As long
as there is no lead colour, every card may be played.

Source: rulebook, "Playing the game" and "Beware of the 1s".
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.fool import deck
from companion.games.fool.card import ONE, Card, refuse_copies, refuse_unknown
from companion.games.fool.trick import lead_colour
from companion.games.message import Message, Refused, say, say_n


@dataclass(frozen=True, slots=True)
class Following:
    """Whether a card was allowed, and the reason as a sentence. ``allowed`` is None while it depends on the hand."""

    allowed: bool | None
    reason: Message


def follow(trick: Sequence[Card], position: int, rest: Sequence[Card] | None, players: int) -> Following:
    """Judge a card of a trick by the rest of the hand it came from, None if not known. Raises Refused."""
    card, before = trick[position], trick[:position]
    refuse_impossible_hand(trick, rest or (), players)
    lead = lead_colour(before)
    if card == ONE:
        return Following(True, say("A 1 may always be played."))
    if not before:
        return Following(True, say("Who leads may play any card."))
    if lead is None:
        return Following(True, say("Only 1s lay there, so there was no lead colour to follow yet."))
    if card.colour == lead:
        return Following(True, say("The %(card)s follows the lead colour.", card=card.spoken))
    if rest is None:
        return Following(None, say("Only if no card of the lead colour was left in that hand."))
    held = tuple(other.spoken for other in rest if other.colour == lead)
    if held:
        return Following(False, say("The lead colour was in that hand: %(cards)s.", cards=held))
    if ONE in rest:
        return Following(True, say("No card of the lead colour was left in that hand, and a 1 never has to be played."))
    return Following(True, say("No card of the lead colour was left in that hand."))


def refuse_impossible_hand(trick: Sequence[Card], rest: Sequence[Card], players: int) -> None:
    """Raise Refused for a rest of a hand that cannot be while this trick lies on the table."""
    for card in rest:
        refuse_unknown(card)
        if card != ONE and card in trick:
            raise Refused(say("The %(card)s lies in the trick: it can’t be in the hand.", card=card.spoken))
    refuse_copies((*trick, *rest))
    dealt = deck.cards_dealt(players)
    if len(rest) >= dealt:
        more = say_n(
            "Nobody had %(n)s more card: everybody is dealt %(dealt)s.",
            "Nobody had %(n)s more cards: everybody is dealt %(dealt)s.",
            len(rest),
            dealt=dealt,
        )
        raise Refused(more)
