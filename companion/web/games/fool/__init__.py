"""Fool! on the phone."""

from companion.games.contract import Game
from companion.games.fool import RULEBOOK
from companion.games.fool.example import EXAMPLE
from companion.web.games.fool.entry import FoolEntry
from companion.web.games.fool.hand import FoolHand
from companion.web.games.fool.referee import Referee

GAME = Game(RULEBOOK, FoolEntry, hand=FoolHand, referee=Referee, example=EXAMPLE)
