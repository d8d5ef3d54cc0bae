"""Fields: what a game asks of a round, for every seat, for every side or once.

A field knows its values: how they stand in a sheet file, which of them can be, and how the sheet shows one. The form
that asks for them follows from it (``companion.web.forms.round``), and so does the record of a round
(``companion.games.record``).
"""

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import Enum
from typing import Any, TypeAlias

from companion.games.message import Message, say
from companion.games.option import Choices
from companion.games.reading import TWICE, Part
from companion.games.sitting import Opening, Round, Sitting

CellValue: TypeAlias = Message | str | int | None
Limit: TypeAlias = int | Callable[[Sitting, Opening], int]
MUST: object = object()  # the default of a required field


class Per(Enum):
    """Who is asked for a field: every seat, every side, or the round once."""

    SEAT = "seat"
    SIDE = "side"
    ROUND = "round"


@dataclass(frozen=True)
class Field(ABC):
    """Something that a round asks: its key in files and forms, and its name.

    ``question`` asks for it if the name doesn't. ``default`` counts if nothing is entered: ``MUST`` makes it required,
    None leaves it out. ``for_table`` tells whether a table's house rules ask for it, ``when`` whether the fields before
    it do. ``cell`` shows it on the sheet beside the points, unless the mark with the key ``mark`` does.
    """

    key: str
    name: Message
    _: KW_ONLY
    per: Per = Per.SEAT
    question: Message | None = None
    default: object = MUST
    for_table: Callable[[Sitting], bool] | None = None
    when: Callable[[Round], bool] | None = None
    cell: bool = True
    mark: str | None = None

    @abstractmethod
    def read_one(self, part: Part, seats: Mapping[str, int]) -> object:
        """Return a value from its form in a sheet file; ``seats`` play the round. Raises Unreadable."""

    def write_one(self, value: object, names: Sequence[str]) -> object:
        """Return the form that ``read_one`` reads."""
        return value

    def problem(self, value: object, sitting: Sitting, opening: Opening) -> Message | None:
        """Return why one value can't be, None if it can."""
        return None

    def show(self, value: Any, names: Sequence[str]) -> CellValue:
        """Return a value as the sheet shows it."""
        return value  # type: ignore[no-any-return]

    def applies(self, played: Round) -> bool:
        """Return whether a round asks for this field, by the values of the fields before."""
        return self.when is None or self.when(played)

    def find(self, round_part: Part) -> Part:
        """Return the field as a round in a sheet file has it, None if it is missing. Raises Unreadable."""
        return round_part.get(self.key)

    def value_of(self, values: Any, owner: int) -> object:
        """Return the value of a seat or side, None if there is none."""
        return values.get(owner) if isinstance(values, Mapping) else values and values[owner]

    def read(self, found: Part, seats: Mapping[str, int], sides: int) -> object:
        """Return the values of what was found: by seat, or in the order of the sides. Raises Unreadable.

        ``seats`` are those that play the round, by name; ``sides`` is how many there are.
        """
        if found.raw is None and self.default is not MUST:
            if self.per is not Per.SEAT:
                return (self.default,) * sides if self.per is Per.SIDE and self.default is not None else self.default
            found = Part({}, found.location)
        if self.per is Per.ROUND:
            return self.read_one(found, seats)
        if self.per is Per.SIDE:
            return tuple(self.read_one(part, seats) for part in found.read_list(sides))
        values = dict.fromkeys(seats.values(), self.default)
        for name, part in found.read_keys().items():
            seat = Part(name, part.location).read_seat(seats)
            values[seat] = self.read_one(part, seats)
        for name, seat in seats.items():
            if values[seat] is MUST:
                raise found.get(name).refuse(say("This player is missing."))
        return {seat: value for seat, value in values.items() if value is not None}

    def write(self, values: object, names: Sequence[str]) -> Mapping[str, object]:
        """Return the part of a round in a sheet file that ``read`` reads."""
        if isinstance(values, Mapping):
            return {self.key: {names[seat]: self.write_one(value, names) for seat, value in values.items()}}
        if self.per is Per.SIDE and isinstance(values, tuple):
            return {self.key: [self.write_one(value, names) for value in values]}
        return {} if values is None else {self.key: self.write_one(values, names)}


@dataclass(frozen=True)
class Number(Field):
    """A whole number from ``low`` to ``high``, which may depend on the round, in steps: bids, tricks, goals."""

    low: Limit = 0
    high: Limit = 9999
    step: float = 1

    def read_one(self, part: Part, seats: Mapping[str, int]) -> float:
        """Return the number."""
        return part.read_whole()

    def problem(self, value: object, sitting: Sitting, opening: Opening) -> Message | None:
        """Return the range and its steps, unless the value is one of them."""
        low, high = (limit(sitting, opening) if callable(limit) else limit for limit in (self.low, self.high))
        if isinstance(value, (int, float)) and low <= value <= high and value % self.step == 0:
            return None
        if self.step <= 1:
            return say("From %(low)s to %(high)s only.", low=low, high=high)
        # TRANSLATORS: %(step)s is 5.
        return say("From %(low)s to %(high)s only, in steps of %(step)s.", low=low, high=high, step=self.step)


@dataclass(frozen=True)
class Split(Number):
    """A total that the sides share: what one side has, the other has not."""

    per: Per = Per.SIDE
    high: Limit = 100
    total: int = 100


@dataclass(frozen=True)
class Points(Number):
    """Points of either sign, whole numbers or halves. The sheet shows them as they count."""

    cell: bool = False
    low: Limit = -100_000
    high: Limit = 100_000
    step: float = 0.5

    def read_one(self, part: Part, seats: Mapping[str, int]) -> float:
        """Return the points."""
        return part.read_half()


@dataclass(frozen=True)
class Pick(Field):
    """One of some words; with ``seats`` a player, or a word as a field of its own: ``{"draw": true}``."""

    choices: Choices = dataclasses.field(default_factory=dict, hash=False)
    seats: bool = False

    def find(self, round_part: Part) -> Part:
        """Return the field as a round has it; a word that is a field of its own as a tuple, which JSON hasn't."""
        found = round_part.get(self.key)
        for choice in self.choices if self.seats else ():
            word = round_part.get(str(choice))
            if word.raw is not None and word.read_flag():
                if found.raw is not None:
                    raise found.refuse(TWICE)
                return Part((choice,), word.location)
        return found

    def read_one(self, part: Part, seats: Mapping[str, int]) -> object:
        """Return the seat or the word."""
        if self.seats:
            return part.raw[0] if isinstance(part.raw, tuple) else part.read_seat(seats)
        for choice in self.choices:
            if part.raw == choice:
                return choice
        raise part.refuse(say("Expected one of these: %(words)s.", words=tuple(map(str, self.choices))))

    def write(self, values: object, names: Sequence[str]) -> Mapping[str, object]:
        """Return the name, or the word as a field of its own."""
        return {values: True} if self.seats and isinstance(values, str) else Field.write(self, values, names)

    def write_one(self, value: object, names: Sequence[str]) -> object:
        """Return the name or the word."""
        return names[value] if self.seats and isinstance(value, int) else value

    def show(self, value: Any, names: Sequence[str]) -> CellValue:
        """Return the name, or what the word is called."""
        return names[value] if self.seats and isinstance(value, int) else self.choices.get(value)


def ask_who(key: str, name: Message, **more: Any) -> Pick:
    """Return the question for one player of a round."""
    return Pick(key, name, per=Per.ROUND, seats=True, **more)


@dataclass(frozen=True)
class Flag(Field):
    """A yes or no about the round; or about every seat: then the value is the seats with a yes."""

    default: object = False

    def read(self, found: Part, seats: Mapping[str, int], sides: int) -> object:
        """Return the flag, or the seats that have it, in order. Raises Unreadable."""
        if self.per is not Per.SEAT:
            return Field.read(self, found, seats, sides)
        return () if found.raw is None else tuple(sorted(found.read_seats(seats)))

    def read_one(self, part: Part, seats: Mapping[str, int]) -> bool:
        """Return the flag."""
        return part.read_flag()

    def value_of(self, values: object, owner: int) -> bool:
        """Return whether a seat has the flag."""
        return isinstance(values, tuple) and owner in values

    def write(self, values: object, names: Sequence[str]) -> Mapping[str, object]:
        """Return the names of those who have it, or true."""
        if isinstance(values, tuple):
            return {self.key: [names[seat] for seat in values]}
        return {self.key: True} if values else {}

    def show(self, value: object, names: Sequence[str]) -> CellValue:
        """Return a dot for a flag that is set."""
        return "●" if value else None


@dataclass(frozen=True, slots=True, eq=False)
class HandLeft:
    """The cards left in a hand: their faces in any order, or only their total."""

    faces: tuple[int, ...] = ()
    only_total: int = 0

    @property
    def out(self) -> bool:
        """Return whether nothing is left."""
        return not self.faces and not self.only_total

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HandLeft):
            return NotImplemented
        return (self.only_total, sorted(self.faces)) == (other.only_total, sorted(other.faces))


@dataclass(frozen=True)
class Hand(Field):
    """The cards left in a hand, listed or only their total."""

    def read_one(self, part: Part, seats: Mapping[str, int]) -> HandLeft:
        """Return the hand: a list of faces, or a whole number."""
        if isinstance(part.raw, int):
            return HandLeft(only_total=part.read_whole())
        return HandLeft(tuple(face.read_whole() for face in part.read_list()))

    def write_one(self, value: Any, names: Sequence[str]) -> object:
        """Return the faces, or the total."""
        return value.only_total or list(value.faces)

    def show(self, value: Any, names: Sequence[str]) -> CellValue:
        """Return the faces, the total (as Σ17: ``=17`` would be a formula), or “out”."""
        if value is None:
            return None
        if value.out:
            # TRANSLATORS: in place of the cards left: nothing is left.
            return say("out")
        return f"Σ{value.only_total}" if value.only_total else " ".join(map(str, value.faces))
