"""Typing in a round of another game: everybody's points."""

from collections.abc import Mapping

from wtforms import Form

from companion.games.contract import list_points
from companion.games.message import Message, say
from companion.games.points.round import PointsRound
from companion.web.app.language import short
from companion.web.forms.entry import SeatsEntry
from companion.web.forms.fields import PointsField


class SeatForm(Form):
    """What a player has of the round."""

    points = PointsField(say("Points"))


class PointsEntry(SeatsEntry[PointsRound]):
    """``seat-1-points`` and so on; 0 has to be typed like any other number."""

    seat_form = SeatForm

    def write(self, played: PointsRound | None, seat: int) -> Mapping[str, object]:
        """A seat's points."""
        return {} if played is None else {"points": played.points[seat]}

    def read(self) -> PointsRound:
        """The points as typed."""
        return PointsRound(tuple(form["points"].data for form in self.seats))

    def summarize(self, played: PointsRound) -> Message:
        """Everybody's points, with names cut short: up to twelve share the line."""
        return list_points([short(name) for name in self.players], played.points)
