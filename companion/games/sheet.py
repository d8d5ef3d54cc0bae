"""The sheet: all that the rules derive from the rounds of a sitting. Never stored as truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.message import Message, say


@dataclass(frozen=True, slots=True)
class Because:
    """A seat that the rules name, and the reason as a sentence. No seat: something at the table decides."""

    seat: int | None
    reason: Message


@dataclass(frozen=True, slots=True)
class Scored:
    """What a round is worth: points by seat, and the seats that ``Line`` marks."""

    points: tuple[float, ...]
    tens: tuple[int, ...] = ()
    marked: tuple[int, ...] = ()
    uncounted: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """How things stand after so many rounds that count: totals and, where the game tallies them, +10s by seat."""

    rounds: int
    totals: tuple[float, ...]
    tens: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One round on the sheet.

    ``points``, ``totals``, ``ranks`` have one entry per seat; ``tens``, ``marked`` (what that means, the
    rulebook says) and ``uncounted`` (hand known only as a total) list seats. A round after the end does not
    count: its points stand there, the totals stay. ``chosen`` says that the table chose the starter itself.
    A game without dealer has none.
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

    def marks(self, seat: int) -> tuple[str, ...]:
        """The marks of a seat in this round, by the keys of ``Rulebook.marks``."""
        there = {
            "started": seat == self.starter.seat,
            "dealt": self.dealer is not None and seat == self.dealer.seat,
            "marked": seat in self.marked,
            "ten": seat in self.tens,
            "uncounted": seat in self.uncounted,
        }
        return tuple(mark for mark, shown in there.items() if shown)


@dataclass(frozen=True, slots=True)
class Gauge:
    """How near the table is to one end of the game: each seat's value, the one that matters, the limit.

    ``of_totals`` says that the values are the totals. Where the table is near an end as a whole, no seat has a value.
    """

    key: str
    label: Message
    seats: tuple[float, ...]
    value: float
    limit: float
    of_totals: bool = False

    def percent(self, seat: int) -> float:
        """How much of the way to the limit a seat has gone, from 0 to 100."""
        return 100 * max(0.0, min(1.0, self.seats[seat] / self.limit))

    def distance(self, seat: int) -> Message:
        """How far a seat is from the limit."""
        left = abs(self.limit - self.seats[seat])
        if self.percent(seat) < 100:
            return say("%(left)s left to %(limit)s", left=left, limit=self.limit)
        if self.seats[seat] == self.limit:
            return say("at %(limit)s", limit=self.limit)
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
    """Who starts and deals the next round; in a game without dealer nobody does.

    ``chosen`` says that the table chose the starter itself. ``other`` is who would start by the rule then,
    or else by the other reading of the rule, where that is somebody else.
    """

    number: int
    starter: Because
    dealer: Because | None
    other: Because | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that the rules derive from a sitting.

    ``ending`` is None while the game is open; ``next`` is None once it is over. ``passed`` says, where
    the table played on, which end it passed. ``tens`` is empty in a game that tallies none.
    """

    lines: tuple[Line, ...]
    totals: tuple[float, ...]
    ranks: tuple[int, ...]
    tens: tuple[int, ...]
    gauges: tuple[Gauge, ...]
    ending: Ending | None
    next: Next | None
    passed: Ending | None = None

    @property
    def race(self) -> Gauge | None:
        """How near everybody's total is to an end of the game, if one is about totals."""
        return next((gauge for gauge in self.gauges if gauge.of_totals), None)


def ranking(standing: Sequence[tuple[float, ...]]) -> tuple[int, ...]:
    """Ranks from 1, best (highest) first; equals share a rank and the next rank is left out."""
    return tuple(1 + sum(other > mine for other in standing) for mine in standing)
