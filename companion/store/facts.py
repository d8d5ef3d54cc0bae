"""The facts that can be added to a table's journal, and when each may be.

Each function gives a decision: called with the table as it is inside the transaction, it returns the
fact to append or raises Conflict. Seats count from 0, rounds from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.store.replay import REDO, UNDO, Table


@dataclass(frozen=True, slots=True)
class Fact:
    """A kind of entry and what it says. A round in it is the rulebook's record, not its written form."""

    kind: str
    payload: Mapping[str, Any]


class Conflict(Exception):
    """What is to be written does not fit the table any more: somebody else was quicker."""

    def __init__(self, table: Table) -> None:
        super().__init__(f"table {table.id} is at version {table.version}")
        self.table = table


Decision = Callable[[Table], Fact]


def round_entered(number: int, played: Any) -> Decision:
    """Enter the next round. It must still be the next, and the game open."""

    def decide(table: Table) -> Fact:
        if table.sheet.next is None or number != table.sheet.next.number:
            raise Conflict(table)
        return Fact("round_entered", {"number": number, "round": played})

    return decide


def round_corrected(number: int, played: Any, seen: int) -> Decision:
    """Correct a round as it was at version ``seen``. Nobody may have changed that round since."""

    def decide(table: Table) -> Fact:
        if number > len(table.sitting.rounds) or table.changed.get(number, 0) > seen:
            raise Conflict(table)
        return Fact("round_corrected", {"number": number, "round": played})

    return decide


def starter_chosen(number: int, seat: int) -> Decision:
    """Let the table choose who starts a round that is still to come."""

    def decide(table: Table) -> Fact:
        if table.sheet.next is None or number != table.sheet.next.number:
            raise Conflict(table)
        return Fact("starter_chosen", {"number": number, "seat": seat})

    return decide


def player_renamed(seat: int, name: str) -> Decision:
    """Give the player of a seat another name."""
    return lambda table: Fact("player_renamed", {"seat": seat, "name": name})


def stopped(after: int) -> Decision:
    """End the game early after round ``after``, the last one played."""

    def decide(table: Table) -> Fact:
        if table.sheet.ending or not after or after != len(table.sitting.rounds):
            raise Conflict(table)
        return Fact("stopped", {"after": after})

    return decide


def played_on(after: int) -> Decision:
    """Play past the end that was reached; ``after`` is the last round on the sheet."""

    def decide(table: Table) -> Fact:
        if not table.sheet.ending or after != len(table.sitting.rounds):
            raise Conflict(table)
        return Fact("played_on", {"after": after})

    return decide


def undone(seq: int) -> Decision:
    """Take back the entry ``seq``, which must be the last in force."""

    def decide(table: Table) -> Fact:
        if table.undoable is None or table.undoable.seq != seq:
            raise Conflict(table)
        return Fact(UNDO, {"seq": seq})

    return decide


def redone(seq: int) -> Decision:
    """Put back the entry ``seq``, which must be the last undone."""

    def decide(table: Table) -> Fact:
        if table.redoable is None or table.redoable.seq != seq:
            raise Conflict(table)
        return Fact(REDO, {"seq": seq})

    return decide
