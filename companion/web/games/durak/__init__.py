"""Durak on the phone."""

from companion.games.durak import RULEBOOK
from companion.web.forms.game import GamePages
from companion.web.games.durak.referee import DurakReferee

# The deals on which the rules page shows how Durak is scored, as they stand in a sheet file.
# A draw lies between two deals with a fool; after it Dan had the lowest trump.
_EXAMPLE: dict[str, object] = {
    "players": ["Ada", "Ben", "Cleo", "Dan"],
    "first_starter": "Ada",
    "rounds": [{"fool": "Ben"}, {"draw": True, "last_defender": "Cleo"}, {"fool": "Ada", "starter": "Dan"}],
}

GAME = GamePages(RULEBOOK, referee=DurakReferee, example=_EXAMPLE)
