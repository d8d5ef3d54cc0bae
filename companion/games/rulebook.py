"""What every game offers to the rest of the program: the rulebook and what goes in and out of it.

A rulebook is pure: frozen records in, frozen records out; no clock, chance, file or network. Seats are
counted from 0 in clockwise order, so "to the left of" is the next seat. Points are whole numbers or
halves; a total is the sum of a player's points so far.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from companion.games.message import Message, say

R = TypeVar("R")
LONGEST_PLACE = 120  # characters


class Unreadable(ValueError):
    """Something in a sheet file cannot be read: where it stands, and why."""

    def __init__(self, place: str, reason: Message) -> None:
        super().__init__(place, reason)
        self.place = place[:LONGEST_PLACE].encode("utf-8", "backslashreplace").decode()
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Choice:
    """One value an option may take, and what a player reads beside it."""

    value: str
    label: Message


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: its question, its default, and either its choices or its range of whole numbers."""

    key: str
    question: Message
    default: str | int
    choices: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 0

    def allows(self, value: object) -> bool:
        """Whether the option may take this value."""
        if self.choices:
            return any(value == choice.value for choice in self.choices)
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Sitting(Generic[R]):
    """What happened at one table: who sat where, the house rules, and the rounds in order.

    ``starters`` holds the starters the table chose itself, by round number. ``played_on`` lists the ends
    (see ``Gauge.key``) that the table chose to play past; ``stopped`` says that it ended the game early.
    """

    players: tuple[str, ...]
    first_starter: int
    options: Mapping[str, str | int]
    rounds: tuple[R, ...] = ()
    starters: Mapping[int, int] = field(default_factory=dict)
    played_on: tuple[str, ...] = ()
    stopped: bool = False
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong or doubtful about a round, and the seat it is about (None: the whole round)."""

    message: Message
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """What the rules say of a round: errors are impossible, questions are improbable."""

    errors: tuple[Problem, ...] = ()
    questions: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Because:
    """A seat that the rules name, and the reason as a sentence."""

    seat: int
    reason: Message


@dataclass(frozen=True, slots=True)
class Line:
    """One round on the sheet.

    ``points``, ``totals``, ``ranks`` have one entry per seat; ``tens``, ``marked`` (befooled in the last
    trick) and ``uncounted`` (hand known only as a total) list seats. A round after the end does not
    count: its points stand there, the totals stay. ``chosen`` says that the table chose the starter itself.
    """

    number: int
    starter: Because
    dealer: Because | None
    points: tuple[float, ...]
    totals: tuple[float, ...]
    ranks: tuple[int, ...]
    tens: tuple[int, ...] = ()
    marked: tuple[int, ...] = ()
    uncounted: tuple[int, ...] = ()
    counts: bool = True
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Gauge:
    """How near the table is to one end of the game: each seat's value, the one that matters, the limit."""

    key: str
    label: Message
    seats: tuple[float, ...]
    value: float
    limit: float

    def percent(self, seat: int) -> float:
        """How much of the way to the limit a seat has gone, from 0 to 100."""
        return 100 * max(0.0, min(1.0, self.seats[seat] / self.limit))

    def distance(self, seat: int) -> Message:
        """How far a seat is from the limit."""
        left = abs(self.limit - self.seats[seat])
        if self.percent(seat) < 100:
            return say("%(left)s left to %(limit)s", left=left, limit=self.limit)
        return say("past %(limit)s", limit=self.limit)


@dataclass(frozen=True, slots=True)
class Ending:
    """Why the game is over, and after which round."""

    after: int
    keys: tuple[str, ...]
    reasons: tuple[Message, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Next:
    """Who starts and deals the next round.

    ``chosen`` says that the table chose the starter itself. ``other`` is who would start by the rule then,
    or else by the other reading of the rule, where that is somebody else.
    """

    number: int
    starter: Because
    dealer: Because
    other: Because | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that the rules derive from a sitting. Never stored as truth.

    ``ending`` is None while the game is open; ``next`` is None once it is over. ``passed`` says, where
    the table played on, which end it passed.
    """

    lines: tuple[Line, ...]
    totals: tuple[float, ...]
    ranks: tuple[int, ...]
    tens: tuple[int, ...]
    gauges: tuple[Gauge, ...]
    ending: Ending | None
    next: Next | None
    passed: Ending | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that statistics tell of a player: a count added up over games, or so many ``per`` another count.

    ``share`` says that the quotient is a part of a whole, to be told in percent.
    """

    label: Message
    count: str
    per: str | None = None
    share: bool = False


class Rulebook(ABC, Generic[R]):
    """The rules of one game. ``R`` is its record of a round.

    ``figures`` are what statistics tell of this game beside games, wins and totals; ``lowest_wins`` says
    which end of the totals is the good one.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    options: ClassVar[tuple[Option, ...]]
    figures: ClassVar[tuple[Figure, ...]]
    starting: ClassVar[Message]
    lowest_wins: ClassVar[bool] = False

    @abstractmethod
    def box(self, players: int) -> tuple[tuple[Message, int], ...]:
        """What to take from the box for so many players: what it is, and how many."""

    @abstractmethod
    def check(self, sitting: Sitting[R], played: R) -> Check:
        """What is impossible or improbable about a round at this table."""

    @abstractmethod
    def points(self, played: R) -> tuple[float, ...]:
        """Points of a round, one entry per seat."""

    @abstractmethod
    def explain(self, sitting: Sitting[R], played: R) -> tuple[Message, ...]:
        """Why everybody has the points of a round: a sentence a seat."""

    @abstractmethod
    def derive(self, sitting: Sitting[R]) -> Sheet:
        """The sheet of a sitting."""

    @abstractmethod
    def counts(self, sitting: Sitting[R], sheet: Sheet) -> tuple[Mapping[str, float], ...]:
        """What each seat did in the rounds that count, by the names in ``figures``.

        Every game counts ``rounds``, and for who started a round ``starts`` and ``starts_won``.
        """

    @abstractmethod
    def read_round(self, raw: Mapping[str, Any], seats: Sequence[str], place: str) -> R:
        """A round from its form in a sheet file, where ``seats`` are the names used there.

        Raises Unreadable with the place of what cannot be read.
        """

    @abstractmethod
    def write_round(self, played: R, seats: Sequence[str]) -> dict[str, Any]:
        """A round in the form it has in a sheet file."""

    def defaults(self) -> dict[str, str | int]:
        """Every option with its default."""
        return {option.key: option.default for option in self.options}


def ranking(standing: Sequence[tuple[float, ...]]) -> tuple[int, ...]:
    """Ranks from 1, best (highest) first; equals share a rank and the next rank is left out."""
    return tuple(1 + sum(other > mine for other in standing) for mine in standing)
