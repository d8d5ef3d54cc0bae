"""Whether what was played stays as the table was told, over random evenings: nothing may differ.

    python benchmarks/random_evenings.py [--evenings 10000] [--seed 0]

Every evening is one table of one of the games in a real database, where a round is played or corrected, undone, put
back, a whole table goes back, people come and go, house rules change, and a phone or another server's file brings back
what it had. Beside it is kept, by version, who the table said would start and deal as each round was saved. After
every step the sheet has to say the same, its file has to come back byte for byte, and the journal has to replay to the
same. Prints evenings, steps, rounds compared, and what differs.
"""

import argparse
import json
import random
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

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
Told = Mapping[int, Seats]


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
        self.told: dict[int, Told] = {1: {}}
        self.kept: list[bytes] = []
        self.compared = 0

    @property
    def table(self) -> Table:
        """The table as it is."""
        found = open_table(self.store, self.key)
        assert found
        return found[0]

    def step(self) -> None:
        """Do something, and compare."""
        before = self.table
        told = dict(self.told[before.version])
        actions = {
            **{self.play: 9, self.correct: 4, self.undo: 5, self.redo: 2, self.go_back: 1, self.seat: 1},
            **{self.rule: 2, self.choose: 1, self.end: 1, self.keep: 4, self.restore: 4},
        }
        (action,) = self.dice.choices([*actions], [*actions.values()])
        try:
            told = action(before, told)
        except (Conflict, Unreadable):
            told = self.told[before.version]
        after = self.table
        if after.version > before.version:
            self.told[after.version] = told
        self.compare(after)

    def write(self, kind: str, **payload: object) -> None:
        """Append a change as a phone that has the newest page does."""
        append(self.store, self.key, f"write-{self.dice.random()}", Change(kind, payload), self.table.version)

    def play(self, table: Table, told: dict[int, Seats]) -> Told:
        """Enter the next round, or a step of it."""
        opening = table.sheet.next
        if opening is None:
            return told
        steps = self.rulebook.steps
        entered = 0 if table.begun is None else count_steps(self.rulebook, table.begun)
        wanted = self.dice.randint(min(entered + 1, len(steps)), len(steps))
        played = roll(self.dice, self.rulebook, table.sitting, opening, wanted, table.begun or {})
        if played is None:
            return told
        kind = "round_entered" if wanted == len(steps) else "round_begun"
        self.write(kind, number=opening.number, round=played, opening=opening.seats)
        return {**told, opening.number: opening.seats}

    def correct(self, table: Table, told: dict[int, Seats]) -> Told:
        """Correct a round, and sometimes who started it."""
        if not table.sitting.rounds:
            return told
        number = self.dice.randint(1, len(table.sitting.rounds))
        opening = table.sheet.lines[number - 1].opening
        if opening.starting is not None and self.dice.random() < 0.2:
            seat = self.dice.choice(table.sitting.seated(number))
            opening = Opening.of_seats(number, (seat, opening.dealing))
        played = roll(self.dice, self.rulebook, table.sitting, opening, len(self.rulebook.steps), {})
        if played is None:
            return told
        self.write("round_corrected", number=number, round=played, opening=opening.seats)
        return {**told, number: opening.seats}

    def undo(self, table: Table, told: dict[int, Seats]) -> Told:
        """Undo."""
        if table.undoable is None:
            return told
        self.write("undone", seq=table.undoable.seq)
        return self.told[table.undoable.seq - 1]

    def redo(self, table: Table, told: dict[int, Seats]) -> Told:
        """Redo."""
        if table.redoable is None:
            return told
        self.write("redone", seq=table.redoable.seq)
        return self.told[table.redoable.seq]

    def go_back(self, table: Table, told: dict[int, Seats]) -> Told:
        """Go back to an entry."""
        seq = self.dice.randint(1, table.version)
        self.write("returned", seq=seq)
        return self.told[seq]

    def seat(self, table: Table, told: dict[int, Seats]) -> Told:
        """Let somebody leave, come back or join."""
        sitting, most = table.sitting, self.rulebook.seats[-1]
        if table.sheet.in_teams or len(self.rulebook.seats) == 1:
            return told
        seats = self.dice.sample([*sitting.seats], self.dice.randint(2, min(most, len(sitting.players))))
        new = len(sitting.players)
        joins = len(seats) < most and self.dice.random() < 0.5
        joined = [[f"New {new}", self.dice.choice((0, -7, 12))]] if joins else []
        seats += [new] if joins else []
        self.write("seats_changed", number=len(sitting.rounds) + 1, seats=seats, joined=joined)
        return told

    def rule(self, table: Table, told: dict[int, Seats]) -> Told:
        """Change a house rule, from now on or for the whole game."""
        options = [
            each for each in self.rulebook.options if not each.fixed and (each.choices or isinstance(each, Amount))
        ]
        if not options:
            return told
        option = self.dice.choice(options)
        value = self.dice.choice([*option.choices]) if option.choices else option.default
        number = self.dice.choice((1, len(table.sitting.rounds) + 1))
        self.write("rules_changed", number=number, options={option.key: value})
        return told

    def choose(self, table: Table, told: dict[int, Seats]) -> Told:
        """Choose who starts; of a round that has begun, that is told anew."""
        number = len(table.sitting.rounds) + 1
        self.write("starter_chosen", number=number, seat=self.dice.choice(table.sitting.seated_next))
        return {at: seats for at, seats in told.items() if at != number}

    def end(self, table: Table, told: dict[int, Seats]) -> Told:
        """Stop the game, or play on past its end."""
        ending = table.sheet.ending
        number = len(table.sitting.rounds)
        if ending:
            self.write("played_on", after=number, ends=list(ending.keys))
        else:
            self.write("stopped", after=number)
        return told

    def keep(self, table: Table, told: dict[int, Seats]) -> Told:
        """Keep the sheet's file."""
        self.kept.append(written(table))
        return told

    def restore(self, table: Table, told: dict[int, Seats]) -> Told:
        """Bring back a file that was kept."""
        if not self.kept:
            return told
        sheet = sheetfile.parse_sheet(self.dice.choice(self.kept[-3:]))
        after = restore_sheet(self.store, self.key, sheet)
        if after.version == table.version:
            return told
        return {number: sheet.sitting.opened(number) or (None, None) for number in numbers(sheet.sitting)}

    def compare(self, table: Table) -> None:
        """Assert that everything is as it was told, in the sheet, in its file and in the journal."""
        told = self.told[table.version]
        for line in table.sheet.lines:
            assert line.opening.seats == told[line.number], (table.entries, line.number)
            self.compared += 1
        raw = written(table)
        assert written_sitting(self.rulebook, sheetfile.parse_sheet(raw).sitting) == raw
        assert replay(table.id, read_journal(self.store.db, table.id)).sittings == table.sittings


def numbers(sitting: Sitting) -> range:
    """Return the numbers of the rounds, a begun one included."""
    return range(1, len(sitting.rounds) + (sitting.begun is not None) + 1)


def written(table: Table) -> bytes:
    """Return the sheet file of a table."""
    return written_sitting(table.rulebook, table.sitting)


def written_sitting(rulebook: Rulebook, sitting: Sitting) -> bytes:
    """Return the sheet file of a sitting."""
    return json.dumps(sheetfile.write_sheet(rulebook.key, sitting)).encode()


def roll(
    dice: random.Random, rulebook: Rulebook, sitting: Sitting, opening: Opening, steps: int, begun: Round
) -> Round | None:
    """Return a random round that the rules allow, up to so many steps; None after many tries."""
    sitting = sitting.with_rules_at(opening.number)
    for _ in range(300):
        played: dict[str, object] = {}
        for step in rulebook.steps[:steps]:
            for field in step.fields:
                if field.key in begun:
                    played[field.key] = begun[field.key]
                elif (field.for_table is None or field.for_table(sitting)) and field.applies(played):
                    value = _roll(dice, rulebook, sitting, opening, field)
                    if value is not None:
                        played[field.key] = value
        if not check_round(rulebook, sitting, opening, played).errors:
            return played
    return None


def _roll(dice: random.Random, rulebook: Rulebook, sitting: Sitting, opening: Opening, field: Field) -> object:
    seats, sides = sitting.seated(opening.number), len(rulebook.sides(sitting))
    if isinstance(field, Split):
        first = dice.randrange(0, field.total + 1, field.step)
        return (first, field.total - first)
    if isinstance(field, Flag) and field.per is Per.SEAT:
        return tuple(seat for seat in seats if dice.random() < 0.2)
    values = {
        Per.SEAT: lambda: {seat: value for seat in seats if (value := _one(dice, sitting, opening, field)) is not None},
        Per.SIDE: lambda: tuple(_one(dice, sitting, opening, field) for _ in range(sides)),
        Per.ROUND: lambda: _one(dice, sitting, opening, field),
    }
    return values[field.per]()


def _one(dice: random.Random, sitting: Sitting, opening: Opening, field: Field) -> object:
    match field:
        case Hand():
            faces = tuple(dice.randint(1, 15) for _ in range(dice.choice((0, 0, 1, 2, 3))))
            return HandLeft(faces) if dice.random() < 0.8 else HandLeft(only_total=dice.choice((0, 2, 13, 25)))
        case Points():
            return dice.choice((0, 3, -8, 2.5, 21))
        case Number():
            high = field.high(sitting, opening) if callable(field.high) else field.high
            return dice.randint(0, min(high, 4))
        case Pick():
            words = [*field.choices] if dice.random() < 0.3 or not field.seats else [*sitting.seated(opening.number)]
            return None if field.default is None and dice.random() < 0.3 else dice.choice(words or [None])
        case _:
            return dice.random() < 0.2 or None


def main() -> None:
    """Play and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--evenings", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=0)
    asked = options.parse_args()
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "companion.sqlite3")
        store.db.execute("PRAGMA synchronous = OFF")  # that commits reach the disk is measured elsewhere
        for number in range(asked.evenings):
            evening = Evening(store, random.Random(f"{asked.seed} {number}"))
            for _ in range(STEPS):
                try:
                    evening.step()
                except AssertionError as error:
                    found["differ"] += 1
                    print(f"evening {number}, {evening.rulebook.key}: {str(error)[:2000]}")
                    break
            found += Counter(entry.kind for entry in evening.table.entries)
            found += Counter(evenings=1, steps=STEPS, rounds=evening.compared)
        store.close()
    print(", ".join(f"{n} {name}" for name, n in sorted(found.items())))
    print(f"differ: {found['differ']}")


if __name__ == "__main__":
    main()
