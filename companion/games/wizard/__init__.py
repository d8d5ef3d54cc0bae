"""Wizard, for 3–6 players: bid how many tricks you will win, then win just as many.

Round n deals n cards to everybody, and the last round deals all 60.
"""

from collections.abc import Sequence

from companion.games.contract import DEALT, ROUNDS, STARTED, Figure, Mark, Rulebook, Starting, Step
from companion.games.fields import Number
from companion.games.message import Message, Problem, Signed, Verdict, say
from companion.games.option import LEFT_EARLY, Option
from companion.games.sitting import End, Line, Opening, Round, Scored, Sitting, Standing
from companion.games.usual import deal_moves, end_after_rounds

WIZARD_CARDS = 60
MADE, TRICK = 20, 10  # points


def tricks(sitting: Sitting, opening: Opening) -> int:
    """Return the number of tricks, which is the round's number."""
    return opening.number


def made(played: Round, line: Line, seat: int) -> bool:
    """Return whether a seat made its bid."""
    return seat in line.scored.marked["made"]


class Wizard(Rulebook):
    """The rulebook of Wizard."""

    key = "wizard"
    title = "Wizard"
    about = say("Bid your tricks, then win exactly that many")
    seats = range(3, 7)
    options = (
        Option(
            "sum_of_bids",
            say("Can bids add up to the number of tricks?"),
            {"free": say("Yes"), "not-tricks": say("No: the last bid must differ")},
        ),
        LEFT_EARLY,
    )
    steps = (
        Step((Number("bids", say("Bid"), high=tricks),), "bids", say("bids")),
        Step((Number("tricks", say("Tricks"), high=tricks),), "tricks", say("tricks")),
    )
    marks = (STARTED, DEALT, Mark("made", "✓", say("bid made"), after=True))
    figures = (
        ROUNDS,
        Figure(say("Bids made"), "made", made),
        Figure(say("Bids made (share)"), "made", per_round=True, share=True),
    )
    starting = Starting(say("Starter makes the bid"), made)

    def opening(self, sitting: Sitting, lines: Sequence[Line]) -> Opening:
        """Return who deals and starts: the deal moves clockwise."""
        return deal_moves(sitting, lines)

    def check(self, sitting: Sitting, opening: Opening, played: Round) -> Verdict:
        """Return errors if not all tricks are won, or by a house rule if bids add up to them."""
        cards = opening.number
        bid, won = sum(played["bids"].values()), sum(played.get("tricks", {}).values())
        errors = []
        if sitting.options.get("sum_of_bids") == "not-tricks" and bid == cards:
            errors.append(say("Your house rule: bids can’t add up to %(cards)s.", cards=cards))
        if "tricks" in played and won != cards:
            errors.append(say("That adds up to %(sum)s, not %(total)s.", sum=won, total=cards))
        return Verdict(tuple(map(Problem, errors)))

    def score(self, sitting: Sitting, opening: Opening, played: Round) -> Scored:
        """Return 20 and 10 per trick for a bid that is made, else −10 per trick of difference."""
        points = [0] * len(sitting.players)
        for seat, bid in played["bids"].items():
            won = played["tricks"][seat]
            points[seat] = MADE + TRICK * won if won == bid else -TRICK * abs(won - bid)
        return Scored(tuple(points), marked={"made": tuple(seat for seat in sitting.seats if points[seat] > 0)})

    def explain(self, sitting: Sitting, opening: Opening, played: Round, side: int) -> tuple[Message, ...]:
        """Return the bid, and the tricks won."""
        points = Signed(self.score(sitting, opening, played).points[side])
        name, bid, won = sitting.players[side], played["bids"][side], played["tricks"][side]
        return (say("%(name)s %(points)s: bid %(bid)s and won %(won)s.", name=name, points=points, bid=bid, won=won),)

    def ends(self, sitting: Sitting, standing: Standing) -> tuple[End, ...]:
        """Return the end after the round that deals all cards."""
        return (end_after_rounds(standing, WIZARD_CARDS // len(standing.present), final=True),)


RULEBOOK = Wizard()
