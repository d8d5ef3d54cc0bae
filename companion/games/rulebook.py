"""What every game offers to the rest of the program: the rulebook and what goes into it.

A rulebook is pure: frozen records in, frozen records out; no clock, chance, file or network. Seats are
counted from 0 in clockwise order, so "to the left of" is the next seat. Points are whole numbers or
halves; a total is the sum of a player's points so far.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, TypeVar

from companion.games.message import Message, say, say_n
from companion.games.option import Option, OptionValue
from companion.games.sheet import Because, Ending, Gauge, Line, Next, Scored, Sheet, Standing, ranking

R = TypeVar("R")
LONGEST_PLACE = 120  # characters


class Unreadable(ValueError):
    """Something in a sheet file cannot be read: where it stands, and why."""

    def __init__(self, place: str, reason: Message) -> None:
        super().__init__(place, reason)
        self.place = place[:LONGEST_PLACE].encode("utf-8", "backslashreplace").decode()
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Sitting(Generic[R]):
    """What happened at one table: who sat where, the house rules, and the rounds in order.

    ``first_starter`` is None where the game itself decides (see ``Rulebook.undecided``). ``starters`` holds
    the starters the table chose itself, by round number. ``played_on`` lists the ends (see
    ``Rulebook.ends``) that the table chose to play past; ``stopped`` says that it ended the game early.
    """

    players: tuple[str, ...]
    first_starter: int | None
    options: Mapping[str, OptionValue]
    rounds: tuple[R, ...] = ()
    starters: Mapping[int, int] = field(default_factory=dict)
    played_on: tuple[str, ...] = ()
    stopped: bool = False
    drawn: bool = False

    @property
    def seats(self) -> range:
        """The seats, clockwise."""
        return range(len(self.players))

    def left_of(self, seat: int) -> int:
        """The next seat, clockwise."""
        return (seat + 1) % len(self.players)

    def right_of(self, seat: int) -> int:
        """The seat before, clockwise."""
        return (seat - 1) % len(self.players)


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


class Rulebook(ABC, Generic[R]):
    """The rules of one game. ``R`` is its record of a round.

    ``ends`` are the keys of the ways in which its rules end a game. ``marks`` says what the marks on its sheet
    mean (see ``Line.marks``). ``figures`` are what statistics tell of this game beside games, wins and totals, and
    ``starting`` of whoever starts a round; ``lowest_wins`` says which end of the totals is the good one.
    ``undecided`` is what decides who starts where nobody was chosen, in a game that allows that.
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
    undecided: ClassVar[Message | None] = None

    @abstractmethod
    def box(self, players: int) -> tuple[tuple[Message, int], ...]:
        """What to take from the box for so many players: what it is, and how many."""

    @abstractmethod
    def setup(self, players: int) -> tuple[Message, ...]:
        """What to do before the first round with so many players, step by step."""

    def on_noted(self, sitting: Sitting[R]) -> Message | None:
        """What there is to say of what the table noted about its own cards."""
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

    def ranks(self, sitting: Sitting[R], standing: Standing) -> tuple[int, ...]:
        """The ranking by total, from 1; who is first would win."""
        sign = -1 if self.lowest_wins else 1
        return ranking([(sign * total,) for total in standing.totals])

    def derive(self, sitting: Sitting[R]) -> Sheet:
        """The sheet of a sitting.

        Rounds after the end stay on the sheet and do not count. An end the table chose to play past counts no
        more; another end still does.
        """
        nothing = (0,) * len(sitting.players)
        standing = Standing(0, nothing, nothing if "ten" in self.marks else ())
        lines: list[Line] = []
        over: Ending | None = None
        passed: Ending | None = None
        for number, played in enumerate(sitting.rounds, start=1):
            opening = self._opening(sitting, lines)
            scored = self.score(sitting, opening, played)
            if over is None:
                standing = _after(standing, scored, number)
            lines.append(
                Line(
                    number=number,
                    starter=opening.starter,
                    dealer=opening.dealer,
                    points=scored.points,
                    totals=standing.totals,
                    ranks=self.ranks(sitting, standing),
                    tens=scored.tens,
                    marked=scored.marked,
                    uncounted=scored.uncounted,
                    counts=over is None,
                    chosen=opening.chosen,
                )
            )
            reached = self.reached(sitting, standing)
            ending_now = tuple(key for key in reached if key not in sitting.played_on)
            if over is None and ending_now:
                over = self._ending(sitting, standing, ending_now)
            elif over is None and passed is None and reached:
                passed = self._ending(sitting, standing, reached)
        if over is None and sitting.stopped and lines:
            over = self._ending(sitting, standing, ("agreed",))
        return Sheet(
            lines=tuple(lines),
            totals=standing.totals,
            ranks=self.ranks(sitting, standing),
            tens=standing.tens,
            gauges=self.gauges(sitting, standing),
            ending=over,
            next=None if over else self._opening(sitting, lines),
            passed=passed,
        )

    def _opening(self, sitting: Sitting[R], lines: Sequence[Line]) -> Next:
        """Who starts and deals the round after ``lines``: by the rules, or as the table chose.

        Where something at the table decided and the table noted whom, that says nothing of who dealt.
        """
        opening = self.opening(sitting, lines)
        chosen = sitting.starters.get(opening.number)
        if chosen is None or chosen == opening.starter.seat:
            return opening
        if opening.starter.seat is None:
            return replace(opening, starter=Because(chosen, say("Noted by the table.")), chosen=True)
        first = not lines and opening.dealer is not None
        return replace(
            opening,
            starter=Because(chosen, say("Chosen by the table.")),
            dealer=first_dealer(sitting, chosen) if first else opening.dealer,
            other=opening.starter,
            chosen=True,
        )

    def _ending(self, sitting: Sitting[R], standing: Standing, keys: tuple[str, ...]) -> Ending:
        """The end of the game as things stand, for the reasons in ``keys``."""
        rounds = standing.rounds
        stopped = say_n("The table stopped after %(n)s round.", "The table stopped after %(n)s rounds.", rounds)
        return Ending(
            after=rounds,
            keys=keys,
            reasons=tuple(stopped if key == "agreed" else self.reason(sitting, standing, key) for key in keys),
            winners=tuple(seat for seat, rank in enumerate(self.ranks(sitting, standing)) if rank == 1),
        )


def first_starter(sitting: Sitting[Any], undecided: Message | None = None) -> Because:
    """The starter of round 1, chosen by the table or drawn; else ``undecided`` says what decides it."""
    if sitting.first_starter is None and undecided:
        return Because(None, undecided)
    return Because(sitting.first_starter, say("Drawn by lot.") if sitting.drawn else say("Chosen for the first round."))


def first_dealer(sitting: Sitting[Any], starter: int) -> Because:
    """The dealer of round 1: right of the first starter."""
    return Because(sitting.right_of(starter), say("Sits right of the first starter."))


def _after(standing: Standing, scored: Scored, number: int) -> Standing:
    return Standing(
        number,
        tuple(_whole(total + points) for total, points in zip(standing.totals, scored.points, strict=True)),
        tuple(tens + (seat in scored.tens) for seat, tens in enumerate(standing.tens)),
    )


def _whole(total: float) -> float:
    """Two halves are written as 1, not as 1.0."""
    return int(total) if total == int(total) else total
