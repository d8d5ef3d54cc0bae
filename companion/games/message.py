"""Sentences for players, before translation, and the problems they tell of.

The rules say *what* there is to say: an English text and the values in it. ``companion.text`` translates the text and
writes the values for the reader.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Signed:
    """Points of one round: shown with a plus or a true minus sign."""

    points: float


@dataclass(frozen=True, slots=True)
class Message:
    """A text with ``%(name)s`` places and the values that go there.

    ``plural`` is the text for any number but one, chosen by ``count``. A tuple of names is read out as a list ("Anne,
    Paul and Rachel"), a tuple of messages is set one after the other.
    """

    text: str
    values: tuple[tuple[str, Value], ...] = ()
    plural: str | None = None
    count: int = 1


Value: TypeAlias = str | int | float | Signed | Message | tuple[str, ...] | tuple[Message, ...]


class Refused(ValueError):
    """Something that can't be, or can't be read: the reason is a sentence for the player."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question about a round: the form's field and value, and the button's label."""

    field: str
    value: str
    label: Message


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong or doubtful about a round, and the seat it is about (None: the whole round).

    ``answers`` are for a question that "save anyway" can't answer. ``field`` is the key of a field if it is about one;
    of a side's field, ``seat`` is the side's first.
    """

    message: Message
    seat: int | None = None
    answers: tuple[Answer, ...] = ()
    field: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules say of a round: errors are impossible, questions are improbable."""

    errors: tuple[Problem, ...] = ()
    questions: tuple[Problem, ...] = ()


def say(text: str, **values: Value) -> Message:
    """Return a message with these values."""
    return Message(text, tuple(values.items()))


def say_value(value: Value) -> Message:
    """Return a message that is only a value: there's nothing to translate."""
    return Message("%(value)s", (("value", value),))


def say_of(heading: str | Message, value: Value) -> Message:
    """Return ``heading: value``, with the colon as the language sets it."""
    return say("%(heading)s: %(shown)s", heading=heading, shown=value)


def say_n(singular: str, plural: str, n: int, **values: Value) -> Message:
    """Return a message that differs by the number ``n``, which is also its value ``n``."""
    return Message(singular, (("n", n), *values.items()), plural, n)
