"""What is typed for a round: its fields, what is wrong with them, and the form that every game's derives from."""

import hashlib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from werkzeug.datastructures import MultiDict
from wtforms.fields import Field as FormField

from companion.games.contract import Step
from companion.games.fields import HandLeft, Per
from companion.games.message import Message, Problem, Refused, Signed, Verdict, say
from companion.games.reasons import summarize
from companion.games.record import check_round, has_begun, list_fields
from companion.games.sitting import Opening, Round
from companion.store.journal.facts import Table
from companion.web.app.language import short

Typed: TypeAlias = MultiDict[str, str]
"""What a browser sent."""

MAX_NUMBER_LENGTH, MAX_HAND_LENGTH = 12, 120  # characters
_BETWEEN_FACES = re.compile(r"[\s,;.+/]+")
MAX_SCORES = 8  # sides whose points stand next to each other; more are told in a sentence
_TOTAL = re.compile(r"(?:=\s*[-−]?|[-−])\s*([0-9]{1,6})")


class TypedField(FormField):
    """A field that keeps what was typed as ``text``, also where it can't be read: ``problem`` says why.

    ``read`` turns the text into a value or raises Refused, ``write`` turns a value into text. ``data`` is None if
    the field is empty or can't be read.
    """

    text = ""
    problem: Message | None = None

    def __init__(
        self,
        read: Callable[[str], object],
        write: Callable[[Any], str] = str,
        *,
        max_length: int = MAX_NUMBER_LENGTH,
        **form: Any,
    ) -> None:
        super().__init__(**form)
        self.read, self.write, self.max_length = read, write, max_length

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read what was typed."""
        self.data = None
        self.text = valuelist[0].strip() if valuelist else ""
        try:
            if len(self.text) > self.max_length:
                raise Refused(say("That’s too long."))
            self.data = self.read(self.text) if self.text else None
        except Refused as refused:
            self.problem = refused.reason

    def process_data(self, value: object) -> None:
        """Fill the field with a value."""
        self.data = value
        self.text = "" if value is None else self.write(value)


def read_hand(typed: str) -> HandLeft:
    """Return a hand: faces like ``5 12 1``, a total like ``=17``, or ``0``. Raises Refused."""
    if total := _TOTAL.fullmatch(typed):
        return HandLeft(only_total=int(total[1]))
    faces = [part for part in _BETWEEN_FACES.split(typed) if part]
    wrong = [part for part in faces if not (part.isdecimal() and len(part) <= 6)]
    if wrong:
        part = typed if typed.startswith("=") else wrong[0]
        raise Refused(say("“%(typed)s” isn’t a card or total. Type cards (5 12 1) or a total (=17).", typed=part))
    # A lone 0 is how many write that nothing is left.
    return HandLeft() if faces == ["0"] else HandLeft(tuple(int(part) for part in faces))


def write_hand(hand: HandLeft) -> str:
    """Return a hand as it would be typed; nothing for an empty one."""
    return f"={hand.only_total}" if hand.only_total else " ".join(map(str, hand.faces))


@dataclass(frozen=True, slots=True)
class Entering:
    """What a form is about: a round of a table.

    ``typed`` is what a browser sent, None for a new form. ``played`` fills the form: a round to correct (``editing``),
    one that was undone or has only begun. ``step`` is the step to enter, None for a whole round.
    """

    table: Table
    number: int
    typed: Typed | None = None
    played: Round | None = None
    editing: bool = False
    step: Step | None = None


class Problems:
    """What ``validate`` finds wrong (``errors``: impossible) or doubtful (``questions``: improbable) in a form."""

    errors: tuple[Problem, ...] = ()
    questions: tuple[Problem, ...] = ()

    def problems_at(self, seat: int, keys: Sequence[str] = ()) -> list[Message]:
        """Return the errors about a seat; if it has several rows, about the fields with these keys."""
        return [problem.message for problem in self.errors if _is_about(problem, seat, keys)]

    def is_doubtful(self, seat: int, keys: Sequence[str] = ()) -> bool:
        """Return whether an error or a question is about a seat, and these fields of it."""
        return any(_is_about(problem, seat, keys) for problem in (*self.errors, *self.questions))

    @property
    def first_error(self) -> Problem | None:
        """The error to show first: one about a seat, if there is one."""
        return min(self.errors, key=lambda problem: problem.seat is None, default=None)

    @property
    def doubt(self) -> str:
        """A hash of the questions, which "save anyway" sends back: it answers these and no others."""
        return digest([question.message for question in self.questions])


def digest(messages: Sequence[Message]) -> str:
    """Return a hash of what a page asks, which its answer sends back."""
    return hashlib.sha256(repr([*messages]).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _is_about(problem: Problem, seat: int, keys: Sequence[str]) -> bool:
    return problem.seat == seat and (not problem.field or not keys or problem.field in keys)


class EntryForm(Problems, ABC):
    """The form of a round, or of a step of one.

    ``is_filled`` if a round has filled it; ``covered`` seats have hands that nobody may see yet. Its page also asks for
    the names that are ``missing``, the keys of fields that are ``idle``, and for ``sent_fields``, to send them again.
    """

    covered: tuple[int, ...] = ()

    def __init__(self, entering: Entering) -> None:
        table = entering.table
        self.entering, self.rulebook, self.sitting = entering, table.rulebook, table.sitting
        self.players = self.sitting.players
        self.seats = self.sitting.seated(entering.number)
        self.opening = self._open(table.opening(entering.number))
        self.sides, self.names = table.sheet.sides, table.sheet.names
        self.present = table.sheet.list_present(entering.number)
        self.is_filled = bool(entering.played)

    def _open(self, opening: Opening) -> Opening:
        """Return the opening of the round, with the starter that a correction chooses; who dealt it stays."""
        typed = self.entering.typed.get("starter", "") if self.entering.typed and self.entering.editing else ""
        chosen = next((seat for seat in self.seats if typed == str(seat + 1)), opening.starting)
        return opening if chosen == opening.starting else Opening.of_seats(opening.number, (chosen, opening.dealing))

    @abstractmethod
    def validate(self) -> Round | None:
        """Return the round as typed; None if something is wrong, which ``errors`` tell."""

    @property
    @abstractmethod
    def readings(self) -> Mapping[str, str]:
        """Each typed text and how a pad would have typed it, so that no script parses it."""

    def _check(self, played: Round) -> Verdict:
        return check_round(self.rulebook, self.sitting, self.opening, played)

    def changes_points(self, played: Round) -> bool:
        """Return whether the points would be others if the saved starter had stayed."""
        saved = self.entering.table.opening(self.opening.number)
        both = (self.rulebook.score(self.sitting, each, played).points for each in (saved, self.opening))
        return self.entering.editing and not has_begun(self.rulebook, played) and len({*both}) > 1

    def scores(self, played: Round) -> Sequence[tuple[str, Message, str]]:
        """Return the short name, points and style of each side that plays; empty if words say it better."""
        rulebook, sitting = self.rulebook, self.sitting.with_rules_at(self.opening.number)
        in_words = has_begun(rulebook, played) or rulebook.summarize(sitting, self.opening, played)
        if in_words or len(self.present) > MAX_SCORES:
            return ()
        points = rulebook.score(sitting, self.opening, played).points
        names = self._short_names
        return [(names[side], say("%(points)s", points=Signed(points[side])), "") for side in self.present]

    def describe(self, played: Round) -> Message:
        """Return what saving would do, in words."""
        return summarize(self.rulebook, self.sitting, self._short_names, self.opening, played)

    @property
    def _short_names(self) -> list[str]:
        return [short(name, 10 if len(self.present) > 3 else 14) for name in self.names]

    def whose(self, problem: Problem) -> str:
        """Return the name of the player or the side that a problem is about."""
        seat = problem.seat or 0
        if any(field.key == problem.field and field.per is Per.SIDE for field in list_fields(self.rulebook)):
            return next(name for name, side in zip(self.names, self.sides, strict=True) if seat in side)
        return self.players[seat]

    def cover_as(self, saved: Round) -> Round | None:
        """Return the round as typed, with covered hands from ``saved``; None if the game covers none."""
        return None
