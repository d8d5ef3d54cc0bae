"""Whether a group's pages stay as fast when it grows: 5,000 tables against 50, in the same run.

    python benchmarks/growth.py [--requests 200] [--tables 5000] [--players 8] [--years 1]

Prints medians in milliseconds and the ratio for every page of a group, for the pages that add up figures also the
first time after the group has changed, and for saving a round or the end of a game at one of its tables. Both files
lie on the same disk and answer in turn, so that a machine that slows down slows both.
"""

from __future__ import annotations

import argparse
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

from flask import Flask

from companion import create_app
from companion.games import RULEBOOKS
from companion.games.derive import derive
from companion.games.fool.round import FoolRound, Hand
from companion.games.sheetfile import SheetFile
from companion.games.sitting import Sitting
from companion.store.database import Store
from companion.store.files.reading import TableFile
from companion.store.files.sheets import import_tables
from companion.store.groups import groups
from companion.store.groups.groups import start_group
from companion.store.journal import facts
from companion.store.journal.tables import Home, Past, append, open_table, start_table

NAMES = ("Anne", "Paul", "Rachel", "Camille", "Ben", "Zoë", "Jürgen", "Mia", "Omar", "Lena", "Tom", "Ida")
FOOL = RULEBOOKS["fool"]
FEW = 50
OPEN_ENDED = FOOL.defaults() | {"end_score": -500, "tens_to_end": 60}


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--requests", type=int, default=200)
    options.add_argument("--tables", type=int, default=5000)
    options.add_argument("--players", type=int, default=8)
    options.add_argument("--years", type=float, default=1)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        few = Grown(Path(folder) / "few", FEW, chosen.players, chosen.years)
        many = Grown(Path(folder) / "many", chosen.tables, chosen.players, chosen.years)
        pages(few, many, chosen.requests)
        first_time(few, many, chosen.requests)
        saving(few, many, chosen.requests)


class Grown:
    """An application with one group that has so many tables."""

    def __init__(self, folder: Path, tables: int, players: int, years: float) -> None:
        began = time.perf_counter()
        self.tables = tables
        self.app: Flask = create_app(folder)
        self.store: Store = self.app.extensions["store"]
        self.key = secrets.token_urlsafe(16)
        self.names = NAMES[:players]
        self.group = start_group(self.store, self.key, "Friday night")
        import_tables(self.store, self.group.id, list(self.evenings(tables, years)))
        self.client = self.app.test_client()
        print(f"{tables} tables made in {time.perf_counter() - began:.1f} s", file=sys.stderr)

    def evenings(self, tables: int, years: float) -> list[TableFile]:
        """Finished games of four to six, at even distances over the years."""
        chance = random.Random(tables)
        first = datetime.now(UTC) - timedelta(days=365 * years)
        made = []
        for number in range(tables):
            names = chance.sample(self.names, min(len(self.names), chance.randint(4, 6)))
            start = first + timedelta(days=365 * years) * number / tables
            past = Past(
                secrets.token_hex(8),
                (
                    start.isoformat(timespec="milliseconds"),
                    (start + timedelta(hours=1)).isoformat(timespec="milliseconds"),
                ),
            )
            made.append(TableFile(SheetFile("fool", a_game(chance, names)), past, {}))
        return made

    def get(self, path: str) -> Callable[[], None]:
        """Ask for one of the group's pages."""

        def ask() -> None:
            answer = self.client.get(f"/g/{self.key}{path}")
            assert answer.status_code == 200, (path, answer.status_code)

        return ask

    def get_anew(self, path: str) -> Callable[[], None]:
        """The same where nothing is remembered, as after every change of the group."""
        ask = self.get(path)

        def ask_anew() -> None:
            groups._answers.clear()
            ask()

        return ask_anew

    def save_a_round(self) -> Callable[[], None]:
        """Append rounds to an endless game at one of the group's tables."""
        sitting = Sitting(self.names[:5], 0, OPEN_ENDED)
        address = start_table(self.store, "fool", sitting, secrets.token_urlsafe(16), Home(self.group.id))
        played = FoolRound((Hand((5, 2)), Hand(), Hand((6,)), Hand((3,)), Hand((4,))), (1,))

        def save() -> None:
            found = open_table(self.store, address)
            assert found is not None
            number = len(found[0].sitting.rounds) + 1
            append(
                self.store, found[0], secrets.token_urlsafe(16), facts.round_entered(number, played, found[0].version)
            )

        return save

    def end_a_game(self) -> Callable[[], None]:
        """Stop a game and play on, in turn: results come and go."""
        sitting = Sitting(self.names[:5], 0, OPEN_ENDED, a_game(random.Random(1), self.names[:5]).rounds)
        address = start_table(self.store, "fool", sitting, secrets.token_urlsafe(16), Home(self.group.id))

        def turn() -> None:
            found = open_table(self.store, address)
            assert found is not None
            after, ending = len(sitting.rounds), found[0].sheet.ending
            decision = facts.played_on(after, ending.keys) if ending else facts.stopped(after)
            append(self.store, found[0], secrets.token_urlsafe(16), decision)

        return turn


def a_game(chance: random.Random, names: list[str] | tuple[str, ...]) -> Sitting[FoolRound]:
    """A game played to its end."""
    sitting = Sitting(tuple(names), chance.randrange(len(names)), FOOL.defaults())
    while derive(FOOL, sitting).ending is None:
        out = chance.randrange(len(names))
        cards = chance.sample(range(2, 16), len(names))
        hands = (Hand() if seat == out else Hand((cards[seat],)) for seat in range(len(names)))
        played = FoolRound(tuple(hands), (out,) if chance.random() < 0.2 else ())
        sitting = Sitting(sitting.players, sitting.first_starter, sitting.options, (*sitting.rounds, played))
    return sitting


def pages(few: Grown, many: Grown, requests: int) -> None:
    """Every page of the group."""
    year = datetime.now(UTC).year
    paths = {
        "group": "",
        "group, page 2": "?page=2",
        "search by player": "?player=anne",
        "search by game": "?game=fool",
        "archived": "?archived=1",
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
    last = f"group, page {many.tables // 20}"
    for name, path in paths.items():
        compare(name, few.get(path), many.get(path), requests)
    compare(f"{last} against page 2", few.get("?page=2"), many.get(f"?page={many.tables // 20}"), requests)


def first_time(few: Grown, many: Grown, requests: int) -> None:
    """The pages that remember something, asked for after a change."""
    year = datetime.now(UTC).year
    paths = {
        "group": "",
        "search by player": "?player=anne",
        "statistics": "/statistics",
        "statistics of a year": f"/statistics?period={year}",
        "statistics of the last ten": "/statistics?period=last",
        "a player": "/players/1",
    }
    for name, path in paths.items():
        compare(f"{name}, first time", few.get_anew(path), many.get_anew(path), min(requests, 20))


def saving(few: Grown, many: Grown, requests: int) -> None:
    """Writing at one of the group's tables."""
    compare("a round saved", few.save_a_round(), many.save_a_round(), min(requests, 60))  # the game must not end
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
    print(f"{name:34} {one:7.2f} ms {other:7.2f} ms   ÷ {other / one:5.2f}")


if __name__ == "__main__":
    main()
