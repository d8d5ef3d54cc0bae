"""Why this number? What a tap on a cell of the sheet, or on a total, asks in the address of its page.

``?why=3-2`` asks for the cell of round 3 and seat 2, ``?why=2`` for the total of seat 2, both counted from 1. So it
works without a script, and comes along when the page shows what has changed elsewhere.
"""

import re
from dataclasses import dataclass

from flask import request

from companion.games.message import Message
from companion.games.reasons import why_points, why_total
from companion.store.journal.replay import Table

_ASKED = re.compile(r"(?:([1-9][0-9]{0,3})-)?([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Why:
    """A number that was asked about: its round (None: the total) from 1, its seat from 0, and how it came about."""

    number: int | None
    seat: int
    told: tuple[Message, ...]

    @property
    def key(self) -> str:
        """How the address asks for it."""
        return f"{self.seat + 1}" if self.number is None else f"{self.number}-{self.seat + 1}"


def asked_why(table: Table) -> Why | None:
    """What the address asks about; None where it asks nothing, or for what is not there."""
    found = _ASKED.fullmatch(request.args.get("why", ""))
    if found is None or int(found[2]) > len(table.sitting.players):
        return None
    seat = int(found[2]) - 1
    if found[1] is None:
        return Why(None, seat, why_total(table.rulebook, table.sitting, table.sheet, seat))
    number = int(found[1])
    if number > len(table.sheet.lines):
        return None
    return Why(number, seat, why_points(table.rulebook, table.sitting, table.sheet.lines[number - 1], seat))
