"""The form of a new game: players in clockwise order, who starts, and the house rules."""

import re
import secrets
from collections.abc import Sequence
from typing import Any

from wtforms import StringField
from wtforms.fields import Field as FormField
from wtforms.form import BaseForm

from companion.games import RULEBOOKS
from companion.games.contract import Rulebook
from companion.games.message import Message, say
from companion.games.option import Option, OptionValue, Text, defaults
from companion.games.players import check_count, check_names, clean_name
from companion.games.sitting import Sitting
from companion.store.journal.facts import Table
from companion.web.forms.entry import Typed

DRAW, OPEN = "draw", "open"
MAX_SEATS = max(rulebook.seats[-1] for rulebook in RULEBOOKS.values())


class NewGameForm:
    """A new game as typed. ``validate`` fills ``problems``, by field name, "" for the whole.

    ``rematch_of`` is the table whose seats and house rules fill a rematch's form, ``before`` the game that was chosen
    until now. One tap seats ``regulars`` or ``last_players``; ``suggested`` are names to suggest while typing.
    ``focus`` is the key to focus after a move. ``players`` are the name fields in seat order, ``starter`` the first
    starter's; ``undecided`` is what decides if nobody is chosen. ``text_fields`` take the table's own words,
    ``rule_fields`` are all other choices.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        typed: Typed | None = None,
        rematch_of: Table | None = None,
        before: Rulebook | None = None,
    ) -> None:
        self.rulebook = rulebook
        self.suggested: list[str] = []
        self.regulars: list[str] = []
        self.last_players: tuple[str, ...] = ()
        fields: dict[str, Any] = {
            option.key: StringField(default=option.typed(option.default)) for option in rulebook.options
        }
        fields |= {f"player-{row}": StringField() for row in range(1, MAX_SEATS + 1)}
        fields |= {"first_starter": StringField(default=DRAW)}
        if typed and before and before is not rulebook:  # which has other house rules
            others = {option.key for option in before.options}
            typed = Typed((name, value) for name, value in typed.items(multi=True) if name not in others)
        self.form = BaseForm(fields)
        self.form.process(typed, data=_carry_over(rematch_of) if rematch_of else {})
        self.problems: dict[str, Message] = {}
        self.focus = ""
        self.players: list[FormField] = [self.form[f"player-{row}"] for row in range(1, rulebook.seats[-1] + 1)]
        self.starter: FormField = self.form["first_starter"]
        nobody = Sitting(tuple(map(str, range(rulebook.seats[0]))), 0, defaults(rulebook.options))
        self.has_starter = rulebook.opening(nobody, ()).starter is not None
        self.undecided = rulebook.starting.undecided if rulebook.starting else None
        rules = [(option, self.form[option.key]) for option in rulebook.options]
        self.text_fields = [rule for rule in rules if isinstance(rule[0], Text)]
        self.rule_fields = [rule for rule in rules if rule not in self.text_fields and len(rule[0].choices) != 1]

    @property
    def hidden_fields(self) -> list[FormField]:
        """Names that wait for a game with more seats."""
        waiting = [f"player-{row}" for row in range(self.rulebook.seats[-1] + 1, MAX_SEATS + 1)]
        return [self.form[name] for name in waiting if self.form[name].data]

    @property
    def has_wrong_rules(self) -> bool:
        """Return whether a house rule has an error, so that their part of the page must be open."""
        return any(option.key in self.problems for option in self.rulebook.options)

    def apply_group_rule(self, value: OptionValue) -> None:
        """Fill in the house rule that a group chooses once, as at its last table."""
        rule = next((option for option in self.rulebook.options if option.key == self.rulebook.group_option), None)
        if rule and value is not None:
            self.form[rule.key].data = rule.typed(value)

    def rearrange(self, change: str) -> None:
        """Move a row up or down (``up-3``), the first starter along; or seat whom a tap chooses (``seat-1``)."""
        number = change.removeprefix("seat-")
        if number != change and number.isdecimal() and int(number) < len(self.choices):
            self._toggle(self.choices[int(number)])
        elif found := re.fullmatch(r"(up|down)-(\d{1,2})", change):
            self._move(found[1], int(found[2]) - 1)

    def _move(self, way: str, row: int) -> None:
        """Swap a row (from 0) with the one above or below, if there is one."""
        other, last = row - 1 if way == "up" else row + 1, len(self.players) - 1
        if not (0 <= row <= last and 0 <= other <= last):
            return
        one, two = self.players[row], self.players[other]
        one.data, two.data = two.data, one.data
        numbers = {str(row + 1): str(other + 1), str(other + 1): str(row + 1)}
        self.starter.data = numbers.get(self.starter.data, self.starter.data)
        self.focus = f"{'down' if other == 0 else 'up' if other == last else way}-{other + 1}"

    @property
    def choices(self) -> list[tuple[str, ...]]:
        """The players whom one tap seats: last time's table, then each regular."""
        return [self.last_players, *((name,) for name in self.regulars)]

    def has_seated(self, names: Sequence[str]) -> bool:
        """Return whether all these players have a seat."""
        return {*names} <= {clean_name(field.data or "") for field in self.players}

    def _toggle(self, names: Sequence[str]) -> None:
        """Seat these players on the first free seats; if all have a seat, unseat them."""
        seated = {clean_name(field.data or ""): field for field in self.players}
        if self.has_seated(names):
            for name in names:
                seated[name].data = ""
            return
        free = [field for field in self.players if not clean_name(field.data or "")]
        for field, name in zip(free, (name for name in names if name not in seated), strict=False):
            field.data = name

    def validate(self) -> Sitting | None:
        """Return the sitting as typed; None if something is wrong, which is then in ``problems``."""
        rows = {row: clean_name(field.data or "") for row, field in enumerate(self.players, start=1)}
        occupied = [row for row, name in rows.items() if name]
        names = tuple(rows[row] for row in occupied)
        for problem in check_names(names):
            self.problems.setdefault(f"player-{occupied[problem.seat or 0]}", problem.message)
        for problem in check_count(len(names), self.rulebook.seats):
            self.problems[""] = problem.message
        starter, drawable = self.starter.data, (DRAW, OPEN) if self.undecided else (DRAW,)
        if self.has_starter and starter not in (*drawable, *map(str, occupied)):
            self.problems["first_starter"] = say("Choose who starts, or draw lots.")
        options = {option.key: self._option(option, names) for option in self.rulebook.options}
        if self.problems:
            return None
        undecided = Sitting(names, None, options)
        if starter == OPEN or self.rulebook.opening(undecided, ()).starter is None:
            return undecided
        is_drawn = starter == DRAW
        first = secrets.randbelow(len(names)) if is_drawn else occupied.index(int(starter))
        return Sitting(names, first, options, drawn=is_drawn)

    def _option(self, option: Option, names: Sequence[str]) -> OptionValue:
        value: OptionValue = option.read(str(self.form[option.key].data or ""), names)
        problem = option.problem(value, len(names))
        if problem:
            self.problems[option.key] = problem
        return value


def _carry_over(table: Table) -> dict[str, str]:
    rulebook, lines = table.rulebook, table.sheet.lines
    sitting = table.sitting.with_rules_at(len(lines) + 1)
    values = {
        option.key: option.typed(sitting.options[option.key])
        for option in rulebook.options
        if option.key in sitting.options
    }
    seats = sitting.seated_next
    values |= {f"player-{row}": sitting.players[seat] for row, seat in enumerate(seats, start=1)}
    if rulebook.starting and rulebook.starting.loser_begins and sitting.rounds:
        loser = rulebook.opening(sitting, lines).starting
        if loser is not None:
            values["first_starter"] = str(seats.index(sitting.deputy(loser, len(lines) + 1)) + 1)
    return values
