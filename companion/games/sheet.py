"""The sheet: all that the rules derive from the rounds of a sitting. Never stored as truth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from companion.games.message import Message, say

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Because:
    """A seat that the rules name, and the reason as a sentence. No seat: something at the table decides."""

    seat: int | None
    reason: Message


@dataclass(frozen=True, slots=True)
class Opening:
    """A round before it is played: its number, and who starts and deals it. In a game without dealer nobody deals.

    The starter is None at a table that does not keep who starts. ``chosen`` says that the table chose the starter
    itself. ``other`` is who would start by the rule then, or else by the other reading of the rule, where that is
    somebody else. ``dealer_follows`` says that the dealer sits right of whoever starts, also where the table chose.
    """

    number: int
    starter: Because | None
    dealer: Because | None = None
    other: Because | None = None
    chosen: bool = False
    dealer_follows: bool = False

    @property
    def starting(self) -> int | None:
        """The seat of the starter, as far as it is known."""
        return self.starter.seat if self.starter else None

    @property
    def dealing(self) -> int | None:
        """The seat of the dealer, as far as it is known."""
        return self.dealer.seat if self.dealer else None


@dataclass(frozen=True, slots=True)
class Scored:
    """What a round is worth: points by side, what each side adds to the game's tallies, the seats with each mark.

    A side that does not play the round stands there with 0.
    """

    points: tuple[float, ...]
    tallied: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    marked: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Standing:
    """How things stand after so many rounds that count: totals and tallies (by key) of every side.

    ``present`` are the sides that play: only they reach a limit.
    """

    rounds: int
    totals: tuple[float, ...]
    tallies: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    present: tuple[int, ...] = ()

    def at(self, total: float) -> tuple[int, ...]:
        """The sides present that have this total."""
        return tuple(side for side in self.present if self.totals[side] == total)

    def of_present(self, values: Sequence[T]) -> list[T]:
        """Those of the values of all sides that belong to the sides present."""
        return [values[side] for side in self.present]


@dataclass(frozen=True, slots=True)
class Line:
    """One round on the sheet: how it was opened, what it was worth, and how things stood after it.

    Points, totals and ranks have one entry for each side; points and totals are None of one that did not play. A round
    after the end does not count: its points stand there, the totals stay.
    """

    opening: Opening
    scored: Scored
    standing: Standing
    ranks: tuple[int, ...]
    present: tuple[int, ...]
    counts: bool = True

    @property
    def number(self) -> int:
        """The number of the round, from 1."""
        return self.opening.number

    @property
    def starter(self) -> Because | None:
        """Who started, and why."""
        return self.opening.starter

    @property
    def known_starter(self) -> int:
        """The seat that started, in a game that always names one. Raises ValueError where nobody knows."""
        if self.opening.starting is None:
            raise ValueError(f"nobody knows who started round {self.number}")
        return self.opening.starting

    @property
    def dealer(self) -> Because | None:
        """Who dealt, and why."""
        return self.opening.dealer

    @property
    def points(self) -> tuple[float | None, ...]:
        """The points of the round by side."""
        return self._of_present(self.scored.points)

    @property
    def totals(self) -> tuple[float | None, ...]:
        """The running totals after the round by side."""
        return self._of_present(self.standing.totals)

    def _of_present(self, values: Sequence[float]) -> tuple[float | None, ...]:
        return tuple(value if side in self.present else None for side, value in enumerate(values))

    def tallied(self, side: int) -> bool:
        """Whether a side added to a tally in this round."""
        return any(added[side] for added in self.scored.tallied.values())

    def has_mark(self, key: str, seat: int) -> bool:
        """Whether a seat has a mark of the game (see ``Rulebook.marks``) in this round."""
        by_opening = {"started": self.opening.starting, "dealt": self.opening.dealing}
        return seat == by_opening[key] if key in by_opening else seat in self.scored.marked.get(key, ())


@dataclass(frozen=True, slots=True)
class End:
    """A way in which the rules end a game: how near the table is, and once it is reached the reason as a sentence.

    ``label`` names the gauge that shows it; without one none is shown. ``value`` is at ``limit`` or past it, on the
    limit's side of 0, when the end is reached, unless ``reached`` says it. ``sides`` are the values of every side,
    empty where the table is near the end as a whole; ``of_totals`` says that they are the totals. ``says_rounds`` says
    that the reason tells after how many rounds the end came. Past one that is
    ``final`` no table plays on.
    """

    key: str
    reason: Message
    label: Message | None = None
    value: float = 0
    limit: float = 1
    sides: tuple[float, ...] = ()
    of_totals: bool = False
    reached: bool | None = None
    says_rounds: bool = False
    final: bool = False

    @property
    def full(self) -> bool:
        """Whether it is reached."""
        return self.value / self.limit >= 1 if self.reached is None else self.reached

    def percent(self, side: int) -> float:
        """How much of the way to the limit a side has gone, from 0 to 100."""
        return 100 * max(0.0, min(1.0, self.sides[side] / self.limit))

    def distance(self, side: int) -> Message:
        """How far a side is from the limit."""
        left = abs(self.limit - self.sides[side])
        if self.percent(side) < 100:
            return say("%(left)s left to %(limit)s", left=left, limit=self.limit)
        return say("past %(limit)s", limit=self.limit) if left else say("at %(limit)s", limit=self.limit)


@dataclass(frozen=True, slots=True)
class Ending:
    """Why the game is over, and after which round; the sides that won."""

    after: int
    keys: tuple[str, ...]
    reasons: tuple[Message, ...]
    winners: tuple[int, ...]
    says_rounds: bool = True
    final: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that the rules derive from a sitting.

    ``sides`` are the seats of every side, ``names`` what each is called. ``ending`` is None while the game is open;
    ``next`` is None once it is over. ``passed`` says, where the table played on, which end it passed.
    """

    sides: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    lines: tuple[Line, ...]
    standing: Standing
    ranks: tuple[int, ...]
    gauges: tuple[End, ...]
    ending: Ending | None
    next: Opening | None
    passed: Ending | None = None

    @property
    def totals(self) -> tuple[float, ...]:
        """The total of every side."""
        return self.standing.totals

    @property
    def tallies(self) -> Mapping[str, tuple[int, ...]]:
        """The tallies of every side, by key."""
        return self.standing.tallies

    @property
    def race(self) -> End | None:
        """How near everybody's total is to an end of the game, if one is about totals."""
        return next((gauge for gauge in self.gauges if gauge.of_totals), None)

    @property
    def nearest(self) -> tuple[int, ...]:
        """The two sides nearest to that end; of those who are level, none where that would make them more."""
        values = {side: self.race.percent(side) for side in self.standing.present} if self.race else {}
        return tuple(side for side, mine in values.items() if sum(value >= mine for value in values.values()) <= 2)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of the sides that won; none while the game is open."""
        return tuple(sorted(seat for side in (self.ending.winners if self.ending else ()) for seat in self.sides[side]))

    @property
    def gone(self) -> tuple[int, ...]:
        """The sides that do not play, those who left as well as those still to come."""
        return tuple(side for side in range(len(self.sides)) if side not in self.standing.present)

    def side_of(self, seat: int) -> int:
        """The side of a seat."""
        return next(side for side, seats in enumerate(self.sides) if seat in seats)

    @property
    def in_teams(self) -> bool:
        """Whether a side has several players."""
        return len(self.sides) < sum(map(len, self.sides))

    @property
    def first_uncounted(self) -> int | None:
        """The number of the first round after the end; None where there is none."""
        return next((line.number for line in self.lines if not line.counts), None)

    def opening(self, number: int) -> Opening | None:
        """How a round on the sheet, or the next one, is opened."""
        if 1 <= number <= len(self.lines):
            return self.lines[number - 1].opening
        return self.next if self.next and self.next.number == number else None


def ranking(standing: Sequence[tuple[float, ...]]) -> tuple[int, ...]:
    """Ranks from 1, best (highest) first; equals share a rank and the next rank is left out."""
    best_first = sorted(standing, reverse=True)
    return tuple(1 + best_first.index(mine) for mine in standing)
