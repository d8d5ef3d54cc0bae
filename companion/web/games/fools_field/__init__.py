"""The Fool’s Field on the phone."""

from companion.games.fools_field import RULEBOOK
from companion.web.forms.game import GamePages
from companion.web.games.fools_field.referee import FieldReferee

# The games on which the rules page shows how a match of The Fool's Field is scored, as they stand in a sheet file.
# A tie lies between two wins, so that the match is decided by who had its full point.
_EXAMPLE: dict[str, object] = {
    "players": ["Ada", "Ben"],
    "first_starter": "Ada",
    "rounds": [{"winner": "Ada"}, {"tie": True, "started_last_battle": "Ben"}, {"winner": "Ben"}],
}

GAME = GamePages(RULEBOOK, referee=FieldReferee, example=_EXAMPLE)
