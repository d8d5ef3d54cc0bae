"""What every game offers to the rest of the program: the rulebook and what goes into it.

A rulebook is pure: frozen records in, frozen records out; no clock, chance, file or network. Seats are
counted from 0 in clockwise order, so "to the left of" is the next seat. Points are whole numbers or
halves; a total is the sum of a player's points so far.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from companion.games.derive import derive
from companion.games.message import Message
from companion.games.option import Option, OptionValue
from companion.games.sheet import Gauge, Line, Next, Scored, Sheet, Standing, ranking
from companion.games.sitting import Sitting

R = TypeVar("R")
LONGEST_PLACE = 120  # characters


class Unreadable(ValueError):
    """Something in a sheet file cannot be read: where it stands, and why."""

    def __init__(self, place: str, reason: Message) -> None:
        super().__init__(place, reason)
        self.place = place[:LONGEST_PLACE].encode("utf-8", "backslashreplace").decode()
        self.reason = reason


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
class Figure:
    """Something that statistics tell of a player: a count added up over games, or so many ``per`` another count.

    ``share`` says that the quotient is a part of a whole, to be told in percent.
    """

    label: Message
    count: str
    per: str | None = None
    share: bool = False


@dataclass(frozen=True, slots=True)
class Noting:
    """What a table notes about its own cards: a heading, and what it is good for."""

    title: Message
    why: Message


class Rulebook(ABC, Generic[R]):
    """The rules of one game. ``R`` is its record of a round.

    ``ends`` are the keys of the ways in which its rules end a game. ``marks`` says what the marks on its sheet
    mean (see ``Line.marks``). ``figures`` are what statistics tell of this game beside games, wins and totals, and
    ``starting`` of whoever starts a round; ``lowest_wins`` says which end of the totals is the good one, and
    ``loser_begins`` that a rematch is opened by whoever the last round would let start the next.
    ``undecided`` is what decides who starts where nobody was chosen, in a game that allows that. ``noting`` says what
    the options are that a table notes about its own cards, where there are any.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[Message]
    seats: ClassVar[range]
    options: ClassVar[tuple[Option, ...]]
    ends: ClassVar[tuple[str, ...]]
    marks: ClassVar[Mapping[str, Message]]
    figures: ClassVar[tuple[Figure, ...]]
    starting: ClassVar[Message]
    lowest_wins: ClassVar[bool] = False
    loser_begins: ClassVar[bool] = False
    undecided: ClassVar[Message | None] = None
    noting: ClassVar[Noting | None] = None

    @abstractmethod
    def box(self, players: int) -> tuple[tuple[Message, int], ...]:
        """What to take from the box for so many players: what it is, and how many."""

    @abstractmethod
    def setup(self, players: int) -> tuple[Message, ...]:
        """What to do before the first round with so many players, step by step."""

    def on_noted(self, sitting: Sitting[R]) -> Message | None:
        """What there is to say of what the table noted about its own cards."""
        return None

    def against_noted(self, sitting: Sitting[R]) -> Message | None:
        """Why what the table noted about its own cards can't be."""
        return None

    @abstractmethod
    def check(self, sitting: Sitting[R], played: R) -> Check:
        """What is impossible or improbable about a round at this table."""

    @abstractmethod
    def points(self, sitting: Sitting[R], number: int, played: R) -> tuple[float, ...]:
        """Points of round ``number``, if it was played like this: one entry per seat."""

    @abstractmethod
    def told(self, sitting: Sitting[R], number: int, played: R) -> Message:
        """What round ``number`` comes to, if it was played like this, in few words."""

    @abstractmethod
    def explain(self, sitting: Sitting[R], number: int, played: R) -> tuple[Message, ...]:
        """Why everybody has the points of round ``number``, in sentences."""

    @abstractmethod
    def total(self, points: float) -> Message:
        """A total with its unit: with 3 points."""

    @abstractmethod
    def opening(self, sitting: Sitting[R], lines: Sequence[Line]) -> Next:
        """Who starts and deals the round after ``lines`` by the rules, whatever the table chooses."""

    @abstractmethod
    def score(self, sitting: Sitting[R], opening: Next, played: R) -> Scored:
        """What a round is worth that was opened like this."""

    @abstractmethod
    def gauges(self, sitting: Sitting[R], standing: Standing) -> tuple[Gauge, ...]:
        """How near the table is to each end."""

    @abstractmethod
    def reached(self, sitting: Sitting[R], standing: Standing) -> tuple[str, ...]:
        """The keys of the ends that are reached, looked at after a whole round."""

    @abstractmethod
    def reason(self, sitting: Sitting[R], standing: Standing, key: str) -> Message:
        """Why the game is over by this end, as a sentence."""

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

    @property
    def house_rules(self) -> tuple[Option, ...]:
        """The options that are rules, chosen when a game begins."""
        return tuple(option for option in self.options if not option.noted)

    def defaults(self) -> dict[str, OptionValue]:
        """Every house rule with its default."""
        return {option.key: option.default for option in self.house_rules}

    def partners(self, sitting: Sitting[R], seat: int) -> tuple[int, ...]:
        """Who plays together with a seat."""
        return ()

    def tens_break_ties(self, sitting: Sitting[R]) -> bool:
        """Whether of two equal totals the one with more +10s is better."""
        return False

    def ranks(self, sitting: Sitting[R], standing: Standing) -> tuple[int, ...]:
        """The ranking by total, from 1; who is first would win."""
        sign = -1 if self.lowest_wins else 1
        return ranking([(sign * total,) for total in standing.totals])

    def derive(self, sitting: Sitting[R]) -> Sheet:
        """The sheet of a sitting: see ``companion.games.derive``."""
        return derive(self, sitting)
