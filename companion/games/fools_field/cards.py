"""The 23 soldier cards of The Fool's Field, and which of their sides may touch.

A card is written as its symbols at the top, right, bottom and left: ``SSHH`` has swords at the top and on the
right. It keeps this way up, in hand and on the field. Source: rulebook, "Soldier Card Composition" and
"Deployment".
"""

from itertools import combinations

from companion.games.message import Message, say

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
