"""The form in which a round is entered, as it follows from what its game declares."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from wtforms import BooleanField, Form
from wtforms.form import BaseForm
from wtforms.validators import StopValidation

from companion.games.fields import MUST, Field, Flag, Hand, Number, Per, Pick, Points, Split
from companion.games.message import Message, Problem, Verdict, say
from companion.games.record import check_round, list_fields
from companion.web.forms.entry import Entering, EntryForm, Typed
from companion.web.forms.fields import HandField, NumberField, PickField, PointsField, SignedField, TypedRow


class RoundForm(EntryForm):
    """The form of a round, or of a step of one: a row for each seat or side, and what is asked of the round.

    A field of a seat is called ``seat-1-<key>``, of a side ``side-1-<key>``, of the round ``<key>``.
    """

    def __init__(self, entering: Entering) -> None:
        super().__init__(entering)
        at = self.sitting.with_rules_at(entering.number)
        steps = (entering.step,) if entering.step else self.rulebook.steps
        declared = (field for step in steps for field in step.fields)
        self.fields = tuple(field for field in declared if field.for_table is None or field.for_table(at))
        self.is_filled = any(field.key in (entering.played or {}) for field in self.fields)
        # The last question that is always asked, if its answers can be tapped: an answer may say that of the next, too.
        main = next((field for field in reversed(self.fields) if field.when is None), None)
        self.main = main if isinstance(main, Pick) and main.per is Per.ROUND else None
        # The rows by name, each with its owner, the seat of its problems, and a label.
        self.owners: dict[Per, dict[str, tuple[Any, Any, str]]] = {
            Per.SEAT: {f"seat-{seat + 1}": (seat, seat, self.players[seat]) for seat in self.seats},
            Per.SIDE: {f"side-{n + 1}": (n, side[0], self.names[n]) for n, side in enumerate(self.sides)},
            Per.ROUND: {"": (None, None, "")},
        }
        rows, values = {}, {}
        for per, owners in self.owners.items():
            own = [field for field in self.fields if field.per is per]
            form = type("RowForm", (Form,), {field.key: self._make(field) for field in own})
            for name, (owner, seat, label) in owners.items() if own else ():
                rows[name] = TypedRow(seat, form, label=label, separator="-" if name else "")
                values[name] = {field.key: self._find_value(field, owner) for field in own}
        self.fill(rows, self._split_answer(entering.typed), values)

    def _make(self, declared: Field) -> Any:
        """Return the unbound WTForms field of a declared one."""
        question = declared.question or declared.name
        about: dict[str, Any] = {"label": declared.name, "description": question, "validators": [self._skip_idle]}
        if isinstance(declared, Flag):
            return BooleanField(**about)
        if isinstance(declared, Pick):
            answers: dict[str, tuple[object, Any]] = {} if declared.default is MUST else {"": (None, say("–"))}
            answers |= {str(seat + 1): (seat, self.players[seat]) for seat in self.seats if declared.seats}
            answers |= {str(choice): (choice, label) for choice, label in declared.choices.items()}
            wrong = question if declared.per is Per.ROUND else say("Choose one of these.")
            return PickField(answers, invalid_value_message=wrong, **about)
        is_required = declared.default is MUST and declared.when is None and not isinstance(declared, Split)
        is_signed = isinstance(declared, Number) and (callable(declared.low) or declared.low < 0)
        kinds: dict[type, Any] = {Hand: HandField, Points: PointsField}
        kind = kinds.get(type(declared), SignedField if is_signed else NumberField)
        return kind(is_optional=not is_required, **about)

    def _find_value(self, declared: Field, owner: int | None) -> object:
        values = (self.entering.played or {}).get(declared.key)
        return values if owner is None or values is None else declared.value_of(values, owner)

    def _split_answer(self, typed: Typed | None) -> Typed | None:
        """Return what was sent, with an answer that says that of the next question, too (``tie/2``), as two."""
        last = typed.getlist(self.main.key)[-1:] if typed and self.main else []
        word, both, answer = "".join(last).partition("/")
        if not (typed and self.main and both):
            return typed
        next_keys = [field.key for field in self.fields if field.when and field.applies({self.main.key: word})]
        return Typed([*typed.items(multi=True), (self.main.key, word), *((key, answer) for key in next_keys)])

    def _skip_idle(self, _: BaseForm, field: Any) -> None:
        """End the validation of what the answers before don't ask for, as WTForms’ ``Optional`` does."""
        if field.short_name in self.idle:
            field.errors = []
            raise StopValidation

    @property
    def parts(self) -> Iterator[list[tuple[TypedRow, list[Any]]]]:
        """The rows of the form as the page shows them: fields of all seats that follow each other share their rows."""
        for _, fields in groupby(self.fields, lambda field: field.key if field.per is Per.ROUND else field.per):
            own = [*fields]
            yield [(self[name], [self[name][field.key] for field in own]) for name in self.owners[own[0].per]]

    @property
    def tapped(self) -> tuple[list[Any], Any, list[tuple[Any, str | int, Message]]] | None:
        """How one tap answers the round: what else is asked, the question, and those that follow one of its answers.

        Each of these comes with that answer and its label: their answers say both. None if something must be typed.
        """
        main = self.main
        if main is None or not all(isinstance(field, Pick) and field.per is Per.ROUND for field in self.fields):
            return None
        at, row = self.fields.index(main), self[""]
        later = [(field, *choice) for field in self.fields[at + 1 :] for choice in main.choices.items()]
        after = [(row[field.key], word, label) for field, word, label in later if field.applies({main.key: word})]
        return [row[field.key] for field in self.fields[:at]], row[main.key], after

    @property
    def idle(self) -> list[str]:
        """The keys of fields that need no answer after what the fields before them say."""
        played = self.read()
        return [field.key for field in self.fields if not field.applies(played)]

    @property
    def missing(self) -> tuple[str | Message, ...]:
        """The names of players, sides or fields that still lack an entry."""
        return tuple(dict.fromkeys(row.label.text or field.label.text for row, field in self._find_missing()))

    def _find_missing(self) -> Iterator[tuple[TypedRow, Any]]:
        played = self.read()
        required = [field for field in self.fields if field.default is MUST and field.applies(played)]
        lacking = {field.key for field in required if field.key not in played}
        for part in self.parts:
            for row, fields in part:
                yield from ((row, each) for each in fields if each.short_name in lacking and each.data is None)

    def read(self) -> dict[str, object]:
        """Return the round as far as typed, with its other steps as saved.

        Fields that only its file has stay in it, if the rules still accept them.
        """
        step, saved = self.entering.step, self.sitting.saved(self.entering.number) or {}
        others = [field for other in self.rulebook.steps if step and other != step for field in other.fields]
        played = {field.key: saved[field.key] for field in others if field.key in saved}
        for field in self.fields:
            value = self._read(field) if field.applies(played) else None
            if value is not None:
                played[field.key] = value
        unasked = [field for field in list_fields(self.rulebook) if field not in self.fields and field.key in saved]
        whole = {field.key: saved[field.key] for field in unasked if field.applies(played)} | played
        is_wrong = whole != played and check_round(self.rulebook, self.sitting, self.opening, whole).errors
        return played if is_wrong else whole

    def _read(self, declared: Field) -> object:
        """Return a field's values as typed or by default; None if a required one is missing."""
        default = None if declared.default is MUST else declared.default
        typed = {owner: self[name][declared.key].data for name, (owner, *_) in self.owners[declared.per].items()}
        values: dict[Any, Any] = {owner: default if value is None else value for owner, value in typed.items()}
        if isinstance(declared, Split) and [*values.values()].count(None) == 1:
            rest = declared.total - sum(value or 0 for value in values.values())
            values = {owner: rest if value is None else value for owner, value in values.items()}
        if isinstance(declared, Flag) and declared.per is Per.SEAT:
            return tuple(owner for owner, value in values.items() if value)
        if declared.default is MUST and None in values.values():
            return None
        if declared.per is Per.ROUND:
            return values[None]
        if declared.per is Per.SIDE:
            return tuple(values.values())
        return {owner: value for owner, value in values.items() if value is not None}

    def judge(self) -> Verdict:
        """Return one error with all names that lack an entry, and one for each unanswered question; or the rules’."""
        names = tuple(name for name in self.missing if isinstance(name, str))
        left_out = [Problem(say("Nothing entered for %(names)s.", names=names))] if names else []
        for row, field in self._find_missing():
            if row.seat is None:
                left_out.append(Problem(field.description, field=field.short_name))
        return Verdict(tuple(left_out)) if left_out else super().judge()
