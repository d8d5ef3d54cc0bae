"""Builders with which the tests of the store read like an evening with one phone as the score pad.

``a_table(store).with_round("17", "", "=13", "", fools=[PAUL])`` is a table after one round: hands left in
seat order, written as on the entry screen (faces, or ``=`` and a total, or nothing for going out).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from companion import text
from companion.games import RULEBOOKS
from companion.games.fool.round import FoolRound, Hand
from companion.games.rulebook import Sitting
from companion.store import facts, history
from companion.store.database import Store
from companion.store.facts import Decision
from companion.store.replay import Entry, Table
from companion.store.tables import append, entries, open_table, start_table

ANNE, PAUL, RACHEL, CAMILLE = range(4)
NAMES = ("Anne", "Paul", "Rachel", "Camille")


def a_key() -> str:
    """A random key, as a phone gives one to every write."""
    return secrets.token_urlsafe(16)


def a_hand(written: str) -> Hand:
    """A hand left as typed: ``"13 1"`` are faces, ``"=22"`` is a total, ``""`` went out."""
    if written.startswith("="):
        return Hand(only_total=int(written[1:]))
    return Hand(tuple(int(face) for face in written.split()))


def a_round(*hands: str, fools: Iterable[int] = ()) -> FoolRound:
    """A round by the hands left in seat order and the seats that took a disc."""
    return FoolRound(tuple(map(a_hand, hands)), tuple(fools))


def a_sitting(starter: int = ANNE, **house_rules: str | int) -> Sitting[FoolRound]:
    """Anne, Paul, Rachel and Camille before their first round."""
    return Sitting(NAMES, starter, RULEBOOKS["fool"].defaults() | house_rules)


@dataclass(frozen=True)
class Phone:
    """The scorer's phone at one table; every action is one fact appended with a fresh key."""

    store: Store
    address: str

    @property
    def table(self) -> Table:
        """The table as it is now."""
        found = open_table(self.store, self.address)
        assert found is not None, "the link opens no table"
        return found[0]

    def writes(self, decision: Decision, key: str | None = None) -> Phone:
        """Append what is decided."""
        append(self.store, self.table, key or a_key(), decision)
        return self

    def with_round(self, *hands: str, fools: Iterable[int] = ()) -> Phone:
        """Enter the next round."""
        return self.writes(facts.round_entered(len(self.rounds) + 1, a_round(*hands, fools=fools)))

    def correcting(self, number: int, *hands: str, fools: Iterable[int] = ()) -> Phone:
        """Correct a round as it is on the sheet now."""
        return self.writes(facts.round_corrected(number, a_round(*hands, fools=fools), self.version))

    def renaming(self, seat: int, name: str) -> Phone:
        """Give a player another name."""
        return self.writes(facts.player_renamed(seat, name))

    def choosing(self, seat: int) -> Phone:
        """Let this player start the next round."""
        return self.writes(facts.starter_chosen(len(self.rounds) + 1, seat))

    def stopping(self) -> Phone:
        """End the game here."""
        return self.writes(facts.stopped(len(self.rounds)))

    def playing_on(self) -> Phone:
        """Play past the end."""
        return self.writes(
            facts.played_on(len(self.rounds), ending.keys if (ending := self.table.sheet.ending) else ())
        )

    def undoing(self, times: int = 1) -> Phone:
        """Take back the last entries in force."""
        for _ in range(times):
            assert self.table.undoable is not None, "nothing to undo"
            self.writes(facts.undone(self.table.undoable.seq))
        return self

    def redoing(self, times: int = 1) -> Phone:
        """Put back the last entries undone."""
        for _ in range(times):
            assert self.table.redoable is not None, "nothing to redo"
            self.writes(facts.redone(self.table.redoable.seq))
        return self

    @property
    def version(self) -> int:
        """The number of the journal's last entry."""
        return self.table.version

    @property
    def rounds(self) -> tuple[FoolRound, ...]:
        """The rounds on the sheet."""
        return self.table.sitting.rounds

    @property
    def points(self) -> list[tuple[float, ...]]:
        """The points on the sheet, round by round."""
        return [line.points for line in self.table.sheet.lines]

    @property
    def journal(self) -> list[Entry]:
        """Every entry, oldest first."""
        return entries(self.store, self.table.id)

    @property
    def kinds(self) -> list[str]:
        """The kinds of all entries, oldest first."""
        return [entry.kind for entry in self.journal]

    @property
    def history(self) -> list[str]:
        """Every entry as an English sentence, oldest first."""
        told = history.tell(self.table.rulebook, self.journal)
        return [text.tell(line.sentence, text.catalogue(["en"])) for line in reversed(told)]

    @property
    def standing(self) -> list[int]:
        """The numbers of the entries that the history shows as in force, oldest first."""
        told = history.tell(self.table.rulebook, self.journal)
        return [line.seq for line in reversed(told) if line.in_force]


def a_table(store: Store, starter: int = ANNE, **house_rules: str | int) -> Phone:
    """A new table for Anne, Paul, Rachel and Camille."""
    return Phone(store, start_table(store, "fool", a_sitting(starter, **house_rules), a_key()))
