"""Entry forms: what those of all games have in common. The contract is ``companion.games.contract.EntryForm``."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Generic

from wtforms import Form

from companion.games.contract import Entering, Problem
from companion.games.message import Message, say
from companion.games.sitting import R
from companion.web.forms.fields import ChosenField, TypedField, problems_of


class Problems:
    """What is wrong or doubtful in a form, seat by seat."""

    errors: tuple[Problem, ...] = ()
    questions: tuple[Problem, ...] = ()

    def problems_at(self, seat: int) -> list[Message]:
        """The errors about one seat."""
        return [problem.message for problem in self.errors if problem.seat == seat]

    def doubtful(self, seat: int) -> bool:
        """Whether an error or a question is about this seat."""
        return any(problem.seat == seat for problem in (*self.errors, *self.questions))

    @property
    def doubt(self) -> str:
        """See ``EntryForm.doubt``."""
        asked = repr([question.message for question in self.questions])
        return hashlib.sha256(asked.encode("utf-8", "surrogatepass")).hexdigest()[:16]


class Entry(Problems, ABC, Generic[R]):
    """An entry form. A game says what its fields are, fills them and reads them."""

    forms: Sequence[Form]
    """The forms of which it consists."""

    def __init__(self, entering: Entering[R]) -> None:
        self.entering = entering
        self.players = entering.sitting.players
        self.opening = entering.opening

    @abstractmethod
    def read(self) -> R | None:
        """The round as typed; None where a field can't be read."""

    @property
    def filled(self) -> bool:
        """Whether it was filled with a round."""
        return self.entering.played is not None

    @property
    def missing(self) -> tuple[str, ...]:
        """See ``EntryForm.missing``."""
        return ()

    @property
    def last_out(self) -> int | None:
        """See ``EntryForm.last_out``."""
        return None

    @property
    def covered(self) -> tuple[int, ...]:
        """See ``EntryForm.covered``."""
        return ()

    @property
    def clashes(self) -> tuple[int, ...]:
        """See ``EntryForm.clashes``."""
        return ()

    def validate(self, *, trying: bool = False) -> R | None:
        """The round as typed and checked; None where something is wrong, which ``errors`` then tell."""
        self.errors = tuple(self.misread()) or tuple(self.unsaid(trying=trying))
        played = None if self.errors or self.missing else self.read()
        if played is None:
            return None
        verdict = self.entering.rulebook.validate(self.entering.sitting, self.opening, played)
        self.errors = verdict.errors
        self.questions = () if self.errors else verdict.questions
        return None if self.errors else played

    def misread(self) -> Iterator[Problem]:
        """What can't be read, field by field."""
        for form in self.forms:
            yield from problems_of(form)

    def unsaid(self, *, trying: bool) -> Iterator[Problem]:
        """What was left out. Who is only ``trying`` knows it from ``missing``."""
        if self.missing and not trying:
            yield Problem(say("Nothing is entered for %(names)s.", names=self.missing))

    def summarize(self, played: R) -> Message:
        """What the round comes to."""
        return self.entering.rulebook.summarize(self.entering.sitting, self.opening, played)

    def scores(self, played: R) -> Sequence[tuple[str, Message, str]]:
        """See ``EntryForm.scores``."""
        return ()

    def beside(self, saved: R) -> R | None:
        """See ``EntryForm.beside``."""
        return None

    def says(self, saved: R) -> bool:
        """Whether this form says the same as a saved round."""
        return self.read() == saved

    @property
    def readings(self) -> dict[str, str]:
        """See ``EntryForm.readings``."""
        typed = (field for form in self.forms for field in form if isinstance(field, TypedField))
        return {field.text: field.write(field.data) for field in typed if field.data is not None}

    @property
    def fields(self) -> Iterator[tuple[str, str]]:
        """Every field by name, for a form that sends a round again."""
        for form in self.forms:
            for field in form:
                if field.data is not None and field.data is not False and field.data != "":
                    yield field.name, str(field._value()) if hasattr(field, "_value") else "y"


class SeatsEntry(Entry[R]):
    """An entry form with the same fields for every seat: ``seat-1-…`` and so on.

    ``step_fields`` are the names of the fields of each of the game's steps, in their order.
    """

    seat_form: ClassVar[type[Form]]
    step_fields: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def __init__(self, entering: Entering[R]) -> None:
        super().__init__(entering)
        self.seats: Sequence[Form] = [self._form_of(seat) for seat in entering.sitting.seats]
        self.forms = self.seats

    def _form_of(self, seat: int) -> Form:
        """The form of a seat, with the fields of the step that is entered or, where there is none, all."""
        entering = self.entering
        data = None if entering.played is None else self.write(entering.played, seat)
        form = self.seat_form(entering.typed, prefix=f"seat-{seat + 1}", data=data)
        if entering.step:
            asked = self.step_fields[entering.rulebook.steps.index(entering.step)]
            for name in [name for name in form.data if name not in asked]:
                del form[name]
        return form

    @abstractmethod
    def write(self, played: R, seat: int) -> Mapping[str, object] | None:
        """What a seat's fields say of a round, by their names; None for what is not known yet, or where nothing is."""

    def counts(self, name: str) -> tuple[int, ...]:
        """What stands in a field of whole numbers, in seat order; of a field of another step what is saved of it.

        Empty where that is nothing.
        """
        saved = self.entering.sitting.saved(self.opening.number)
        numbers: list[int] = []
        for seat, form in enumerate(self.seats):
            known = None if saved is None or name in form else self.write(saved, seat)
            number = form[name].data if name in form else (known or {}).get(name)
            if isinstance(number, int):
                numbers.append(number)
        return tuple(numbers) if len(numbers) == len(self.seats) else ()

    def misread(self) -> Iterator[Problem]:
        """What can't be read, seat by seat."""
        for seat, form in enumerate(self.seats):
            yield from problems_of(form, seat)

    @property
    def missing(self) -> tuple[str, ...]:
        """The players of whom a field is empty."""
        empty = (any(field.data in (None, "") for field in form) for form in self.seats)
        return tuple(name for name, lacks in zip(self.players, empty, strict=True) if lacks)


class ChoiceForm(Form):
    """What was chosen: ``result`` is a word and mostly a seat, counted from 1, as in ``win-2``."""

    result = ChosenField(filters=[lambda chosen: (chosen or "").strip()])


class ChoiceEntry(Entry[R]):
    """An entry form of answers to choose from: one tap says it and saves it."""

    form_class: ClassVar[type[ChoiceForm]] = ChoiceForm

    def __init__(self, entering: Entering[R]) -> None:
        super().__init__(entering)
        data = {} if entering.played is None else self.write(entering.played)
        self.form = self.form_class(entering.typed, data=data)
        self.forms = [self.form]

    @abstractmethod
    def write(self, played: R) -> dict[str, str]:
        """What the fields say of a round."""

    @abstractmethod
    def choose(self, word: str, seat: int | None) -> R | None:
        """The round that was chosen by a word and a seat; None if there is none like that."""

    def unsaid(self, *, trying: bool) -> Iterator[Problem]:
        """That nothing was chosen."""
        if self.read() is None:
            yield Problem(say("Choose how the round ended."))

    def read(self) -> R | None:
        """The round of the answer that was chosen."""
        word, dash, seat = (self.form.result.data or "").partition("-")
        chosen = self._seat(seat)
        return None if dash and chosen is None else self.choose(word, chosen)

    def seat_of(self, name: str) -> int | None:
        """The seat that is chosen in a field, counted from 0."""
        return self._seat(self.form[name].data)

    def _seat(self, written: str | None) -> int | None:
        return next((seat for seat in self.entering.sitting.seats if written == str(seat + 1)), None)
