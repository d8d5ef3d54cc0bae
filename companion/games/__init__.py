"""The pure rules of every game, behind one contract (see ``contract``).

A game has a folder here, named like its key, and in it its ``RULEBOOK``.
"""

from importlib import import_module

from companion.games.contract import Rulebook

GAMES = ("fool", "fools-field", "durak", "points", "wizard", "tichu")


def folder_of(game: str) -> str:
    """Return the name of a game's folder on every floor, by its key."""
    return game.replace("-", "_")


RULEBOOKS: dict[str, Rulebook] = {game: import_module(f"{__name__}.{folder_of(game)}").RULEBOOK for game in GAMES}
