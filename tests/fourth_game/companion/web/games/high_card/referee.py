"""The referee of High Card: which of two cards is higher."""

from __future__ import annotations

from companion.games.message import Message, say
from companion.web.rules import referees


class Referee(referees.Referee):
    """Two cards as they were asked about."""

    page = "games/high_card/referee.html"
    ruling = "games/high_card/_ruling.html"

    @property
    def verdict(self) -> Message:
        """What is to be said of them."""
        one, other = (self.asked.get(name, 0, type=int) for name in ("one", "other"))
        if not (2 <= one <= 14 and 2 <= other <= 14):
            return say("Type two cards from 2 to 14.")
        if one == other:
            return say("Both are as high: draw again.")
        return say("The %(card)s is higher.", card=max(one, other))
