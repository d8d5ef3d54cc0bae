"""How the fields of a game are typed. What is wrong with one is a ``Message``, said in its own words."""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from wtforms import BooleanField, StringField
from wtforms.fields import Field

from companion.games.fields import Field as Declared
from companion.games.fields import Flag, Hand, HandLeft, Number, Pick, Points
from companion.games.message import Message, say
from companion.text import number

LONGEST, LONGEST_HAND = 12, 120  # characters
SIGNS = ("-", "−", "–")
_NUMBER = re.compile(r"([-−–+]?)\s*(\d*)\s*(½|[.,](?:0|5)0?)?")
_BETWEEN_FACES = re.compile(r"[\s,;.+/]+")
_TOTAL = re.compile(r"(?:=\s*[-−]?|[-−])\s*([0-9]{1,6})")


class TypedField(Field):
    """A field that keeps what was typed, also where it can't be read. ``data`` is None then, or where it is empty.

    ``read`` and ``write`` turn what is typed into a value and back; ``read`` raises ValueError with a message.
    """

    text = ""

    def __init__(
        self,
        read: Callable[[str], object],
        write: Callable[[object], str] = str,
        *,
        longest: int = LONGEST,
        **form: Any,
    ) -> None:
        """``form`` is what WTForms tells of it."""
        super().__init__(**form)
        self.read, self.write, self.longest = read, write, longest

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read what was typed."""
        self.data = None
        self.text = valuelist[0].strip() if valuelist else ""
        if len(self.text) > self.longest:
            raise ValueError(say("That is too long."))
        if self.text:
            self.data = self.read(self.text)

    def process_data(self, value: object) -> None:
        """Take a value."""
        self.data = value
        self.text = "" if value is None else self.write(value)

    def _value(self) -> str:
        return self.text


class ChosenField(StringField):
    """One of several answers: the last one sent counts, since a button comes after what it changes."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take the last of several."""
        super().process_formdata([value.strip() for value in valuelist[-1:]])


def type_in(declared: Declared) -> Any:
    """Return the WTForms field, still unbound, in which a value of a declared field is typed or chosen."""
    match declared:
        case Flag():
            return BooleanField()
        case Pick():
            return ChosenField()
        case Hand():
            return TypedField(read_hand, lambda hand: write_hand(hand) or "0", longest=LONGEST_HAND)
        case Points():
            return TypedField(read_points, write_points)
        case Number() if is_signed(declared):
            return TypedField(read_signed, write_points)
        case Number():
            return TypedField(read_count)
    raise TypeError(declared)


def is_signed(declared: Declared) -> bool:
    """Return whether a field takes numbers below 0, so that its pad needs a sign."""
    low = getattr(declared, "low", 0)
    return isinstance(declared, Points) or callable(low) or low < 0


def problems_in(field: Field) -> Iterator[Message]:
    """Return what is wrong with what was typed."""
    for error in field.errors:
        yield error if isinstance(error, Message) else say("%(problem)s", problem=str(error))


def read_count(typed: str) -> int:
    """Return a whole number from 0. Raises ValueError with a message."""
    if not (typed.isdecimal() and len(typed) <= 4):
        raise ValueError(say("Type a whole number."))
    return int(typed)


def read_signed(typed: str) -> int | None:
    """Return a whole number of either sign. Raises ValueError with a message."""
    try:
        points = read_points(typed)
    except ValueError:
        points = 0.5
    if isinstance(points, float):
        raise ValueError(say("Type a whole number."))
    return points


def read_points(typed: str) -> float | None:
    """Return a number like 12, −3 or 2½; None of a sign alone, after which it is still to come.

    Raises ValueError with a message.
    """
    if typed in SIGNS:
        return None
    found = _NUMBER.fullmatch(typed)
    if found is None or not (found[2] or found[3]):
        raise ValueError(say("Type a number like 12, −3 or 2½."))
    half = bool(found[3]) and "5" in found[3].replace("½", "5")
    size = Fraction(int(found[2] or 0)) + (Fraction(1, 2) if half else 0)
    signed = -size if found[1] in SIGNS else size
    return int(signed) if signed.denominator == 1 else float(signed)


def write_points(value: object) -> str:
    """Return a number with a true minus sign."""
    return number(value) if isinstance(value, (int, float)) else str(value)


def read_hand(typed: str) -> HandLeft:
    """Return a hand: faces like ``5 12 1``, a total like ``=17``, or ``0``. Raises ValueError with a message."""
    if total := _TOTAL.fullmatch(typed):
        return HandLeft(only_total=int(total[1]))
    faces = [part for part in _BETWEEN_FACES.split(typed) if part]
    wrong = [part for part in faces if not (part.isdecimal() and len(part) <= 6)]
    if wrong:
        told = typed if typed.startswith("=") else wrong[0]
        raise ValueError(
            say("“%(typed)s” is no card and no total. Type faces like 5 12 1, or a total like =17.", typed=told)
        )
    # A lone 0 is how many write that nothing is left.
    return HandLeft() if faces == ["0"] else HandLeft(tuple(int(part) for part in faces))


def write_hand(value: object) -> str:
    """Return a hand as it would be typed; of one that is empty nothing."""
    if not isinstance(value, HandLeft):
        return str(value)
    return f"={value.only_total}" if value.only_total else " ".join(map(str, value.faces))
