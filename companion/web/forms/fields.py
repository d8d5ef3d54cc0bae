"""Fields that the entry form of any game can use. What is wrong with one is a ``Message``, said in its own words."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from wtforms import Form, StringField
from wtforms.fields import Field
from wtforms.form import BaseForm

from companion.games.contract import Problem
from companion.games.message import Message, say
from companion.text import number

if TYPE_CHECKING:
    from wtforms.meta import _SupportsGettextAndNgettext

LONGEST = 12  # characters
SIGNS = ("-", "−", "–")
_NUMBER = re.compile(r"([-−–+]?)\s*(\d*)\s*(½|[.,](?:0|5)0?)?")


def problems_of(form: Form, seat: int | None = None) -> Iterator[Problem]:
    """What is wrong with the fields of a form about a seat, by their validators."""
    form.validate()
    for field in form:
        for error in field.errors:
            yield Problem(error if isinstance(error, Message) else say("%(problem)s", problem=str(error)), seat)


class ChosenField(StringField):
    """A field of buttons, of which the one that is tapped counts.

    A form that asks "save anyway?" has the answer that it asks about in it, before the buttons.
    """

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take the last of several."""
        super().process_formdata(valuelist[-1:])


class TypedField(Field, ABC):
    """A field that keeps what was typed, also where it can't be read. ``data`` is None then, or where it is empty."""

    text = ""
    signed = False
    """Whether its pad has a sign and a half beside the digits."""

    def __init__(
        self,
        heading: Message,
        *,
        name: str | None = None,
        _form: BaseForm | None = None,
        _prefix: str = "",
        _translations: "_SupportsGettextAndNgettext | None" = None,
    ) -> None:
        """``heading`` is what players call it; the rest is WTForms' own."""
        super().__init__(name=name, _form=_form, _prefix=_prefix, _translations=_translations)
        self.heading = heading

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read what was typed."""
        self.data = None
        self.text = valuelist[0].strip() if valuelist else ""
        if self.text:
            self.data = self.read(self.text)

    def process_data(self, value: object) -> None:
        """Take a value."""
        self.data = value
        self.text = "" if value is None else self.write(value)

    @abstractmethod
    def read(self, typed: str) -> object:
        """The value of what was typed. Raises ValueError with a message."""

    def write(self, value: object) -> str:
        """A value as it would be typed."""
        return str(value)

    def _value(self) -> str:
        return self.text


class CountField(TypedField):
    """A whole number from 0: bids, tricks, goals."""

    def read(self, typed: str) -> int:
        """The number."""
        if not (typed.isdecimal() and len(typed) <= 4):
            raise ValueError(say("Type a whole number."))
        return int(typed)


class PointsField(TypedField):
    """Points of either sign, whole or a half: 12, −3, 2½, 2.5."""

    signed = True

    def read(self, typed: str) -> float | None:
        """The number; None of a sign alone, after which it is still to come."""
        if typed in SIGNS:
            return None
        found = _NUMBER.fullmatch(typed) if len(typed) <= LONGEST else None
        if found is None or not (found[2] or found[3]):
            raise ValueError(say("Type a number like 12, −3 or 2½."))
        half = bool(found[3]) and "5" in found[3].replace("½", "5")
        size = Fraction(int(found[2] or 0)) + (Fraction(1, 2) if half else 0)
        signed = -size if found[1] in SIGNS else size
        return int(signed) if signed.denominator == 1 else float(signed)

    def write(self, value: object) -> str:
        """The number with a true minus sign."""
        return number(value) if isinstance(value, (int, float)) else str(value)
