"""The form in which a round is entered, as it follows from what its game declares.

A game may derive one of its own from ``RoundForm``.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from werkzeug.datastructures import MultiDict
from wtforms.fields import Field
from wtforms.form import BaseForm

from companion.games.contract import Problem
from companion.games.fields import MUST, Each, Flag, Hand, Pick, Points, Split
from companion.games.fields import Field as Declared
from companion.games.message import Message, Signed, say
from companion.games.option import Choice
from companion.games.reasons import summarize
from companion.games.record import check_round, fields_of, has_begun
from companion.games.sitting import Round, name_sides
from companion.web.app.language import short
from companion.web.forms.entering import Entering
from companion.web.forms.fields import TypedField, is_signed, problems_in, type_in

MOST_SCORES = 8  # that stand side by side; more are told in a sentence


class Problems:
    """What is wrong or doubtful in a form, seat by seat."""

    errors: tuple[Problem, ...] = ()
    """What is impossible; filled by ``validate``."""
    questions: tuple[Problem, ...] = ()
    """What is improbable; filled by ``validate``."""

    def problems_at(self, seat: int, fields: Sequence[str] = ()) -> list[Message]:
        """Return the errors about one seat; where it has several rows, about these fields of it."""
        return [problem.message for problem in self.errors if _is_about(problem, seat, fields)]

    def doubtful(self, seat: int, fields: Sequence[str] = ()) -> bool:
        """Return whether an error or a question is about this seat, and these fields of it."""
        return any(_is_about(problem, seat, fields) for problem in (*self.errors, *self.questions))

    @property
    def wrong(self) -> Problem | None:
        """Return the error to tell first: one about a seat, if there is one."""
        return min(self.errors, key=lambda problem: problem.seat is None, default=None)

    @property
    def asked_of(self) -> int | None:
        """Return the seat that the questions are about, the first if there are several."""
        return next((question.seat for question in self.questions if question.seat is not None), None)

    @property
    def doubt(self) -> str:
        """A sign of the questions, which "save anyway" carries: it answers these and no others."""
        asked = repr([question.message for question in self.questions])
        return hashlib.sha256(asked.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _is_about(problem: Problem, seat: int, fields: Sequence[str]) -> bool:
    return problem.seat == seat and (not problem.field or not fields or problem.field in fields)


@dataclass(frozen=True)
class Input:
    """A field of the form: what is declared, and the WTForms field that was typed into."""

    declared: Declared
    field: Field

    @property
    def kind(self) -> str:
        """How it is shown: ``number``, ``hand``, ``pick`` or ``flag``."""
        kinds = {Flag: "flag", Pick: "pick", Hand: "hand"}
        return kinds.get(type(self.declared), "number")

    @property
    def signed(self) -> bool:
        """Whether its pad needs a sign."""
        return is_signed(self.declared)

    @property
    def must(self) -> bool:
        """Whether it must not stay empty, whatever else is said."""
        declared = self.declared
        return declared.default is MUST and declared.when is None and not isinstance(declared, Split)

    @property
    def halves(self) -> bool:
        """Whether its pad needs a half."""
        return isinstance(self.declared, Points)


@dataclass(frozen=True)
class Row:
    """What is asked of one seat or side, or once: its name, the seat that problems are about, its inputs."""

    name: str
    seat: int | None
    inputs: tuple[Input, ...]


@dataclass(frozen=True)
class Part:
    """What is asked of everybody, or once: the fields, and a row for each."""

    fields: tuple[Declared, ...]
    rows: tuple[Row, ...]

    @property
    def numbers(self) -> bool:
        """Whether it asks for nothing but numbers."""
        return all(each.kind == "number" for row in self.rows for each in row.inputs)


@dataclass(frozen=True)
class Tapped:
    """A round that one tap answers: ``main`` is the question, ``before`` what else is always asked.

    ``after`` are questions to which an answer of ``main`` leads, each with that: their answers say both.
    """

    before: tuple[Input, ...]
    main: Input
    after: tuple[tuple[Input, Choice], ...]


class RoundForm(Problems):
    """The form of a round, or of a step of one.

    A field of a seat is called ``seat-1-<key>``, of a side ``side-1-<key>``, of the round ``<key>``.
    """

    def __init__(self, entering: Entering) -> None:
        self.entering = entering
        self.players = entering.sitting.players
        self.opening = entering.opening
        self.seats = entering.sitting.seated(entering.opening.number)
        self.sides = entering.rulebook.sides(entering.sitting)
        self.names = name_sides(entering.sitting, self.sides)
        steps = (entering.step,) if entering.step else entering.rulebook.steps
        at = entering.sitting.at(self.opening.number)
        fields = (field for step in steps for field in step.fields)
        self.asked = tuple(field for field in fields if field.for_table is None or field.for_table(at))
        self.form = self._form()

    def _form(self) -> BaseForm:
        form = BaseForm([(name, type_in(field)) for field in self.asked for name in self._names(field)])
        form.process(self.entering.typed, data=self._filled(self.entering.played))
        main = next((field for field in reversed(self.asked) if field.when is None), None)
        if main and isinstance(main, Pick) and main.each is Each.ROUND:
            word, slash, answer = (form[main.key].data or "").partition("/")
            for field in self.asked if slash else ():
                if field.when and field.applies({main.key: word}):
                    form[main.key].data, form[field.key].data = word, answer
        return form

    def _places(self, field: Declared) -> Sequence[int]:
        """The seats or sides of which a field is asked."""
        if field.each is Each.SEAT:
            return self.seats
        return range(len(self.sides)) if field.each is Each.SIDE else ()

    def _name(self, field: Declared, place: int | None) -> str:
        if place is None:
            return field.key
        return f"{'side' if field.each is Each.SIDE else 'seat'}-{place + 1}-{field.key}"

    def _names(self, field: Declared) -> list[str]:
        return [self._name(field, place) for place in self._places(field) or (None,)]

    def _input(self, field: Declared, place: int | None = None) -> Input:
        return Input(field, self.form[self._name(field, place)])

    def _filled(self, played: Round | None) -> dict[str, object]:
        """What stands in the form of a round to begin with, by the names of the fields."""
        filled: dict[str, object] = {}
        for field in self.asked if played is not None else ():
            values = (played or {}).get(field.key)
            if values is not None and field.each is Each.ROUND:
                filled[field.key] = _typed(field, values)
            elif values is not None:
                filled |= {self._name(field, at): _typed(field, field.at(values, at)) for at in self._places(field)}
        return filled

    @property
    def filled(self) -> bool:
        """Whether it was filled with something of what it asks."""
        return any(field.key in (self.entering.played or {}) for field in self.asked)

    @property
    def parts(self) -> Iterator[Part]:
        """What is asked, as the page shows it: fields of all seats that follow each other share their rows."""
        for _, group in groupby(self.asked, lambda field: field.key if field.each is Each.ROUND else field.each):
            fields = tuple(group)
            yield Part(fields, tuple(self._rows(fields)))

    def _rows(self, group: Sequence[Declared]) -> Iterator[Row]:
        places = self._places(group[0])
        if not places:
            yield Row("", None, tuple(self._input(field) for field in group))
        for place in places:
            side = group[0].each is Each.SIDE
            name, seat = (self.names[place], self.sides[place][0]) if side else (self.players[place], place)
            yield Row(name, seat, tuple(self._input(field, place) for field in group))

    @property
    def tapped(self) -> Tapped | None:
        """How one tap answers the round, where it has nothing but questions to choose from; else None."""
        fields = [field for field in self.asked if isinstance(field, Pick) and field.each is Each.ROUND]
        main = next((field for field in reversed(fields) if field.when is None), None)
        if main is None or len(fields) < len(self.asked):
            return None
        at = fields.index(main)
        after = [
            (self._input(field), choice)
            for field in fields[at + 1 :]
            for choice in main.choices
            if field.applies({main.key: choice.value})
        ]
        return Tapped(tuple(self._input(field) for field in fields[:at]), self._input(main), tuple(after))

    @property
    def numbers(self) -> list[Input]:
        """The inputs that a pad of digits can type into."""
        return [each for part in self.parts for row in part.rows for each in row.inputs if each.kind == "number"]

    @property
    def idle(self) -> list[str]:
        """The keys of fields that are not asked by what the fields before them say."""
        said = self.read()
        return [field.key for field in self.asked if not field.applies(said)]

    @property
    def missing(self) -> tuple[str | Message, ...]:
        """Of whom or what something must still be entered: names of players or sides, or of a field."""
        lacking: dict[str | Message, None] = {}
        for field, places in self._lacking():
            names = self.names if field.each is Each.SIDE else self.players
            lacking.update(dict.fromkeys(names[place] for place in places))
            if not places:
                lacking[field.name] = None
        return tuple(lacking)

    def _lacking(self) -> Iterator[tuple[Declared, list[int]]]:
        """What must still be entered, field by field, and of which seats or sides."""
        said = self.read()
        for field in self.asked:
            if field.default is MUST and field.applies(said) and field.key not in said:
                places = self._places(field)
                yield field, [place for place in places if self._one(field, self._input(field, place).field) is None]

    def validate(self, *, trying: bool = False) -> Round | None:
        """Return the round as typed and checked; None where something is wrong, which ``errors`` then tell.

        Who is only ``trying`` knows from ``missing`` what was left out.
        """
        self.errors = tuple(self._misread())
        if self.missing and not self.errors and not trying:
            self.errors = tuple(self._unsaid())
        if self.errors or self.missing:
            return None
        played = self._with_unasked(self.read())
        verdict = check_round(self.entering.rulebook, self.entering.sitting, self.opening, played)
        self.errors = verdict.errors
        self.questions = () if self.errors else verdict.questions
        return None if self.errors else played

    def _with_unasked(self, played: Round) -> Round:
        """Return the round with what a file told of it that the house rules do not ask, where that can still be."""
        saved = self.entering.sitting.saved(self.opening.number) or {}
        unasked = [field for field in fields_of(self.entering.rulebook) if field not in self.asked]
        told = {field.key: saved[field.key] for field in unasked if field.key in saved and field.applies(played)}
        both = {**told, **played}
        impossible = check_round(self.entering.rulebook, self.entering.sitting, self.opening, both).errors
        return played if impossible else both

    def _unsaid(self) -> Iterator[Problem]:
        """What was left out: once the names of all, and what is asked once."""
        names = tuple(name for name in self.missing if isinstance(name, str))
        if names:
            yield Problem(say("Nothing is entered for %(names)s.", names=names))
        for field, places in self._lacking():
            if not places:
                yield Problem(field.question or field.name)

    def _misread(self) -> Iterator[Problem]:
        self.form.validate()
        idle = self.idle
        for part in self.parts:
            for row in part.rows:
                for each in row.inputs:
                    if each.declared.key in idle:
                        continue
                    for problem in problems_in(each.field):
                        yield Problem(problem, row.seat, field=each.declared.key)
                    if each.kind == "pick" and each.field.data and self._one(each.declared, each.field) is None:
                        asked = each.declared.question or each.declared.name if row.seat is None else None
                        yield Problem(asked or say("Choose one of these."), row.seat, field=each.declared.key)

    def read(self) -> dict[str, object]:
        """Return the round as far as it is typed; steps that are not asked stay as they are saved."""
        step, saved = self.entering.step, self.entering.sitting.saved(self.opening.number) or {}
        others = [field for each in self.entering.rulebook.steps if step and each != step for field in each.fields]
        said = {field.key: saved[field.key] for field in others if field.key in saved}
        for field in self.asked:
            value = self._value(field) if field.applies(said) else None
            if value is not None:
                said[field.key] = value
        return said

    def _value(self, field: Declared) -> object:
        """The value of a field as typed; None where a part of it is missing that must be said."""
        places = self._places(field)
        if not places:
            return self._one(field, self.form[field.key])
        given = {place: self._one(field, self._input(field, place).field) for place in places}
        if isinstance(field, Flag) and field.each is Each.SEAT:
            return tuple(place for place, value in given.items() if value)
        if isinstance(field, Split) and list(given.values()).count(None) == 1:
            rest = field.total - sum(value for value in given.values() if isinstance(value, int))
            given = {place: rest if value is None else value for place, value in given.items()}
        if field.default is MUST and None in given.values():
            return None
        if field.each is Each.SIDE:
            return tuple(given.values())
        return {place: value for place, value in given.items() if value is not None}

    def _one(self, field: Declared, typed: Field) -> object:
        """One value as typed, or its default; None where there is none."""
        value = typed.data
        if isinstance(field, Pick):
            meant: dict[str, object] = {str(choice.value): choice.value for choice in field.choices}
            meant |= {str(seat + 1): seat for seat in self.seats if field.seats}
            value = meant.get(value)
        default = None if field.default is MUST else field.default
        return default if value is None else value

    def options(self, field: Declared) -> list[tuple[str, str | Message]]:
        """Return what can be picked: how it stands in the form, and what it is called."""
        if not isinstance(field, Pick):
            return []
        seats = [(str(seat + 1), self.players[seat]) for seat in self.seats if field.seats]
        words = [(str(choice.value), choice.label) for choice in field.choices]
        nothing: list[tuple[str, str | Message]] = [] if field.default is MUST else [("", say("–"))]
        return [*nothing, *seats, *words]

    def scores(self, played: Round) -> Sequence[tuple[str, Message, str]]:
        """Return what saving would do, by sides: short name, points, a word that styles it. Empty: ``told`` tells."""
        rulebook, sitting = self.entering.rulebook, self.entering.sitting
        in_words = has_begun(rulebook, played) or rulebook.summarize(sitting, self.opening, played)
        if in_words or len(self.names) > MOST_SCORES:
            return ()
        points = rulebook.score(sitting, self.opening, played).points
        told = (say("%(points)s", points=Signed(each)) for each in points)
        return [(name, each, "") for name, each in zip(self._short_names, told, strict=True)]

    def told(self, played: Round) -> Message:
        """Return what saving would do, in words."""
        return summarize(self.entering.rulebook, self.entering.sitting, self._short_names, self.opening, played)

    @property
    def _short_names(self) -> list[str]:
        return [short(name, 10 if len(self.names) > 3 else 14) for name in self.names]

    def whose(self, problem: Problem) -> str:
        """Return the name of the player or the side that a problem is about."""
        seat = problem.seat or 0
        of_side = any(field.key == problem.field and field.each is Each.SIDE for field in self.asked)
        return (
            next(name for name, side in zip(self.names, self.sides, strict=True) if seat in side)
            if of_side
            else self.players[seat]
        )

    @property
    def covered(self) -> tuple[int, ...]:
        """The seats of which nobody may see yet what they have."""
        return ()

    def beside(self, saved: Round) -> Round | None:
        """Return the round as typed, with what is covered as it is in a saved one; None where nothing ever is."""
        return None

    @property
    def readings(self) -> dict[str, str]:
        """What was typed in its fields, and how a pad would have typed it, so that no script needs to read it."""
        typed = (field for field in self.form if isinstance(field, TypedField))
        return {field.text: field.write(field.data) for field in typed if field.data is not None}

    @property
    def fields(self) -> Iterator[tuple[str, str]]:
        """Every field as it was sent, for a form that sends the same again."""
        sent = self.entering.typed or MultiDict()
        return ((name, value) for name, value in sent.items(multi=True) if name in self.form)


def _typed(field: Declared, value: object) -> object:
    """A value as a field of the form holds it."""
    if isinstance(field, Pick):
        return str(value + 1) if isinstance(value, int) else value
    return value if value is not None or not isinstance(field, Flag) else False
