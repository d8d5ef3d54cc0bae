"""The Fool’s Field on the phone."""

from companion.games.contract import Game
from companion.games.fools_field import RULEBOOK
from companion.games.fools_field.example import EXAMPLE
from companion.web.games.fools_field.entry import FieldGameEntry
from companion.web.games.fools_field.referee import Referee

GAME = Game(RULEBOOK, FieldGameEntry, referee=Referee, example=EXAMPLE)
