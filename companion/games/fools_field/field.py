"""The 23 soldier cards of The Fool's Field; which may lie where on the field, and who has to retreat.

A card is written as its symbols at the top, right, bottom and left: ``SSHH`` has swords at the top and on the
right. It keeps this way up, in hand and on the field. A field is nine places in reading order, 0 to 8, around the card
in the middle. Source: rulebook, "Soldier Card Composition", "Deployment" and "Retreat".
"""

from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from companion.games.message import Message, say, say_n, say_of

SWORD, SHIELD, FLOWER = "S", "H", "F"
EDGES = range(4)
SYMBOL_NAMES = {SWORD: say("sword"), SHIELD: say("shield"), FLOWER: say("flower")}


def _with(symbol: str, times: int) -> tuple[str, ...]:
    return tuple(
        "".join(symbol if edge in chosen else SHIELD for edge in EDGES) for chosen in combinations(EDGES, times)
    )


SOLDIER_CARDS = (
    *(card for times in (4, 3, 2, 1, 0) for card in _with(SWORD, times)),
    *_with(FLOWER, 4),
    *_with(FLOWER, 2),
)

FITTING = {
    SWORD + SWORD: say("sword and sword match."),
    SHIELD + FLOWER: say("shield and flower match."),
    FLOWER + SHIELD: say("flower and shield match."),
}
CLASHING = {
    SWORD + SHIELD: say("sword and shield don’t match."),
    SWORD + FLOWER: say("sword and flower don’t match."),
    SHIELD + SWORD: say("shield and sword don’t match."),
    SHIELD + SHIELD: say("shield and shield don’t match."),
    FLOWER + SWORD: say("flower and sword don’t match."),
    FLOWER + FLOWER: say("flower and flower don’t match."),
}

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


def name(card: str) -> Message:
    """Return a card in words, side by side."""
    sides = dict(zip(("top", "right", "bottom", "left"), (SYMBOL_NAMES[symbol] for symbol in card), strict=True))
    return say("top %(top)s, right %(right)s, bottom %(bottom)s, left %(left)s", **sides)


def meeting(card: str, edge: int, other: str) -> str:
    """Return the two symbols that meet where ``other`` lies at a side of a card: the card's own one first."""
    return card[edge] + other[(edge + 2) % 4]


def fit(card: str, edge: int, other: str) -> bool:
    """Return whether ``other`` may lie at a side of a card."""
    return meeting(card, edge, other) in FITTING


@dataclass(frozen=True, slots=True)
class PlaceRuling:
    """A judgement of a card in a place, and why; ``clashes`` are the sides of the card that don't fit."""

    place: int
    may: bool
    reasons: tuple[Message, ...]
    clashes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class HandRuling:
    """Where each card of a hand may go, in the order of the hand: if nowhere, its player has to retreat."""

    fits: tuple[tuple[str, tuple[int, ...]], ...]
    reason: Message


def neighbours(field: FieldCards, place: int) -> dict[int, str]:
    """Return the cards next to a place, by the side on which they lie."""
    around = [(edge, place // 3 + down, place % 3 + right) for edge, (down, right) in enumerate(_STEPS)]
    inside = [(edge, field[3 * row + column]) for edge, row, column in around if {row, column} <= {0, 1, 2}]
    return {edge: card for edge, card in inside if card}


def judge_place(field: FieldCards, card: str, place: int) -> PlaceRuling:
    """Return whether a card may go to a place of a field, and why."""
    neighbour_cards = neighbours(field, place)
    refusals = (  # whatever the symbols on its sides
        (card in field, ON_THE_FIELD),
        (field[place] is not None, say("This place is taken.")),
        (place != MIDDLE and field[MIDDLE] is None, FIRST_TO_THE_MIDDLE),
        (place != MIDDLE and not neighbour_cards, NO_TOUCH),
    )
    for refused, reason in refusals:
        if refused:
            return PlaceRuling(place, False, (reason,))
    clashes = tuple(edge for edge, other in neighbour_cards.items() if not fit(card, edge, other))
    meetings = CLASHING if clashes else FITTING
    reasons = tuple(
        say_of(_WHERE[edge], meetings[meeting(card, edge, other)])
        for edge, other in neighbour_cards.items()
        if not clashes or edge in clashes
    )
    return PlaceRuling(place, not clashes, reasons or (FIRST_TO_THE_MIDDLE,), clashes)


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


def find_faults(field: FieldCards) -> dict[int, Message]:
    """Return why the cards can't lie as they do, by place: after one was taken back, the field may fall apart.

    With a card in the middle, "connected" is "each card touches another": every place at a side of the middle
    touches it, and every corner touches two of those.
    """
    lying = [place for place, card in enumerate(field) if card]
    faults = {MIDDLE: FIRST_TO_THE_MIDDLE} if lying and MIDDLE not in lying else {}
    return faults | {place: NO_TOUCH for place in lying if place != MIDDLE and not neighbours(field, place)}
