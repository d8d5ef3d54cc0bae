"""The fields of forms: how each kind of a game's fields is typed."""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeAlias

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, StringField
from wtforms.fields import Field as FormField

from companion.games.fields import Field, Flag, Hand, HandLeft, Number, Pick, Points
from companion.games.message import Message, Refused, say
from companion.text import format_number

Typed: TypeAlias = MultiDict[str, str]
"""What a browser sent."""

MAX_NUMBER_LENGTH, MAX_HAND_LENGTH = 12, 120  # characters
SIGNS = ("-", "−", "–")
_NUMBER = re.compile(r"([-−–+]?)\s*(\d*)\s*(½|[.,](?:0|5)0?)?")
_BETWEEN_FACES = re.compile(r"[\s,;.+/]+")
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


class ChosenField(StringField):
    """One of several answers: the last one sent counts, since a button follows what it changes."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the last one."""
        super().process_formdata([value.strip() for value in valuelist[-1:]])


def kind_of(declared: Field) -> str:
    """Return how a field is entered: as a ``flag``, ``pick``, ``hand``, ``points``, ``signed`` or ``count``."""
    if isinstance(declared, Number) and (callable(declared.low) or declared.low < 0):
        return "signed"
    return {Flag: "flag", Pick: "pick", Hand: "hand", Points: "points"}.get(type(declared), "count")


def read_count(typed: str) -> int:
    """Return a whole number from 0. Raises Refused."""
    if not (typed.isdecimal() and len(typed) <= 4):
        raise Refused(say("Type a whole number."))
    return int(typed)


def read_signed(typed: str) -> int | None:
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


# By kind the WTForms field, still unbound when it is made.
FIELDS: dict[str, Callable[[], Any]] = {
    "flag": BooleanField,
    "pick": ChosenField,
    "hand": partial(TypedField, read_hand, lambda hand: write_hand(hand) or "0", max_length=MAX_HAND_LENGTH),
    "points": partial(TypedField, read_points, format_number),
    "signed": partial(TypedField, read_signed, format_number),
    "count": partial(TypedField, read_count),
}
