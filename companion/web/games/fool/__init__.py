"""Fool! on the phone."""

from companion.games.fool import RULEBOOK
from companion.web.forms.game import GamePages
from companion.web.games.fool.entry import FoolForm
from companion.web.games.fool.hand import FoolHand
from companion.web.games.fool.referee import FoolReferee

# The rounds on which the rules page shows how Fool! is scored, as they stand in a sheet file.
# In the first, everything happens that a round has points for: going out, going out befooled, cards left,
# a 1 left. After the second, the running totals and the round just ended name different starters.
_EXAMPLE: dict[str, object] = {
    "players": ["Ada", "Ben", "Cleo", "Dan"],
    "first_starter": "Ben",
    "rounds": [
        {"hands": {"Ada": [22, 4], "Ben": [], "Cleo": [9, 1], "Dan": []}, "fools": ["Ben"]},
        {"hands": {"Ada": [], "Ben": [12, 3], "Cleo": [14], "Dan": [21, 6]}, "fools": ["Dan"]},
    ],
}

GAME = GamePages(RULEBOOK, FoolForm, "games/fool/entry.html", FoolHand, FoolReferee, _EXAMPLE)
