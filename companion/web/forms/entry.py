"""The forms that a game's rules judge, and the form of a round that every game's derives from."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from werkzeug.datastructures import MultiDict
from wtforms import HiddenField
from wtforms.form import BaseForm

from companion.games.contract import Step
from companion.games.message import Message, Problem, Signed, Verdict, say, say_of, say_value
from companion.games.reasons import summarize
from companion.games.record import check_round, has_begun
from companion.games.sitting import Opening, Round
from companion.store.journal.facts import Table
from companion.web.app.language import short
from companion.web.forms.fields import TypedField, TypedRow

Typed: TypeAlias = MultiDict[str, str]
"""What a browser sent."""

MAX_SCORES = 8  # sides whose points stand next to each other; more are told in a sentence


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


class AnywayField(HiddenField):
    """The answer to what is improbable: its errors are the questions, unless it is sent with the hash of just these."""

    errors: list[Any]
    questions: tuple[Problem, ...] = ()

    def ask(self, questions: Sequence[Problem]) -> None:
        """Ask these questions. One that has answers of its own needs one of them."""
        self.questions = tuple(questions)
        if self.data != self.doubt or any(question.answers for question in questions):
            self.errors = [question.message for question in questions]

    @property
    def doubt(self) -> str:
        """A hash of the questions, which "save anyway" sends back: it answers these and no others."""
        return digest([question.message for question in self.questions])


def digest(messages: Sequence[Message]) -> str:
    """Return a hash of what a page asks, which its answer sends back."""
    return hashlib.sha256(repr([*messages]).encode("utf-8", "surrogatepass")).hexdigest()[:16]


class VerdictForm(BaseForm, ABC):
    """A form that the rules judge once its fields can be read.

    What is impossible stands in the errors of the field it is about, what is improbable in those of ``anyway``.
    """

    form_errors: list[Any]
    players: tuple[str, ...]

    def __getitem__(self, name: str) -> Any:
        return super().__getitem__(name)

    def fill(self, fields: Mapping[str, Any], typed: Typed | None, values: Mapping[str, object]) -> None:
        """Make the fields, with what was typed or with these values."""
        super().__init__({**fields, "anyway": AnywayField()})
        self.anyway: Any = self["anyway"]
        self.rows: list[Any] = [field for field in self if isinstance(field, TypedRow)]
        self.process(typed, data=values)

    @abstractmethod
    def judge(self) -> Verdict:
        """Return what the rules say of what was typed."""

    def validate(self, *_: object) -> bool:
        """Return whether all can be saved: nothing is impossible, and what is improbable was answered."""
        self.form_errors = []
        verdict = self.judge() if super().validate() else Verdict()
        for problem in verdict.errors:
            self._put(problem)
        self.anyway.ask(() if self.problems else verdict.questions)
        return not self.problems and not self.anyway.errors

    def _put(self, problem: Problem) -> None:
        """Put a problem where it belongs: to its field, else to the first of its row, else to the form."""
        key, seat, message, errors = problem.field, problem.seat, problem.message, self.form_errors
        rows = [row for row in self.rows if row.seat == seat and (key in row.form if key else seat is not None)]
        if rows:
            errors = rows[0][key or next(iter(rows[0])).short_name].errors
        elif seat is not None:
            message = say_of(say_value((self.players[seat],)), message)
        errors.append(message)

    @property
    def all_fields(self) -> Iterator[Any]:
        """The fields of all rows."""
        return (field for row in self.rows for field in row)

    @property
    def row_problems(self) -> list[Any]:
        """What is wrong with players or sides, each after the name."""
        errors = ((row.label.text, each) for row in self.rows if row.seat is not None for each in row.list_errors())
        return [say_of(say_value((name,)), each) if name else each for name, each in errors]

    @property
    def problems(self) -> list[Any]:
        """All that is impossible, what is wrong with players or sides first."""
        others = (each for row in self.rows if row.seat is None for each in row.list_errors())
        return [*self.row_problems, *others, *self.form_errors]

    @property
    def readings(self) -> dict[str, str]:
        """Each typed text and how a pad would have typed it, so that no script parses it."""
        typed = (field for field in self.all_fields if isinstance(field, TypedField) and field.data is not None)
        return {field.text: field.write(field.data) for field in typed}


class EntryForm(VerdictForm):
    """The form of a round, or of a step of one.

    ``is_filled`` if a round has filled it; ``covered`` seats have hands that nobody may see yet. Its page also asks for
    the names that are ``missing`` and the keys of fields that are ``idle``.
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
    def read(self) -> Round:
        """Return the round as typed."""

    def judge(self) -> Verdict:
        """Return what the rules say of the round."""
        return check_round(self.rulebook, self.sitting, self.opening, self.read())

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

    @property
    def sent_fields(self) -> Iterator[tuple[str, str]]:
        """Every field as it was sent, by name, for a form that sends the same again."""
        return ((field.name, value) for field in self.all_fields for value in field.raw_data or ())

    def cover_as(self, saved: Round) -> Round | None:
        """Return the round as typed, with covered hands from ``saved``; None if the game covers none."""
        return None
