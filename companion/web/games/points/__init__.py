"""Another game on the phone. It has no referee, no rules page and no hands that players lay themselves."""

from companion.games.contract import Game
from companion.games.points import RULEBOOK
from companion.web.games.points.entry import PointsEntry

GAME = Game(RULEBOOK, PointsEntry)
