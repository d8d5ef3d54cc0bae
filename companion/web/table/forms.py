"""The forms of a table's settings and of its phones: names, who plays, what is on paper, house rules."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from flask import request
from wtforms import BooleanField, Field, Form, StringField
from wtforms.form import BaseForm

from companion.games.derive import derive
from companion.games.joining import propose_totals
from companion.games.message import Message, say
from companion.games.option import OptionValue, Text
from companion.games.players import check_count, check_names, clean_name, fold_name, is_blank
from companion.games.sitting import Sitting
from companion.store.journal.changes import Change
from companion.store.journal.facts import Table
from companion.web.forms.fields import PointsField, RuleField, Wrong, read_points

MAX_TALLY_ON_PAPER = 999
MAX_TOTAL = 100_000  # points, either way
WOULD_END = say("These totals would end the game.")


def add_error(to: Any, message: Message) -> None:
    """Say what is wrong with a form or a field that was validated."""
    if isinstance(to, BaseForm):
        to.form_errors += [message]  # type: ignore[list-item]
    else:
        to.errors = [*to.errors, message]


def list_errors(form: Any) -> list[Message]:
    """Return what is wrong with a form, field by field."""
    return [error for errors in form.errors.values() for error in errors]


def make_name_field(blank: Message) -> StringField:
    """Return the field of a name, to be cleaned; ``blank`` is said where there is nothing to read."""

    def check(_form: BaseForm, field: Field) -> None:
        for wrong in check_names([name := read_name(field.data)]):
            raise Wrong(blank if is_blank(name) else wrong.message)

    return StringField(default="", validators=[check])


def read_name(typed: str | None) -> str:
    """Return a name as typed, cleaned; empty if there is none."""
    return clean_name(typed or "")


class PhoneForm(Form):
    """Who has a phone; with ``new_phone`` the player plays from another so far, which is offered by ``takes_over``."""

    name = make_name_field(say("Type your name."))
    new_phone = BooleanField()
    takes_over = False


class SeatsField(Field):
    """Seats, which count from 1 in a browser."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the seats."""
        self.data = [int(seat) - 1 for seat in valuelist if re.fullmatch(r"\d{1,2}", seat)]


class SeatingForm(Form):
    """Who plays the next round: ``row`` are all seats clockwise, ``plays`` those that are ticked.

    A new player has a name, sits ``after`` a seat, and begins with a ``total`` that is typed or the ``start`` that is
    chosen. The player ``held`` swaps places with the next one tapped. Too ``few`` play if the table wants.
    """

    row, plays, after, held = SeatsField(), SeatsField(), SeatsField(), SeatsField()
    name = StringField(filters=[read_name])
    start, total, few = StringField(default=""), StringField(default=""), BooleanField()

    def __init__(self, table: Table) -> None:
        playing, everybody = table.sitting.seated_next, list_everybody(table.sitting)
        now = {"row": everybody, "plays": playing, "after": playing[-1:], "held": []}
        super().__init__(request.form or None, data=now)
        self.table, self.number = table, len(table.sitting.rounds) + 1
        for field in (self.row, self.plays, self.after, self.held):
            field.data = [seat for seat in dict.fromkeys(field.data) if seat in everybody]
        self.row.data += [seat for seat in everybody if seat not in self.row.data]
        self.after.data = self.after.data or self.row.data[-1:]
        self.totals = propose_totals(table.rulebook, table.sitting, table.sheet, sorted(self.plays.data))

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that play, clockwise; who joins gets the next number."""
        rows, new = list(self.row.data), len(self.table.sitting.players)
        if self.name.data:
            rows.insert(rows.index(self.after.data[0]) + 1, new)
        return tuple(seat for seat in rows if seat in self.plays.data or seat == new)

    @property
    def change(self) -> Change:
        """What the form asks for."""
        joined = [(self.name.data, read_total(self.total.data or self.start.data) or 0)] if self.name.data else []
        return Change("seats_changed", {"number": self.number, "seats": self.seats, "joined": joined})

    def swap(self, tapped: str) -> None:
        """Hold the player in a row (``swap-2``), or swap the one who is held with them."""
        seats = [seat for row, seat in enumerate(self.row.data, start=1) if tapped == f"swap-{row}"]
        if seats and self.held.data:
            changed = dict(zip(seats + self.held.data, self.held.data + seats, strict=True))
            self.row.data, seats = [changed.get(seat, seat) for seat in self.row.data], []
        self.held.data = seats

    def validate_name(self, field: Field) -> None:
        """Refuse a name that can't sit at this table."""
        for wrong in check_names([*self.table.sitting.players, field.data]) if field.data else ():
            raise Wrong(wrong.message)

    def validate_total(self, field: Field) -> None:
        """Refuse what is no number, what isn't proposed since others play, and a total that would end the game."""
        if not self.name.data or self.name.errors:
            return
        if field.data or self.start.data == "other":
            check_total(self, field)
        elif self.start.data and self.start.data not in [str(total) for total, _ in self.totals]:
            total, why = self.totals[0]
            self.start.data = str(total)
            raise Wrong(say("With these players it’s %(total)s (%(what)s).", what=why, total=total))
        if would_end(self.table, self.change):
            raise Wrong(WOULD_END)

    def validate(self, extra_validators: Mapping[str, Sequence[Any]] | None = None) -> bool:
        """Return whether these can play; ask in ``few`` where the table can go on with fewer than the game is for."""
        super().validate(extra_validators)
        count, rulebook = len(self.seats), self.table.rulebook
        if self.table.begun is not None:
            add_error(self, say("Finish round %(number)s first, or undo it.", number=self.number))
        for wrong in check_count(count, rulebook.seats):
            if not self.table.sitting.rounds or not 2 <= count < rulebook.seats[0]:
                add_error(self, wrong.message)
            elif not self.errors and not self.few.data:
                add_error(self.few, wrong.message)
        return not self.errors


class PaperForm(BaseForm):
    """What every player has on paper from before round 1: ``kinds`` are the total and the game's tallies."""

    def __init__(self, table: Table) -> None:
        sitting, self.table = table.sitting, table
        self.kinds = {"total": say("Total")} | {tally.key: tally.label for tally in table.rulebook.tallies}
        on_paper: Mapping[str, Mapping[int, float]] = {"total": sitting.start_totals, **sitting.start_tallies}
        fields: dict[str, Any] = {"starter": SeatsField(default=[])}
        for kind in self.kinds:
            check = check_total if kind == "total" else check_tally
            for seat in sitting.seated_next:
                typed = str(on_paper.get(kind, {}).get(seat, ""))
                fields[f"{kind}-{seat + 1}"] = StringField(default=typed, validators=[check])
        super().__init__(fields)
        self.process(request.form or None)

    @property
    def change(self) -> Change:
        """What the form asks for."""
        seated = self.table.sitting.seated_next
        typed = {kind: [(seat, read_total(self[f"{kind}-{seat + 1}"].data)) for seat in seated] for kind in self.kinds}
        found = {kind: [(seat, number) for seat, number in pairs if number] for kind, pairs in typed.items()}
        totals, tallies = found.pop("total"), {kind: pairs for kind, pairs in found.items() if pairs}
        starter = next((seat for seat in self["starter"].data if seat in seated), None)
        return Change("begun_on_paper", {"totals": totals, "tallies": tallies, "starter": starter})

    def validate(self, extra_validators: Mapping[str, Sequence[Any]] | None = None) -> bool:
        """Return whether a game can begin so."""
        if super().validate(extra_validators) and would_end(self.table, self.change):
            add_error(self, WOULD_END)
        return not self.errors


class NamesForm(BaseForm):
    """The names of a table's players, of whom the page had ``seen`` others: ``names`` are those changed in it, by seat.

    A name that is wrong is the one that was changed.
    """

    def __init__(self, players: Sequence[str], seen: Sequence[str]) -> None:
        fields: dict[str, Any] = {f"name-{row}": StringField(default=name) for row, name in enumerate(players, 1)}
        super().__init__(fields)
        self.process(request.form or None)
        self.players, typed = players, enumerate(read_name(field.data) for field in self)
        self.names = {seat: name for seat, name in typed if name not in (players[seat], *seen[seat : seat + 1])}

    def validate(self, extra_validators: Mapping[str, Sequence[Any]] | None = None) -> bool:
        """Return whether these players can sit together; if not, the errors are at names that were changed."""
        names = [self.names.get(seat, name) for seat, name in enumerate(self.players)]
        for wrong in check_names(names):
            seat = wrong.seat or 0
            same = (other for other in self.names if fold_name(names[other]) == fold_name(names[seat]))
            row = (seat if seat in self.names else next(same, seat)) + 1
            add_error(self[f"name-{row}"], wrong.message)
        return not self.errors and any(name in self for name in request.form)


class HouseRulesForm(BaseForm):
    """The house rules that a table can change, ``since`` the next round (0) or for the whole game (1)."""

    def __init__(self, table: Table) -> None:
        self.sitting, self.number = table.sitting, len(table.sitting.rounds) + 1
        self.now = table.sitting.with_rules_at(self.number).options
        rules = [each for each in table.rulebook.options if not each.fixed and not isinstance(each, Text)]
        rules = [each for each in rules if len(each.choices) != 1]
        fields: dict[str, Any] = {rule.key: RuleField(rule, self.now.get(rule.key)) for rule in rules}
        super().__init__({**fields, "since": StringField(default="0")})
        self.names = self.sitting.players
        self.process(request.form or None)
        self.rules = [field for field in self if isinstance(field, RuleField)]
        self.is_for_whole_game = self["since"].data == "1" or not table.sheet.next

    @property
    def changed(self) -> dict[str, OptionValue]:
        """The rules that are others now."""
        values = {field.option.key: field.value for field in self.rules}
        in_force = self.sitting.list_values if self.is_for_whole_game else lambda key: [self.now.get(key)]
        return {key: value for key, value in values.items() if any(value != each for each in in_force(key))}

    @property
    def change(self) -> Change:
        """What the form asks for."""
        since = 1 if self.is_for_whole_game else self.number
        return Change("rules_changed", {"number": since, "options": self.changed})


def read_total(typed: str | None) -> float | None:
    """Return a total as typed: a whole number or a half, up to ``MAX_TOTAL`` either way; None for anything else."""
    typed = (typed or "").strip()
    with suppress(ValueError):
        total = read_points(typed) if len(typed) <= PointsField.max_length else None
        return total if total is not None and abs(total) <= MAX_TOTAL else None
    return None


def check_total(_form: BaseForm, field: Field) -> None:
    """Refuse what is no total; nothing typed is 0."""
    if (field.data.strip() or field.name == "total") and read_total(field.data) is None:
        raise Wrong(say("Type a number like 12, −3 or 2½."))


def check_tally(_form: BaseForm, field: Field) -> None:
    """Refuse what is no tally; nothing typed is 0."""
    number = read_total(field.data or "0")
    if number is None or not (0 <= number <= MAX_TALLY_ON_PAPER and float(number).is_integer()):
        raise Wrong(say("Type a whole number."))


def list_everybody(sitting: Sitting) -> list[int]:
    """Return all seats clockwise; those who don't play the next round sit where they sat last."""
    rows = list(sitting.seated_next)
    for seats in (*reversed(sitting.seatings.values()), tuple(sitting.seats)):
        for before, seat in zip((seats[-1], *seats), seats, strict=False):
            if seat not in rows:
                rows.insert(rows.index(before) + 1 if before in rows else len(rows), seat)
    return rows


def would_end(table: Table, change: Change) -> bool:
    """Return whether the game would be over before the next round."""
    sitting = change.make((table.sitting,))
    gauges = derive(table.rulebook, sitting).gauges
    return any(gauge.full and (gauge.sides or not sitting.rounds) for gauge in gauges)
