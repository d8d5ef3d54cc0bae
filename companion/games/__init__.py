"""The pure rules of every game, behind one small interface (see ``rulebook``).

A game has a package here with the name of its key, and in it its ``RULEBOOK``.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from companion.games.rulebook import Rulebook

GAMES = ("fool", "fools-field", "durak")


def _rulebook(game: str) -> Rulebook[Any]:
    """The rulebook of a game by its key."""
    found: Rulebook[Any] = import_module(f"{__name__}.{game.replace('-', '_')}").RULEBOOK
    return found


RULEBOOKS: dict[str, Rulebook[Any]] = {game: _rulebook(game) for game in GAMES}
