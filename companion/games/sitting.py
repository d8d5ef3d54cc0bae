"""A sitting: what happened at one table, from which everything else follows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from companion.games.option import OptionValue

Round: TypeAlias = Mapping[str, Any]
"""What was entered of a round: the values of its fields by their keys (see ``companion.games.fields``)."""

HandFields: TypeAlias = Mapping[str, str | bool]
"""A hand as its form writes it into the journal, and as it comes back from there."""


@dataclass(frozen=True, slots=True)
class LaidHand:
    """A hand that a player laid from a phone; ``seq`` is its entry in the journal."""

    seq: int
    hand: HandFields


@dataclass(frozen=True, slots=True)
class Sitting:
    """What happened at one table: who sat where, the house rules, and the rounds in order.

    ``first_starter`` is None where the game itself decides, or nobody keeps who starts. ``begun`` is the next round as
    far as it was entered, in a game that enters a round in steps. ``starters`` holds the starters that the table chose
    itself, by round number. ``played_on`` lists the keys of the ends that the table chose to play past; ``stopped``
    says that it ended the game early.
    """

    players: tuple[str, ...]
    first_starter: int | None
    options: Mapping[str, OptionValue]
    rounds: tuple[Round, ...] = ()
    starters: Mapping[int, int] = field(default_factory=dict)
    played_on: tuple[str, ...] = ()
    stopped: bool = False
    drawn: bool = False
    begun: Round | None = None

    @property
    def seats(self) -> range:
        """The seats of everybody who ever sat here."""
        return range(len(self.players))

    def seated(self, number: int) -> tuple[int, ...]:
        """The seats that play round ``number``, clockwise."""
        return tuple(self.seats)

    def saved(self, number: int) -> Round | None:
        """What is saved of a round: all of it, or as far as it has begun; None where that is nothing."""
        if 1 <= number <= len(self.rounds):
            return self.rounds[number - 1]
        return self.begun if number == len(self.rounds) + 1 else None

    def left_of(self, seat: int, number: int) -> int:
        """The next seat, clockwise, that plays round ``number``."""
        return self.from_left_of(seat, number)[0]

    def right_of(self, seat: int, number: int) -> int:
        """The seat before, clockwise, that plays round ``number``."""
        return self.from_left_of(seat, number)[-2]

    def from_left_of(self, seat: int, number: int) -> tuple[int, ...]:
        """The seats that play round ``number``, from the one left of ``seat`` on; ``seat`` comes last."""
        seats = self.seated(number)
        after = seats.index(seat) + 1
        return seats[after:] + seats[:after]

    def amount(self, option: str) -> int | None:
        """The value of a house rule that is a number; None where it is none."""
        value = self.options.get(option)
        return value if isinstance(value, int) else None
