"""Durak, the game without a winner: the rulebook of its marks, deal by deal.

A round is one deal. Whoever is left holding cards is the fool and has a mark, and so has the whole team.
Fewest marks lead. Open-ended, unless the table stops at so many marks or after so many deals.
"""

from collections.abc import Iterator, Mapping

from companion.games.contract import Figure, Mark, Problem, Rulebook, Verdict
from companion.games.durak import attacking, deal
from companion.games.durak.attacking import the_fool
from companion.games.durak.deal import Deal
from companion.games.durak.options import OPTIONS
from companion.games.message import Message, say, say_n
from companion.games.sheet import Gauge, Line, Opening, Scored, Standing
from companion.games.sitting import Sitting

CARDS, HAND = 36, 6


class Durak(Rulebook[Deal]):
    """The rulebook of Durak."""

    key = "durak"
    title = say("Durak").text
    about = say("Who is the fool, deal by deal")
    seats = range(2, 7)
    options = OPTIONS
    ends = ("marks", "deals")
    ends_after_rounds = ("deals",)
    marks = (
        Mark("started", "▸", say("attacked first")),
        # TRANSLATORS: the sign of the dealer on the sheet, a letter
        Mark("dealt", say("D"), say("dealt")),
        Mark("fool", "●", say("left with cards")),
    )
    figures = (
        Figure(say("Rounds"), "rounds"),
        Figure(say("Was the fool"), "fool"),
        Figure(say("Was the fool, of all rounds"), "fool", per="rounds", share=True),
        Figure(say("Marks"), "marks"),
    )
    starting = say("Who attacks first gets away")
    lowest_wins = True
    loser_begins = True
    undecided = say("The lowest trump")

    def box(self, players: int) -> tuple[tuple[Message, int], ...]:
        """Cards each, cards in all."""
        return ((say("Cards each"), HAND), (say("Cards in play"), CARDS))

    def setup(self, players: int) -> tuple[Message, ...]:
        """Cards, trump, stock."""
        trump = say("Turn up the next card: its suit is trump. Lay the rest across it as the stock.")
        if players * HAND == CARDS:
            # TRANSLATORS: %(players)s is 6.
            trump = say(
                "With %(players)s nothing is left: we propose to show the last card dealt, its suit is trump.",
                players=players,
            )
        return (
            # TRANSLATORS: %(cards)s is 36.
            say("Take the cards from six to ace: %(cards)s in all.", cards=CARDS),
            say("Shuffle and deal %(hand)s to everybody, one at a time.", hand=HAND),
            trump,
        )

    def validate(self, sitting: Sitting[Deal], opening: Opening, played: Deal) -> Verdict:
        """Who was out first is not the fool; a house rule or two need somebody to be named."""
        fool, options = the_fool(sitting, played), sitting.options
        if played.fool is None and played.last_defender is None and options.get("both_out") == "last-defender":
            return Verdict((Problem(say("Say who defended last: by your house rule that is the fool.")),))
        if fool is not None and played.first_out == fool:
            return Verdict((Problem(say("The fool can't have been out first."), fool),))
        wanted = options.get("first_attacker") == "previous-winner" and fool is not None
        if wanted and attacking.first_out(sitting, played) is None:
            return Verdict(questions=(Problem(say("Who was out first attacks next. Save without saying who?")),))
        return Verdict()

    def score(self, sitting: Sitting[Deal], opening: Opening, played: Deal) -> Scored:
        """A mark for the fool and everybody in the fool's team."""
        fool = the_fool(sitting, played)
        if fool is None:
            return Scored((0,) * len(sitting.players))
        marked = (fool, *self.partners(sitting, fool))
        return Scored(tuple(int(seat in marked) for seat in sitting.seats), marked={"fool": (fool,)})

    def summarize(self, sitting: Sitting[Deal], opening: Opening, played: Deal) -> Message:
        """Who was the fool."""
        fool = the_fool(sitting, played)
        return say("nobody is the fool") if fool is None else say("%(name)s is the fool", name=sitting.players[fool])

    def explain(self, sitting: Sitting[Deal], opening: Opening, played: Deal) -> tuple[Message, ...]:
        """Why somebody is the fool, who else has a mark for it, and who was out first where that was noted."""
        return tuple(self._why(sitting, played))

    def explain_seat(self, sitting: Sitting[Deal], opening: Opening, played: Deal, seat: int) -> tuple[Message, ...]:
        """Whether the seat was left with cards, plays with who was, or got away."""
        fool, name = the_fool(sitting, played), sitting.players[seat]
        if fool is None or seat == fool:
            return self.explain(sitting, opening, played)
        if seat in self.partners(sitting, fool):
            return (say("A mark for %(name)s: plays with %(fool)s, the fool.", name=name, fool=sitting.players[fool]),)
        return (say("No mark for %(name)s: %(fool)s was the fool.", name=name, fool=sitting.players[fool]),)

    def _why(self, sitting: Sitting[Deal], played: Deal) -> Iterator[Message]:
        fool = the_fool(sitting, played)
        if fool is None:
            yield say("A draw: the last two went out together, so nobody is the fool.")
        else:
            name, partners = (
                sitting.players[fool],
                tuple(sitting.players[seat] for seat in self.partners(sitting, fool)),
            )
            if played.fool is None:
                yield say("%(name)s is the fool: both went out, and %(name)s defended last.", name=name)
            else:
                yield say("%(name)s is the fool: left with cards.", name=name)
            if partners:
                yield say_n(
                    "%(names)s has a mark as well.", "%(names)s have a mark as well.", len(partners), names=partners
                )
        if played.first_out is not None:
            yield say("%(name)s was out first.", name=sitting.players[played.first_out])

    def partners(self, sitting: Sitting[Deal], seat: int) -> tuple[int, ...]:
        """The rest of the team."""
        teams = sitting.options.get("teams")
        team = next((team for team in teams if seat in team), ()) if isinstance(teams, tuple) else ()
        return tuple(other for other in team if other != seat)

    def total(self, points: float) -> Message:
        """So many marks."""
        return say_n("with %(total)s mark", "with %(total)s marks", int(points), total=points)

    def gauges(self, sitting: Sitting[Deal], standing: Standing) -> tuple[Gauge, ...]:
        """How near the table is to where it wants to stop, if anywhere."""
        marks, deals = sitting.amount("stop_at_marks") or 0, sitting.amount("stop_after_deals") or 0
        of_marks = Gauge("marks", say("Marks"), standing.totals, max(standing.totals), marks, of_totals=True)
        of_deals = Gauge("deals", say("Deals"), (), standing.rounds, deals)
        return tuple(gauge for gauge in (of_marks, of_deals) if gauge.limit)

    def reason(self, sitting: Sitting[Deal], standing: Standing, key: str) -> Message:
        """Who has so many marks, or how many deals were played."""
        if key == "deals":
            return say_n("%(n)s deal was played.", "%(n)s deals were played.", standing.rounds)
        most = max(standing.totals)
        names = tuple(name for name, marks in zip(sitting.players, standing.totals, strict=True) if marks == most)
        return say_n("%(names)s reached %(n)s mark.", "%(names)s reached %(n)s marks.", int(most), names=names)

    def count(self, played: Deal, line: Line, seat: int) -> Mapping[str, float]:
        """Times the fool, and marks."""
        return {"fool": line.has_mark("fool", seat), "marks": line.points[seat]}

    def won(self, played: Deal, line: Line, seat: int) -> bool:
        """By getting away without a mark."""
        return not line.points[seat]

    opening = staticmethod(attacking.opening)
    read_round = staticmethod(deal.read)
    write_round = staticmethod(deal.write)


RULEBOOK = Durak()
