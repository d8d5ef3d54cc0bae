"""The fields in which a round is typed: each makes a value of a text, or its errors say why it can't."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from wtforms import Field, FormField, RadioField, StringField, ValidationError
from wtforms.fields import SelectChoice  # type: ignore[attr-defined] # the stubs are those of WTForms 3.2
from wtforms.widgets import TextInput

from companion.games.fields import HandLeft
from companion.games.message import Message, Refused, say
from companion.games.option import Option
from companion.text import format_number

SIGNS = ("-", "−", "–")
_NUMBER = re.compile(r"([-−–+]?)\s*(\d*)\s*(½|[.,](?:0|5)0?)?")
_BETWEEN_FACES = re.compile(r"[\s,;.+/]+")
_TOTAL = re.compile(r"(?:=\s*[-−]?|[-−])\s*([0-9]{1,6})")


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


def read_integer(typed: str) -> int | None:
    """Return a whole number of either sign. Raises Refused."""
    with suppress(Refused):
        points = read_points(typed)
        if not isinstance(points, float):
            return points
    raise Refused(say("Type a whole number."))


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
    """Return a hand as it would be typed, an empty one as ``0``."""
    return f"={hand.only_total}" if hand.only_total else " ".join(map(str, hand.faces)) or "0"


class Wrong(ValidationError):
    """What is wrong with a field, as a message: it is translated where it is shown."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)  # type: ignore[arg-type]


class TypedRow(FormField):  # type: ignore[type-arg]
    """The fields of a player or a side, whose name is the label, or of the round.

    Problems are about ``seat``: of a side the first, of the round None.
    """

    def __init__(self, seat: int | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seat = seat

    def list_errors(self) -> list[Any]:
        """Return what is wrong with the row."""
        return [error for field in self for error in field.errors]


class TypedField(Field):
    """A text that keys of a pad can type: ``read`` makes a value of it or raises Refused, ``write`` types a value."""

    widget, max_length = TextInput(), 12
    read: Callable[[str], object]
    write: Callable[[Any], str] = staticmethod(format_number)

    def __init__(self, *args: Any, is_optional: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.flags.maxlength, self.flags.optional = self.max_length, is_optional

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read what was typed."""
        self.data = None
        if len(self.text) > self.max_length:
            raise Refused(say("That’s too long."))
        self.data = self.read(self.text) if self.text else None

    @property
    def text(self) -> str:
        """What was typed, also if it can’t be read; else the value."""
        return self.raw_data[0].strip() if self.raw_data else "" if self.data is None else self.write(self.data)

    def _value(self) -> str:
        return self.text


class PointsField(TypedField):
    """Points of either sign, with halves."""

    read = staticmethod(read_points)


class NumberField(TypedField):
    """A whole number."""

    read = staticmethod(read_integer)


class SignedField(NumberField):
    """A whole number that can be below 0."""


class HandField(TypedField):
    """The cards left in a hand."""

    read, write, max_length = staticmethod(read_hand), staticmethod(write_hand), 120


class PickField(RadioField):
    """One of some answers: by the text that is sent, each value and what it is called.

    The last one sent counts, since a button follows what it changes.
    """

    def __init__(self, answers: Mapping[str, tuple[object, Any]], **kwargs: Any) -> None:
        self.values = {"": None} | {sent: value for sent, (value, _) in answers.items()}
        choices = [SelectChoice(sent, called) for sent, (_, called) in answers.items()]
        super().__init__(coerce=self._find, choices=choices, validate_choice=False, **kwargs)

    def _find(self, sent: str) -> object:
        if sent not in self.values:
            raise ValueError(sent)
        return self.values[sent]

    def process_data(self, value: object) -> None:
        """Fill the field with a value."""
        self.data = value

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the last one."""
        super().process_formdata([value.strip() for value in valuelist[-1:]])


class RuleField(StringField):
    """A house rule as typed; once it is validated, ``value`` is what that means for the ``names`` in its form."""

    def __init__(self, option: Option, value: Any, **kwargs: Any) -> None:
        super().__init__(default=option.typed(value), **kwargs)
        self.option = option

    def pre_validate(self, form: Any) -> None:
        """Refuse what isn’t a value of the rule."""
        self.value = self.option.read(str(self.data or ""), form.names)
        if problem := self.option.problem(self.value, len(form.names)):
            raise Wrong(problem)
