"""Random evenings of a group, for tests that compare what comes of them with something else."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.games import RULEBOOKS
from companion.games.durak.deal import Deal
from companion.games.fool.round import FoolRound, Hand
from companion.games.fools_field.game import FieldGame
from companion.games.option import seated_in_turn
from companion.games.sheetfile import SheetFile
from companion.games.sitting import Sitting
from companion.store.database import Store
from companion.store.files import imports
from companion.store.files.reading import TableFile
from companion.store.groups import groups, players
from companion.store.groups import tables as group_tables
from companion.store.journal import facts
from companion.store.journal.facts import Conflict
from companion.store.journal.replay import Table
from companion.store.journal.tables import Home, Past, append, load_table, start_table
from tests.store.builders import Circle, Phone, a_group, a_key
from tests.store.groups.members import Members, Name
from tests.store.groups.oracle import read_journal

CAST = ("Anne", "Paul", "Rachel", "Camille", "Zoë", "Łukasz", "Dora", "O'Neil", "Bea")
OTHERS = ("Annie", "ANNE", "Pablo", "Zoe", "Doro", "ＢＥＡ", "Luke", "Cam")  # noqa: RUF001 - the wide letters are meant


def a_random_round(chance: random.Random, seats: int) -> FoolRound:
    """Somebody out, somebody not; few cards of one deck, or only their total."""
    deck = [*range(2, 28), *range(2, 24), *range(2, 22), *range(2, 16), 1, 1, 1, 1, 1, 1]
    chance.shuffle(deck)
    hands = [Hand()] * seats
    for seat in chance.sample(range(seats), chance.randint(1, seats - 1)):
        faces = tuple(deck.pop() for _ in range(chance.randint(1, 4)))
        hands[seat] = chance.choice([Hand(faces), Hand(only_total=chance.randint(2, 60))])
    fools = chance.sample(range(seats), chance.choice([0, 1, 1, 2 if seats > 6 else 1]))
    return FoolRound(tuple(hands), tuple(sorted(fools)))


def a_field_game(chance: random.Random) -> FieldGame:
    return chance.choice([FieldGame(chance.randrange(2)), FieldGame(None, chance.randrange(2))])


def a_deal(chance: random.Random, sitting: Sitting[Any]) -> Deal:
    *others, last = chance.sample(sitting.seats, len(sitting.players))
    first = chance.choice([None, others[0]])
    if chance.random() < 0.7:
        return Deal(last, first_out=first)
    noted = sitting.options["both_out"] == "last-defender" or chance.random() < 0.3
    return Deal(None, last if noted else None, first)


def a_round_of(game: str, chance: random.Random, sitting: Sitting[Any]) -> Any:
    if game == "fool":
        return a_random_round(chance, len(sitting.players))
    return a_deal(chance, sitting) if game == "durak" else a_field_game(chance)


def house_rules(chance: random.Random, game: str, players: int) -> dict[str, Any]:
    """Usual ones and unusual ones, so that games are short and long."""
    two, three = (seated_in_turn(number, players) for number in (2, 3))
    teams = {4: [None, two], 5: [None, two], 6: [None, two, three]}.get(players, [None])
    chosen: dict[str, dict[str, list[Any]]] = {
        "fool": {
            "end_score": [-20, -50, -80, -80, -200],
            "tens_to_end": [3, 6, 6, 12],
            "tens_counted": ["together", "each"],
            "equal_totals": ["shared", "tens"],
            "starter_by": ["total", "round"],
        },
        "fools-field": {"tie_full_point": ["battle", "game"], "two_all": ["play-on", "draw"]},
        "durak": {
            "teams": teams,
            "both_out": ["draw", "last-defender"],
            "first_attacker": ["loser", "right-of-loser", "left-of-loser", "previous-winner", "lowest-trump"],
            "stop_at_marks": [None, 1, 2, 3],
            "stop_after_deals": [None, None, 3, 6],
        },
    }
    return RULEBOOKS[game].defaults() | {key: chance.choice(values) for key, values in chosen[game].items()}


class Evenings:
    """A group with its evenings, and what the second book-keeper hears of it."""

    def __init__(self, store: Store, chance: random.Random) -> None:
        self.store, self.chance = store, chance
        self.circle: Circle = a_group(store)
        self.cast = list(CAST[: chance.randint(5, 9)])
        self.members = Members()
        self.told: list[str] = []

    @property
    def tables(self) -> list[int]:
        return self.circle.tables

    def happen(self) -> None:
        happening = self.chance.choices(list(HAPPENINGS), list(HAPPENINGS.values()))[0]
        self.told.append(happening.__name__)
        happening(self)

    def a_game(self) -> str:
        return self.chance.choice(["fool", "fool", "fools-field", "durak"])

    def a_sitting(self, game: str) -> Sitting[Any]:
        """As many people as the game is for before their first round; sometimes nobody knows who starts it."""
        few, most = RULEBOOKS[game].seats[0], RULEBOOKS[game].seats[-1]
        names = self.chance.sample(self.cast, self.chance.randint(few, min(most, len(self.cast))))
        if self.chance.random() < 0.2:
            other = self.chance.choice(OTHERS)
            if other.casefold() not in [name.casefold() for name in names] and other != "ＢＥＡ":  # noqa: RUF001
                names[self.chance.randrange(len(names))] = other
        first = None if game == "durak" and self.chance.random() < 0.4 else self.chance.randrange(len(names))
        return Sitting(tuple(names), first, house_rules(self.chance, game, len(names)))

    def a_past_sitting(self, game: str) -> Sitting[Any]:
        """The same with rounds, often more than the game had, maybe stopped or played on."""
        sitting = self.a_sitting(game)
        rounds = tuple(a_round_of(game, self.chance, sitting) for _ in range(self.chance.randint(0, 9)))
        one, other = RULEBOOKS[game].ends
        return replace(
            sitting,
            rounds=rounds,
            starters={2: 1} if len(rounds) > 2 and self.chance.random() < 0.3 else {},
            drawn=sitting.first_starter is not None and self.chance.random() < 0.2,
            played_on=self.chance.choice([(), (), (), (one,), (other,), (one, other)]),
            stopped=bool(rounds) and self.chance.random() < 0.5,
        )

    def sit_down(self) -> None:
        game = self.a_game()
        sitting = self.a_sitting(game)
        start_table(self.store, game, sitting, a_key(), Home(self.circle.id))
        self.members.sit(self.tables[-1], sitting.players)

    def bring_in(self) -> None:
        """Tables of other years come from files."""
        brought = []
        for _ in range(self.chance.randint(1, 4)):
            day = datetime(2021, 1, 1, tzinfo=UTC) + timedelta(hours=self.chance.randrange(5 * 365 * 24 // 6) * 6)
            began, ended = (at.isoformat(timespec="milliseconds") for at in (day, day + timedelta(hours=2)))
            archived_at = ended if self.chance.random() < 0.2 else None
            game = self.a_game()
            past = Past(secrets.token_hex(16), (began, ended), archived_at)
            brought.append(TableFile(SheetFile(game, self.a_past_sitting(game)), past, {}))
        before = self.tables
        imports.import_tables(self.store, self.circle.id, brought)
        for table_id, file in zip(self.tables[len(before) :], brought, strict=True):
            self.members.sit(table_id, file.sheet.sitting.players)

    def take_in(self) -> None:
        """A table that was nobody's becomes the group's, rounds and all."""
        game = self.a_game()
        phone = Phone(self.store, start_table(self.store, game, self.a_past_sitting(game), a_key()))
        table = phone.table
        assert group_tables.add_to_group(self.store, self.circle.id, phone.address)
        self.members.sit(table.id, table.sitting.players)

    def some_table(self) -> Table | None:
        if not self.tables:
            return None
        return load_table(self.store, self.chance.choice([*self.tables, *self.tables[-4:] * 3]))

    def at_a_table(self, *, running: bool) -> Table | None:
        tables = (self.some_table() for _ in range(12))
        return next((table for table in tables if table and (table.sheet.ending is None) is running), None)

    def write(self, table: Table, decision: facts.Decision) -> None:
        try:
            append(self.store, table, a_key(), decision)
        except Conflict:
            self.told.append("(refused)")
            return
        self.members.sit(table.id, read_journal(self.store.db.conn, table.id).names)

    def play(self) -> None:
        table = self.at_a_table(running=True)
        for _ in range(self.chance.randint(1, 5)):
            if table is None:
                return
            table = load_table(self.store, table.id)
            if table.sheet.next:
                played = a_round_of(table.game, self.chance, table.sitting)
                self.write(table, facts.round_entered(table.sheet.next.number, played, table.version))

    def correct(self) -> None:
        table = self.some_table()
        if table and table.sitting.rounds:
            number = self.chance.randint(1, len(table.sitting.rounds))
            played = a_round_of(table.game, self.chance, table.sitting)
            self.write(table, facts.round_corrected(number, played, table.version))

    def undo(self) -> None:
        table = self.some_table()
        if table is None:
            return
        for _ in range(self.chance.randint(1, 4)):
            table = load_table(self.store, table.id)
            if table.undoable:
                self.write(table, facts.undone(table.undoable.seq))
        for _ in range(self.chance.randint(0, 4)):
            table = load_table(self.store, table.id)
            if table.redoable:
                self.write(table, facts.redone(table.redoable.seq))

    def rename_at_the_table(self) -> None:
        table = self.some_table()
        if table:
            seat = self.chance.randrange(len(table.sitting.players))
            self.write(table, facts.player_renamed(seat, self.chance.choice([*self.cast, *OTHERS])))

    def stop(self) -> None:
        table = self.at_a_table(running=True)
        if table:
            self.write(table, facts.stopped(len(table.sitting.rounds)))

    def play_on(self) -> None:
        table = self.at_a_table(running=False)
        if table and table.sheet.ending:
            self.write(table, facts.played_on(len(table.sitting.rounds), table.sheet.ending.keys))

    def choose_starter(self) -> None:
        table = self.at_a_table(running=True)
        if table and table.sheet.next:
            seat = self.chance.randrange(len(table.sitting.players))
            self.write(table, facts.starter_chosen(table.sheet.next.number, seat))

    def archive(self) -> None:
        if self.tables:
            table_id = self.chance.choice(self.tables)
            group_tables.archive(self.store, self.circle.id, table_id, self.chance.random() < 0.7)

    def delete(self) -> None:
        if len(self.tables) > 3:
            table_id = self.chance.choice(self.tables)
            group_tables.delete(self.store, self.circle.id, table_id)
            del self.members.seats[table_id]

    def somebody(self) -> tuple[int, Name] | None:
        found = players.list_players(self.store, self.circle.id)
        if not found:
            return None
        player = self.chance.choice(found)
        return player.id, self.members.named(player.name)

    def merge(self) -> None:
        one, other = self.somebody(), self.somebody()
        if one and other and one != other:
            together = self.members.together(one[1], other[1])
            try:
                players.merge_players(self.store, self.circle.id, one[0], other[0])
            except players.SatTogether:
                assert together
            else:
                assert not together
                self.members.merge(one[1], other[1])

    def separate(self) -> None:
        everybody = players.list_players(self.store, self.circle.id)
        spellings = [spelling for player in everybody for spelling in player.spellings]
        if spellings:
            spelling = self.chance.choice(spellings)
            players.separate_player(self.store, self.circle.id, spelling.id)
            self.members.named(spelling.name).stands_for = None

    def rename_player(self) -> None:
        """Somebody gets another name in the group; what stands on sheets stays."""
        one = self.somebody()
        if one:
            name = self.chance.choice([*self.cast, *OTHERS, f"New {self.chance.randrange(1000)}"])
            try:
                players.rename_player(self.store, self.circle.id, one[0], name)
            except players.NameTaken:
                return
            self.members.rename(one[1], name)

    def replace_link(self) -> None:
        key = groups.replace_link(self.store, self.circle.key, a_key())
        assert key is not None
        self.circle = Circle(self.store, key)


HAPPENINGS: dict[Callable[[Evenings], None], int] = {
    Evenings.play: 12,
    Evenings.correct: 6,
    **dict.fromkeys((Evenings.sit_down, Evenings.bring_in, Evenings.undo), 4),
    **dict.fromkeys((Evenings.rename_at_the_table, Evenings.stop, Evenings.play_on), 2),
    **dict.fromkeys((Evenings.take_in, Evenings.choose_starter, Evenings.archive, Evenings.delete), 1),
    **dict.fromkeys((Evenings.merge, Evenings.separate, Evenings.rename_player, Evenings.replace_link), 1),
}
