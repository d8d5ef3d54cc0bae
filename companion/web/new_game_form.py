"""The form of a new game: players in clockwise order, who starts, and the house rules."""

from __future__ import annotations

import secrets
from typing import Any

from wtforms import Form, StringField
from wtforms.fields import Field

from companion.games.message import Message, say
from companion.games.players import check_count, check_names, clean_name
from companion.games.rulebook import Option, Rulebook, Sitting

DRAW = "draw"


class NewGameForm:
    """A new game as typed. ``problems`` is filled by ``judge``: by field name, "" for the whole.

    ``suggested`` are the names to suggest while typing.
    """

    def __init__(self, rulebook: Rulebook[Any], formdata: Any = None, sitting: Sitting[Any] | None = None) -> None:
        self.rulebook = rulebook
        self.suggested: list[str] = []
        self.rows = rulebook.seats[-1]
        self.form = _form_class(rulebook)(formdata, data=_filled(rulebook, sitting))
        self.problems: dict[str, Message] = {}

    @property
    def players(self) -> list[Field]:
        """The fields for the players' names, in seat order."""
        return [self.form[f"player-{row}"] for row in range(1, self.rows + 1)]

    @property
    def starter(self) -> Field:
        """The field for the first starter."""
        return self.form["first_starter"]

    @property
    def house_rules(self) -> list[tuple[Option, Field]]:
        """Every option with its field."""
        return [(option, self.form[option.key]) for option in self.rulebook.options]

    @property
    def house_rules_wrong(self) -> bool:
        """Whether a problem is hidden in the house rules."""
        return any(option.key in self.problems for option in self.rulebook.options)

    def rearrange(self, change: str) -> None:
        """Move a row up or down (``up-3``, ``down-3``); the first starter moves along."""
        verb, _, row = change.partition("-")
        if not (row.isdecimal() and len(row) < 3) or verb not in ("up", "down"):
            return
        one = int(row)
        other = one - 1 if verb == "up" else one + 1
        if not {one, other} <= set(range(1, self.rows + 1)):
            return
        fields = self.players
        fields[one - 1].data, fields[other - 1].data = fields[other - 1].data, fields[one - 1].data
        moved = {str(one): str(other), str(other): str(one)}
        self.starter.data = moved.get(self.starter.data, self.starter.data)

    def judge(self) -> Sitting[Any] | None:
        """The sitting as typed; None where something is wrong, which ``problems`` then tells."""
        rows = {row: clean_name(field.data or "") for row, field in enumerate(self.players, start=1)}
        taken = [row for row, name in rows.items() if name]
        names = tuple(rows[row] for row in taken)
        for problem in check_names(names):
            self.problems.setdefault(f"player-{taken[problem.seat or 0]}", problem.message)
        for problem in check_count(len(names), self.rulebook.seats):
            self.problems[""] = problem.message
        drawn = self.starter.data == DRAW
        if not drawn and self.starter.data not in map(str, taken):
            self.problems["first_starter"] = say("Choose who starts, or let one be drawn.")
        options = {option.key: self._option(option) for option in self.rulebook.options}
        if self.problems:
            return None
        first = secrets.randbelow(len(names)) if drawn else taken.index(int(self.starter.data))
        return Sitting(names, first, options, drawn=drawn)

    def _option(self, option: Option) -> str | int:
        typed = str(self.form[option.key].data or "").strip()
        if option.choices:
            value: str | int = typed
        else:
            value = _whole_number(typed, negative=option.high < 0)
        if not option.allows(value):
            low, high = sorted((abs(option.low), abs(option.high)))
            self.problems[option.key] = (
                say("Choose one of these.")
                if option.choices
                else say("Type a whole number from %(low)s to %(high)s.", low=low, high=high)
            )
        return value


def _whole_number(typed: str, *, negative: bool) -> str | int:
    """The number that was typed, or else what was typed. Where it is negative, the minus need not be typed."""
    digits = typed.lstrip("-−") if negative else typed
    if not (digits.isdecimal() and len(digits) < 6):
        return typed
    return -int(digits) if negative else int(digits)


def _form_class(rulebook: Rulebook[Any]) -> type[Form]:
    rows = range(1, rulebook.seats[-1] + 1)
    fields: dict[str, Any] = {f"player-{row}": StringField() for row in rows}
    fields["first_starter"] = StringField(default=DRAW)
    for option in rulebook.options:
        default = option.default if option.choices else abs(int(option.default))
        fields[option.key] = StringField(default=str(default))
    return type("Fields", (Form,), fields)


def _filled(rulebook: Rulebook[Any], sitting: Sitting[Any] | None) -> dict[str, Any]:
    """What a rematch starts with: the same seats and house rules."""
    if sitting is None:
        return {}
    options = {
        option.key: str(sitting.options[option.key]).lstrip("-")
        for option in rulebook.options
        if option.key in sitting.options
    }
    return options | {f"player-{row}": name for row, name in enumerate(sitting.players, start=1)}
