"""Random evenings of a group, for tests that compare what comes of them with something else."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.games import RULEBOOKS, sheetfile
from companion.games.derive import derive
from companion.games.fields import HandLeft
from companion.games.option import defaults
from companion.games.sitting import Round, Sitting
from companion.store.database import Store
from companion.store.groups import players
from companion.store.groups import tables as group_tables
from companion.store.journal import facts
from companion.store.journal.facts import Conflict, Table
from companion.store.journal.tables import Home, append, load_table, start_table
from companion.store.links.links import SCORER, give_link
from tests.games.builders import a_deal
from tests.store.builders import Phone, a_group, a_key
from tests.store.groups.oracle import Members, Name, folded

CAST = ("Anne", "Paul", "Rachel", "Camille", "Zoë", "Łukasz", "Dora", "O'Neil", "Bea")
OTHERS = ("Annie", "ANNE", "Pablo", "Zoe", "Doro", "ＢＥＡ", "Luke", "Cam")  # noqa: RUF001 - the wide letters are meant
# Usual house rules and unusual ones, so that games are short and long.
RULES: dict[str, dict[str, list[Any]]] = {
    "fool": {"end_score": [-20, -50, -80, -200], "tens_to_end": [3, 6, 12], "equal_totals": ["shared", "tens"]},
    "fools-field": {"tie_full_point": ["battle", "game"], "two_all": ["play-on", "draw"]},
    "tichu": {"end_score": [500, 1000]},
    "durak": {"stop_at_marks": [1, 2, 3], "stop_after_deals": [None, 3, 6]},
}


def a_random_round(chance: random.Random, seats: int) -> Round:
    """Somebody out, somebody not; few cards, or only their total."""
    hands, deck = dict.fromkeys(range(seats), HandLeft()), chance.sample(range(2, 28), 26)
    for seat in chance.sample(range(seats), chance.randint(1, seats - 1)):
        faces = tuple(deck.pop() for _ in range(chance.randint(1, 3)))
        hands[seat] = chance.choice([HandLeft(faces), HandLeft(only_total=chance.randint(2, 60))])
    return {"hands": hands, "fools": tuple(chance.sample(range(seats), chance.choice([0, 1])))}


def a_round_of(game: str, chance: random.Random, seats: int) -> Round:
    if game == "fool":
        return a_random_round(chance, seats)
    if game == "durak":
        first, last = chance.sample(range(seats), 2)
        return a_deal(chance.choice([last, last, "draw"]), first_out=chance.choice([None, first]))
    if game == "tichu":
        share, calls = 5 * chance.randint(-5, 25), {chance.randrange(4): chance.choice(["tichu", "grand"])}
        said = {"calls": chance.choice([calls, {}]), "first": chance.randrange(4)}
        return said | chance.choice([{"double": True}, {"double": False, "cards": (share, 100 - share)}])
    tie = {"winner": "tie", "started_last_battle": chance.randrange(2)}
    return chance.choice([{"winner": chance.randrange(2)}, tie])


class Evenings:
    """A group with its evenings, and what the second book-keeper hears of it."""

    def __init__(self, store: Store, chance: random.Random) -> None:
        self.store, self.chance = store, chance
        self.circle = a_group(store)
        self.cast = list(CAST[: chance.randint(5, 9)])
        self.members = Members()
        self.told: list[str] = []
        self.sit_down()

    @property
    def tables(self) -> list[int]:
        return self.circle.tables

    def happen(self) -> None:
        happening = self.chance.choices(list(HAPPENINGS), list(HAPPENINGS.values()))[0]
        self.told.append(happening.__name__)
        happening(self)

    def a_game(self) -> tuple[str, Sitting]:
        """As many people as the game is for before their first round; sometimes nobody knows who starts it."""
        game = self.chance.choice(["fool", *RULES])
        few, most = RULEBOOKS[game].seats[0], RULEBOOKS[game].seats[-1]
        names = self.chance.sample(self.cast, self.chance.randint(few, min(most, len(self.cast))))
        other = self.chance.choice([*OTHERS, *[names[0]] * 30])
        if folded(other) not in map(folded, names):
            names[-1] = other
        first = None if game == "durak" and self.chance.random() < 0.4 else self.chance.randrange(len(names))
        rules = {key: self.chance.choice(values) for key, values in RULES[game].items()}
        return game, Sitting(tuple(names), first, defaults(RULEBOOKS[game].options) | rules)

    def a_past_game(self) -> tuple[str, Sitting]:
        """The same with rounds, often more than the game had, maybe stopped or played on."""
        game, sitting = self.a_game()
        rounds = [a_round_of(game, self.chance, len(sitting.players)) for _ in range(self.chance.randint(0, 9))]
        keys = tuple(end.key for end in RULEBOOKS[game].ends(sitting, derive(RULEBOOKS[game], sitting).standing))
        ends = (*((key,) for key in keys), keys)
        return game, replace(
            sitting,
            rounds=tuple(rounds),
            starters={2: 1} if len(rounds) > 2 and self.chance.random() < 0.3 else {},
            drawn=sitting.first_starter is not None and self.chance.random() < 0.2,
            played_on=self.chance.choice([(), (), (), *ends]),
            stopped=bool(rounds) and self.chance.random() < 0.5,
        )

    def sit_down(self) -> None:
        game, sitting = self.a_game()
        start_table(self.store, game, sitting, a_key(), Home(self.circle.id))
        self.members.sit(self.tables[-1], sitting.players)

    def bring_in(self) -> None:
        """Tables of other years come from files."""
        for _ in range(self.chance.randint(1, 4)):
            day = datetime(2021, 1, 1, tzinfo=UTC) + timedelta(hours=self.chance.randrange(5 * 365 * 24 // 6) * 6)
            moment = day.isoformat(timespec="milliseconds")
            archived = {"archived_at": moment} if self.chance.random() < 0.3 else {}
            game, sitting = self.a_past_game()
            about = {"id": secrets.token_hex(16), "started_at": moment, "last_at": moment, **archived}
            assert self.circle.bringing(sheetfile.write(game, sitting) | about) == 1
            self.members.sit(self.tables[-1], sitting.players)

    def take_in(self) -> None:
        """A table that was nobody's becomes the group's, rounds and all."""
        phone = Phone(self.store, start_table(self.store, *self.a_past_game(), a_key()))
        assert group_tables.add_to_group(self.store, self.circle.id, phone.address)
        self.members.sit(phone.table.id, phone.table.sitting.players)

    def some_table(self, *, running: bool | None = None) -> Table:
        """A table, one of the last as often as any other; if it can be, one whose game is running or over."""
        for _ in range(12):
            table = load_table(self.store, self.chance.choice([*self.tables, *self.tables[-4:] * 3]))
            if running in (None, table.sheet.ending is None):
                break
        return table

    def write(self, table: Table, fact: facts.Fact) -> Table:
        try:
            table = append(self.store, give_link(self.store, table.id, SCORER), a_key(), fact)
        except Conflict:
            self.told.append("(refused)")
        self.members.sit(table.id, table.sitting.players)
        return table

    def play(self) -> None:
        table = self.some_table(running=True)
        for _ in range(self.chance.randint(1, 5)):
            if table.sheet.next:
                played = a_round_of(table.game, self.chance, len(table.sitting.players))
                table = self.write(table, facts.round_entered(table.sheet.next.number, played, table.version))

    def correct(self) -> None:
        table = self.some_table()
        if table.sitting.rounds:
            number = self.chance.randint(1, len(table.sitting.rounds))
            played = a_round_of(table.game, self.chance, len(table.sitting.players))
            self.write(table, facts.round_corrected(number, played, table.version))

    def undo(self) -> None:
        """Take back an entry or some, and put some of them back."""
        table = self.some_table()
        for _ in range(self.chance.randint(1, 4)):
            table = self.write(table, facts.undone(table.undoable.seq)) if table.undoable else table
        for _ in range(self.chance.randint(0, 4)):
            table = self.write(table, facts.redone(table.redoable.seq)) if table.redoable else table

    def rename_at_the_table(self) -> None:
        table = self.some_table()
        seat = self.chance.randrange(len(table.sitting.players))
        self.write(table, facts.players_renamed({seat: self.chance.choice([*self.cast, *OTHERS])}))

    def stop(self) -> None:
        table = self.some_table(running=True)
        self.write(table, facts.stopped(len(table.sitting.rounds)))

    def play_on(self) -> None:
        table = self.some_table(running=False)
        if table.sheet.ending:
            self.write(table, facts.played_on(len(table.sitting.rounds), table.sheet.ending.keys))

    def archive(self) -> None:
        group_tables.archive(self.store, self.circle.id, self.chance.choice(self.tables), self.chance.random() < 0.7)

    def delete(self) -> None:
        if len(self.tables) > 3:
            table_id = self.chance.choice(self.tables)
            group_tables.delete(self.store, self.circle.id, table_id)
            del self.members.seats[table_id]

    def somebody(self) -> tuple[int, Name]:
        player = self.chance.choice(players.list_players(self.store, self.circle.id))
        return player.id, self.members.named(player.name)

    def merge(self) -> None:
        (one_id, one), (other_id, other) = self.somebody(), self.somebody()
        if one is not other:
            together = self.members.together(one, other)
            try:
                players.merge_players(self.store, self.circle.id, one_id, other_id)
            except players.SatTogether:
                assert together
            else:
                assert not together
                self.members.merge(one, other)

    def separate(self) -> None:
        for player in players.list_players(self.store, self.circle.id):
            for spelling, name in player.spellings.items():
                if self.chance.random() < 0.5:
                    players.separate_player(self.store, self.circle.id, spelling)
                    self.members.named(name).stands_for = None

    def rename_player(self) -> None:
        """Somebody gets another name in the group; what stands on sheets stays."""
        player_id, player = self.somebody()
        name = self.chance.choice([*self.cast, *OTHERS, f"New {self.chance.randrange(1000)}"])
        try:
            players.rename_player(self.store, self.circle.id, player_id, name)
        except players.NameTaken:
            return
        self.members.rename(player, name)


HAPPENINGS: dict[Callable[[Evenings], None], int] = {
    Evenings.play: 12,
    Evenings.correct: 6,
    **dict.fromkeys((Evenings.sit_down, Evenings.bring_in, Evenings.undo), 4),
    **dict.fromkeys((Evenings.rename_at_the_table, Evenings.stop, Evenings.play_on), 2),
    **dict.fromkeys((Evenings.take_in, Evenings.archive, Evenings.delete), 1),
    **dict.fromkeys((Evenings.merge, Evenings.separate, Evenings.rename_player), 1),
}
