"""The form of a new game: players in clockwise order, who starts, and the house rules."""

import re
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from wtforms import Field, FieldList, StringField
from wtforms.form import BaseForm

from companion.games import RULEBOOKS
from companion.games.contract import Rulebook
from companion.games.message import say
from companion.games.option import OptionValue, Text, defaults
from companion.games.players import check_count, check_names, clean_name
from companion.games.sitting import Sitting
from companion.store.journal.facts import Table
from companion.web.forms.entry import Typed
from companion.web.forms.fields import RuleField, Wrong

DRAW, OPEN = "draw", "open"
MAX_SEATS = max(rulebook.seats[-1] for rulebook in RULEBOOKS.values())


class NamesField(FieldList):  # type: ignore[type-arg]
    """The players’ names, a row for each seat that any game has. Rows count from 1."""

    def process(self, *args: Any, **kwargs: Any) -> None:
        """Fill the rows, also those of which nothing was sent."""
        super().process(*args, **kwargs)
        while len(self) < MAX_SEATS:
            self.append_entry()
        for row, field in enumerate(self, start=1):
            field.name = field.id = f"{self.name}-{row}"


class NewGameForm(BaseForm):
    """A new game as typed.

    ``rematch_of`` is the table whose seats and house rules fill a rematch's form, ``before`` the game that was chosen
    until now. One tap seats ``regulars`` or ``last_players``; ``suggested`` are names to suggest while typing.
    ``focus`` is the key to focus after a move. ``players`` are the name fields in seat order, ``starter`` the first
    starter's; ``undecided`` is what decides if nobody is chosen. ``text_fields`` take the table's own words,
    ``rule_fields`` are all other choices.
    """

    form_errors: list[Any]

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
        self.focus = ""
        names = NamesField(StringField(validators=[self._check_name]), max_entries=MAX_SEATS)
        starter = StringField(default=DRAW, validators=[self._check_starter])
        rules: dict[str, Any] = {option.key: RuleField(option, option.default) for option in rulebook.options}
        super().__init__({"player": names, "first_starter": starter} | rules)
        # Another game has other house rules.
        old = {option.key for option in before.options} if before and before is not rulebook else set()
        sent = {"first_starter", *(f"player-{row + 1}" for row in range(MAX_SEATS)), *rules} - old
        typed = Typed((name, value) for name, value in typed.items(multi=True) if name in sent) if typed else None
        self.process(typed, data=_carry_over(rematch_of) if rematch_of else {})
        rows: Any = self["player"]
        self.starter = self["first_starter"]
        self.players, self.hidden = rows[: rulebook.seats[-1]], rows[rulebook.seats[-1] :]
        nobody = Sitting(tuple(map(str, range(rulebook.seats[0]))), 0, defaults(rulebook.options))
        self.has_starter = rulebook.opening(nobody, ()).starter is not None
        self.undecided = rulebook.starting.undecided if rulebook.starting else None
        self.rules = [field for field in self if isinstance(field, RuleField)]
        self.text_fields = [field for field in self.rules if isinstance(field.option, Text)]
        choices = (field for field in self.rules if field not in self.text_fields)
        self.rule_fields = [field for field in choices if len(field.option.choices) != 1]

    def apply_group_rule(self, value: OptionValue) -> None:
        """Fill in the house rule that a group chooses once, as at its last table."""
        for field in self.rules if value is not None else ():
            if field.option.key == self.rulebook.group_option:
                field.data = field.option.typed(value)

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

    @property
    def seated(self) -> dict[str, str]:
        """The names that are typed, by row, from 1."""
        rows = {str(row): clean_name(field.data or "") for row, field in enumerate(self.players, start=1)}
        return {row: name for row, name in rows.items() if name}

    @property
    def names(self) -> tuple[str, ...]:
        """The names that are typed."""
        return tuple(self.seated.values())

    def validate(self, *_: object) -> bool:
        """Return whether the game can start; what is wrong is in the fields’ errors, and in ``form_errors``."""
        self.form_errors = [problem.message for problem in check_count(len(self.names), self.rulebook.seats)]
        return super().validate() and not self.form_errors

    def _check_name(self, _: BaseForm, field: Field) -> None:
        rows = [*self.seated]
        for problem in check_names(self.names):
            if field.name == f"player-{rows[problem.seat or 0]}":
                raise Wrong(problem.message)

    def _check_starter(self, _: BaseForm, field: Field) -> None:
        if self.has_starter and field.data not in (DRAW, self.undecided and OPEN, *self.seated):
            raise Wrong(say("Choose who starts, or draw lots."))

    def read(self) -> Sitting:
        """Return the sitting as typed, once it is validated."""
        undecided = Sitting(self.names, None, {field.option.key: field.value for field in self.rules})
        if self.starter.data == OPEN or self.rulebook.opening(undecided, ()).starter is None:
            return undecided
        is_drawn = self.starter.data == DRAW
        first = secrets.randbelow(len(self.names)) if is_drawn else [*self.seated].index(self.starter.data)
        return replace(undecided, first_starter=first, drawn=is_drawn)


def _carry_over(table: Table) -> dict[str, object]:
    rulebook, lines = table.rulebook, table.sheet.lines
    sitting = table.sitting.with_rules_at(len(lines) + 1)
    options = {option.key: option for option in rulebook.options if option.key in sitting.options}
    values: dict[str, object] = {key: option.typed(sitting.options[key]) for key, option in options.items()}
    seats = sitting.seated_next
    values["player"] = [sitting.players[seat] for seat in seats]
    if rulebook.starting and rulebook.starting.loser_begins and sitting.rounds:
        loser = rulebook.opening(sitting, lines).starting
        if loser is not None:
            values["first_starter"] = str(seats.index(sitting.deputy(loser, len(lines) + 1)) + 1)
    return values
