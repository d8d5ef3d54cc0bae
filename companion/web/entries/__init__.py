"""How a round of each game is typed in: one form and one template a game.

A game whose players can each lay their own hand also has a form for one hand.
"""

from __future__ import annotations

from companion.web.entries.fool import FoolEntry
from companion.web.entries.fool_hand import FoolHandEntry

ENTRIES = {"fool": FoolEntry}
HAND_ENTRIES = {"fool": FoolHandEntry}
