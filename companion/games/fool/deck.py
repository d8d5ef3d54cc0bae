"""The cards of Fool!: 82 in four colours and six 1s, 88 in all.

Source: rulebook, "Contents" and "Game preparation"; the colours' ranges are in the design notes.
Which cards stay in the box with 4–7 players is printed on the game's Overview cards and not known here; a
table can note what its own card says.
"""

from dataclasses import dataclass
from functools import cache

SEATS = range(4, 9)
ONE = 1
ONES = 6
POINTS_FOR_A_ONE = 5
HIGHEST_FACE = {"green": 27, "red": 23, "yellow": 21, "blue": 15}
FACES = range(1, max(HIGHEST_FACE.values()) + 1)


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards in play: each colour from 2 to its highest face, and so many 1s."""

    highest: tuple[tuple[str, int], ...] = tuple(HIGHEST_FACE.items())
    ones: int = ONES

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return sum(highest - 1 for _, highest in self.highest) + self.ones

    def colours_of(self, face: int) -> tuple[str, ...]:
        """The colours that have this face; none for a 1, which is wild."""
        return tuple(colour for colour, highest in self.highest if 2 <= face <= highest)

    def copies(self, face: int) -> int:
        """How many cards with this face there are; 0 if there is no such face."""
        return self.ones if face == ONE else len(self.colours_of(face))


WHOLE = Deck()


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
def most_points(cards: int, deck: Deck = WHOLE) -> int:
    """What the dearest hand of so many cards costs, in points."""
    dearest = sorted((points_in_hand(face) for face in FACES for _ in range(deck.copies(face))), reverse=True)
    return sum(dearest[:cards])
