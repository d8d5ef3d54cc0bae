"""The form in which a round is entered, as it follows from what its game declares."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, StringField
from wtforms.fields import Field as FormField
from wtforms.form import BaseForm

from companion.games.fields import MUST, Field, Flag, Hand, Number, Per, Pick, Points, Split
from companion.games.message import Message, Problem, Refused, say
from companion.games.record import list_fields
from companion.games.sitting import Round
from companion.text import format_number
from companion.web.forms.entry import MAX_HAND_LENGTH, Entering, EntryForm, TypedField, read_hand, write_hand

SIGNS = ("-", "−", "–")
_NUMBER = re.compile(r"([-−–+]?)\s*(\d*)\s*(½|[.,](?:0|5)0?)?")


class ChosenField(StringField):
    """One of several answers: the last one sent counts, since a button follows what it changes."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the last one."""
        super().process_formdata([value.strip() for value in valuelist[-1:]])


def kind_of(declared: Field) -> str:
    """Return how a field is entered: as a ``flag``, ``pick``, ``hand``, ``points``, ``signed`` or ``count``."""
    if (
        isinstance(declared, Number)
        and not isinstance(declared, Points)
        and (callable(declared.low) or declared.low < 0)
    ):
        return "signed"
    return {Flag: "flag", Pick: "pick", Hand: "hand", Points: "points"}.get(type(declared), "count")


def read_integer(typed: str) -> int | None:
    """Return a whole number of either sign. Raises Refused."""
    with suppress(Refused):
        points = read_points(typed)
        if not isinstance(points, float):
            return points
    raise Refused(say("Type a whole number."))


def read_points(typed: str) -> float | None:
    """Return a number like 12, −3 or 2½; None for a sign alone, whose number is still to come. Raises Refused."""
    if typed in SIGNS:
        return None
    found = _NUMBER.fullmatch(typed)
    if found is None or not (found[2] or found[3]):
        raise Refused(say("Type a number like 12, −3 or 2½."))
    points: float = int(found[2] or 0)
    if (found[3] or "").strip(".,0"):
        points += 0.5
    return -points if found[1] in SIGNS else points


# By kind the WTForms field, still unbound when it is made.
FIELDS: dict[str, Callable[[], Any]] = {
    "flag": BooleanField,
    "pick": ChosenField,
    "hand": partial(TypedField, read_hand, lambda hand: write_hand(hand) or "0", max_length=MAX_HAND_LENGTH),
    "points": partial(TypedField, read_points, format_number),
    "signed": partial(TypedField, read_integer, format_number),
    "count": partial(TypedField, read_integer, format_number),
}


@dataclass(frozen=True)
class Input:
    """A field of the form: what is declared, and the WTForms field that was typed into.

    ``name`` is that of its player or side, empty if it is about the round; ``seat`` is what problems are about.
    """

    declared: Field
    field: FormField
    name: str = ""
    seat: int | None = None

    @property
    def kind(self) -> str:
        """How it is entered."""
        return kind_of(self.declared)

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


class RoundForm(EntryForm):
    """The form of a round, or of a step of one.

    A field of a seat is called ``seat-1-<key>``, of a side ``side-1-<key>``, of the round ``<key>``.
    """

    def __init__(self, entering: Entering) -> None:
        super().__init__(entering)
        at = self.sitting.with_rules_at(entering.number)
        steps = (entering.step,) if entering.step else self.rulebook.steps
        fields = (field for step in steps for field in step.fields)
        self.fields = tuple(field for field in fields if field.for_table is None or field.for_table(at))
        self.is_filled = any(field.key in (entering.played or {}) for field in self.fields)
        owned = [(field, owner, self._name(field, owner)) for field in self.fields for owner in self._owners(field)]
        self.form = BaseForm({name: FIELDS[kind_of(field)]() for field, _, name in owned})
        self.form.process(entering.typed, data={name: self._prefill(field, owner) for field, owner, name in owned})
        # The last question that is always asked, if its answers can be tapped: an answer may say that of the next, too.
        main = next((field for field in reversed(self.fields) if field.when is None), None)
        self.main = main if isinstance(main, Pick) and main.per is Per.ROUND else None
        if self.main and "/" in (self.form[self.main.key].data or ""):
            word, _, answer = self.form[self.main.key].data.partition("/")
            for field in self.fields:
                if field.when and field.applies({self.main.key: word}):
                    self.form[self.main.key].data, self.form[field.key].data = word, answer

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
        for owner in self._owners(declared):
            typed = self.form[self._name(declared, owner)]
            if owner is None:
                yield Input(declared, typed)
            elif declared.per is Per.SIDE:
                yield Input(declared, typed, self.names[owner], self.sides[owner][0])
            else:
                yield Input(declared, typed, self.players[owner], owner)

    def _prefill(self, declared: Field, owner: int | None) -> object:
        values = (self.entering.played or {}).get(declared.key)
        value = values if owner is None or values is None else declared.value_of(values, owner)
        return str(value + 1) if isinstance(declared, Pick) and isinstance(value, int) else value

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
        main = self.main
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
        step, saved = self.entering.step, self.sitting.saved(self.entering.number) or {}
        others = [field for other in self.rulebook.steps if step and other != step for field in other.fields]
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
        saved = self.sitting.saved(self.entering.number) or {}
        others = [field for field in list_fields(self.rulebook) if field not in self.fields]
        unasked = {field.key: saved[field.key] for field in others if field.key in saved and field.applies(played)}
        whole = {**unasked, **played}
        return played if self._check(whole).errors else whole

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
