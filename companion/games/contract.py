"""The contract of a game: all that the rest of the program asks of one, and all that a game may leave out.

A game adds files of its own and its key to ``companion.games.GAMES``, and changes nothing else. Its folder has the name
of the key, with ``_`` for ``-``, on every floor:

- ``companion/games/<game>/``: ``RULEBOOK``, a ``Rulebook``. These are the pure rules, with a frozen record of a round
  that derives from ``companion.games.sitting.Round``.
- ``companion/web/games/<game>/``: ``GAME``, a ``Game``. That is the rulebook with the form in which a round is entered
  (``companion.web.forms.entry`` and ``fields`` have classes to derive from) and, if the game has them, a form for
  one's own hand, a referee and an example for its rules page.
- ``templates/games/<game>/``: ``entry.html``, which extends one of ``templates/rounds/_entry.html``, ``_seats.html``
  (numbers for every seat) and ``_choices.html`` (one tap); and if the game has them ``hand.html``, ``referee.html``
  with ``_ruling.html``, ``rules.html``.

What a game leaves out no page links to: referee, rules page, set-up guide, own hands, playing on, a dealer, a gauge.

A round that is entered in ``steps`` (bids, then results) *has begun* until the last step is in: its record then says
less, and ``steps_entered`` how much. A begun round comes to ``validate``, ``show``, ``summarize``, ``read_round`` and
``write_round``, and only there. What players may read is a ``Message`` (``companion.games.message``), never a string.

A rulebook is pure: frozen records in, frozen records out; no clock, chance, file or network. Seats are counted from 0
in clockwise order, so "to the left of" is the next seat. Points are whole numbers or halves; a total is the sum of a
player's points so far.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Generic, Protocol, TypeAlias

from companion.games.message import Message, Signed, say, say_n, say_of
from companion.games.option import Option, OptionValue
from companion.games.sheet import Because, Ending, Gauge, Line, Opening, Scored, Sheet, Standing, ranking
from companion.games.sitting import R, Sitting

Shown: TypeAlias = Message | str | int | None


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong or doubtful about a round, and the seat it is about (None: the whole round)."""

    message: Message
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules say of a round: errors are impossible, questions are improbable."""

    errors: tuple[Problem, ...] = ()
    questions: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A part of a round that is entered by itself (bids, then results): its key, and its name as in "Round 3: bids"."""

    key: str
    name: Message


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign beside a seat's points on the sheet, and what it means in the past tense ("dealt").

    ``after`` says that it stands behind the points.
    """

    key: str
    sign: str | Message
    meaning: Message
    after: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    """Something that is counted for every seat beside its points: its label, and so many of it in words.

    ``points`` says that it counts the rounds with just so many points: a workbook then counts by itself.
    """

    key: str
    label: Message
    count: Callable[[int], Message]
    points: float | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """Something that the sheet shows for every seat and round beside the points: its key and its heading.

    Where the marks of a sheet are shown and ``mark`` is one of them, that says it already.
    """

    key: str
    heading: Message
    mark: str | None = None


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
    """What a table notes about its own cards (the options that are ``noted``): a heading, and what it is good for."""

    title: Message
    why: Message


class Rulebook(ABC, Generic[R]):
    """The rules of one game. ``R`` is its record of a round."""

    key: ClassVar[str]
    """What files and addresses call the game."""
    title: ClassVar[str]
    """What people call it."""
    about: ClassVar[Message]
    """What is scored, in few words."""
    seats: ClassVar[range]
    """For how many players it is."""
    options: ClassVar[tuple[Option, ...]] = ()
    """The house rules, and what a table may note about its own cards."""
    ends: ClassVar[tuple[str, ...]]
    """The keys of the ways in which the rules end a game, mostly those of ``gauges``; none where only tables do."""
    ends_after_rounds: ClassVar[tuple[str, ...]] = ()
    """Those of ``ends`` that come after so many rounds: their reason says how many."""
    steps: ClassVar[tuple[Step, ...]] = ()
    """The steps in which a round is entered, in order. None: all at once."""
    marks: ClassVar[tuple[Mark, ...]] = ()
    """The marks on the sheet. ``started`` and ``dealt`` are put by the opening of a round, the others by ``score``."""
    tallies: ClassVar[tuple[Tally, ...]] = ()
    """What is counted beside points."""
    cells: ClassVar[tuple[Cell, ...]] = ()
    """What the sheet shows of a round beside points (see ``show``)."""
    figures: ClassVar[tuple[Figure, ...]]
    """What statistics tell of it beside games, wins and totals: ``rounds`` and the names that ``count`` gives."""
    starting: ClassVar[Message]
    """What statistics call the share of rounds that are won by who starts them (see ``won``): Who starts goes out."""
    lowest_wins: ClassVar[bool | None] = False
    """Whether the lowest total is the best; None where that depends on the table (see ``best_is_lowest``)."""
    loser_begins: ClassVar[bool] = False
    """Whether a rematch is opened by whoever the last round would let start the next."""
    undecided: ClassVar[Message | None] = None
    """What decides who starts where nobody was chosen, in a game that allows that."""
    plays_on: ClassVar[bool] = True
    """Whether a table may play on after the end, or after it stopped early."""
    noting: ClassVar[Noting | None] = None
    """What the options are that a table notes about its own cards; None where there are none."""

    # Before the first round

    def box(self, players: int) -> tuple[tuple[Message, int], ...]:
        """What to take from the box for so many players: what it is, and how many."""
        return ()

    def setup(self, players: int) -> tuple[Message, ...]:
        """What to do before the first round with so many players, step by step. None: there is no set-up guide."""
        return ()

    def notes_summary(self, sitting: Sitting[R]) -> Message | None:
        """What there is to say of what the table noted about its own cards."""
        return None

    def notes_problem(self, sitting: Sitting[R]) -> Message | None:
        """Why what the table noted about its own cards can't be."""
        return None

    def title_at(self, sitting: Sitting[R]) -> str:
        """What a table calls its game. Statistics are kept apart by it."""
        return self.title

    def partners(self, sitting: Sitting[R], seat: int) -> tuple[int, ...]:
        """Who plays together with a seat."""
        return ()

    def wins(self, sitting: Sitting[R], winners: tuple[int, ...]) -> Message:
        """What winners do, said after their names: several share the win, a team wins together."""
        if len(winners) > 1 and {winners[0], *self.partners(sitting, winners[0])} == set(winners):
            return say("win together")
        # TRANSLATORS: stands after the names of the winners.
        return say_n("wins", "share the win", len(winners))

    # A round

    @abstractmethod
    def opening(self, sitting: Sitting[R], lines: Sequence[Line]) -> Opening:
        """Who starts and deals the round after ``lines`` by the rules; the table may choose another starter.

        ``lines`` are the rounds on the sheet as they were opened in fact. Whether the starter follows from the dealer
        or the dealer from the starter is for the game to say. Round 1 is opened as the table chose when it began: see
        ``first_starter`` and ``first_dealer``. At a table that does not keep who starts, no round has a starter.
        """

    def dealer_for(self, sitting: Sitting[R], opening: Opening, starter: int) -> Because | None:
        """Who deals where the table chose another starter: in round 1 the seat to the right, later as before."""
        if opening.number > 1 or opening.dealer is None or opening.starter is None:
            return opening.dealer
        return first_dealer(sitting, Because(starter, opening.starter.reason))

    @abstractmethod
    def validate(self, sitting: Sitting[R], opening: Opening, played: R) -> Verdict:
        """What is impossible or improbable about a round that was opened like this, also if it has only begun.

        A form sees to it that something is entered for everybody. Ranges are judged here: files come here too.
        """

    @abstractmethod
    def score(self, sitting: Sitting[R], opening: Opening, played: R) -> Scored:
        """What a round is worth that was opened like this."""

    def steps_entered(self, played: R) -> int:
        """How many of ``steps`` a round has, from the first on. A game with steps says it."""
        return len(self.steps)

    def show(self, played: R, seat: int) -> tuple[Shown, ...]:
        """What stands in a seat's ``cells``, in their order, also of a round that has only begun (None: nothing).

        A game with cells says it. Numbers stay numbers in a workbook.
        """
        return ()

    def summarize(self, sitting: Sitting[R], opening: Opening, played: R) -> Message:
        """What a round comes to, in few words, unless the game says it better.

        That is everybody's points, and of a round that has only begun what is in everybody's cells.
        """
        if self.has_steps_left(played):
            return list_cells(sitting.players, [self.cells_beside_marks(played, seat) for seat in sitting.seats])
        return list_points(sitting.players, self.score(sitting, opening, played).points)

    @abstractmethod
    def explain(self, sitting: Sitting[R], opening: Opening, played: R) -> tuple[Message, ...]:
        """Why everybody has the points of a round, in sentences."""

    def explain_seat(self, sitting: Sitting[R], opening: Opening, played: R, seat: int) -> tuple[Message, ...]:
        """Why a seat has its points of a round, in sentences.

        Unless the game says it better, that is its points with what stands in its cells.
        """
        score = Signed(self.score(sitting, opening, played).points[seat])
        cells = self.headed_cells(played, seat)
        if not cells:
            return (say("%(name)s: %(points)s.", name=sitting.players[seat], points=score),)
        told = tuple(say_of(heading, shown or 0) for heading, shown in cells)
        return (say("%(name)s: %(points)s (%(told)s).", name=sitting.players[seat], points=score, told=told),)

    @abstractmethod
    def read_round(self, raw: Mapping[str, object], names: Sequence[str], place: str) -> R:
        """A round, or a begun one, from its form in a sheet file, where the players have these names.

        Raises Unreadable (``companion.games.reading``) with the place of what cannot be read.
        """

    @abstractmethod
    def write_round(self, played: R, names: Sequence[str]) -> dict[str, object]:
        """A round, or a begun one, in the form that ``read_round`` reads."""

    # The game

    @abstractmethod
    def gauges(self, sitting: Sitting[R], standing: Standing) -> tuple[Gauge, ...]:
        """How near the table is to each end."""

    def reached(self, sitting: Sitting[R], standing: Standing) -> tuple[str, ...]:
        """The keys of the ends that are reached, looked at after a whole round: of every gauge that is full."""
        return tuple(gauge.key for gauge in self.gauges(sitting, standing) if gauge.full)

    @abstractmethod
    def reason(self, sitting: Sitting[R], standing: Standing, key: str) -> Message:
        """Why the game is over by this end, as a sentence."""

    def counts_rounds(self, ending: Ending) -> bool:
        """Whether the reasons of an end say already after how many rounds it came."""
        return any(key == "agreed" or key in self.ends_after_rounds for key in ending.keys)

    def best_is_lowest(self, sitting: Sitting[R]) -> bool:
        """Whether the lowest total is the best at this table."""
        return bool(self.lowest_wins)

    def tie_break(self, sitting: Sitting[R]) -> str | None:
        """The tally of which more is better where two totals are equal; None where equals share."""
        return None

    def ranks(self, sitting: Sitting[R], standing: Standing) -> tuple[int, ...]:
        """The ranking by total, from 1; who is first would win."""
        sign = -1 if self.best_is_lowest(sitting) else 1
        breaking = self.tie_break(sitting)
        more = standing.tallies[breaking] if breaking else (0,) * len(standing.totals)
        return ranking([(sign * total, tally) for total, tally in zip(standing.totals, more, strict=True)])

    def total(self, points: float) -> Message:
        """A total with its unit: with 3 points."""
        size = abs(points)
        number = 1 if 0 < size <= 1 else int(size + 0.5)
        if size % 1:
            # TRANSLATORS: %(half)s is not a whole number: ½, 2½. So all plural forms may be the same.
            return say_n("with %(half)s point", "with %(half)s points", number, half=points)
        # TRANSLATORS: stands after “Anne wins”.
        return say_n("with %(total)s point", "with %(total)s points", number, total=points)

    # Statistics

    @abstractmethod
    def count(self, played: R, line: Line, seat: int) -> Mapping[str, float]:
        """What a seat did in a round that counts, by the names in ``figures``; added up over the game."""

    @abstractmethod
    def won(self, played: R, line: Line, seat: int) -> bool:
        """Whether a seat won a round that counts, in the sense of ``starting``."""

    # What follows from all this

    @property
    def house_rules(self) -> tuple[Option, ...]:
        """The options that are rules, chosen when a game begins."""
        return tuple(option for option in self.options if not option.noted)

    @property
    def notes(self) -> tuple[Option, ...]:
        """The options that a table notes about its own cards."""
        return tuple(option for option in self.options if option.noted)

    def marks_at(self, sitting: Sitting[R]) -> tuple[Mark, ...]:
        """The marks that a table's sheet may have."""
        keeps_starter = self.opening(sitting, ()).starter is not None
        return tuple(mark for mark in self.marks if keeps_starter or mark.key != "started")

    @property
    def own_marks(self) -> tuple[Mark, ...]:
        """The marks that the game puts itself, before the points."""
        return tuple(mark for mark in self.marks if mark.key not in ("started", "dealt") and not mark.after)

    def marks_of(self, line: Line, seat: int) -> tuple[Mark, ...]:
        """The marks of a seat in a round."""
        return tuple(mark for mark in self.marks if line.has_mark(mark.key, seat))

    def counted(self, sheet: Sheet, seat: int) -> tuple[Message, ...]:
        """The tallies of a seat in words, but for those of which it has none."""
        return tuple(tally.count(n) for tally in self.tallies if (n := sheet.tallies[tally.key][seat]))

    def cells_beside_marks(self, played: R, seat: int) -> tuple[Shown, ...]:
        """What a seat's cells say of a round that no mark says already."""
        return tuple(shown for _, shown in self.headed_cells(played, seat))

    def headed_cells(self, played: R, seat: int) -> tuple[tuple[Message, Shown], ...]:
        """The same, each with its heading."""
        cells = zip(self.cells, self.show(played, seat), strict=True)
        return tuple((cell.heading, shown) for cell, shown in cells if cell.mark is None and shown is not None)

    def defaults(self) -> dict[str, OptionValue]:
        """Every house rule with its default."""
        return {option.key: option.default for option in self.house_rules}

    def next_step(self, begun: R | None) -> Step | None:
        """The step of a round that comes next; None where a round has no steps, or all are entered."""
        entered = 0 if begun is None else self.steps_entered(begun)
        return self.steps[entered] if entered < len(self.steps) else None

    def has_steps_left(self, played: R) -> bool:
        """Whether a round has only begun."""
        return self.next_step(played) is not None


def list_points(players: Sequence[str], points: Sequence[float]) -> Message:
    """Everybody's points: Anne −17, Paul 0."""
    each = zip(players, points, strict=True)
    return say("%(scores)s", scores=tuple(say("%(name)s %(points)s", name=n, points=Signed(p)) for n, p in each))


def list_cells(players: Sequence[str], cells: Sequence[Sequence[Shown]]) -> Message:
    """What everybody has in the cells of a begun round: Anne 2, Paul 0."""
    rows = (tuple(say("%(shown)s", shown=shown) for shown in row if shown is not None) for row in cells)
    each = tuple(say("%(name)s %(cells)s", name=name, cells=row) for name, row in zip(players, rows, strict=True))
    return say("%(scores)s", scores=each)


def first_starter(sitting: Sitting[R], undecided: Message | None = None) -> Because:
    """The starter of round 1, chosen by the table or drawn; else ``undecided`` says what decides it."""
    if sitting.first_starter is None and undecided:
        return Because(None, undecided)
    return Because(sitting.first_starter, say("Drawn by lot.") if sitting.drawn else say("Chosen for the first round."))


def first_dealer(sitting: Sitting[R], starter: Because) -> Because:
    """The dealer of round 1: right of the first starter; undecided as long as that is."""
    if starter.seat is None:
        return starter
    return Because(sitting.right_of(starter.seat), say("Sits right of the first starter."))


# What a game adds to the pages

HandFields: TypeAlias = Mapping[str, str | bool]
"""A hand as its form writes it into the journal, and as it comes back from there."""


@dataclass(frozen=True, slots=True)
class LaidHand:
    """A hand that a player laid from a phone; ``seq`` is its entry in the journal."""

    seq: int
    hand: HandFields


class Typed(Protocol):
    """What a browser sent: for every field its values in order (werkzeug's ``MultiDict`` is one)."""

    def getlist(self, name: str, /) -> list[str]:
        """All values of a field."""

    def __contains__(self, name: str, /) -> bool:
        """Whether there is such a field."""

    def __iter__(self) -> Iterator[str]:
        """The names of the fields."""

    def __len__(self) -> int:
        """How many fields there are."""


@dataclass(frozen=True, slots=True)
class Entering(Generic[R]):
    """What an entry form is about: a round of a table that plays by ``rulebook``, opened like this.

    ``typed`` is what a browser sent, None for a form that is opened. ``played`` is a round to fill it with: one to
    correct (then ``editing``), one that was undone, or one that has only begun. ``laid`` are the hands that players
    laid for this round, by seat; ``undone`` and ``version`` are the entries of the journal that were taken back last
    and made last. ``step`` is the step that is entered, or corrected before the round is whole; None where a round is
    entered, or corrected, as a whole. A form for a step gives the round as far as ``sitting.saved`` has it, with this
    step put in.
    """

    rulebook: Rulebook[R]
    sitting: Sitting[R]
    opening: Opening
    typed: Typed | None = None
    played: R | None = None
    editing: bool = False
    step: Step | None = None
    laid: Mapping[int, LaidHand] = field(default_factory=dict)
    undone: int = 0
    version: int = 0


class EntryForm(Protocol[R]):
    """A form in which a round, or a step of one, is entered: ``templates/games/<game>/entry.html`` shows it.

    ``companion.web.forms.entry`` has a class to derive from.
    """

    entering: Entering[R]
    """What it is about."""
    errors: tuple[Problem, ...]
    """What is wrong; filled by ``validate``."""
    questions: tuple[Problem, ...]
    """What is improbable; filled by ``validate``."""

    def validate(self, *, trying: bool = False) -> R | None:
        """The round as typed; None where it has ``errors``. Who is only ``trying`` is told nothing of covered hands."""

    def summarize(self, played: R) -> Message:
        """What saving would do."""

    def scores(self, played: R) -> Sequence[tuple[str, Message, str]]:
        """What saving would do, by players: short name, points, a word that styles it. Empty: ``summarize`` tells."""

    def beside(self, saved: R) -> R | None:
        """The round as typed, with what is covered as it is in a saved round; None where nothing ever is."""

    def says(self, saved: R) -> bool:
        """Whether the form says the same as a saved round."""

    @property
    def fields(self) -> Iterable[tuple[str, str]]:
        """Every field with its value, for a form that sends the same again."""

    @property
    def doubt(self) -> str:
        """A sign of the questions, which "save anyway" carries: it answers these and no others."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The players for whom something must still be entered."""

    @property
    def last_out(self) -> int | None:
        """The seat that alone is missing, and must be out if nothing is left there; None if there is none."""

    @property
    def covered(self) -> tuple[int, ...]:
        """The seats whose own laid hand counts, which nobody may see yet."""

    @property
    def clashes(self) -> tuple[int, ...]:
        """The seats of which a hand was laid and typed, while nobody has said which of the two counts."""

    @property
    def readings(self) -> Mapping[str, str]:
        """What was typed in its fields, and how a pad would have typed it, so that no script needs to read it."""


class HandForm(Protocol[R]):
    """A form in which a player lays the own hand: ``templates/games/<game>/hand.html`` shows it."""

    seat: int
    """Whose hand it is."""
    seen: int
    """The entry of the hand that it would replace; 0 if there is none."""
    errors: tuple[Problem, ...]
    """What is wrong; filled by ``validate``."""
    questions: tuple[Problem, ...]
    """What may have been typed otherwise than it was meant; filled by ``validate``."""

    @property
    def doubt(self) -> str:
        """A sign of the questions, as in ``EntryForm.doubt``."""

    def validate(self) -> HandFields | None:
        """The hand as the journal keeps it; None where it has ``errors``."""

    def put_into(self, played: R) -> R:
        """A round with this hand in the place of what it has for the seat."""


class Referee(Protocol):
    """A question about cards on the table and its ruling: ``referee.html`` and, of that, ``_ruling.html`` show it."""

    @property
    def readings(self) -> Mapping[str, str]:
        """What was typed in its fields, and how a pad would have typed it."""

    @property
    def query(self) -> str:
        """The question as it stands in an address; asked again, the ruling is the same."""

    @property
    def told(self) -> tuple[Message, ...]:
        """The ruling for everybody at the table, the answer first and then why; nothing while there is none."""


@dataclass(frozen=True)
class Game(Generic[R]):
    """A game as it hands itself over."""

    rulebook: Rulebook[R]
    """The rules."""
    entry: Callable[[Entering[R]], EntryForm[R]]
    """The form for a round."""
    hand: Callable[[Entering[R], int], HandForm[R]] | None = None
    """The form for the hand of a seat, where players lay their own."""
    referee: Callable[[Typed, Sitting[R] | None], Referee] | None = None
    """The referee: from what is asked in an address, and at which table."""
    example: Mapping[str, object] | None = None
    """Players and rounds, as in a sheet file, for the rules page ``rules.html``; None where there is no such page."""

    @property
    def folder(self) -> str:
        """The name of the game's folders."""
        return folder_of(self.rulebook.key)


def folder_of(key: str) -> str:
    """The name of a game's folder on every floor, by its key."""
    return key.replace("-", "_")
