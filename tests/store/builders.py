"""Builders with which the tests of the store read like an evening with one phone as the score pad.

``a_table(store).with_round("17", "", "=13", "", fools=[PAUL])`` is a table after one round: hands left in
seat order, written as on the entry screen (faces, or ``=`` and a total, or nothing for going out).

``a_group(store).with_table("Anne Paul Rachel Camille", "-80 10 10 0")`` is a group after one game of one
round: what it was worth in seat order, where 10 went out, 0 went out but took a disc, and the rest was left.
"""

import json
import secrets
from dataclasses import dataclass

from companion import text
from companion.games import RULEBOOKS, sheetfile
from companion.games.option import defaults
from companion.games.sitting import Sitting
from companion.store.database import Store, now
from companion.store.files import imports
from companion.store.files.imports import Destination
from companion.store.groups import groups, players
from companion.store.groups import tables as group_tables
from companion.store.groups.groups import Home
from companion.store.groups.statistics import ALL_TIME, add_up
from companion.store.journal.history import list_history
from companion.store.journal.loading import open_table, read_journal
from companion.store.links.phones import record_visit
from companion.store.tables.starting import start_table
from companion.store.tables.writing import append
from tests.games.builders import a_round as a_round
from tests.store.changes import (
    played_on,
    players_renamed,
    redone,
    returned,
    round_corrected,
    round_entered,
    rules_changed,
    seats_changed,
    starter_chosen,
    stopped,
    undone,
)

ANNE, PAUL, RACHEL, CAMILLE = range(4)
NAMES = ("Anne", "Paul", "Rachel", "Camille")


def a_key():
    return secrets.token_urlsafe(16)


def entering(number, played, opening=None):
    """Enter a round, as a game without steps does."""
    return round_entered(number, played, opening)


def a_sitting(starter=ANNE, **house_rules):
    """Anne, Paul, Rachel and Camille before their first round."""
    return Sitting(NAMES, starter, defaults(RULEBOOKS["fool"].options) | house_rules)


@dataclass(frozen=True)
class Phone:
    """A host's phone at one table, by its key and cookie; every action is one change appended with a fresh key."""

    store: Store
    address: str

    @property
    def table(self):
        return open_table(self.store, self.address)[0]

    def writes(self, change, seen=None, key=None):
        append(self.store, self.address, key or a_key(), change, seen)
        return self

    def holding(self, kind, **payload):
        """Put an entry into the file as an older program wrote it."""
        row = {"table_id": self.table.id, "seq": self.version + 1, "kind": kind, "payload": json.dumps(payload)}
        self.store.db.table("journal").insert(row | {"at": now(), "key": a_key()})
        return self

    def with_round(self, *hands, fools=()):
        """Enter the next round, opened as the table says."""
        number = len(self.rounds) + 1
        opening = self.table.sheet.next and self.table.sheet.next.seats
        return self.writes(entering(number, a_round(*hands, fools=fools), opening))

    def correcting(self, number, *hands, fools=(), opening=None):
        """Correct a round; ``opening`` says who really started and dealt it."""
        return self.writes(round_corrected(number, a_round(*hands, fools=fools), opening))

    def renaming(self, seat, name):
        return self.writes(players_renamed((seat, name)))

    def choosing(self, seat):
        return self.writes(starter_chosen(len(self.rounds) + 1, seat))

    def seating(self, *seats, joined=(), number=None):
        return self.writes(seats_changed(number or len(self.rounds) + 1, seats, joined))

    def changing(self, number=None, **options):
        """Change house rules from the next round on, or from round 1 on for the whole game."""
        return self.writes(rules_changed(number or len(self.rounds) + 1, options))

    def stopping(self):
        return self.writes(stopped(len(self.rounds)))

    def playing_on(self):
        ending = self.table.sheet.ending
        return self.writes(played_on(len(self.rounds), ending.keys if ending else ()))

    def returning(self, seq):
        """Go back to what the table was after an entry."""
        return self.writes(returned(seq), self.version)

    def undoing(self, times=1):
        for _ in range(times):
            assert self.table.undoable is not None, "nothing to undo"
            self.writes(undone(self.table.undoable.seq))
        return self

    def redoing(self, times=1):
        for _ in range(times):
            assert self.table.redoable is not None, "nothing to redo"
            self.writes(redone(self.table.redoable.seq))
        return self

    @property
    def version(self):
        return self.table.version

    @property
    def rounds(self):
        return self.table.sitting.rounds

    @property
    def points(self):
        return [line.points for line in self.table.sheet.lines]

    @property
    def journal(self):
        return read_journal(self.store.db, self.table.id)

    @property
    def kinds(self):
        return [kind for _, kind, *_ in self.journal]

    @property
    def history(self):
        return [text.translate(line.sentence, text.find_catalogue(["en"])) for line in reversed(self.lines)]

    @property
    def standing(self):
        """The numbers of the entries that the history shows as in force, oldest first."""
        return [line.seq for line in reversed(self.lines) if line.in_force]

    @property
    def lines(self):
        return list(list_history(self.table, 1, self.version))


def a_table(store, starter=ANNE, secret=None, **house_rules):
    secret = secret or a_key()
    key = start_table(store, "fool", a_sitting(starter, **house_rules), a_key(), secret=secret)
    return Phone(store, f"{key}.{secret}")


def visit(store, address, secret=None):
    """The phone that has opened an address, and is known by its cookie."""
    credential = f"{address.partition('.')[0]}.{secret or a_key()}"
    record_visit(store, credential)
    return Phone(store, credential)


FOUR = "Anne Paul Rachel Camille"


def a_score(written):
    """A round by what it was worth in seat order: ``"-17 10 0 -3"``, where 0 went out but took a disc."""
    points = [int(worth) for worth in written.split()]
    hands = (f"={-worth}" if worth < 0 else "" for worth in points)
    return a_round(*hands, fools=(seat for seat, worth in enumerate(points) if worth == 0))


@dataclass(frozen=True)
class Circle:
    store: Store
    key: str

    @property
    def group(self):
        return groups.open_group(self.store, self.key)

    @property
    def id(self):
        return self.group.id

    def with_table(self, names, *scores, at=None, stopped=False, **house_rules):
        """Sit down at a table and play these rounds, now or on a day ``at``, as a file tells it."""
        rules = defaults(RULEBOOKS["fool"].options) | house_rules
        seated = Sitting(tuple(names.split()), ANNE, rules, tuple(map(a_score, scores)), stopped=stopped)
        if at:
            times = dict.fromkeys(["started_at", "last_at"], f"{at}T18:00:00.000+00:00")
            self.bringing(sheetfile.write_sheet("fool", seated) | {"id": secrets.token_hex(16), **times})
        else:
            start_table(self.store, "fool", seated, a_key(), Home(self.id))
        return self

    def bringing(self, raw):
        """Import a file into the group and return how many tables were new."""
        return imports.import_file(self.store, json.dumps(raw).encode(), Destination(into=self.key)).added

    @property
    def tables(self):
        found = self.store.db.execute("SELECT id FROM tables WHERE group_id = ? ORDER BY id", [self.id])
        return [table_id for (table_id,) in found.fetchall()]

    def phone(self, number=0):
        secret = a_key()
        key = groups.open_group_table(self.store, self.key, self.tables[number - 1], secret)
        return Phone(self.store, f"{key}.{secret}")

    def person(self, name):
        """The player who goes by a name, also by another spelling's."""
        return next(one.id for one in players.list_players(self.store, self.id) if name in one.names.values())

    def calling(self, name, new):
        players.rename_player(self.store, self.id, self.person(name), new)
        return self

    def merging(self, name, into):
        players.merge_players(self.store, self.id, self.person(name), self.person(into))
        return self

    def deleting(self, number=0):
        group_tables.delete_group_table(self.store, self.id, self.tables[number - 1])
        return self

    @property
    def people(self):
        """Everybody by name, with the spellings that stand for them."""
        return {player.name: tuple(player.spellings.values()) for player in players.list_players(self.store, self.id)}

    @property
    def names(self):
        return {player.id: player.name for player in players.list_players(self.store, self.id)}

    def figures(self, period=ALL_TIME):
        return {self.names[one]: found for one, found in add_up(self.store, self.id, "fool", period).figures.items()}

    def rivals(self, period=ALL_TIME):
        found, names = add_up(self.store, self.id, "fool", period).rivals, self.names
        return {(names[one], names[other]): rivalry for one, met in found.items() for other, rivalry in met.items()}

    def won(self, period=ALL_TIME):
        return {name: (figures.games, figures.wins) for name, figures in self.figures(period).items()}

    def listed(self, **asked):
        """The tables as the list shows them, by number from 1 in the order in which they were opened here."""
        found = group_tables.list_group_tables(self.store, self.id, **asked)
        return [self.tables.index(table["id"]) + 1 for table in found]


def a_group(store, name="Thursdays"):
    store.db.execute("PRAGMA synchronous = OFF")  # many tables soon; that commits reach the disk is tested elsewhere
    return Circle(store, groups.start_group(store, a_key(), name))


def everything(store, *but):
    """Every row of every table of the file, but for these tables."""
    names = store.db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    return {
        name: sorted(store.db.execute(f"SELECT * FROM {name}").fetchall(), key=repr)
        for (name,) in names
        if name not in but
    }


def how_many(store):
    return {name: len(rows) for name, rows in everything(store).items()}
