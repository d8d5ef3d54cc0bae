"""The Fool’s Field on the phone."""

from companion.games.fools_field import RULEBOOK
from companion.games.fools_field.example import EXAMPLE
from companion.web.forms.entry import RoundForm
from companion.web.forms.game import Game
from companion.web.games.fools_field.referee import Referee

GAME = Game(RULEBOOK, RoundForm, referee=Referee, example=EXAMPLE)
