"""The contract of a game: what it declares, and what follows where it says nothing.

A game is a folder, ``companion/games/<game>/``, named like its key with ``_`` for ``-``, with its ``RULEBOOK``; its key
stands in ``companion.games.GAMES``. All that has to be said is a key, a title, for how many it is, what is asked of a
round (``companion.games.fields``) and what that is worth. Form, pages, files, statistics and live pages follow.

A game may bring more, in folders of the same name: in ``companion/web/games/<game>/`` a ``GAME`` with a form, a referee
or an example of its own (``companion.web.forms.game``), in ``templates/games/<game>/`` pages.

A rulebook is pure: no clock, chance, file or network. Seats count from 0 in clockwise order, sides from 0. What players
may read is a ``Message`` (``companion.games.message``), never a string.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.games.fields import Field
from companion.games.message import Message, say, say_n
from companion.games.option import Option
from companion.games.sheet import End, Line, Opening, Scored, Standing
from companion.games.sitting import Round, Sitting

NOTHING = Message("")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question about a round: the field of the form and its value that say it, and the words to tap."""

    field: str
    value: str
    label: Message


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong or doubtful about a round, and the seat it is about (None: the whole round).

    ``answers`` are those of a question that "save anyway" does not answer. ``field`` is the key of the field that it is
    about, if it is about one: of a field of sides, ``seat`` is the side's first.
    """

    message: Message
    seat: int | None = None
    answers: tuple[Answer, ...] = ()
    field: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules say of a round: errors are impossible, questions are improbable."""

    errors: tuple[Problem, ...] = ()
    questions: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A part of a round that is entered by itself: its fields, and where there are several its key and its name.

    The name stands as in "Round 3: bids". A step of several has a field that must be said.
    """

    fields: tuple[Field, ...]
    key: str = ""
    name: Message = NOTHING


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign beside a seat's points on the sheet, and what it means in the past tense ("dealt").

    ``started`` and ``dealt`` are put by the opening of a round, the others by ``score``. ``after`` says that it stands
    behind the points.
    """

    key: str
    sign: str | Message
    meaning: Message
    after: bool = False


STARTED = Mark("started", "▸", say("started"))
# TRANSLATORS: the sign of the dealer on the sheet, a letter
DEALT = Mark("dealt", say("D"), say("dealt"))


@dataclass(frozen=True, slots=True)
class Tally:
    """Something that is counted for every side beside its points: its label, and so many of it in words.

    ``points`` says that it counts the rounds with just so many points.
    """

    key: str
    label: Message
    count: Callable[[int], Message]
    points: float | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that statistics tell of a player: a count added up over the rounds that count, or so many a round.

    ``count`` says how much a round adds for a seat; figures of the same ``key`` share it. ``share`` says that so many a
    round are a part of all rounds, to be told in percent.
    """

    label: Message
    key: str
    count: Callable[[Round, Line, int], float] | None = None
    per_round: bool = False
    share: bool = False


ROUNDS = Figure(say("Rounds"), "rounds")


@dataclass(frozen=True, slots=True)
class Starting:
    """What a game says of who starts a round, beside ``opening``: the share of rounds that who starts wins.

    ``won`` says of a round and a seat whether it did. ``loser_begins`` opens a rematch by whoever the last round would
    let start the next. ``undecided`` is what decides where nobody was chosen, in a game that allows that.
    """

    label: Message
    won: Callable[[Round, Line, int], float]
    loser_begins: bool = False
    undecided: Message | None = None


@dataclass(frozen=True, slots=True)
class Noting:
    """What a table notes about its own cards (the options that are ``noted``): a heading, and what it is good for.

    ``told`` says what the notes come to, ``problem`` why they can't be.
    """

    title: Message
    why: Message
    told: Callable[[Sitting], Message | None]
    problem: Callable[[Sitting], Message | None]


class Rulebook(ABC):
    """The rules of one game."""

    key: ClassVar[str]
    """What files and addresses call the game."""
    title: ClassVar[str]
    """What people call it."""
    about: ClassVar[Message] = NOTHING
    """What is scored, in few words."""
    seats: ClassVar[range]
    """For how many players it is."""
    steps: ClassVar[tuple[Step, ...]]
    """What is asked of a round; mostly one step."""
    options: ClassVar[tuple[Option, ...]] = ()
    """The house rules, and what a table may note about its own cards."""
    asked_of_group: ClassVar[str] = ""
    """The house rule that a group is asked about once, where it first decides who starts."""
    marks: ClassVar[tuple[Mark, ...]] = ()
    """The marks on the sheet."""
    tallies: ClassVar[tuple[Tally, ...]] = ()
    """What is counted beside points."""
    figures: ClassVar[tuple[Figure, ...]] = (ROUNDS,)
    """What statistics tell of it beside games, wins and totals."""
    starting: ClassVar[Starting | None] = None
    """About who starts a round; None where that does not matter."""
    noting: ClassVar[Noting | None] = None
    """About the options that a table notes about its own cards; None where there are none."""
    lowest_wins: ClassVar[bool | None] = False
    """Whether the lowest total is the best; None where that is the house rule ``winner``."""

    def title_at(self, sitting: Sitting) -> str:
        """What a table calls its game. Statistics are kept apart by it."""
        return self.title

    def box(self, players: int) -> tuple[tuple[Message, int], ...]:
        """What to take from the box for so many players: what it is, and how many."""
        return ()

    def setup(self, players: int) -> tuple[Message, ...]:
        """What to do before the first round with so many players, step by step. None: there is no set-up guide."""
        return ()

    def sides(self, sitting: Sitting) -> tuple[tuple[int, ...], ...]:
        """Whose points are counted together, by seats; everybody is on one side, mostly alone."""
        return tuple((seat,) for seat in sitting.seats)

    def opening(self, sitting: Sitting, lines: Sequence[Line]) -> Opening:
        """Who starts and deals the round after ``lines``, the rounds as they were opened in fact; mostly nobody.

        The table may choose another starter. Round 1 is opened as the table chose: see ``first_starter``.
        """
        return Opening(len(lines) + 1, None)

    def check(self, sitting: Sitting, opening: Opening, played: Round) -> Verdict:
        """What is impossible or improbable about a round beside what its fields say, also if it has only begun."""
        return Verdict()

    @abstractmethod
    def score(self, sitting: Sitting, opening: Opening, played: Round) -> Scored:
        """What a round is worth, by sides."""

    def summarize(self, sitting: Sitting, opening: Opening, played: Round) -> Message | None:
        """What a round comes to, in few words; None: everybody's points say it."""
        return None

    def explain(self, sitting: Sitting, opening: Opening, played: Round, side: int) -> tuple[Message, ...]:
        """Why a side has its points of a round, in sentences; nothing where points and cells say it."""
        return ()

    def ends(self, sitting: Sitting, standing: Standing) -> tuple[End, ...]:
        """How near the table is to each end, looked at after a whole round; mostly only the table ends a game."""
        return ()

    def tie_break(self, sitting: Sitting) -> str | None:
        """The tally of which more is better where two totals are equal; None where equals share."""
        return None

    def total(self, points: float) -> Message:
        """A total with its unit: with 3 points."""
        size = abs(points)
        number = 1 if 0 < size <= 1 else int(size + 0.5)
        if size % 1:
            # TRANSLATORS: %(half)s is not a whole number: ½, 2½. So all plural forms may be the same.
            return say_n("with %(half)s point", "with %(half)s points", number, half=points)
        # TRANSLATORS: stands after “Anne wins”.
        return say_n("with %(total)s point", "with %(total)s points", number, total=points)
