"""The cards of Fool!: 82 in four colours and six 1s, 88 in all.

Source: rulebook, "Contents" and "Game preparation"; the colours' ranges are in the design notes.
Which cards stay in the box with 4–7 players is printed on the game's Overview cards and not known here.
"""

from __future__ import annotations

from functools import cache

SEATS = range(4, 9)
ONE = 1
ONES = 6
POINTS_FOR_A_ONE = 5
HIGHEST_FACE = {"green": 27, "red": 23, "yellow": 21, "blue": 15}
FACES = range(1, max(HIGHEST_FACE.values()) + 1)


def colours_of(face: int) -> tuple[str, ...]:
    """The colours that have this face; none for a 1, which is wild."""
    if face == ONE:
        return ()
    return tuple(colour for colour, highest in HIGHEST_FACE.items() if 2 <= face <= highest)


@cache
def copies(face: int) -> int:
    """How many cards with this face there are in the whole deck; 0 if there is no such face."""
    return ONES if face == ONE else len(colours_of(face))


def points_in_hand(face: int) -> int:
    """What a card left in hand costs, as a positive number of points."""
    return POINTS_FOR_A_ONE if face == ONE else face


def cards_dealt(players: int) -> int:
    """Cards each player is dealt."""
    return 11 if players == 8 else 12


def discs(players: int) -> int:
    """Fool! discs in play."""
    return 2 if players >= 7 else 1


@cache
def most_points(cards: int) -> int:
    """What the dearest hand of so many cards costs, in points."""
    dearest = sorted((points_in_hand(face) for face in FACES for _ in range(copies(face))), reverse=True)
    return sum(dearest[:cards])
