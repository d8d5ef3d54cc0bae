"""Durak on the phone."""

from companion.games.durak import RULEBOOK
from companion.games.durak.example import EXAMPLE
from companion.web.forms.game import Game
from companion.web.games.durak.referee import Referee

GAME = Game(RULEBOOK, referee=Referee, example=EXAMPLE)
