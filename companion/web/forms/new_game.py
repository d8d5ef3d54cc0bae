"""The form of a new game: players in clockwise order, who starts, and the house rules."""

import secrets
from collections.abc import Sequence

from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField
from wtforms.fields import Field

from companion.games import RULEBOOKS
from companion.games.contract import Rulebook
from companion.games.message import Message, say
from companion.games.option import Option, OptionValue, Text, defaults, house_rules
from companion.games.players import check_count, check_names, clean_name
from companion.games.sitting import Sitting
from companion.store.journal.facts import Table
from companion.web.forms.rows import read_move

DRAW, OPEN = "draw", "open"
_RULE = "."  # between a game and one of its house rules, in the name of a field
MOST_SEATS = max(rulebook.seats[-1] for rulebook in RULEBOOKS.values())


class NewGameForm:
    """A new game as typed. ``validate`` fills ``problems``, by field name, "" for the whole, and ``questions``.

    ``regulars`` are names to tap, who plays most first, and ``last`` who played last together.
    ``again`` is the table with whose seats and house rules a rematch begins. ``suggested`` are the names to suggest
    while typing. Names typed for a game with more seats wait in ``waiting``, house rules of another game in
    ``other_games``; ``before`` is the game that the form was about when it was sent.
    ``focus`` is the key that moves a row and has the focus.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        formdata: MultiDict[str, str] | None = None,
        again: Table | None = None,
        before: str | None = None,
    ) -> None:
        self.rulebook = rulebook
        self.suggested: list[str] = []
        self.regulars: list[str] = []
        self.last: tuple[str, ...] = ()
        typed = formdata if formdata is None or before is None else _switched(formdata, before, rulebook.key)
        self.form = _form_class(rulebook)(typed, data=_filled(again))
        self.other_games = {} if typed is None else {name: typed[name] for name in typed if _RULE in name}
        self.problems: dict[str, Message] = {}
        self.focus = ""

    @property
    def players(self) -> list[Field]:
        """The fields for the players' names, in seat order."""
        return [self.form[f"player-{row}"] for row in range(1, self.rulebook.seats[-1] + 1)]

    @property
    def waiting(self) -> list[Field]:
        """The fields of names that were typed for a game with more seats than this one."""
        fields = (self.form[f"player-{row}"] for row in range(self.rulebook.seats[-1] + 1, MOST_SEATS + 1))
        return [field for field in fields if field.data]

    @property
    def starter(self) -> Field:
        """The field for the first starter."""
        return self.form["first_starter"]

    @property
    def asks_starter(self) -> bool:
        """Whether rounds of this game have a starter."""
        names = tuple(map(str, range(self.rulebook.seats[0])))
        opening = self.rulebook.opening(Sitting(names, 0, defaults(self.rulebook.options)), ())
        return opening.starter is not None

    @property
    def undecided(self) -> Message | None:
        """What decides who starts where nobody is chosen, in a game that allows that."""
        return self.rulebook.starting.undecided if self.rulebook.starting else None

    @property
    def words(self) -> list[tuple[Option, Field]]:
        """What the table puts into words of its own, with its fields."""
        return [
            (option, self.form[option.key]) for option in house_rules(self.rulebook.options) if isinstance(option, Text)
        ]

    @property
    def house_rules(self) -> list[tuple[Option, Field]]:
        """Every other option that leaves a choice, with its field."""
        asked = (option for option in house_rules(self.rulebook.options) if not isinstance(option, Text))
        return [(option, self.form[option.key]) for option in asked if len(option.choices) != 1]

    @property
    def noted(self) -> list[Field]:
        """The fields that carry over, into a rematch, what the table noted about its own cards."""
        fields = (self.form[option.key] for option in self.rulebook.options if option.is_note)
        return [field for field in (*fields, self.form["noted_for"]) if field.data]

    @property
    def house_rules_wrong(self) -> bool:
        """Whether a house rule has an error, so that their part of the page must be open."""
        return any(option.key in self.problems for option in self.rulebook.options)

    def follow(self, value: OptionValue) -> None:
        """Take the rule that a group is asked about once, as it was at the group's last table; None: there was none."""
        rule = next((option for option in self.rulebook.options if option.key == self.rulebook.group_option), None)
        if rule and value is not None:
            self.form[rule.key].data = rule.typed(value)

    def rearrange(self, change: str) -> None:
        """Move a row up or down (``up-3``), the first starter along; or seat whom a tap chooses (``seat-1``)."""
        choice = change.removeprefix("seat-") if change.startswith("seat-") else ""
        if choice.isdecimal() and int(choice) < len(self.choices):
            self._toggle(self.choices[int(choice)])
        move = read_move(change, len(self.players))
        if move:
            self.focus = move.focus
            row, other = self.players[move.row], self.players[move.other]
            row.data, other.data = other.data, row.data
            moved = {str(move.row + 1): str(move.other + 1), str(move.other + 1): str(move.row + 1)}
            self.starter.data = moved.get(self.starter.data, self.starter.data)

    @property
    def choices(self) -> list[tuple[str, ...]]:
        """Whom one tap seats: who played last together, then each regular."""
        return [self.last, *((name,) for name in self.regulars)]

    def has_seated(self, names: Sequence[str]) -> bool:
        """Whether all of these have a seat."""
        return {*names} <= {clean_name(field.data or "") for field in self.players}

    def _toggle(self, names: Sequence[str]) -> None:
        """Give those of these who have none the first free seats; where all have one, free them."""
        seated = {clean_name(field.data or ""): field for field in self.players}
        if self.has_seated(names):
            for name in names:
                seated[name].data = ""
            return
        free = [field for field in self.players if not clean_name(field.data or "")]
        for field, name in zip(free, (name for name in names if name not in seated), strict=False):
            field.data = name

    def validate(self) -> Sitting | None:
        """Return the sitting as typed; None where something is wrong, which is then in ``problems``."""
        rows = {row: clean_name(field.data or "") for row, field in enumerate(self.players, start=1)}
        taken = [row for row, name in rows.items() if name]
        names = tuple(rows[row] for row in taken)
        for problem in check_names(names):
            self.problems.setdefault(f"player-{taken[problem.seat or 0]}", problem.message)
        for problem in check_count(len(names), self.rulebook.seats):
            self.problems[""] = problem.message
        starter = self.starter.data
        openly_begun = (OPEN,) if self.undecided else ()
        if self.asks_starter and starter not in (DRAW, *openly_begun, *map(str, taken)):
            self.problems["first_starter"] = say("Choose who starts, or let one be drawn.")
        chosen = {option.key: self._option(option, len(names)) for option in self.rulebook.options}
        left_out = {option.key: option.default for option in self.rulebook.options if option.is_note}
        options = {key: value for key, value in chosen.items() if key not in left_out or value != left_out[key]}
        if self.problems:
            return None
        openly = Sitting(names, None, options)
        if starter == OPEN or self.rulebook.opening(openly, ()).starter is None:
            return openly
        drawn = starter == DRAW
        first = secrets.randbelow(len(names)) if drawn else taken.index(int(starter))
        return Sitting(names, first, options, drawn=drawn)

    def _option(self, option: Option, players: int) -> OptionValue:
        if option.is_note and self.form["noted_for"].data != str(players):
            return option.default
        value: OptionValue = option.take(str(self.form[option.key].data or ""), players)
        problem = option.problem(value, players)
        if problem:
            self.problems[option.key] = problem
        return value


def _switched(formdata: MultiDict[str, str], before: str, game: str) -> MultiDict[str, str]:
    """A form in which house rules of another game are put by, and those of this one are taken up again."""
    put_by = {option.key: f"{before}{_RULE}{option.key}" for option in RULEBOOKS[before].options}
    taken_up = {f"{game}{_RULE}{option.key}": option.key for option in RULEBOOKS[game].options}
    typed = MultiDict((put_by.get(name, name), value) for name, value in formdata.items(multi=True))
    return MultiDict((taken_up.get(name, name), value) for name, value in typed.items(multi=True))


def _form_class(rulebook: Rulebook) -> type[Form]:
    fields = {option.key: StringField(default=option.typed(option.default)) for option in rulebook.options}
    fields |= {f"player-{row}": StringField() for row in range(1, MOST_SEATS + 1)}
    return type("Fields", (Form,), {"first_starter": StringField(default=DRAW), "noted_for": StringField(), **fields})


def _filled(again: Table | None) -> dict[str, str]:
    """The values that the form of a rematch starts with: the same seats and house rules."""
    if again is None:
        return {}
    rulebook, lines = again.rulebook, again.sheet.lines
    sitting = again.sitting.at(len(lines) + 1)
    given = [option for option in rulebook.options if option.key in sitting.options]
    options = {option.key: option.typed(sitting.options[option.key]) for option in given}
    loser_begins = rulebook.starting and rulebook.starting.loser_begins
    starter = rulebook.opening(sitting, lines).starting if loser_begins else None
    seats = sitting.seated_next
    begins = {} if starter is None or not sitting.rounds else {"first_starter": str(seats.index(starter) + 1)}
    names = {f"player-{row}": sitting.players[seat] for row, seat in enumerate(seats, start=1)}
    return options | names | begins | {"noted_for": str(len(seats))}
