"""A table as its journal: the entries, and the sitting that follows after each.

Every entry leads from one state to the next, and the last state is the table's. Seats count from 0, rounds from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

from companion.games import RULEBOOKS
from companion.games.contract import Rulebook, Step
from companion.games.derive import derive
from companion.games.fields import CellValue
from companion.games.message import Message
from companion.games.record import count_steps, find_next_step, list_cells
from companion.games.sitting import LaidHand, Opening, Round, SeatAndReason, Sheet, Sitting
from companion.store.journal.changes import NOBODY, Change, read_change

StoredEntry: TypeAlias = tuple[int, str, Mapping[str, Any], str, int | None]
"""An entry as it is stored: ``seq``, kind, payload, moment (UTC in ISO 8601), and the seat of the phone's player."""


@dataclass(frozen=True)
class Entry(Change):
    """A change in a journal. ``at`` is UTC in ISO 8601; ``by_seat`` is the seat of the phone's player, if known."""

    seq: int
    at: str
    by_seat: int | None = None


_Stack: TypeAlias = "tuple[Entry, _Stack] | None"


@dataclass(eq=False)
class Conflict(Exception):
    """A change of something that is no longer what the phone saw: somebody else was quicker."""

    table: Table


@dataclass(frozen=True)
class Table:
    """A table: its journal, and the sitting after every entry of it, both in order."""

    id: int
    entries: tuple[Entry, ...]
    sittings: tuple[Sitting, ...]

    @property
    def version(self) -> int:
        """The ``seq`` of its last entry."""
        return len(self.entries)

    @property
    def sitting(self) -> Sitting:
        """What has happened so far."""
        return self.sittings[-1]

    @property
    def created(self) -> Entry:
        """The entry that opened it."""
        return self.entries[0]

    @property
    def game(self) -> str:
        """The key of its game."""
        return str(self.created.payload["game"])

    @property
    def rulebook(self) -> Rulebook:
        """The rules of its game."""
        return RULEBOOKS[self.game]

    @property
    def played(self) -> tuple[str, str] | None:
        """The first and the last moment of a game that a file brought, if the file says them."""
        return self.created.payload.get("played")

    @property
    def started_at(self) -> str:
        """When it began to be played; a table from a file was played at another time than it was opened here."""
        return (self.played or (self.created.at,))[0]

    @property
    def last_at(self) -> str:
        """When it was played last."""
        entered_at = next(each.at for each in reversed(self.entries) if each.is_scored or each.kind == "hand_laid")
        if entered_at == self.created.at:
            return (self.played or (entered_at,))[-1]
        return max(self.started_at, entered_at)

    @cached_property
    def sheet(self) -> Sheet:
        """All that the rules derive."""
        return derive(self.rulebook, self.sitting)

    def opening(self, number: int) -> Opening:
        """Return the opening of a round; of one that is no longer next, like the next one's."""
        opening = self.sheet.opening(number) or self.sheet.next or self.sheet.lines[-1].opening
        return opening if opening.number == number else replace(opening, number=number)

    def opening_as_played(self, number: int) -> Opening:
        """Return how a round on the sheet was opened, with the reasons of then, if they are still true."""
        lines = self.sheet.lines
        opening = lines[number - 1].opening
        entered = (each for each in reversed(self.in_force) if each.kind == "round_entered")
        entry = next((each for each in entered if each.payload["number"] == number), None)
        if entry is None:
            return opening
        then = derive(self.rulebook, self.sittings[entry.seq - 2])
        # The reason of a dealer is who started the round before, and that can have been corrected.
        is_true = number == 1 or then.lines[-1].opening.starting == lines[number - 2].opening.starting
        starter, dealer = (then.next.starter, then.next.dealer if is_true else None) if then.next else (None, None)
        return replace(
            then.next or opening,
            starter=starter if starter and starter.seat == opening.starting else _without_reason(opening.starter),
            dealer=dealer if dealer and dealer.seat == opening.dealing else _without_reason(opening.dealer),
        )

    def at(self, version: int) -> Table:
        """Return the table as of a version, or as of now if that version doesn't exist."""
        if not 1 <= version < self.version:
            return self
        return Table(self.id, self.entries[:version], self.sittings[:version])

    def is_next(self, number: int) -> bool:
        """Return whether this is the round that comes next; none does once the game is over."""
        return self.sheet.next is not None and self.sheet.next.number == number

    @property
    def begun(self) -> Round | None:
        """The next round as far as it was entered; None once the game is over."""
        return self.sitting.begun if self.sheet.next else None

    @property
    def next_step(self) -> Step | None:
        """The step of the next round that comes next; None if a round is entered at once."""
        return find_next_step(self.rulebook, self.begun)

    def cells(self, played: Round, side: int) -> list[tuple[Message, CellValue]]:
        """Return a side's cells in a round, each as (heading, value)."""
        return list(list_cells(self.rulebook, self.sitting, side, played))

    @property
    def steps_entered(self) -> tuple[Step, ...]:
        """The steps of the next round that were entered."""
        return () if self.begun is None else self.rulebook.steps[: count_steps(self.rulebook, self.begun)]

    @cached_property
    def _stacks(self) -> tuple[list[Entry], list[Entry]]:
        """The entries in force, and those to redo, the next one last."""
        done: _Stack = None
        after: list[_Stack] = []
        undone: list[Entry] = []
        for entry in self.entries:
            match entry.kind:
                case "undone":
                    undone.append(self.entries[entry.payload["seq"] - 1])
                    done = after[entry.payload["seq"] - 2]
                case "redone":
                    undone.pop()
                    done = after[entry.payload["seq"] - 1]
                case "returned":
                    undone.clear()
                    done = (entry, after[entry.payload["seq"] - 1])
                case _ if entry.is_scored:
                    undone.clear()
                    done = (entry, done)
            after.append(done)
        in_force = []
        while done:
            entry, done = done
            in_force.append(entry)
        return in_force[::-1], undone

    @property
    def in_force(self) -> Sequence[Entry]:
        """The entries that aren't undone."""
        return self._stacks[0]

    @property
    def undoable(self) -> Entry | None:
        """The entry that undo takes back: the last in force, except the table's opening."""
        return self.in_force[-1] if len(self.in_force) > 1 else None

    @property
    def redoable(self) -> Entry | None:
        """What redo would put back."""
        return self._stacks[1][-1] if self._stacks[1] else None

    def find_round(self, seq: int) -> Entry | None:
        """Return the entry with this ``seq`` if it is a round that was entered, begun or corrected."""
        entry = self.entries[seq - 1] if 1 <= seq <= self.version else None
        return entry if entry and entry.is_round else None

    @cached_property
    def laid(self) -> Mapping[int, Mapping[int, LaidHand]]:
        """The hands that players laid, by round and seat; covered until the round is saved."""
        found: dict[int, dict[int, LaidHand]] = {}
        for entry in self.entries:
            if entry.kind == "hand_laid":
                hands = found.setdefault(entry.payload["number"], {})
                hands[entry.payload["seat"]] = LaidHand(entry.seq, entry.payload["hand"])
        return found

    @property
    def hands(self) -> Mapping[int, LaidHand]:
        """The hands laid for the next round, by seat."""
        return self.laid.get(len(self.sitting.rounds) + 1, {})

    @property
    def hands_missing(self) -> tuple[str, ...]:
        """The players who have not laid a hand for the next round; none when it is ready to save."""
        return tuple(self.sitting.players[seat] for seat in self.sitting.seated_next if seat not in self.hands)

    @property
    def ruling(self) -> Entry | None:
        """The ruling of the referee that the table is shown, until the next thing is entered."""
        last = self.entries[-1]
        return last if last.kind == "ruling_shown" else None


def _without_reason(named: SeatAndReason | None) -> SeatAndReason | None:
    return replace(named, reason=None) if named else None


def replay(table_id: int, rows: Iterable[StoredEntry]) -> Table:
    """Return the table after these rows, which are its whole journal in order. Raises ValueError."""
    journal, sittings = list[Entry](), list[Sitting]()
    game, before = "", NOBODY
    for seq, kind, payload, at, by_seat in rows:
        game = game or payload["game"]
        change = read_change(kind, payload, game, before)
        before = change.make(sittings)
        journal.append(Entry(change.kind, change.payload, seq, at, by_seat))
        sittings.append(before)
    return Table(table_id, tuple(journal), tuple(sittings))


def advance(table: Table, entry: Entry) -> Table:
    """Return the table after one more entry."""
    return Table(table.id, (*table.entries, entry), (*table.sittings, entry.make(table.sittings)))
