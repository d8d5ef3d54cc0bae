"""A sitting: what happened at one table, from which everything else follows."""

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
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
class From:
    """What is in force from a round on: the seats that play, clockwise, or house rules that the table changed."""

    number: int
    seats: tuple[int, ...] = ()
    options: Mapping[str, OptionValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sitting:
    """What happened at one table: who sat where, the house rules, and the rounds in order.

    ``players`` are all who ever sat, those of round 1 clockwise, then who joined. ``seatings`` say who plays from which
    round on; without them everybody plays all rounds. ``start_totals`` and ``start_tallies`` are what a seat does not
    begin with 0 of. ``rules`` are the house rules that changed from a round on.

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
    seatings: tuple[From, ...] = ()
    start_totals: Mapping[int, float] = field(default_factory=dict)
    start_tallies: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    rules: tuple[From, ...] = ()

    @property
    def seats(self) -> range:
        """The seats of everybody who ever sat here."""
        return range(len(self.players))

    def seated(self, number: int) -> tuple[int, ...]:
        """The seats that play round ``number``, clockwise."""
        return next((each.seats for each in reversed(self.seatings) if each.number <= number), tuple(self.seats))

    @property
    def seated_next(self) -> tuple[int, ...]:
        """The seats that play the next round, clockwise."""
        return self.seated(len(self.rounds) + 1)

    def has_sat(self, seat: int, number: int) -> bool:
        """Whether a seat has played round ``number`` or one before."""
        return not self.seatings or any(seat in each.seats for each in self.seatings if each.number <= number)

    def at(self, number: int) -> "Sitting":
        """This sitting with the house rules that are in force in round ``number``."""
        changed = [each.options for each in self.rules if each.number <= number]
        return (
            replace(self, options=dict(ChainMap(*map(dict, reversed(changed)), dict(self.options))))
            if changed
            else self
        )

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
        return [other for other in self.from_left_of(seat, number) if other != seat][-1]

    def from_left_of(self, seat: int, number: int) -> tuple[int, ...]:
        """The seats that play round ``number``, from the one left of ``seat`` on; ``seat`` comes last, if it plays."""
        seats = self.seated(number)
        after = seats.index(seat) + 1 if seat in seats else seats.index(self.deputy(seat, number))
        return seats[after:] + seats[:after]

    def deputy(self, seat: int, number: int) -> int:
        """The seat itself where it plays round ``number``, else who sat next clockwise and does."""
        seats = self.seated(number)
        sat = next(order for at in range(number, -1, -1) if seat in (order := self.seated(at)) or not at)
        after = sat.index(seat) if seat in sat else 0
        return next((other for other in sat[after:] + sat[:after] if other in seats), seats[0])

    def amount(self, option: str) -> int | None:
        """The value of a house rule that is a number; None where it is none."""
        value = self.options.get(option)
        return value if isinstance(value, int) else None
