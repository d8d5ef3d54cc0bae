"""How a round of each game is typed in: one module a game, which has the name of its key, and one template.

A module has a class ``Entry``. A game whose players can each lay their own hand also has a ``HandEntry``.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from companion.store.journal.replay import Table


def entry_of(game: str) -> Any:
    """The entry form for a round of a game, by its key."""
    return import_module(f"companion.web.games.{game.replace('-', '_')}.entry").Entry


def hand_entry_of(game: str) -> Any | None:
    """The form for one player's own hand, where the game has one."""
    return getattr(import_module(f"companion.web.games.{game.replace('-', '_')}.entry"), "HandEntry", None)


def missing(table: Table) -> tuple[str, ...]:
    """The players who have not laid a hand for the next round; none when it is ready to save."""
    return tuple(name for seat, name in enumerate(table.sitting.players) if seat not in table.hands)
