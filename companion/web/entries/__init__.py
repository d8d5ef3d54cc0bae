"""How a round of each game is typed in: one form and one template a game."""

from __future__ import annotations

from companion.web.entries.fool import FoolEntry

ENTRIES = {"fool": FoolEntry}
