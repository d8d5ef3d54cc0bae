"""A second book-keeper: who is who in a group, and what the games of its evenings add up to.

How a single game came out is asked of the rules, which have tests of their own; everything else is kept with a pencil.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from itertools import permutations

from companion.games.figures import Result, results
from companion.store.database import Store
from companion.store.groups.statistics import Figures, Rivalry
from companion.store.journal.tables import load_table


def folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


@dataclass(eq=False)
class Name:
    """A name in the group's book; ``stands_for`` somebody else once it was merged."""

    text: str
    stands_for: Name | None = None

    @property
    def person(self) -> Name:
        return self.stands_for or self


@dataclass
class Members:
    """Who is who in a group: its names, and whose name every seat was written under."""

    names: list[Name] = field(default_factory=list)
    seats: dict[int, dict[int, tuple[str, Name]]] = field(default_factory=dict)

    def named(self, text: str) -> Name:
        for name in self.names:
            if folded(name.text) == folded(text):
                return name
        self.names.append(Name(text))
        return self.names[-1]

    def sit(self, table_id: int, written: Iterable[str]) -> None:
        """A seat keeps its player while its name stays; two at a table are two people."""
        texts, before = list(written), self.seats.get(table_id, {})
        seats = {
            seat: (texts[seat], name) for seat, (text, name) in before.items() if folded(text) == folded(texts[seat])
        }
        self.seats[table_id] = seats
        names = {seat: self.named(texts[seat]) for seat in range(len(texts)) if seat not in seats}
        for seat in sorted(names, key=lambda seat: names[seat].stands_for is not None):
            name, number = names[seat], 1
            while any(name.person is other.person for _, other in seats.values()):
                number += 1
                name = self.named(f"{texts[seat][:36]} {number}")
            seats[seat] = (texts[seat], name)

    def merge(self, one: Name, into: Name) -> None:
        """All names of the one stand for the other."""
        for name in self.names:
            if name.person is one:
                name.stands_for = into

    def rename(self, person: Name, text: str) -> None:
        other = self.named(text)
        if other is not person and other.stands_for is person:
            self.merge(person, other)
            other.stands_for = None
        elif other is not person:
            self.names.remove(other)  # it was not there before
        (other if other in self.names else person).text = text

    def together(self, one: Name, other: Name) -> bool:
        return any({one, other} <= {name.person for _, name in seats.values()} for seats in self.seats.values())


@dataclass(frozen=True)
class Game:
    """A finished game of a group, and how it came out by the people's names."""

    at: str
    table_id: int
    game: str
    people: dict[str, Result]

    @property
    def year(self) -> int:
        return datetime.fromisoformat(self.at).astimezone().year


def finished(store: Store, members: Members) -> list[Game]:
    """The finished games of a group, in the order in which they were begun."""
    games = []
    for table_id, seats in members.seats.items():
        table = load_table(store, table_id)
        if table.sheet.ending:
            found = enumerate(results(table.rulebook, table.sitting, table.sheet))
            people = {seats[seat][1].person.text: result for seat, result in found}
            games.append(Game(table.started_at, table_id, table.game, people))
    return sorted(games, key=lambda game: (game.at, game.table_id))


def figures(games: list[Game]) -> dict[str, Figures]:
    told = {}
    for name in {name for game in games for name in game.people}:
        mine = [game.people[name] for game in games if name in game.people]
        totals, won = [result.total for result in mine], "".join("-+"[result.won] for result in mine)
        runs = [max(map(len, won.split(other))) for other in "-+"]
        counts = {key: sum(result.counts[key] for result in mine) for key in mine[0].counts if key != "side"}
        told[name] = Figures(len(mine), won.count("+"), sum(totals), max(totals), min(totals), *runs, counts=counts)
    return told


def rivals(games: list[Game]) -> dict[tuple[str, str], Rivalry]:
    """For every two players: games together, ranked before, ranked behind."""
    told: dict[tuple[str, str], Rivalry] = {}
    for game in games:
        for one, other in permutations(game.people, 2):
            sides = [game.people[name].counts.get("side", name) for name in (one, other)]
            if sides[0] == sides[1]:
                continue  # partners
            met, ahead = told.setdefault((one, other), Rivalry()), game.people[other].rank - game.people[one].rank
            met.games, met.before, met.behind = met.games + 1, met.before + (ahead > 0), met.behind + (ahead < 0)
    return told
