"""Whether pages stay as fast when there is more: against an ordinary evening, in the same run.

    python benchmarks/growth.py [--requests 100] [--case round|journal|group|file|memory] [--rounds 490]
                                [--entries 5000] [--tables 20000] [--file 100000] [--players 8] [--years 10]

Four cases: a table of 490 rounds (it has room for 10 more), a journal of 5,000 entries at a table of twelve rounds, a
group of 20,000 tables, a file of 100,000 tables. Prints medians in milliseconds and the ratio for every page, for the
pages that add up figures also the first time after the group has changed, and for saving. What takes more than twice as
long has a star. Both sides lie on the same disk and answer in turn, so that a machine that slows down slows both. A
fifth case prints what memory a thousand undos and redos take at a table of so many rounds, each looked at; it needs
Linux.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import secrets
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

from companion.store.journal.tables import Home, append_fact, open_table, start_table
from flask import Flask

from companion import create_app
from companion.games import RULEBOOKS, sheetfile
from companion.games.derive import derive
from companion.games.fields import HandLeft
from companion.games.option import defaults
from companion.games.sitting import Sitting
from companion.store.database import Store
from companion.store.files.imports import Destination, import_file
from companion.store.groups.groups import open_group, start_group
from companion.store.journal import tables
from companion.store.journal.facts import Fact, Table
from companion.web.table.access import PHONE

NAMES = ("Anne", "Paul", "Rachel", "Camille", "Ben", "Zoë", "Jürgen", "Mia", "Omar", "Lena", "Tom", "Ida")
FOOL = RULEBOOKS["fool"]
FEW = 50
SECRET = secrets.token_urlsafe(16)  # of the phone that looks
ORDINARY = 12  # rounds of an evening
OPEN_ENDED = defaults(FOOL.options) | {"end_score": -500_000, "tens_to_end": 60_000}
PLAYED = {"hands": dict(enumerate(map(HandLeft, ((5, 2), (), (6,), (3,), (4,))))), "fools": (1,)}
OTHERWISE = {**PLAYED, "hands": {**PLAYED["hands"], 0: HandLeft((5, 3))}}
FORM = {
    **{"seat-1-cards": "5 2", "seat-2-out": "y", "seat-2-disc": "y"},
    **{"seat-3-cards": "6", "seat-4-cards": "3", "seat-5-cards": "4"},
}


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--requests", type=int, default=100)
    options.add_argument("--case", choices=["round", "journal", "group", "file", "memory"])
    options.add_argument("--rounds", type=int, default=490)
    options.add_argument("--entries", type=int, default=5000)
    options.add_argument("--tables", type=int, default=20_000)
    options.add_argument("--file", type=int, default=100_000)
    options.add_argument("--players", type=int, default=8)
    options.add_argument("--years", type=float, default=10)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        few = Grown(Path(folder) / "few", FEW, chosen.players, chosen.years)
        if chosen.case in (None, "round"):
            rounds(few, chosen.rounds, chosen.requests)
        if chosen.case in (None, "journal"):
            journal(few, chosen.entries, chosen.requests)
        if chosen.case in (None, "memory"):
            memory(few, chosen.rounds, turns=500)
        if chosen.case in (None, "group"):
            many = Grown(Path(folder) / "many", chosen.tables, chosen.players, chosen.years)
            pages(few, many, chosen.requests)
            saving(few, many, chosen.requests)
        if chosen.case in (None, "file"):
            filled = Grown(Path(folder) / "file", FEW, chosen.players, chosen.years)
            filled.fill(chosen.file)
            print(f"\nA file of {chosen.file} tables", flush=True)
            evenings(few.evening(ORDINARY), filled.evening(ORDINARY), chosen.requests)
            pages(few, filled, chosen.requests)


class Evening:
    """A table of an application."""

    def __init__(self, grown: Grown, rounds: int, *, over: bool = False) -> None:
        self.store, self.client = grown.store, grown.app.test_client()
        self.client.set_cookie(PHONE, SECRET)
        sitting = Sitting(grown.names[:5], 0, OPEN_ENDED, (PLAYED,) * rounds, stopped=over)
        self.key = start_table(self.store, "fool", sitting, secrets.token_urlsafe(16), secret=SECRET)

    @property
    def table(self) -> Table:
        """The table as it is now."""
        found = open_table(self.store, self.key)
        assert found is not None
        return found[0]

    def get(self, path: str) -> Callable[[], None]:
        """Ask for one of its pages."""

        def ask() -> None:
            answer = self.client.get(f"/t/{self.key}{path}")
            assert answer.status_code == 200, (path, answer.status_code)

        return ask

    def save(self) -> None:
        """Save the next round as a phone does."""
        form = FORM | {"number": len(self.table.sitting.rounds) + 1, "key": secrets.token_urlsafe(16)}
        assert self.client.post(f"/t/{self.key}/rounds", data=form).status_code == 303

    def write(self, decide: Callable[[Table], Fact]) -> None:
        """Append a fact."""
        append_fact(self.store, self.key, secrets.token_urlsafe(16), decide(self.table))

    def correct(self, number: int) -> None:
        """Correct a round."""
        self.write(lambda table: Fact("round_corrected", {"number": number, "round": OTHERWISE}, table.version))

    def undo(self) -> None:
        """Take back the last entry."""
        self.write(lambda table: Fact("undone", {"seq": table.undoable.seq if table.undoable else 0}))

    def redo(self) -> None:
        """Put it back."""
        self.write(lambda table: Fact("redone", {"seq": table.redoable.seq if table.redoable else 0}))

    def save_and_undo(self) -> None:
        """Both, so that there are never more rounds."""
        self.save()
        self.undo()

    def correct_and_undo(self) -> None:
        """Both: the first round, on which all others stand."""
        self.correct(1)
        self.undo()


def rounds(few: Grown, many: int, requests: int) -> None:
    """A table of many rounds."""
    print(f"\nA table of {many} rounds")
    evenings(few.evening(ORDINARY), few.evening(many), requests)
    over, long_over = few.evening(ORDINARY, over=True), few.evening(many, over=True)
    for name, path in {"the end": "", "the end on the big screen": "/screen"}.items():
        compare(name, over.get(path), long_over.get(path), requests)
    five = few.evening(5)
    compare(f"a round saved: {many} rounds against 5", five.save_and_undo, few.evening(many).save_and_undo, requests)


def journal(few: Grown, entries: int, requests: int) -> None:
    """A table with a long journal: rounds corrected, taken back and put back all evening."""
    print(f"\nA journal of {entries} entries")
    ordinary, long = few.evening(ORDINARY), few.evening(ORDINARY)
    few.store.db.execute("PRAGMA synchronous = OFF")
    chance = random.Random(1)
    while long.table.version < entries:
        long.correct(chance.randint(1, ORDINARY))
        long.undo()
        long.redo()
    few.store.db.execute("PRAGMA synchronous = FULL")
    evenings(ordinary, long, requests)


def memory(few: Grown, many: int, turns: int) -> None:
    """What is kept of a long table whose last round is undone and redone again and again."""
    evening = few.evening(many)
    look = evening.get("")

    def turn() -> None:
        for write in (evening.undo, evening.redo):
            write()
            look()

    turn()
    before = resident()
    for _ in range(turns):
        turn()
    print(f"\n{2 * turns} undos and redos at a table of {many} rounds: {resident() - before:+.1f} MB", flush=True)


def resident() -> float:
    """The memory of this process in megabytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def evenings(one: Evening, other: Evening, requests: int) -> None:
    """Every page of a table, and saving there."""
    last = len(other.table.sitting.rounds)
    paths = {
        "table": ("",),
        "state": ("/state",),
        "sheet": ("/sheet",),
        "sheet, why": (f"/sheet?why={ORDINARY}-1", f"/sheet?why={last}-1"),
        "chart": ("/chart",),
        "history": ("/history",),
        "entry": ("/rounds/new",),
        "correction of the first round": ("/rounds/1",),
        "correction of the last round": (f"/rounds/{ORDINARY}", f"/rounds/{last}"),
        "big screen": ("/screen",),
        "live table": ("/live?v=1",),
        "live sheet": ("/live?page=sheet&v=1",),
        "live history": ("/live?page=history&v=1",),
        "live chart": ("/live?page=chart&v=1",),
        "settings": ("/settings",),
        "set-up": ("/setup",),
        "share": ("/share",),
        "own hand": ("/hands/1",),
        "sheet file": ("/sheet.json",),
        "CSV": ("/sheet.csv",),
        "Excel": ("/sheet.xlsx",),
        "picture": ("/sheet.svg",),
    }
    for name, asked in paths.items():
        compare(name, one.get(asked[0]), other.get(asked[-1]), requests)
    compare("a round saved and undone", one.save_and_undo, other.save_and_undo, requests)
    compare("a round corrected and undone", one.correct_and_undo, other.correct_and_undo, requests)
    one.correct(1)
    other.correct(1)
    compare("table, after a correction", one.get(""), other.get(""), requests)
    compare("history, after a correction", one.get("/history"), other.get("/history"), requests)
    compare("table, first time", *(forgetful(each, "") for each in (one, other)), min(requests, 20))


def forgetful(evening: Evening, path: str) -> Callable[[], None]:
    """Ask as after a start of the server, which knows no table yet."""
    ask = evening.get(path)

    def ask_anew() -> None:
        tables._states.clear()
        ask()

    return ask_anew


PATTERNS = 500  # evenings that are made; more of them are copies
RANDOM = "lower(hex(randomblob(32))) AS "
COPIED = [
    ("tables", "id", f"id + {{beyond}}, game, created_at, {RANDOM}uid, group_id, started_at, year, title"),
    ("journal", "table_id", f"table_id + {{beyond}}, seq, kind, payload, at, {RANDOM}key, phone"),
    ("seats", "table_id", "table_id + {beyond}, seat, name, player_id"),
    ("results", "table_id", "table_id + {beyond}, seat, rank, won, total, counts"),
]
LINKED = [("links", "table_id", f"{RANDOM}key, table_id + {{beyond}}, role, created_at")]


class Grown:
    """An application with one group that has so many tables."""

    def __init__(self, folder: Path, tables: int, players: int, years: float) -> None:
        began = time.perf_counter()
        self.tables = tables
        self.app: Flask = create_app(folder)
        self.store: Store = self.app.extensions["store"]
        self.key = start_group(self.store, secrets.token_urlsafe(16), "Friday night")
        self.names = NAMES[:players]
        group = open_group(self.store, self.key)
        assert group is not None
        self.group = group
        self.store.db.execute("PRAGMA synchronous = OFF")
        made = list(self.evenings(min(tables, PATTERNS), years))
        file = {"format": "companion-group", "version": 1, "id": secrets.token_hex(8), "name": "-", "tables": made}
        import_file(self.store, json.dumps(file).encode(), Destination(into=self.key))
        self.copy(tables)
        self.store.db.execute("PRAGMA synchronous = FULL")
        self.client = self.app.test_client()
        print(f"{tables} tables made in {time.perf_counter() - began:.1f} s", file=sys.stderr)

    def copy(self, tables: int) -> None:
        """Copy the tables that are there until there are so many."""
        with self.store.writing() as db:
            (there,) = db.execute("SELECT count(*) FROM tables").fetchone()
            for beyond in range(there, tables, there):
                these = f"FROM {{}} WHERE {{}} <= {min(there, tables - beyond)}"
                for table, key, columns in COPIED:
                    new = columns.format(beyond=beyond)
                    names = re.sub(r" \+ \d+|lower\(hex\(randomblob\(32\)\)\) AS ", "", new)
                    db.execute(f"INSERT INTO {table} ({names}) SELECT {new} {these.format(table, key)}")
            assert db.execute("SELECT count(*) FROM tables").fetchone() == (tables,)

    def fill(self, tables: int) -> None:
        """Add tables that belong to nobody, each with a link, until there are so many."""
        evening = Evening(self, ORDINARY)
        self.store.db.execute("PRAGMA synchronous = OFF")
        with self.store.writing() as db:
            first = evening.table.id
            count = "WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < ?)"
            for table, key, columns in COPIED[:2] + LINKED:
                new = columns.replace("{beyond}", "n")
                names = re.sub(r" \+ n|lower\(hex\(randomblob\(32\)\)\) AS ", "", new)
                many = [tables - first, first]
                db.execute(
                    f"{count} INSERT INTO {table} ({names}) SELECT {new} FROM {table}, more WHERE {key} = ?", many
                )
            assert db.execute("SELECT count(*) FROM tables").fetchone() == (tables,)
        self.store.db.execute("PRAGMA synchronous = FULL")

    def evening(self, rounds: int, *, over: bool = False) -> Evening:
        """A table with so many rounds."""
        return Evening(self, rounds, over=over)

    def evenings(self, tables: int, years: float) -> Iterator[dict[str, object]]:
        """Finished games of four to six, at even distances over the years."""
        chance = random.Random(tables)
        first = datetime.now(UTC) - timedelta(days=365 * years)
        for number in range(tables):
            names = chance.sample(self.names, min(len(self.names), chance.randint(4, 6)))
            start = first + timedelta(days=365 * years) * number / tables
            times = {"started_at": start.isoformat(), "last_at": (start + timedelta(hours=1)).isoformat()}
            yield sheetfile.write_sheet("fool", a_game(chance, names)) | {"id": secrets.token_hex(8)} | times

    def get(self, path: str) -> Callable[[], None]:
        """Ask for one of the group's pages."""
        return self.get_from(f"/g/{self.key}{path}")

    def get_from(self, path: str) -> Callable[[], None]:
        """Ask for a page."""

        def ask() -> None:
            answer = self.client.get(path)
            assert answer.status_code == 200, (path, answer.status_code)

        return ask

    def save_a_round(self) -> Callable[[], None]:
        """Save rounds at one of the group's tables."""
        sitting = Sitting(self.names[:5], 0, OPEN_ENDED)
        evening = Evening(self, 0)
        key = start_table(self.store, "fool", sitting, secrets.token_urlsafe(16), Home(self.group.id))
        evening.key = key
        return evening.save

    def end_a_game(self) -> Callable[[], None]:
        """Stop a game and play on, in turn: results come and go."""
        sitting = Sitting(self.names[:5], 0, OPEN_ENDED, a_game(random.Random(1), self.names[:5]).rounds)
        address = start_table(self.store, "fool", sitting, secrets.token_urlsafe(16), Home(self.group.id))

        def turn() -> None:
            found = open_table(self.store, address)
            assert found is not None
            after, ending = len(sitting.rounds), found[0].sheet.ending
            decision = (
                Fact("played_on", {"after": after, "ends": ending.keys})
                if ending
                else Fact("stopped", {"after": after})
            )
            append_fact(self.store, address, secrets.token_urlsafe(16), decision)

        return turn


def a_game(chance: random.Random, names: list[str] | tuple[str, ...]) -> Sitting:
    """A game played to its end."""
    sitting = Sitting(tuple(names), chance.randrange(len(names)), defaults(FOOL.options))
    while derive(FOOL, sitting).ending is None:
        out = chance.randrange(len(names))
        cards = chance.sample(range(2, 16), len(names))
        hands = {seat: HandLeft() if seat == out else HandLeft((cards[seat],)) for seat in range(len(names))}
        played = {"hands": hands, "fools": (out,) if chance.random() < 0.2 else ()}
        sitting = Sitting(sitting.players, sitting.first_starter, sitting.options, (*sitting.rounds, played))
    return sitting


def pages(few: Grown, many: Grown, requests: int) -> None:
    """Every page of the group, and home."""
    print(f"\nA group of {many.tables} tables")
    year = datetime.now(UTC).year
    paths = {
        "group": "",
        "group, page 2": "?page=2",
        "search by player": "?player=anne",
        "search by game": "?game=fool",
        "statistics": "/statistics",
        "statistics of a year": f"/statistics?period={year}",
        "statistics of the last ten": "/statistics?period=last",
        "players": "/players",
        "a player": "/players/1",
        "a player's year": f"/players/1?period={year}",
        "a table's options": "/tables/1/more",
        "new game": "/tables/new",
        "share": "/share",
        "settings": "/settings",
    }
    compare("home", few.get_from("/"), many.get_from("/"), requests)
    last = f"group, page {many.tables // 20}"
    for name, path in paths.items():
        compare(name, few.get(path), many.get(path), requests)
    compare(f"{last} against page 2", few.get("?page=2"), many.get(f"?page={many.tables // 20}"), requests)


def saving(few: Grown, many: Grown, requests: int) -> None:
    """Writing at one of the group's tables."""
    compare("a round saved", few.save_a_round(), many.save_a_round(), requests)
    compare("the end of a game saved", few.end_a_game(), many.end_a_game(), min(requests, 60))


def compare(name: str, few: Callable[[], None], many: Callable[[], None], requests: int) -> None:
    """Do both in turn, and print the medians and their ratio."""
    times: tuple[list[float], list[float]] = ([], [])
    for turn in range(requests + 5):
        for ask, taken in zip((few, many), times, strict=True):
            began = time.perf_counter()
            ask()
            if turn >= 5:
                taken.append((time.perf_counter() - began) * 1000)
    one, other = map(median, times)
    print(
        f"{name:38} {one:7.2f} ms {other:7.2f} ms   ÷ {other / one:5.2f}{' *' if other > 2 * one else ''}", flush=True
    )


if __name__ == "__main__":
    main()
