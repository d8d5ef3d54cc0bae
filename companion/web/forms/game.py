"""A game as it hands itself over to the pages."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from companion.games import folder_of
from companion.games.contract import Problem, Rulebook, Step
from companion.games.message import Message
from companion.games.sheet import Opening
from companion.games.sitting import HandFields, LaidHand, Round, Sitting

if TYPE_CHECKING:
    from companion.web.forms.entry import RoundForm


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
class Entering:
    """What a form is about: a round of a table that plays by ``rulebook``, opened like this.

    ``typed`` is what a browser sent, None for a form that is opened. ``played`` is a round to fill it with: one to
    correct (then ``editing``), one that was undone, or one that has only begun. ``step`` is the step that is entered,
    or corrected before the round is whole; None where a round is entered, or corrected, as a whole. ``laid`` are the
    hands that players laid for this round, by seat; ``undone`` is the entry of the journal that was taken back last.
    """

    rulebook: Rulebook
    sitting: Sitting
    opening: Opening
    typed: Typed | None = None
    played: Round | None = None
    editing: bool = False
    step: Step | None = None
    laid: Mapping[int, LaidHand] = field(default_factory=dict)
    undone: int = 0


class HandForm(Protocol):
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
        """A sign of the questions, which "send anyway" carries."""

    @property
    def said(self) -> bool:
        """Whether anything was typed."""

    @property
    def readings(self) -> Mapping[str, str]:
        """What was typed in its fields, and how a pad would have typed it."""

    def validate(self) -> HandFields | None:
        """The hand as the journal keeps it; None where it has ``errors``."""

    def put_into(self, played: Round) -> Round:
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
class Game:
    """A game on the phone: its rules, the form of a round, and what more it brings."""

    rulebook: Rulebook
    form: Callable[[Entering], "RoundForm"]
    entry_page: str = "rounds/form.html"
    """The template of the form, one of its own where it extends ``templates/rounds/_entry.html``."""
    hand: Callable[[Entering, int], HandForm] | None = None
    """The form for the hand of a seat, where players lay their own."""
    referee: Callable[[Typed, Sitting | None], Referee] | None = None
    """The referee: from what is asked in an address, and at which table."""
    example: Mapping[str, object] | None = None
    """Players and rounds, as in a sheet file, for the rules page ``rules.html``; None where there is no such page."""

    @property
    def folder(self) -> str:
        """The name of the game's folders."""
        return folder_of(self.rulebook.key)
