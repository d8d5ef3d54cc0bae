"""A sitting, what happened at one table; and its sheet, which the rules derive from it and nobody stores."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, TypeVar

from companion.games.message import Message, Value, say
from companion.games.option import OptionValue

T = TypeVar("T")

Round: TypeAlias = Mapping[str, Any]
"""What was entered of a round: the values of its fields by their keys (see ``companion.games.fields``)."""

HandFields: TypeAlias = Mapping[str, str | bool]
"""A hand as its form writes it into the journal, and as it comes back from there."""


Seats: TypeAlias = tuple[int | None, int | None]
"""Who starts a round and who deals it, as far as the game names them."""


@dataclass(frozen=True, slots=True)
class LaidHand:
    """A hand that a player laid from a phone; ``seq`` is its entry in the journal."""

    seq: int
    hand: HandFields


@dataclass(frozen=True, slots=True)
class Sitting:
    """What happened at one table: who sat where, the house rules, and the rounds in order.

    ``players`` are all who ever sat, those of round 1 clockwise, then in order of joining; ``seatings`` say who plays
    from which round on, clockwise, by default everybody. ``start_totals`` and ``start_tallies`` are what seats begin
    with, if not 0. ``rules`` are house rules that changed, by the round from which on they are in force.
    ``first_starter`` is None if the game decides or nobody tracks it.
    ``begun`` is the next round as far as entered. ``openings`` are who started and dealt the rounds that were saved, in
    order; where one is missing, the rules derive it. ``starters`` are those that the table chose, by round.
    ``played_on`` are the keys of the ends that it played past; ``stopped`` says that it ended the game early.
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
    seatings: dict[int, tuple[int, ...]] = field(default_factory=dict)
    start_totals: Mapping[int, float] = field(default_factory=dict)
    start_tallies: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    rules: Mapping[int, Mapping[str, OptionValue]] = field(default_factory=dict)
    openings: tuple[Seats | None, ...] = ()

    @property
    def seats(self) -> range:
        """The seats of everybody who ever sat here."""
        return range(len(self.players))

    def seated(self, number: int) -> tuple[int, ...]:
        """Return the seats that play round ``number``, clockwise."""
        return next((seats for at, seats in reversed(self.seatings.items()) if at <= number), tuple(self.seats))

    @property
    def seated_next(self) -> tuple[int, ...]:
        """The seats that play the next round, clockwise."""
        return self.seated(len(self.rounds) + 1)

    def has_sat(self, seat: int, number: int) -> bool:
        """Return whether a seat has played round ``number`` or one before."""
        return not self.seatings or any(seat in seats for at, seats in self.seatings.items() if at <= number)

    def with_rules_at(self, number: int) -> "Sitting":
        """Return this sitting with the house rules that are in force in round ``number``."""
        changes = [options for at, options in self.rules.items() if at <= number]
        options = {key: value for each in (self.options, *changes) for key, value in each.items()}
        return replace(self, options=options) if changes else self

    def list_values(self, option: str) -> list[OptionValue]:
        """Return the values that a house rule has from round 1 on, the first one first."""
        return [self.options.get(option), *(rules[option] for rules in self.rules.values() if option in rules)]

    def saved(self, number: int) -> Round | None:
        """Return what is saved of a round, whole or begun; None if nothing is."""
        if 1 <= number <= len(self.rounds):
            return self.rounds[number - 1]
        return self.begun if number == len(self.rounds) + 1 else None

    def opened(self, number: int) -> Seats | None:
        """Return who started and dealt a round, as recorded; None if nobody recorded that."""
        return self.openings[number - 1] if 1 <= number <= len(self.openings) else None

    def with_opening(self, number: int, seats: Seats | None) -> "Sitting":
        """Return this sitting with who started and dealt a round; None leaves that to the rules."""
        if self.opened(number) == seats:
            return self
        openings = [*self.openings, *[None] * (number - len(self.openings))]
        openings[number - 1] = seats
        return replace(self, openings=tuple(openings))

    def right_of(self, seat: int, number: int) -> int:
        """Return the seat before, clockwise, that plays round ``number``."""
        return [other for other in self.from_left_of(seat, number) if other != seat][-1]

    def from_left_of(self, seat: int, number: int) -> tuple[int, ...]:
        """Return the seats that play round ``number``, from the one left of ``seat`` on; itself last, if it plays."""
        seats = self.seated(number)
        after = seats.index(seat) + 1 if seat in seats else seats.index(self.deputy(seat, number))
        return seats[after:] + seats[:after]

    def deputy(self, seat: int, number: int) -> int:
        """Return the seat if it plays round ``number``, else the next one clockwise that does."""
        seats = self.seated(number)
        sat = next(order for at in range(number, -1, -1) if seat in (order := self.seated(at)) or not at)
        after = sat.index(seat) if seat in sat else 0
        return next((other for other in sat[after:] + sat[:after] if other in seats), seats[0])

    def amount(self, option: str) -> int | None:
        """Return the value of a house rule if it is a number, else None."""
        value = self.options.get(option)
        return value if isinstance(value, int) else None


def name_sides(sitting: Sitting, sides: Sequence[Sequence[int]]) -> tuple[str, ...]:
    """Return what the sides are called: by their players."""
    return tuple(" & ".join(sitting.players[seat] for seat in side) for side in sides)


@dataclass(frozen=True, slots=True)
class SeatAndReason:
    """A seat that the rules name, and the reason as a sentence. No seat: something at the table decides.

    No reason: it was recorded when the round was played, and today's rounds would name somebody else.
    """

    seat: int | None
    reason: Message | None


@dataclass(frozen=True, slots=True)
class Opening:
    """A round before it is played: its number, its starter, and its dealer if the game has one.

    The starter is None at a table that doesn't track starters. ``chosen``: the table chose the starter itself;
    ``other`` is then who starts by the rule, else who starts by the rule's other reading, if that's somebody else.
    ``dealer_follows``: the dealer always sits right of the starter.
    """

    number: int
    starter: SeatAndReason | None
    dealer: SeatAndReason | None = None
    other: SeatAndReason | None = None
    chosen: bool = False
    dealer_follows: bool = False

    @classmethod
    def of_seats(cls, number: int, seats: Seats) -> "Opening":
        """Return the opening of a round of which only the seats are known."""
        starter, dealer = (SeatAndReason(seat, None) for seat in seats)
        return cls(number, starter, dealer)

    @property
    def starting(self) -> int | None:
        """The seat of the starter, as far as it is known."""
        return self.starter.seat if self.starter else None

    @property
    def dealing(self) -> int | None:
        """The seat of the dealer, as far as it is known."""
        return self.dealer.seat if self.dealer else None

    @property
    def seats(self) -> Seats:
        """The seats of the starter and the dealer."""
        return self.starting, self.dealing


@dataclass(frozen=True, slots=True)
class Scored:
    """The worth of a round: points by side (0 if absent), what sides add to tallies, and the seats with each mark."""

    points: tuple[float, ...]
    tallied: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    marked: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Standing:
    """Totals and tallies (by key) of each side after ``rounds``; only sides ``present`` can reach a limit."""

    rounds: int
    totals: tuple[float, ...]
    tallies: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    present: tuple[int, ...] = ()

    def of_present(self, values: Sequence[T]) -> list[T]:
        """Return those of the values of all sides that belong to the sides present."""
        return [values[side] for side in self.present]


@dataclass(frozen=True, slots=True)
class Line:
    """A round on the sheet: its opening, its worth, and the standing after it.

    Points and totals by side are None for sides that didn't play. A round after the end doesn't change the totals.
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
    def starter_seat(self) -> int:
        """The seat that started, in a game that always names one. Raises ValueError if nobody knows."""
        if self.opening.starting is None:
            raise ValueError(f"nobody knows who started round {self.number}")
        return self.opening.starting

    @property
    def points(self) -> tuple[float | None, ...]:
        """The points of the round by side."""
        return tuple(points if side in self.present else None for side, points in enumerate(self.scored.points))

    @property
    def totals(self) -> tuple[float | None, ...]:
        """The running totals after the round by side."""
        return tuple(total if side in self.present else None for side, total in enumerate(self.standing.totals))

    def tallied(self, side: int) -> bool:
        """Return whether a side added to a tally in this round."""
        return any(added[side] for added in self.scored.tallied.values())

    def has_mark(self, key: str, seat: int) -> bool:
        """Return whether a seat has a mark of the game (see ``Rulebook.marks``) in this round."""
        by_opening = {"started": self.opening.starting, "dealt": self.opening.dealing}
        return seat == by_opening[key] if key in by_opening else seat in self.scored.marked.get(key, ())


@dataclass(frozen=True, slots=True)
class End:
    """A way in which the rules end a game: how near the table is, and why, as a sentence, once it is reached.

    It is reached with ``value`` at ``limit`` or beyond, away from 0, unless ``reached`` says it. ``label`` names its
    gauge, if it has one. ``sides`` are the values by side, empty if the whole table counts; ``of_totals`` if they are
    totals. ``names_rounds`` if the reason says after how many rounds. No table plays on past a ``final`` one.
    """

    key: str
    reason: Message
    label: Message | None = None
    value: float = 0
    limit: float = 1
    sides: tuple[float, ...] = ()
    of_totals: bool = False
    reached: bool | None = None
    names_rounds: bool = False
    final: bool = False

    @property
    def full(self) -> bool:
        """Return whether it is reached."""
        return self.value / self.limit >= 1 if self.reached is None else self.reached

    def percent(self, side: int | None = None) -> float:
        """Return how far a side, or else the table, is on the way to the limit, from 0 to 100."""
        value = self.value if side is None else self.sides[side]
        return 100 * max(0.0, min(1.0, value / self.limit))

    def distance(self, side: int | None = None) -> Message:
        """Return how far a side, or else the table, is from the limit."""
        left = abs(self.limit - (self.value if side is None else self.sides[side]))
        if self.percent(side) < 100:
            return say("%(left)s short of %(limit)s", left=left, limit=self.limit)
        return say("past %(limit)s", limit=self.limit) if left else say("at %(limit)s", limit=self.limit)

    @property
    def nearness(self) -> Message:
        """What ends the game, and how far that is, as a sentence; the reason once it is reached."""
        if self.full or self.label is None:
            return self.reason
        if self.percent() == 100:
            return self.distance()
        values: dict[str, Value] = {"what": self.label, "limit": self.limit, "left": abs(self.limit - self.value)}
        return say("%(what)s: the game ends at %(limit)s, %(left)s to go.", **values)


@dataclass(frozen=True, slots=True)
class Ending:
    """Why the game is over, and after which round; the sides that won."""

    after: int
    keys: tuple[str, ...]
    reasons: tuple[Message, ...]
    winners: tuple[int, ...]
    names_rounds: bool = True
    final: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that the rules derive from a sitting.

    ``ranked`` are the sides that are ranked: those that play and, if a house rule lets them win, those that left.
    ``ending`` is None while the game is open, ``next`` once it is over; ``passed`` is the end that the table played
    past.
    """

    sides: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    lines: tuple[Line, ...]
    standing: Standing
    ranks: tuple[int, ...]
    ranked: tuple[int, ...]
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
        """The end that is about totals, if there is one."""
        return next((gauge for gauge in self.gauges if gauge.of_totals), None)

    @property
    def nearest(self) -> tuple[int, ...]:
        """The two sides nearest to that end, nearest first; fewer if a tie would make them more."""
        values = {side: self.race.percent(side) for side in self.standing.present} if self.race else {}
        near = (side for side, mine in values.items() if sum(value >= mine for value in values.values()) <= 2)
        return tuple(sorted(near, key=lambda side: -values[side]))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of the sides that won; none while the game is open."""
        return tuple(sorted(seat for side in (self.ending.winners if self.ending else ()) for seat in self.sides[side]))

    @property
    def absent(self) -> tuple[int, ...]:
        """The sides that left: they played rounds that count, and don't play now."""
        played = {side for line in self.lines if line.counts for side in line.present}
        return tuple(side for side in range(len(self.sides)) if side in played and side not in self.standing.present)

    def list_present(self, number: int) -> tuple[int, ...]:
        """Return the sides that play a round on the sheet, or the next one."""
        return self.lines[number - 1].present if 1 <= number <= len(self.lines) else self.standing.present

    @property
    def ranking(self) -> tuple[int, ...]:
        """The sides that are ranked, the best first, equals in seat order; then those that left."""
        listed = {*self.ranked, *self.absent}
        return tuple(sorted(listed, key=lambda side: (self.ranks[side], side)))

    def find_place(self, side: int) -> int | None:
        """Return the rank of a side; None if it isn't ranked."""
        return self.ranks[side] if side in self.ranked else None

    def side_of(self, seat: int) -> int:
        """Return the side of a seat."""
        return next(side for side, seats in enumerate(self.sides) if seat in seats)

    @property
    def in_teams(self) -> bool:
        """Return whether a side has several players."""
        return len(self.sides) < sum(map(len, self.sides))

    @property
    def first_uncounted(self) -> int | None:
        """The number of the first round after the end; None if there is none."""
        return next((line.number for line in self.lines if not line.counts), None)

    def opening(self, number: int) -> Opening | None:
        """Return how a round on the sheet, or the next one, is opened."""
        if 1 <= number <= len(self.lines):
            return self.lines[number - 1].opening
        return self.next if self.next and self.next.number == number else None
