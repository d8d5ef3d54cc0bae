"""The cards that lie on the table in Durak, as an address has them and as taps change them.

They lie in places: attack 1, what was laid on it, attack 2, and so on. In an address they stand in this order,
with a dot between two places: ``S7.S9.HA`` is one pair and a second attacking card, ``S7..HA`` lacks the defence.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.games.durak.attack import MAX_CARDS
from companion.games.durak.cards import Card, parse
from companion.games.message import Message, Refused, say

PLACES = 2 * MAX_CARDS
MOST_READ = 40  # places; more than the deck has cards
NO_PLACE = -1
_NUMBERS = {str(place + 1): place for place in range(PLACES)}


@dataclass(frozen=True, slots=True)
class Row:
    """A pair as it is drawn: what attacks and what lies on it; either may be missing."""

    number: int
    attack: Card | None
    defence: Card | None


class LaidCards:
    """The cards by place, and ``next``, the place where the next card goes (``NO_PLACE`` if all are taken).

    ``unread`` tells what an address had in place of a card.
    """

    def __init__(self, written: str = "", chosen: str = "") -> None:
        self.unread: list[Message] = []
        self.places = [self._read(place) for place in written.split(".")[:MOST_READ]]
        self.places += [None] * (max(PLACES, len(self.places) + len(self.places) % 2) - len(self.places))
        self.next = self._first_open(range(PLACES))
        self.choose(chosen)

    @property
    def written(self) -> str:
        """The cards as they stand in an address."""
        return ".".join(card.code if card else "" for card in self.places).rstrip(".")

    @property
    def chosen(self) -> str:
        """The number of the next place as it stands in an address; nothing where it is simply the first open one."""
        return "" if self.next == self._first_open(range(PLACES)) else str(self.next + 1)

    @property
    def lying(self) -> frozenset[Card]:
        """The cards that lie on the table."""
        return frozenset(card for card in self.places if card)

    @property
    def rows(self) -> list[Row]:
        """The pairs as they are drawn: those with cards, and room for one more."""
        numbers = range(1, len(self.places) // 2 + 1)
        pairs = [Row(number, *self.places[2 * number - 2 : 2 * number]) for number in numbers]
        used = max((row.number for row in pairs if row.attack or row.defence), default=0)
        return pairs[: max(used, min(used + 1, MAX_CARDS), self.next // 2 + 1)]

    def put(self, card: Card) -> Message | None:
        """Lay a card in the next place; a sentence if it can't be laid. Nothing is lost by laying one twice."""
        if card in self.lying:
            return say("%(card)s lies there already. Tap it on the table to take it back.", card=card.face)
        if self.next == NO_PLACE:
            return say("All places are taken. Tap a card on the table to take it back.")
        self.places[self.next] = card
        self.next = self._first_open([*range(self.next + 1, PLACES), *range(self.next)])
        return None

    def take(self, card: Card) -> None:
        """Take a card back; its place is the next one to be filled."""
        if card in self.places:
            self.next = self.places.index(card)
            self.places[self.next] = None

    def choose(self, written: str) -> None:
        """Choose an empty place, by its number, as the next one to be filled."""
        if written in _NUMBERS and self._open(_NUMBERS[written]):
            self.next = _NUMBERS[written]

    def _first_open(self, places: Iterable[int]) -> int:
        return next((place for place in places if self._open(place)), NO_PLACE)

    def _open(self, place: int) -> bool:
        """Whether a card can go there: an attack always, a defence only where something attacks."""
        return not self.places[place] and (place % 2 == 0 or bool(self.places[place - 1]))

    def _read(self, written: str) -> Card | None:
        try:
            return parse(written) if written else None
        except Refused as refused:
            self.unread.append(refused.reason)
            return None
