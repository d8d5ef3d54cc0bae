"""Durak on the phone."""

from companion.games.contract import Game
from companion.games.durak import RULEBOOK
from companion.games.durak.example import EXAMPLE
from companion.web.games.durak.entry import DealEntry
from companion.web.games.durak.referee import Referee

GAME = Game(RULEBOOK, DealEntry, referee=Referee, example=EXAMPLE)
