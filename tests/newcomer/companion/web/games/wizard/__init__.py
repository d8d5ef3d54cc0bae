"""Wizard on the phone: numbers to type, first the bids, then the tricks."""

from __future__ import annotations

from collections.abc import Mapping

from wtforms import Form

from companion.games.contract import Game
from companion.games.message import say
from companion.games.wizard import RULEBOOK, WizardRound
from companion.web.forms.entry import SeatsEntry
from companion.web.forms.fields import CountField


class SeatForm(Form):
    """What a player bids and wins."""

    bid = CountField(say("Bid"))
    tricks = CountField(say("Tricks"))


class WizardEntry(SeatsEntry[WizardRound]):
    """Bids or tricks of everybody, or where a round is corrected both."""

    seat_form = SeatForm
    step_fields = (("bid",), ("tricks",))

    def write(self, played: WizardRound, seat: int) -> Mapping[str, object]:
        """The bid, and the tricks if they are in."""
        return dict(zip(("bid", "tricks"), RULEBOOK.show(played, seat), strict=True))

    def read(self) -> WizardRound:
        """Bids and tricks."""
        return WizardRound(self.counts("bid"), self.counts("tricks"))


GAME = Game(RULEBOOK, WizardEntry)
