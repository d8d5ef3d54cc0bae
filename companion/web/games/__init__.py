"""Every game as the pages know it: ``GAME`` in its folder, or what follows from its rulebook."""

from importlib import import_module
from importlib.util import find_spec

from companion.games import RULEBOOKS, folder_of
from companion.games.contract import Rulebook
from companion.web.forms.game import GamePages


def _load(rulebook: Rulebook) -> GamePages:
    name = f"{__name__}.{folder_of(rulebook.key)}"
    if find_spec(name) is None:
        return GamePages(rulebook)
    game: GamePages = import_module(name).GAME
    return game


GAMES = {key: _load(rulebook) for key, rulebook in RULEBOOKS.items()}
