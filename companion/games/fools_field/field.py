"""The field: which cards may lie on it, which may go where, and who has to retreat.

A field is nine places in reading order, 0 to 8, around the card in the middle. Source: rulebook, "Deployment"
and "Retreat".
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from companion.games.fools_field import cards
from companion.games.fools_field.cards import CLASHING, FITTING, SOLDIER_CARDS, fit, meeting
from companion.games.message import Message, say, say_n, say_of

FieldCards: TypeAlias = tuple[str | None, ...]
EMPTY: FieldCards = (None,) * 9
MIDDLE = 4
LARGEST_HAND = 6  # cards, on a turn
PLACE_NAMES = (
    *(say("top left"), say("top middle"), say("top right")),
    *(say("middle left"), say("middle"), say("middle right")),
    *(say("bottom left"), say("bottom middle"), say("bottom right")),
)
_WHERE = (say("Above"), say("On the right"), say("Below"), say("On the left"))
_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))

FIRST_TO_THE_MIDDLE = say("The first card goes in the middle.")
ON_THE_FIELD = say("This card is on the field.")
NO_TOUCH = say("No side would touch another card.")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that cannot be, and the places of the field that it is about."""

    message: Message
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceRuling:
    """A judgement of a card in a place, and why; ``clashes`` are the sides of the card that don't fit."""

    card: str
    place: int
    may: bool
    reasons: tuple[Message, ...]
    clashes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class HandRuling:
    """Where each card of a hand may go, in the order of the hand, and whether its player has to retreat."""

    fits: tuple[tuple[str, tuple[int, ...]], ...]
    reason: Message

    @property
    def must_retreat(self) -> bool:
        """Return whether no card of the hand may go anywhere."""
        return not any(places for _, places in self.fits)


def neighbours(field: FieldCards, place: int) -> dict[int, str]:
    """Return the cards next to a place, by the side on which they lie."""
    around = [(edge, place // 3 + down, place % 3 + right) for edge, (down, right) in enumerate(_STEPS)]
    inside = [(edge, field[3 * row + column]) for edge, row, column in around if {row, column} <= {0, 1, 2}]
    return {edge: card for edge, card in inside if card}


def judge_place(field: FieldCards, card: str, place: int) -> PlaceRuling:
    """Return whether a card may go to a place of a field, and why."""
    neighbour_cards = neighbours(field, place)
    refusals = (  # whatever the symbols on its sides
        (card not in SOLDIER_CARDS, cards.NO_SUCH_CARD),
        (card in field, ON_THE_FIELD),
        (field[place] is not None, say("This place is taken.")),
        (place != MIDDLE and field[MIDDLE] is None, FIRST_TO_THE_MIDDLE),
        (place != MIDDLE and not neighbour_cards, NO_TOUCH),
    )
    for refused, reason in refusals:
        if refused:
            return PlaceRuling(card, place, False, (reason,))
    clashes = tuple(edge for edge, other in neighbour_cards.items() if not fit(card, edge, other))
    meetings = CLASHING if clashes else FITTING
    reasons = tuple(
        say_of(_WHERE[edge], meetings[meeting(card, edge, other)])
        for edge, other in neighbour_cards.items()
        if not clashes or edge in clashes
    )
    return PlaceRuling(card, place, not clashes, reasons or (FIRST_TO_THE_MIDDLE,), clashes)


def places_for(field: FieldCards, card: str) -> tuple[int, ...]:
    """Return the places to which a card may go."""
    return tuple(place for place in range(9) if judge_place(field, card, place).may)


def judge_hand(field: FieldCards, hand: tuple[str, ...]) -> HandRuling:
    """Return which cards of a hand may go where, and whether its player has to retreat."""
    fits = tuple((card, places_for(field, card)) for card in hand)
    playable = sum(bool(places) for _, places in fits)
    if not hand:
        reason = say("No cards in hand: you win if the deck is used up. Otherwise, retreat.")
    elif all(field):
        reason = say("All nine places are taken.")
    elif not playable:
        reason = say("None of your cards fits.")
    else:
        reason = say_n("%(n)s of your cards fits.", "%(n)s of your cards fit.", playable)
    return HandRuling(fits, reason)


def check_field(field: FieldCards) -> Iterator[Fault]:
    """Yield what can't be about a field; nothing if it can have come about card by card.

    With a card in the middle, "connected" is "each card touches another": every place at a side of the middle
    touches it, and every corner touches two of those.
    """
    lying = {place: card for place, card in enumerate(field) if card}
    unknown = tuple(place for place, card in lying.items() if card not in SOLDIER_CARDS)
    if unknown:
        yield Fault(cards.NO_SUCH_CARD, unknown)
        return
    for card in SOLDIER_CARDS:
        twice = tuple(place for place in lying if lying[place] == card)
        if len(twice) > 1:
            yield Fault(say("The same card is there twice: %(places)s.", places=_named(twice)), twice)
    if lying and MIDDLE not in lying:
        yield Fault(FIRST_TO_THE_MIDDLE, (MIDDLE,))
    for place in lying:
        if place != MIDDLE and not neighbours(field, place):
            yield Fault(NO_TOUCH, (place,))
    for place, card in lying.items():
        for edge, other in neighbours(field, place).items():
            if edge in (cards.RIGHT, cards.BOTTOM) and not fit(card, edge, other):
                next_to = place + (1 if edge == cards.RIGHT else 3)
                clash = {
                    "one": PLACE_NAMES[place],
                    "other": PLACE_NAMES[next_to],
                    "meeting": CLASHING[meeting(card, edge, other)],
                }
                yield Fault(say("Between %(one)s and %(other)s: %(meeting)s", **clash), (place, next_to))


def _named(places: tuple[int, ...]) -> tuple[Message, ...]:
    return tuple(PLACE_NAMES[place] for place in places)
