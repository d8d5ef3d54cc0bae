"""The pure rules of every game, behind one contract (see ``contract``).

A game has a folder here, named like its key, and in it its ``RULEBOOK``.
"""

from importlib import import_module

from companion.games.contract import Rulebook, folder_of
from companion.games.sitting import Round

GAMES = ("fool", "fools-field", "durak", "points")


def _load(game: str) -> Rulebook[Round]:
    """The rulebook of a game by its key."""
    rulebook: Rulebook[Round] = import_module(f"{__name__}.{folder_of(game)}").RULEBOOK
    return rulebook


RULEBOOKS = {game: _load(game) for game in GAMES}
