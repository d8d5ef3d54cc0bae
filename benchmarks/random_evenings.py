"""Whether what was played stays as the table was told, over random evenings: nothing may differ.

    python benchmarks/random_evenings.py [--evenings 10000] [--seed 0]

Every evening is one table of a game in a real database, where rounds are played, corrected, undone, put back, people
come and go, house rules change, and a file brings back what it had. After every step the sheet has to say who was told
to start and deal each round, its file has to come back byte for byte, and the journal has to replay to the same.
"""

import json
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from phones import read_options

from companion.games import RULEBOOKS, sheetfile
from companion.games.contract import Rulebook
from companion.games.fields import Field, Flag, Hand, HandLeft, Number, Per, Pick, Points, Split
from companion.games.option import Amount, defaults
from companion.games.reading import Unreadable
from companion.games.record import check_round, count_steps
from companion.games.sitting import Opening, Round, Seats, Sitting
from companion.store.database import Store
from companion.store.files.restoring import restore_sheet
from companion.store.journal.changes import Change
from companion.store.journal.facts import Conflict, Table, replay
from companion.store.journal.loading import open_table, read_journal
from companion.store.tables.starting import start_table
from companion.store.tables.writing import append

STEPS = 24  # of an evening
NAMES = ("Anne", "Paul", "Rachel", "Camille", "Ben", "Zoë")
ACTIONS = {"play": 9, "correct": 4, "turn_back": 8, "seat": 1, "rule": 2, "choose": 1, "end": 1, "restore": 4}


class Evening:
    """One table, what it was told at each version, and what somebody kept of it."""

    def __init__(self, store: Store, dice: random.Random) -> None:
        """Begin a game with a random number of players."""
        self.store, self.dice = store, dice
        self.rulebook = RULEBOOKS[dice.choice([*RULEBOOKS])]
        players = min(dice.choice([*self.rulebook.seats]), len(NAMES))
        options = defaults(self.rulebook.options) | {
            each.key: dice.choice([*each.choices]) for each in self.rulebook.options if each.choices and not each.fixed
        }
        undecided = self.rulebook.opening(Sitting(NAMES[:players], None, options), ()).starter is None
        sitting = Sitting(NAMES[:players], None if undecided else dice.randrange(players), options)
        self.key = start_table(store, self.rulebook.key, sitting, f"write-{dice.random()}")
        self.told: dict[int, dict[int, Seats]] = {1: {}}  # by version, then by round: who starts and deals
        self.kept: list[bytes] = []
        self.compared = 0

    @property
    def table(self) -> Table:
        """The table as it is."""
        return open_table(self.store, self.key)[0]

    def step(self) -> None:
        """Do something, and compare."""
        table = self.table
        self.now = dict(self.told[table.version])
        (action,) = self.dice.choices([*ACTIONS], [*ACTIONS.values()])
        try:
            getattr(self, action)(table)
        except (Conflict, Unreadable):
            self.now = dict(self.told[table.version])
        after = self.table
        self.told.setdefault(after.version, self.now)
        self.compare(after)

    def write(self, kind: str, **payload: object) -> None:
        """Append a change as a phone that has the newest page does."""
        append(self.store, self.key, f"write-{self.dice.random()}", Change(kind, payload), self.table.version)

    def play(self, table: Table) -> None:
        """Enter the next round, or a step of it."""
        steps, opening = len(self.rulebook.steps), table.sheet.next
        entered = 0 if table.begun is None else count_steps(self.rulebook, table.begun)
        wanted = self.dice.randint(min(entered + 1, steps), steps)
        if opening and (played := roll(self.dice, table, opening, wanted, table.begun or {})):
            kind = "round_entered" if wanted == steps else "round_begun"
            self.write(kind, number=opening.number, round=played, opening=opening.seats)
            self.now[opening.number] = opening.seats

    def correct(self, table: Table) -> None:
        """Correct a round, and sometimes who started it."""
        if not table.sitting.rounds:
            return
        number = self.dice.randint(1, len(table.sitting.rounds))
        opening = table.sheet.lines[number - 1].opening
        if opening.starting is not None and self.dice.random() < 0.2:
            seat = self.dice.choice(table.sitting.seated(number))
            opening = Opening.of_seats(number, (seat, opening.dealing))
        if played := roll(self.dice, table, opening, len(self.rulebook.steps), {}):
            self.write("round_corrected", number=number, round=played, opening=opening.seats)
            self.now[number] = opening.seats

    def turn_back(self, table: Table) -> None:
        """Undo or redo, or go back to an entry."""
        undo, redo = table.undoable, table.redoable
        kind = self.dice.choice([*["undone"] * 5 * bool(undo), *["redone"] * 2 * bool(redo), "returned"])
        entry = {"undone": undo, "redone": redo, "returned": self.dice.choice(table.entries)}[kind]
        self.write(kind, seq=entry.seq)
        self.now = self.told[entry.seq - (kind == "undone")]

    def seat(self, table: Table) -> None:
        """Let somebody leave, come back or join."""
        sitting, most = table.sitting, self.rulebook.seats[-1]
        if table.sheet.in_teams or len(self.rulebook.seats) == 1:
            return
        new = len(sitting.players)
        seats = self.dice.sample([*sitting.seats], self.dice.randint(2, min(most, new)))
        joined = [[f"New {new}", self.dice.choice((0, -7, 12))]] * (len(seats) < most and self.dice.random() < 0.5)
        seats += [new] * len(joined)
        self.write("seats_changed", number=len(sitting.rounds) + 1, seats=seats, joined=joined)

    def rule(self, table: Table) -> None:
        """Change a house rule, from now on or for the whole game."""
        options = [each for each in self.rulebook.options if not each.fixed]
        if options := [each for each in options if each.choices or isinstance(each, Amount)]:
            option = self.dice.choice(options)
            value = self.dice.choice([*option.choices]) if option.choices else option.default
            number = self.dice.choice((1, len(table.sitting.rounds) + 1))
            self.write("rules_changed", number=number, options={option.key: value})

    def choose(self, table: Table) -> None:
        """Choose who starts; of a round that has begun, that is told anew."""
        number = len(table.sitting.rounds) + 1
        self.write("starter_chosen", number=number, seat=self.dice.choice(table.sitting.seated_next))
        self.now.pop(number, None)

    def end(self, table: Table) -> None:
        """Stop the game, or play on past its end."""
        ending = table.sheet.ending
        about = {"ends": list(ending.keys)} if ending else {}
        self.write("played_on" if ending else "stopped", after=len(table.sitting.rounds), **about)

    def restore(self, table: Table) -> None:
        """Bring back a file that was kept."""
        sheet = sheetfile.parse_sheet(self.dice.choice(self.kept[-12:] or [write(table.sitting, self.rulebook)]))
        if restore_sheet(self.store, self.key, sheet).version > table.version:
            numbers = range(1, len(sheet.sitting.rounds) + (sheet.sitting.begun is not None) + 1)
            self.now = {number: sheet.sitting.opened(number) or (None, None) for number in numbers}

    def compare(self, table: Table) -> None:
        """Assert that everything is as it was told, in the sheet, in its file and in the journal."""
        for line in table.sheet.lines:
            assert line.opening.seats == self.told[table.version][line.number], (table.entries, line.number)
            self.compared += 1
        raw = write(table.sitting, self.rulebook)
        assert write(sheetfile.parse_sheet(raw).sitting, self.rulebook) == raw
        self.kept.append(raw)
        assert replay(table.id, read_journal(self.store.db, table.id)).sittings == table.sittings


def write(sitting: Sitting, rulebook: Rulebook) -> bytes:
    """Return the sheet file of a sitting."""
    return json.dumps(sheetfile.write_sheet(rulebook.key, sitting)).encode()


def roll(dice: random.Random, table: Table, opening: Opening, steps: int, begun: Round) -> Round | None:
    """Return a random round that the rules allow, up to so many steps; None after many tries."""
    sitting = table.sitting.with_rules_at(opening.number)
    asked = (field for step in table.rulebook.steps[:steps] for field in step.fields)
    fields = [field for field in asked if field.for_table is None or field.for_table(sitting)]
    for _ in range(300):
        played: dict[str, object] = {}
        for field in fields:
            if field.key in begun:
                played[field.key] = begun[field.key]
            elif field.applies(played) and (value := roll_field(dice, table, opening, field)) is not None:
                played[field.key] = value
        if not check_round(table.rulebook, sitting, opening, played).errors:
            return played
    return None


def roll_field(dice: random.Random, table: Table, opening: Opening, field: Field) -> object:
    """Return something random for a field: of every seat, of every side, or of the round."""
    sitting = table.sitting.with_rules_at(opening.number)
    seats = sitting.seated(opening.number)

    def roll_value() -> object:
        match field:
            case Hand() if dice.random() < 0.8:
                return HandLeft(tuple(dice.randint(1, 15) for _ in range(dice.choice((0, 0, 1, 2, 3)))))
            case Hand():
                return HandLeft(only_total=dice.choice((0, 2, 13, 25)))
            case Points():
                return dice.choice((0, 3, -8, 2.5, 21))
            case Number():
                return dice.randint(0, min(field.high(sitting, opening) if callable(field.high) else field.high, 4))
            case Pick():
                words = seats if field.seats and dice.random() < 0.7 else field.choices
                return None if field.default is None and dice.random() < 0.3 else dice.choice([*words] or [None])
            case _:
                return dice.random() < 0.2 or None

    match field:
        case Split():
            first = dice.randrange(0, field.total + 1, field.step)
            return (first, field.total - first)
        case Flag(per=Per.SEAT):
            return tuple(seat for seat in seats if roll_value())
        case Field(per=Per.SEAT):
            return {seat: value for seat in seats if (value := roll_value()) is not None}
        case Field(per=Per.SIDE):
            return tuple(roll_value() for _ in table.rulebook.sides(sitting))
    return roll_value()


def main() -> None:
    """Play and print."""
    asked = read_options(__doc__, evenings=10_000, seed=0)
    found = Counter({"differ": 0})
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "companion.sqlite3")
        store.db.execute("PRAGMA synchronous = OFF")  # that commits reach the disk is measured elsewhere
        for number in range(asked.evenings):
            evening = Evening(store, random.Random(f"{asked.seed} {number}"))
            try:
                for _ in range(STEPS):
                    evening.step()
            except AssertionError as error:
                found["differ"] += 1
                print(f"evening {number}, {evening.rulebook.key}: {str(error)[:2000]}")
            found.update(entry.kind for entry in evening.table.entries)
            found.update(evenings=1, rounds=evening.compared)
        store.close()
    print(", ".join(f"{count} {name}" for name, count in found.items()))
    sys.exit(found["differ"] > 0)


if __name__ == "__main__":
    main()
