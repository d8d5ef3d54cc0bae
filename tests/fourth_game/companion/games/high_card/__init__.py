"""High Card: everybody draws a card, the highest has the point. First to so many points wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from companion.games.message import Message, say, say_n
from companion.games.option import Amount
from companion.games.rulebook import Check, Figure, Rulebook, Unreadable
from companion.games.sheet import Because, Gauge, Line, Next, Scored, Sheet, Standing
from companion.games.sitting import Sitting, first_dealer, first_starter


@dataclass(frozen=True, slots=True)
class Drawn:
    """The seat that drew the highest card."""

    highest: int


class HighCard(Rulebook[Drawn]):
    """The rulebook of High Card."""

    key = "high-card"
    title = "High Card"
    about = say("The highest card has the point")
    seats = range(2, 6)
    options = (Amount("first_to", say("Who wins is first to"), usual=3, low=1, high=50),)
    ends = ("points",)
    marks = {"started": say("drew first"), "dealt": say("dealt")}  # noqa: RUF012
    figures = (Figure(say("Rounds"), "rounds"), Figure(say("Highest cards"), "highest"))
    starting = say("Who draws first draws the highest")

    def box(self, players: int) -> tuple[tuple[Message, int], ...]:
        """A deck."""
        return ((say("Cards in play"), 52),)

    def setup(self, players: int) -> tuple[Message, ...]:
        """Shuffle."""
        return (say("Shuffle, and lay the deck into the middle."),)

    def check(self, sitting: Sitting[Drawn], played: Drawn) -> Check:
        """Anybody can draw the highest card."""
        return Check()

    def points(self, sitting: Sitting[Drawn], number: int, played: Drawn) -> tuple[float, ...]:
        """A point for the highest card."""
        return tuple(int(seat == played.highest) for seat in sitting.seats)

    def told(self, sitting: Sitting[Drawn], number: int, played: Drawn) -> Message:
        """Who had it."""
        return say("%(name)s drew the highest card", name=sitting.players[played.highest])

    def explain(self, sitting: Sitting[Drawn], number: int, played: Drawn) -> tuple[Message, ...]:
        """The same as a sentence."""
        return (say("%(name)s +1: the highest card.", name=sitting.players[played.highest]),)

    def total(self, points: float) -> Message:
        """So many points."""
        return say_n("with %(total)s point", "with %(total)s points", int(points), total=points)

    def opening(self, sitting: Sitting[Drawn], lines: Sequence[Line]) -> Next:
        """Who had the highest card draws first, and the player at the right deals."""
        if not lines:
            starter = first_starter(sitting)
            return Next(1, starter, first_dealer(sitting, starter.seat or 0))
        last = lines[-1].number
        seat = sitting.rounds[last - 1].highest
        starter = Because(seat, say("Drew the highest card in round %(number)s.", number=last))
        name = sitting.players[seat]
        return Next(last + 1, starter, Because(sitting.right_of(seat), say("Sits right of %(name)s.", name=name)))

    def score(self, sitting: Sitting[Drawn], opening: Next, played: Drawn) -> Scored:
        """The point."""
        return Scored(self.points(sitting, opening.number, played))

    def gauges(self, sitting: Sitting[Drawn], standing: Standing) -> tuple[Gauge, ...]:
        """How near everybody is."""
        limit = cast(int, sitting.options["first_to"])
        return (Gauge("points", say("Points"), standing.totals, max(standing.totals), limit, of_totals=True),)

    def reached(self, sitting: Sitting[Drawn], standing: Standing) -> tuple[str, ...]:
        """So many points."""
        return tuple(gauge.key for gauge in self.gauges(sitting, standing) if gauge.value >= gauge.limit)

    def reason(self, sitting: Sitting[Drawn], standing: Standing, key: str) -> Message:
        """Who has them."""
        name = sitting.players[standing.totals.index(max(standing.totals))]
        return say("%(name)s was first to %(points)s.", name=name, points=max(standing.totals))

    def counts(self, sitting: Sitting[Drawn], sheet: Sheet) -> tuple[Mapping[str, float], ...]:
        """Rounds and highest cards."""
        counting = [(line.starter.seat, sitting.rounds[line.number - 1].highest) for line in sheet.lines if line.counts]
        return tuple(
            {
                "rounds": len(counting),
                "highest": sum(highest == seat for _, highest in counting),
                "starts": sum(starter == seat for starter, _ in counting),
                "starts_won": sum(starter == highest == seat for starter, highest in counting),
            }
            for seat in sitting.seats
        )

    def read_round(self, raw: Mapping[str, Any], seats: Sequence[str], place: str) -> Drawn:
        """A round as ``{"highest": seat}``."""
        name = raw.get("highest")
        if not isinstance(name, str) or name not in seats:
            raise Unreadable(f"{place}.highest", say("Here the name of a player at the table is expected."))
        return Drawn(list(seats).index(name))

    def write_round(self, played: Drawn, seats: Sequence[str]) -> dict[str, Any]:
        """The form that ``read_round`` reads."""
        return {"highest": seats[played.highest]}


RULEBOOK = HighCard()
