"""House rules: what a table may choose, and how a choice is read, described and written in a sheet file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

from companion.games.message import Message, say, say_n, say_value
from companion.games.players import clean_name, is_blank

OptionValue: TypeAlias = str | int | tuple[tuple[int, ...], ...] | None
Choices: TypeAlias = Mapping[str | int, Message]
"""Values that can be chosen, each with its label."""


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule with some choices, the first of which is the default, or without: then that is the ``usual`` value.

    ``fixed`` ones never change in a game.
    """

    fixed: ClassVar[bool] = False
    key: str
    question: Message
    choices: Choices = field(default_factory=dict, hash=False)
    usual: OptionValue = None

    @property
    def default(self) -> OptionValue:
        """The value that it has unless the table chooses another."""
        return next(iter(self.choices), self.usual)

    def problem(self, value: object, _players: int) -> Message | None:
        """Return why the option can't take this value at a table for so many; None if it can."""
        fits = any(value == choice and isinstance(value, type(choice)) for choice in self.choices)
        return None if fits else say("Choose one of these.")

    def read(self, raw: object, _names: Sequence[str]) -> Any:
        """Return the value that was typed in a form or is in a sheet file; ``problem`` refuses what is none."""
        return next((choice for choice in self.choices if str(choice) == raw), raw)

    def typed(self, value: OptionValue) -> str:
        """Return what a form shows for a value."""
        return "" if value is None else str(value)

    def write(self, value: OptionValue, _names: Sequence[str]) -> object:
        """Return the form of a value in a sheet file."""
        return value

    def describe(self, value: OptionValue, _names: Sequence[str]) -> Message:
        """Return a value as players read it."""
        return next((label for choice, label in self.choices.items() if choice == value), say("–"))


@dataclass(frozen=True, slots=True)
class Amount(Option):
    """A house rule that is a whole number from ``low`` to ``high`` (0 only with ``zero``), or none, called ``without``.

    The minus of an amount that is never above zero need not be typed.
    """

    low: int = 0
    high: int = 0
    without: Message | None = None
    zero: bool = True

    @property
    def signed(self) -> bool:
        """Return whether it is typed with its sign, since it may be above or below zero."""
        return self.low < 0 < self.high

    def problem(self, value: object, _players: int) -> Message | None:
        """Return the range, unless the value is a whole number in it."""
        whole = isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high
        if (whole and (value or self.zero)) or (value is None and self.without):
            return None
        if self.signed:
            return say("Type a whole number from %(low)s to %(high)s, but not 0.", low=self.low, high=self.high)
        low, high = sorted((abs(self.low), abs(self.high)))
        return say("From %(low)s to %(high)s only.", low=low, high=high)

    def read(self, raw: object, _names: Sequence[str]) -> Any:
        """Return the number."""
        if not isinstance(raw, str):
            return raw
        digits = raw.strip().lstrip("-−") if self.low < 0 else raw.strip()
        if not digits and self.without:
            return None
        if not (digits.isdecimal() and len(digits) < 8):
            return raw
        return -int(digits) if self.high < 0 or raw.strip()[0] in "-−" else int(digits)

    def describe(self, value: OptionValue, _names: Sequence[str]) -> Message:
        """Return the number."""
        if value is None and self.without:
            return self.without
        return say_value(value if isinstance(value, int) else str(value))


@dataclass(frozen=True, slots=True)
class Text(Option):
    """A text of the table's own, cleaned like a name, of up to ``longest`` characters; or none."""

    longest: int = 40
    usual: OptionValue = ""

    def problem(self, value: object, _players: int) -> Message | None:
        """Return the limit, unless the value is a text that fits."""
        fits = isinstance(value, str) and len(value) <= self.longest
        return None if fits else say_n("At most %(n)s character.", "At most %(n)s characters.", self.longest)

    def read(self, raw: object, _names: Sequence[str]) -> Any:
        """Return the text, cleaned."""
        words = clean_name(raw) if isinstance(raw, str) else raw
        return "" if isinstance(words, str) and is_blank(words) else words

    def describe(self, value: OptionValue, _names: Sequence[str]) -> Message:
        """Return the text."""
        return say_value(str(value)) if value else say("–")


@dataclass(frozen=True, slots=True)
class Teams(Option):
    """Who plays together: teams of two or three, each a tuple of seats; None if everybody plays alone.

    A form only asks for the number of teams; partners sit in turn with the others. A rematch keeps other teams.
    """

    fixed: ClassVar[bool] = True
    sizes: ClassVar[range] = range(2, 4)

    @property
    def default(self) -> OptionValue:
        """Everybody alone."""
        return None

    def problem(self, value: object, players: int) -> Message | None:
        """Return why these can't be the teams; None if each player is in one team of two or three."""
        teams = value if isinstance(value, tuple) else ()
        fits = sorted(seat for team in teams for seat in team) == list(range(players)) and len(teams) > 1
        if value is None or (fits and all(len(team) in self.sizes for team in teams)):
            return None
        return say_n(
            "%(n)s player can’t form teams of two or three.", "%(n)s players can’t form teams of two or three.", players
        )

    def read(self, raw: object, names: Sequence[str]) -> Any:
        """Return the teams: so many, those that ``typed`` wrote, or those of a file, which are lists of names."""
        if raw == self.typed(None):
            return None
        if isinstance(raw, str) and raw in map(str, self.choices):
            # Partners would sit side by side otherwise, and one would attack the other.
            return raw if len(names) % int(raw) else _seat_in_turn(int(raw), len(names))
        teams, seats = raw, list(names)
        if isinstance(raw, str):
            teams = [team.split("+") for team in raw[:80].split("/")]
            seats = [str(seat + 1) for seat in range(len(names))]
        if not isinstance(teams, list) or not all(isinstance(team, list) for team in teams):
            return raw
        if not all(each in seats for team in teams for each in team):
            return raw
        return tuple(tuple(seats.index(each) for each in team) for team in teams)

    def typed(self, value: OptionValue) -> str:
        """Return the number of teams, or the seats of teams that don't sit in turn: ``1+2/3+4``."""
        if not isinstance(value, tuple):
            return str(next(iter(self.choices)))
        players = sum(map(len, value))
        if players % len(value) == 0 and value == _seat_in_turn(len(value), players):
            return str(len(value))
        return "/".join("+".join(str(seat + 1) for seat in team) for team in value)

    def write(self, value: OptionValue, names: Sequence[str]) -> object:
        """Return lists of names."""
        return [[names[seat] for seat in team] for team in value] if isinstance(value, tuple) else value

    def describe(self, value: OptionValue, names: Sequence[str]) -> Message:
        """Return the teams by name, or how many they are."""
        if not isinstance(value, tuple) or not names:
            return self.choices[str(len(value)) if isinstance(value, tuple) else self.typed(None)]
        one, *others = (say_value(tuple(names[seat] for seat in team)) for team in value)
        for other in others:
            one = say("%(one)s – %(other)s", one=one, other=other)
        return one


def _seat_in_turn(teams: int, players: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(range(team, players, teams)) for team in range(teams))


LEFT_EARLY = Option(
    "left_early", say("Players who leave early"), {"out": say("Can’t win"), "can-win": say("Can still win")}
)


def defaults(options: Sequence[Option]) -> dict[str, OptionValue]:
    """Return every house rule with its default."""
    return {option.key: option.default for option in options}
