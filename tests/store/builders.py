"""Builders with which the tests of the store read like an evening with one phone as the score pad.

``a_table(store).with_round("17", "", "=13", "", fools=[PAUL])`` is a table after one round: hands left in
seat order, written as on the entry screen (faces, or ``=`` and a total, or nothing for going out).

``a_group(store).with_table("Anne Paul Rachel Camille", "-80 10 10 0")`` is a group after one game of one
round: what it was worth in seat order, where 10 went out, 0 went out but took a disc, and the rest was left.
"""

import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

from companion import text
from companion.games import RULEBOOKS, sheetfile
from companion.games.option import defaults
from companion.games.sitting import Round, Sitting
from companion.store.database import Store
from companion.store.files import imports
from companion.store.files.imports import Destination
from companion.store.groups import groups, players
from companion.store.groups import tables as group_tables
from companion.store.groups.groups import Group
from companion.store.groups.statistics import ALL_TIME, Figures, Rivalry, add_up
from companion.store.journal.facts import Entry, Fact, Table
from companion.store.journal.history import HistoryEntry, list_history
from companion.store.journal.tables import Home, append, open_table, read_journal, start_table
from tests.games.builders import a_round as a_round

ANNE, PAUL, RACHEL, CAMILLE = range(4)
NAMES = ("Anne", "Paul", "Rachel", "Camille")


def a_key() -> str:
    return secrets.token_urlsafe(16)


def a_fact(kind: str, seen: Any = None, **payload: Any) -> Fact:
    """What a phone that had seen this wants to add to the journal."""
    return Fact(kind, payload, seen)


def entering(number: int, played: Round) -> Fact:
    """Enter a round of which nothing had begun, as in a game without steps."""
    return Fact("round_entered", {"number": number, "round": played}, 0)


def a_sitting(starter: int = ANNE, **house_rules: str | int) -> Sitting:
    """Anne, Paul, Rachel and Camille before their first round."""
    return Sitting(NAMES, starter, defaults(RULEBOOKS["fool"].options) | house_rules)


@dataclass(frozen=True)
class Phone:
    """The scorer's phone at one table; every action is one fact appended with a fresh key."""

    store: Store
    address: str

    @property
    def table(self) -> Table:
        found = open_table(self.store, self.address)
        assert found is not None, "the link opens no table"
        return found[0]

    def writes(self, decision: Fact, key: str | None = None) -> Self:
        append(self.store, self.address, key or a_key(), decision)
        return self

    def adds(self, kind: str, seen: Any = None, **payload: Any) -> Self:
        return self.writes(Fact(kind, payload, seen))

    def with_round(self, *hands: str, fools: Iterable[int] = ()) -> Self:
        return self.writes(entering(len(self.rounds) + 1, a_round(*hands, fools=fools)))

    def correcting(self, number: int, *hands: str, fools: Iterable[int] = ()) -> Self:
        return self.adds("round_corrected", self.version, number=number, round=a_round(*hands, fools=fools))

    def renaming(self, seat: int, name: str) -> Self:
        return self.adds("players_renamed", names=[(seat, name)])

    def choosing(self, seat: int) -> Self:
        return self.adds("starter_chosen", number=len(self.rounds) + 1, seat=seat)

    def stopping(self) -> Self:
        return self.adds("stopped", after=len(self.rounds))

    def playing_on(self) -> Self:
        ending = self.table.sheet.ending
        return self.adds("played_on", after=len(self.rounds), ends=ending.keys if ending else ())

    def undoing(self, times: int = 1) -> Self:
        for _ in range(times):
            assert self.table.undoable is not None, "nothing to undo"
            self.adds("undone", seq=self.table.undoable.seq)
        return self

    def redoing(self, times: int = 1) -> Self:
        for _ in range(times):
            assert self.table.redoable is not None, "nothing to redo"
            self.adds("redone", seq=self.table.redoable.seq)
        return self

    @property
    def version(self) -> int:
        return self.table.version

    @property
    def rounds(self) -> tuple[Round, ...]:
        return self.table.sitting.rounds

    @property
    def points(self) -> list[tuple[float, ...]]:
        return [line.points for line in self.table.sheet.lines]

    @property
    def journal(self) -> list[Entry]:
        return read_journal(self.store.db, self.table.id)

    @property
    def kinds(self) -> list[str]:
        return [entry.kind for entry in self.journal]

    @property
    def history(self) -> list[str]:
        return [text.translate(line.sentence, text.catalogue(["en"])) for line in reversed(self.lines)]

    @property
    def standing(self) -> list[int]:
        """The numbers of the entries that the history shows as in force, oldest first."""
        return [line.seq for line in reversed(self.lines) if line.in_force]

    @property
    def lines(self) -> list[HistoryEntry]:
        return list(list_history(self.table, 1, self.version))


def a_table(store: Store, starter: int = ANNE, **house_rules: str | int) -> Phone:
    return Phone(store, start_table(store, "fool", a_sitting(starter, **house_rules), a_key()))


FOUR = "Anne Paul Rachel Camille"


def a_score(written: str) -> Round:
    """A round by what it was worth in seat order: ``"-17 10 0 -3"``, where 0 went out but took a disc."""
    points = [int(worth) for worth in written.split()]
    hands = (f"={-worth}" if worth < 0 else "" for worth in points)
    return a_round(*hands, fools=(seat for seat, worth in enumerate(points) if worth == 0))


@dataclass(frozen=True)
class Circle:
    store: Store
    key: str

    @property
    def group(self) -> Group:
        found = groups.open_group(self.store, self.key)
        assert found is not None, "the link opens no group"
        return found

    @property
    def id(self) -> int:
        return self.group.id

    def with_table(
        self,
        names: str,
        *scores: str,
        at: str | None = None,
        archived: bool = False,
        stopped: bool = False,
        **house_rules: str | int,
    ) -> Self:
        """Sit down at a table and play these rounds, now or on a day ``at``, as a file tells it."""
        rules = defaults(RULEBOOKS["fool"].options) | house_rules
        seated = Sitting(tuple(names.split()), ANNE, rules, tuple(map(a_score, scores)), stopped=stopped)
        if at or archived:
            moment = f"{at or '2024-01-01'}T18:00:00.000+00:00"
            times = {"started_at": moment, "last_at": moment} if at else {}
            archived_at = {"archived_at": moment} if archived else {}
            self.bringing(sheetfile.write("fool", seated) | {"id": secrets.token_hex(16), **times, **archived_at})
        else:
            start_table(self.store, "fool", seated, a_key(), Home(self.id))
        return self

    def bringing(self, raw: dict[str, Any]) -> int:
        """Import a file into the group and return how many tables were new."""
        return imports.import_file(self.store, json.dumps(raw).encode(), Destination(into=self.key)).added

    @property
    def tables(self) -> list[int]:
        found = self.store.db.execute("SELECT id FROM tables WHERE group_id = ? ORDER BY id", [self.id])
        return [table_id for (table_id,) in found.fetchall()]

    def phone(self, number: int = 0) -> Phone:
        address = groups.table_key(self.store, self.group, self.key, self.tables[number - 1])
        assert address is not None, "the group has no such table"
        return Phone(self.store, address)

    def person(self, name: str) -> int:
        """The player who goes by a name, also by another spelling's."""
        return next(one.id for one in players.list_players(self.store, self.id) if name in one.names.values())

    def spelling(self, name: str) -> int:
        everybody = players.list_players(self.store, self.id)
        return next(number for one in everybody for number, called in one.spellings.items() if called == name)

    def calling(self, name: str, new: str) -> Self:
        players.rename_player(self.store, self.id, self.person(name), new)
        return self

    def merging(self, name: str, into: str) -> Self:
        players.merge_players(self.store, self.id, self.person(name), self.person(into))
        return self

    def separating(self, name: str) -> Self:
        players.separate_player(self.store, self.id, self.spelling(name))
        return self

    def deleting(self, number: int = 0) -> Self:
        group_tables.delete(self.store, self.id, self.tables[number - 1])
        return self

    def archiving(self, number: int = 0, archived: bool = True) -> Self:
        """Put one of the tables away, counted from 1 (0: the one opened last), or back into the list."""
        group_tables.archive(self.store, self.id, self.tables[number - 1], archived)
        return self

    @property
    def people(self) -> dict[str, tuple[str, ...]]:
        """Everybody by name, with the spellings that stand for them."""
        return {player.name: tuple(player.spellings.values()) for player in players.list_players(self.store, self.id)}

    def figures(self, period: str = ALL_TIME, game: str = "fool") -> dict[str, Figures]:
        names = {player.id: player.name for player in players.list_players(self.store, self.id)}
        found = add_up(self.store, self.id, game, period).figures
        return {names[player_id]: figures for player_id, figures in found.items()}

    def rivals(self, period: str = ALL_TIME, game: str = "fool") -> dict[tuple[str, str], Rivalry]:
        names = {player.id: player.name for player in players.list_players(self.store, self.id)}
        found = add_up(self.store, self.id, game, period).rivals
        return {(names[one], names[other]): rivalry for one, met in found.items() for other, rivalry in met.items()}

    def won(self, period: str = ALL_TIME) -> dict[str, tuple[int, int]]:
        return {name: (figures.games, figures.wins) for name, figures in self.figures(period).items()}

    def listed(self, **asked: Any) -> list[int]:
        """The tables as the list shows them, by number from 1 in the order in which they were opened here."""
        found = group_tables.list_tables(self.store, self.id, **asked)
        return [self.tables.index(table.id) + 1 for table in found]


def a_group(store: Store, name: str = "Thursdays") -> Circle:
    store.db.execute("PRAGMA synchronous = OFF")  # many tables soon; that commits reach the disk is tested elsewhere
    return Circle(store, groups.start_group(store, a_key(), name))


def everything(store: Store, *but: str) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table of the file, but for these tables."""
    names = store.db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    return {
        name: sorted(store.db.execute(f"SELECT * FROM {name}").fetchall(), key=repr)
        for (name,) in names
        if name not in but
    }


def how_many(store: Store) -> dict[str, int]:
    return {name: len(rows) for name, rows in everything(store).items()}
