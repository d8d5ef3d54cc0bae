"""How a round of each game is typed in: one form and one template a game.

A game whose players can each lay their own hand also has a form for one hand.
"""

from __future__ import annotations

from werkzeug.datastructures import MultiDict

from companion.store.replay import Table
from companion.web.entries.fool import FoolEntry
from companion.web.entries.fool_hand import FoolHandEntry

ENTRIES = {"fool": FoolEntry}
HAND_ENTRIES = {"fool": FoolHandEntry}


def missing(table: Table) -> tuple[str, ...]:
    """The players whose hand for the next round is still to come; empty when the round is ready to save."""
    seats = " ".join(str(seat) for seat in range(1, len(table.sitting.players) + 1))
    return tuple(ENTRIES[table.game](table, MultiDict({"waiting": seats})).missing)
