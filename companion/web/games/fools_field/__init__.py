"""The Fool’s Field on the phone."""

from companion.games.fools_field import RULEBOOK
from companion.games.fools_field.example import EXAMPLE
from companion.web.forms.game import Game
from companion.web.games.fools_field.referee import Referee

GAME = Game(RULEBOOK, referee=Referee, example=EXAMPLE)
