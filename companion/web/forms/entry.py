"""The form in which a round is entered, as it follows from what its game declares.

A game may derive one of its own from ``RoundForm``.
"""

import dataclasses
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from werkzeug.datastructures import MultiDict
from wtforms.fields import Field as FormField
from wtforms.form import BaseForm

from companion.games.contract import Rulebook, Step
from companion.games.fields import MUST, Field, Flag, Per, Pick, Split
from companion.games.message import Message, Problem, Signed, Verdict, say
from companion.games.reasons import summarize
from companion.games.record import check_round, has_begun, list_fields
from companion.games.sitting import LaidHand, Opening, Round, Sitting, name_sides
from companion.web.app.language import short
from companion.web.forms.fields import FIELDS, Typed, TypedField, kind_of

MAX_SCORES = 8  # sides whose points stand next to each other; more are told in a sentence


@dataclass(frozen=True, slots=True)
class Entering:
    """What a form is about: a round of a table.

    ``typed`` is what a browser sent, None for a new form. ``played`` fills the form: a round to correct (``editing``),
    one that was undone or has only begun. ``step`` is the step to enter, None for a whole round. ``laid`` are the hands
    laid for this round, by seat; ``undone`` is the number of the entry that was undone last.
    """

    rulebook: Rulebook
    sitting: Sitting
    opening: Opening
    typed: Typed | None = None
    played: Round | None = None
    editing: bool = False
    step: Step | None = None
    laid: Mapping[int, LaidHand] = dataclasses.field(default_factory=dict)
    undone: int = 0


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
        questions = repr([question.message for question in self.questions])
        return hashlib.sha256(questions.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _is_about(problem: Problem, seat: int, keys: Sequence[str]) -> bool:
    return problem.seat == seat and (not problem.field or not keys or problem.field in keys)


@dataclass(frozen=True)
class Input:
    """A field of the form: what is declared, the WTForms field that was typed into, and its kind (``kind_of``).

    ``name`` is that of its player or side, empty if it is about the round; ``seat`` is what problems are about.
    """

    declared: Field
    field: FormField
    kind: str
    name: str = ""
    seat: int | None = None

    @property
    def is_number(self) -> bool:
        """Return whether a pad of digits can type into it."""
        return self.kind in ("points", "signed", "count")

    @property
    def is_required(self) -> bool:
        """Return whether it must not stay empty, whatever the other fields say."""
        declared = self.declared
        return declared.default is MUST and declared.when is None and not isinstance(declared, Split)


@dataclass(frozen=True)
class Tapped:
    """A round that one tap answers: ``main`` is the question, ``before`` what else is always asked.

    ``after`` are follow-up questions, each with the answer of ``main`` that leads to it and that answer's label: their
    answers say both.
    """

    before: tuple[Input, ...]
    main: Input
    after: tuple[tuple[Input, str | int, Message], ...]


class RoundForm(Problems):
    """The form of a round, or of a step of one.

    A field of a seat is called ``seat-1-<key>``, of a side ``side-1-<key>``, of the round ``<key>``. ``is_filled`` if a
    round has filled it; ``covered`` seats have hands that nobody may see yet.
    """

    covered: tuple[int, ...] = ()

    def __init__(self, entering: Entering) -> None:
        rulebook, sitting = entering.rulebook, entering.sitting
        self.entering = entering
        self.opening = entering.opening
        self.players = sitting.players
        self.seats = sitting.seated(self.opening.number)
        self.sides = rulebook.sides(sitting)
        self.names = name_sides(sitting, self.sides)
        at = sitting.with_rules_at(self.opening.number)
        steps = (entering.step,) if entering.step else rulebook.steps
        fields = (field for step in steps for field in step.fields)
        self.fields = tuple(field for field in fields if field.for_table is None or field.for_table(at))
        self.is_filled = any(field.key in (entering.played or {}) for field in self.fields)
        self._bind()

    def _bind(self) -> None:
        self.form = BaseForm(
            {self._name(field, at): FIELDS[kind_of(field)]() for field in self.fields for at in self._owners(field)}
        )
        self.form.process(self.entering.typed, data=self._prefilled())
        main = self._main
        word, slash, answer = (self.form[main.key].data or "").partition("/") if main else ("", "", "")
        for field in self.fields if main and slash else ():
            if main and field.when and field.applies({main.key: word}):
                self.form[main.key].data, self.form[field.key].data = word, answer

    @property
    def _main(self) -> Pick | None:
        """The last question that is always asked, if its answers can be tapped."""
        last = next((field for field in reversed(self.fields) if field.when is None), None)
        return last if isinstance(last, Pick) and last.per is Per.ROUND else None

    def _owners(self, declared: Field) -> Sequence[int | None]:
        """Return the seats or sides of which a field is asked; None stands for the round."""
        if declared.per is Per.SEAT:
            return self.seats
        return range(len(self.sides)) if declared.per is Per.SIDE else (None,)

    def _name(self, declared: Field, owner: int | None) -> str:
        if owner is None:
            return declared.key
        return f"{'side' if declared.per is Per.SIDE else 'seat'}-{owner + 1}-{declared.key}"

    def _inputs(self, declared: Field) -> Iterator[Input]:
        kind = kind_of(declared)
        for owner in self._owners(declared):
            typed = self.form[self._name(declared, owner)]
            if owner is None:
                yield Input(declared, typed, kind)
            elif declared.per is Per.SIDE:
                yield Input(declared, typed, kind, self.names[owner], self.sides[owner][0])
            else:
                yield Input(declared, typed, kind, self.players[owner], owner)

    def _prefilled(self) -> dict[str, object]:
        played = self.entering.played or {}
        filled: dict[str, object] = {}
        for field in self.fields:
            values = played.get(field.key)
            for owner in self._owners(field) if values is not None else ():
                value = values if owner is None else field.value_of(values, owner)
                if isinstance(field, Pick) and isinstance(value, int):
                    value = str(value + 1)
                filled[self._name(field, owner)] = value
        return filled

    @property
    def parts(self) -> Iterator[list[tuple[Input, ...]]]:
        """The rows of the form as the page shows them: fields of all seats that follow each other share their rows."""
        for _, fields in groupby(self.fields, lambda field: field.key if field.per is Per.ROUND else field.per):
            yield [*zip(*map(self._inputs, fields), strict=True)]

    @property
    def inputs(self) -> list[Input]:
        """All inputs, row by row."""
        return [each for part in self.parts for row in part for each in row]

    @property
    def tapped(self) -> Tapped | None:
        """How one tap answers the round; None if something must be typed."""
        main = self._main
        if main is None or not all(isinstance(field, Pick) and field.per is Per.ROUND for field in self.fields):
            return None
        at = self.fields.index(main)
        before = (each for field in self.fields[:at] for each in self._inputs(field))
        after = [
            (each, choice, label)
            for field in self.fields[at + 1 :]
            for each in self._inputs(field)
            for choice, label in main.choices.items()
            if field.applies({main.key: choice})
        ]
        return Tapped(tuple(before), next(self._inputs(main)), tuple(after))

    def list_choices(self, declared: Field) -> list[tuple[str, str | Message]]:
        """Return what can be picked: how it stands in the form, and what it is called."""
        if not isinstance(declared, Pick):
            return []
        nothing: list[tuple[str, str | Message]] = [] if declared.default is MUST else [("", say("–"))]
        seats = [(str(seat + 1), self.players[seat]) for seat in self.seats if declared.seats]
        return [*nothing, *seats, *((str(choice), label) for choice, label in declared.choices.items())]

    @property
    def idle(self) -> list[str]:
        """The keys of fields that need no answer after what the fields before them say."""
        played = self.read()
        return [field.key for field in self.fields if not field.applies(played)]

    @property
    def missing(self) -> tuple[str | Message, ...]:
        """The names of players, sides or fields that still lack an entry."""
        return tuple(dict.fromkeys(each.name or each.declared.name for each in self._find_missing()))

    def _find_missing(self) -> Iterator[Input]:
        played = self.read()
        for each in self.inputs:
            declared = each.declared
            lacks = declared.default is MUST and declared.applies(played) and declared.key not in played
            if lacks and self._read_one(each) is None:
                yield each

    def read(self) -> dict[str, object]:
        """Return the round as far as typed, with its other steps as saved."""
        step, saved = self.entering.step, self.entering.sitting.saved(self.opening.number) or {}
        others = [field for other in self.entering.rulebook.steps if step and other != step for field in other.fields]
        played = {field.key: saved[field.key] for field in others if field.key in saved}
        for field in self.fields:
            value = self._read(field) if field.applies(played) else None
            if value is not None:
                played[field.key] = value
        return played

    def _read(self, declared: Field) -> object:
        """Return a field's values as typed; None if a required one is missing."""
        values = dict(zip(self._owners(declared), map(self._read_one, self._inputs(declared)), strict=True))
        if isinstance(declared, Flag) and declared.per is Per.SEAT:
            return tuple(owner for owner, value in values.items() if value)
        if isinstance(declared, Split) and list(values.values()).count(None) == 1:
            rest = declared.total - sum(value for value in values.values() if isinstance(value, int))
            values = {owner: rest if value is None else value for owner, value in values.items()}
        if declared.default is MUST and None in values.values():
            return None
        if declared.per is Per.ROUND:
            return values[None]
        if declared.per is Per.SIDE:
            return tuple(values.values())
        return {owner: value for owner, value in values.items() if value is not None}

    def _read_one(self, each: Input) -> object:
        """Return one value as typed, or its default; None if there is neither."""
        declared, value = each.declared, each.field.data
        if isinstance(declared, Pick):
            values: dict[str, object] = {str(choice): choice for choice in declared.choices}
            values |= {str(seat + 1): seat for seat in self.seats if declared.seats}
            value = values.get(value)
        return declared.default if value is None and declared.default is not MUST else value

    def validate(self) -> Round | None:
        """Return the round as typed; None if something is wrong, which ``errors`` tell."""
        self.errors = tuple(self._find_unreadable()) or tuple(self._find_left_out())
        if self.errors:
            return None
        played = self._with_other_fields(self.read())
        verdict = self._check(played)
        self.errors = verdict.errors
        self.questions = () if self.errors else verdict.questions
        return None if self.errors else played

    def _find_unreadable(self) -> Iterator[Problem]:
        idle = self.idle
        for each in self.inputs:
            declared, typed = each.declared, each.field
            if declared.key in idle:
                continue
            if isinstance(typed, TypedField) and typed.problem:
                yield Problem(typed.problem, each.seat, field=declared.key)
            elif each.kind == "pick" and typed.data and self._read_one(each) is None:
                question = declared.question or declared.name if each.seat is None else None
                yield Problem(question or say("Choose one of these."), each.seat, field=declared.key)

    def _find_left_out(self) -> Iterator[Problem]:
        """Yield one problem with all names that lack an entry, and one for each unanswered question."""
        names = tuple(name for name in self.missing if isinstance(name, str))
        if names:
            yield Problem(say("Nothing entered for %(names)s.", names=names))
        for each in self._find_missing():
            if not each.name:
                yield Problem(each.declared.question or each.declared.name)

    def _with_other_fields(self, played: Round) -> Round:
        """Return a round with the fields that only its file has, if the rules still accept them."""
        saved = self.entering.sitting.saved(self.opening.number) or {}
        others = [field for field in list_fields(self.entering.rulebook) if field not in self.fields]
        unasked = {field.key: saved[field.key] for field in others if field.key in saved and field.applies(played)}
        whole = {**unasked, **played}
        return played if self._check(whole).errors else whole

    def _check(self, played: Round) -> Verdict:
        return check_round(self.entering.rulebook, self.entering.sitting, self.opening, played)

    def scores(self, played: Round) -> Sequence[tuple[str, Message, str]]:
        """Return each side's short name, points and style after saving; empty if words say it better."""
        rulebook, sitting = self.entering.rulebook, self.entering.sitting
        in_words = has_begun(rulebook, played) or rulebook.summarize(sitting, self.opening, played)
        if in_words or len(self.names) > MAX_SCORES:
            return ()
        points = rulebook.score(sitting, self.opening, played).points
        signed = (say("%(points)s", points=Signed(each)) for each in points)
        return [(name, each, "") for name, each in zip(self._short_names, signed, strict=True)]

    def describe(self, played: Round) -> Message:
        """Return what saving would do, in words."""
        return summarize(self.entering.rulebook, self.entering.sitting, self._short_names, self.opening, played)

    @property
    def _short_names(self) -> list[str]:
        return [short(name, 10 if len(self.names) > 3 else 14) for name in self.names]

    def whose(self, problem: Problem) -> str:
        """Return the name of the player or the side that a problem is about."""
        seat = problem.seat or 0
        if any(field.key == problem.field and field.per is Per.SIDE for field in self.fields):
            return next(name for name, side in zip(self.names, self.sides, strict=True) if seat in side)
        return self.players[seat]

    def cover_as(self, saved: Round) -> Round | None:
        """Return the round as typed, with covered hands from ``saved``; None if the game covers none."""
        return None

    @property
    def readings(self) -> dict[str, str]:
        """Each typed text and how a pad would have typed it, so that no script parses it."""
        typed = (each for each in self.form if isinstance(each, TypedField))
        return {each.text: each.write(each.data) for each in typed if each.data is not None}

    @property
    def sent_fields(self) -> Iterator[tuple[str, str]]:
        """Every field as it was sent, by name, for a form that sends the same again."""
        sent = self.entering.typed or MultiDict()
        return ((name, value) for name, value in sent.items(multi=True) if name in self.form)
