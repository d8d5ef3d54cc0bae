"""How a round of each game is typed in: one form and one template a game.

A game whose players can each lay their own hand also has a form for one hand.
"""

from __future__ import annotations

from companion.store.replay import Table
from companion.web.entries.fool import FoolEntry
from companion.web.entries.fool_hand import FoolHandEntry

ENTRIES = {"fool": FoolEntry}
HAND_ENTRIES = {"fool": FoolHandEntry}


def missing(table: Table) -> tuple[str, ...]:
    """The players who have not laid a hand for the next round; none when it is ready to save."""
    return tuple(name for seat, name in enumerate(table.sitting.players) if seat not in table.hands)
