"""The contract of a game: what it declares, and what follows where it says nothing.

A game is a folder, ``companion/games/<game>/``, with its ``RULEBOOK``. It has to say its key, its title, how many
can play, what a round asks (``companion.games.fields``) and what the answers are worth. Form, pages, files,
statistics and live pages follow. More of its own lies in folders of the same name (``companion.web.forms.game``).

A rulebook is pure: no clock, chance, file or network. Seats count from 0 in clockwise order, sides from 0. What players
may read is a ``Message`` (``companion.games.message``), never a string.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from companion.games.fields import Field
from companion.games.message import Message, Verdict, say, say_n
from companion.games.option import Option
from companion.games.sitting import End, Line, Opening, Round, Scored, Sitting, Standing

T = TypeVar("T")

NO_MESSAGE = Message("")


@dataclass(frozen=True, slots=True)
class Step:
    """A part of a round that is entered by itself: its fields and, in a game of several steps, its key and name."""

    fields: tuple[Field, ...]
    key: str = ""
    name: Message = NO_MESSAGE


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign beside a seat's points (``after``: behind them), and its meaning in the past tense ("dealt").

    ``started`` and ``dealt`` come from the opening of a round, the others from ``score``.
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
    """Something counted for each side besides points: its label, and ``count``, which puts a number of them in words.

    With ``points`` it counts the rounds with exactly that many points.
    """

    key: str
    label: Message
    count: Callable[[int], Message]
    points: float | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A player's figure in statistics: a count over all rounds, or ``per_round``, as a percentage if it is a ``share``.

    ``count`` returns what a round adds for a seat; figures of the same ``key`` share it.
    """

    label: Message
    key: str
    count: Callable[[Round, Line, int], float] | None = None
    per_round: bool = False
    share: bool = False


ROUNDS = Figure(say("Rounds"), "rounds")


@dataclass(frozen=True, slots=True)
class Starting:
    """Statistics and rematches by starter: ``label`` names the share of rounds that starters win.

    ``won`` returns whether a seat won a round. With ``loser_begins`` the player who would start the next round starts
    a rematch. ``undecided`` says what decides if no starter was chosen, in a game that allows that.
    """

    label: Message
    won: Callable[[Round, Line, int], float]
    loser_begins: bool = False
    undecided: Message | None = None


class Rulebook(ABC):
    """The rules of one game: its ``key`` in files and addresses, its ``title``, and ``about``, what is scored.

    ``former_options`` are the keys of house rules that the game once had: in files and journals they are passed over.
    ``group_option`` is the house rule that a group chooses once, when it first matters. ``lowest_wins`` says whether
    the lowest total is the best; None if the house rule ``winner`` decides.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[Message] = NO_MESSAGE
    seats: ClassVar[range]
    steps: ClassVar[tuple[Step, ...]]
    options: ClassVar[tuple[Option, ...]] = ()
    former_options: ClassVar[tuple[str, ...]] = ()
    group_option: ClassVar[str] = ""
    marks: ClassVar[tuple[Mark, ...]] = ()
    tallies: ClassVar[tuple[Tally, ...]] = ()
    figures: ClassVar[tuple[Figure, ...]] = (ROUNDS,)
    starting: ClassVar[Starting | None] = None
    lowest_wins: ClassVar[bool | None] = False

    def title_at(self, sitting: Sitting) -> str:
        """Return what a table calls its game; statistics are kept by it."""
        return self.title

    def without_former(self, options: Mapping[str, T]) -> dict[str, T]:
        """Return house rules without those that the game once had."""
        return {key: value for key, value in options.items() if key not in self.former_options}

    def box(self, players: int) -> tuple[tuple[Message, int], ...]:
        """Return what this many players take from the box, as (what, how many)."""
        return ()

    def setup(self, players: int) -> tuple[Message, ...]:
        """Return the steps before the first round for this many players; empty if there is no guide."""
        return ()

    def sides(self, sitting: Sitting) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side; everybody is on one, mostly alone."""
        return tuple((seat,) for seat in sitting.seats)

    def opening(self, sitting: Sitting, lines: Sequence[Line]) -> Opening:
        """Return who starts and deals the round after ``lines``; by default nobody.

        The table may choose another starter. Round 1 is opened as the table chose: see ``find_first_starter``.
        """
        return Opening(len(lines) + 1, None)

    def check(self, sitting: Sitting, opening: Opening, played: Round) -> Verdict:
        """Return what is impossible or improbable about a round, or a begun one, beyond its fields."""
        return Verdict()

    @abstractmethod
    def score(self, sitting: Sitting, opening: Opening, played: Round) -> Scored:
        """Return what a round is worth, by sides."""

    def summarize(self, sitting: Sitting, opening: Opening, played: Round) -> Message | None:
        """Return a short summary of a round; None if the points say it."""
        return None

    def explain(self, sitting: Sitting, opening: Opening, played: Round, side: int) -> tuple[Message, ...]:
        """Return why a side has its points, in sentences; empty if points and cells say it."""
        return ()

    def ends(self, sitting: Sitting, standing: Standing) -> tuple[End, ...]:
        """Return each end and how near the table is to it; none if only the table ends the game."""
        return ()

    def tie_break(self, sitting: Sitting) -> str | None:
        """Return the key of the tally that breaks ties, more being better; None if equals share."""
        return None

    def total(self, points: float) -> Message:
        """Return a total with its unit, as “with 3 points”."""
        size = abs(points)
        number = 1 if 0 < size <= 1 else int(size + 0.5)
        if size % 1:
            # TRANSLATORS: %(half)s is not a whole number: ½, 2½. So all plural forms may be the same.
            return say_n("with %(half)s point", "with %(half)s points", number, half=points)
        # TRANSLATORS: stands after “Anne wins”.
        return say_n("with %(total)s point", "with %(total)s points", number, total=points)
