"""Entering a deal of Durak: who was left with cards, or that nobody was; and where it matters, who was out first."""

from wtforms import StringField

from companion.games.durak.deal import Deal
from companion.web.forms.entry import ChoiceEntry, ChoiceForm


class DealForm(ChoiceForm):
    """``first_out`` is a seat, counted from 1."""

    first_out = StringField()


class DealEntry(ChoiceEntry[Deal]):
    """``fool-1`` is a deal that left the first player with cards; ``draw``, or ``draw-2`` for who defended last."""

    form_class = DealForm

    @property
    def asks_first_out(self) -> bool:
        """Whether who was out first attacks next. Of two players that needs no asking."""
        return self.entering.sitting.options.get("first_attacker") == "previous-winner" and len(self.players) > 2

    @property
    def drawn(self) -> str:
        """The result of a draw; who defended last stays where it was noted."""
        result = self.form.result.data or ""
        return result if result.startswith("draw") and self.filled else "draw"

    @property
    def asks_last_defender(self) -> bool:
        """Whether the last defender is the fool when both go out."""
        return self.entering.sitting.options.get("both_out") == "last-defender"

    def write(self, played: Deal) -> dict[str, str]:
        """See the class."""
        last, first = played.last_defender, played.first_out
        drawn = "draw" if last is None else f"draw-{last + 1}"
        result = drawn if played.fool is None else f"fool-{played.fool + 1}"
        return {"result": result, "first_out": "" if first is None else str(first + 1)}

    def choose(self, word: str, seat: int | None) -> Deal | None:
        """See the class. Who was out first is dropped where nobody can see that it can't be any more."""
        first = self.seat_of("first_out")
        if first == seat and not self.asks_first_out:
            first = None
        if word == "draw":
            return Deal(None, seat, first)
        return Deal(seat, first_out=first) if word == "fool" and seat is not None else None
