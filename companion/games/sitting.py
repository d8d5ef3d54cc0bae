"""A sitting: what happened at one table, from which everything else follows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from companion.games.option import OptionValue


class Round:
    """What was entered of a round. Every game has its own frozen record, which derives from this."""

    __slots__ = ()


R = TypeVar("R", bound=Round)


@dataclass(frozen=True, slots=True)
class Sitting(Generic[R]):
    """What happened at one table: who sat where, the house rules, and the rounds in order.

    ``first_starter`` is None where the game itself decides (see ``Rulebook.undecided``). ``begun`` is the next round as
    far as it was entered, in a game that enters a round in steps. ``starters`` holds the starters that the table chose
    itself, by round number. ``played_on`` lists the ends (see ``Rulebook.ends``) that the table chose to play past;
    ``stopped`` says that it ended the game early.
    """

    players: tuple[str, ...]
    first_starter: int | None
    options: Mapping[str, OptionValue]
    rounds: tuple[R, ...] = ()
    starters: Mapping[int, int] = field(default_factory=dict)
    played_on: tuple[str, ...] = ()
    stopped: bool = False
    drawn: bool = False
    begun: R | None = None

    @property
    def seats(self) -> range:
        """The seats, clockwise."""
        return range(len(self.players))

    def saved(self, number: int) -> R | None:
        """What is saved of a round: all of it, or as far as it has begun; None where that is nothing."""
        if 1 <= number <= len(self.rounds):
            return self.rounds[number - 1]
        return self.begun if number == len(self.rounds) + 1 else None

    def left_of(self, seat: int) -> int:
        """The next seat, clockwise."""
        return (seat + 1) % len(self.players)

    def right_of(self, seat: int) -> int:
        """The seat before, clockwise."""
        return (seat - 1) % len(self.players)

    def amount(self, option: str) -> int | None:
        """The value of a house rule that is a number; None where it is none."""
        value = self.options.get(option)
        return value if isinstance(value, int) else None
