"""Every game as it hands itself over to the pages: ``GAME`` in its folder here (see ``companion.games.contract``)."""

from importlib import import_module

from companion.games import RULEBOOKS
from companion.games.contract import Game, folder_of
from companion.games.sitting import Round


def _load(game: str) -> Game[Round]:
    """A game by its key."""
    found: Game[Round] = import_module(f"{__name__}.{folder_of(game)}").GAME
    return found


GAMES = {game: _load(game) for game in RULEBOOKS}
