"""Fool! on the phone."""

from companion.games.fool import RULEBOOK
from companion.games.fool.example import EXAMPLE
from companion.web.forms.game import Game
from companion.web.games.fool.entry import FoolForm
from companion.web.games.fool.hand import FoolHand
from companion.web.games.fool.referee import Referee

GAME = Game(RULEBOOK, FoolForm, "games/fool/entry.html", FoolHand, Referee, EXAMPLE)
