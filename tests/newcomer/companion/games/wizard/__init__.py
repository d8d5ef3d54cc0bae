"""Wizard, for 3–6 players: bid how many tricks you will win, then win just as many.

Round n deals n cards to everybody, and the last round deals all 60. A bid that is made scores 20 and 10 per trick, any
other −10 for every trick too many or too few.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.contract import (
    Cell,
    Figure,
    Mark,
    Problem,
    Rulebook,
    Shown,
    Step,
    Verdict,
    first_dealer,
    first_starter,
)
from companion.games.message import Message, Signed, say, say_n
from companion.games.option import Choice, Option
from companion.games.reading import read_numbers
from companion.games.sheet import Because, Gauge, Line, Opening, Scored, Standing
from companion.games.sitting import Round, Sitting

CARDS = 60
MADE, TRICK = 20, 10  # points


@dataclass(frozen=True, slots=True)
class WizardRound(Round):
    """What everybody bid, and how many tricks everybody won; no tricks while only the bids are in."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...] = ()

    def made(self, seat: int) -> bool:
        """Whether a seat made its bid."""
        return self.bids[seat] == self.tricks[seat]


class Wizard(Rulebook[WizardRound]):
    """The rulebook of Wizard."""

    key = "wizard"
    title = "Wizard"
    about = say("Bid your tricks, then win just as many")
    seats = range(3, 7)
    options = (
        Option(
            "even_bids",
            say("May the bids add up to the number of cards?"),
            (Choice("allowed", say("yes")), Choice("forbidden", say("no: the last bid must differ (Canadian rule)"))),
        ),
    )
    ends = ("rounds",)
    steps = (Step("bids", say("bids")), Step("tricks", say("tricks")))
    marks = (
        Mark("started", "▸", say("led")),
        Mark("dealt", "D", say("dealt")),
        Mark("made", "✓", say("bid made"), after=True),
    )
    cells = (Cell("bid", say("Bid")), Cell("tricks", say("Tricks")))
    figures = (
        Figure(say("Rounds"), "rounds"),
        Figure(say("Bids made"), "made"),
        Figure(say("Bids made, of all"), "made", per="rounds", share=True),
    )
    starting = say("Who leads makes the bid")
    plays_on = False

    def opening(self, sitting: Sitting[WizardRound], lines: Sequence[Line]) -> Opening:
        """The deal moves clockwise, so to whoever led the last round; who sits left of the dealer leads."""
        if not lines:
            starter = first_starter(sitting)
            return Opening(1, starter, first_dealer(sitting, starter))
        dealer = lines[-1].known_starter
        leader = Because(sitting.left_of(dealer), say("Sits left of the dealer."))
        return Opening(lines[-1].number + 1, leader, Because(dealer, say("The deal moves clockwise.")))

    def dealer_for(self, sitting: Sitting[WizardRound], opening: Opening, starter: int) -> Because:
        """Right of whoever leads, in every round."""
        return Because(sitting.right_of(starter), say("Sits right of who leads."))

    def validate(self, sitting: Sitting[WizardRound], opening: Opening, played: WizardRound) -> Verdict:
        """Nobody bids or wins more tricks than there are, and together they win all of them."""
        cards = opening.number
        errors = [
            Problem(say("Round %(cards)s has %(cards)s tricks: from 0 to %(cards)s.", cards=cards), seat)
            for numbers in (played.bids, played.tricks)
            for seat, number in enumerate(numbers)
            if not 0 <= number <= cards
        ]
        if sitting.options.get("even_bids") == "forbidden" and sum(played.bids) == cards:
            errors.append(Problem(say("By your house rule the bids must not add up to %(cards)s.", cards=cards)))
        won = sum(played.tricks)
        if played.tricks and won != cards:
            errors.append(Problem(say("There are %(cards)s tricks, and %(won)s are entered.", cards=cards, won=won)))
        return Verdict(tuple(errors))

    def score(self, sitting: Sitting[WizardRound], opening: Opening, played: WizardRound) -> Scored:
        """20 and 10 per trick for a bid that is made, else −10 per trick of difference."""
        made = tuple(seat for seat in sitting.seats if played.made(seat))
        return Scored(tuple(_points(played, seat) for seat in sitting.seats), marked={"made": made})

    def steps_entered(self, played: WizardRound) -> int:
        """The bids, and mostly the tricks."""
        return 2 if played.tricks else 1

    def show(self, played: WizardRound, seat: int) -> tuple[Shown, ...]:
        """The bid, and the tricks won."""
        return (played.bids[seat], played.tricks[seat] if played.tricks else None)

    def explain(self, sitting: Sitting[WizardRound], opening: Opening, played: WizardRound) -> tuple[Message, ...]:
        """What everybody bid and won."""
        return tuple(
            say(
                "%(name)s %(points)s: bid %(bid)s and won %(won)s.",
                name=sitting.players[seat],
                points=Signed(_points(played, seat)),
                bid=played.bids[seat],
                won=played.tricks[seat],
            )
            for seat in sitting.seats
        )

    def read_round(self, raw: Mapping[str, object], names: Sequence[str], place: str) -> WizardRound:
        """A round as ``{"bids": {name: number}, "tricks": {name: number}}``; without tricks it has only begun."""
        tricks = read_numbers(raw, "tricks", names, place) if "tricks" in raw else ()
        return WizardRound(read_numbers(raw, "bids", names, place), tricks)

    def write_round(self, played: WizardRound, names: Sequence[str]) -> dict[str, object]:
        """The form that ``read_round`` reads."""
        bids = {"bids": dict(zip(names, played.bids, strict=True))}
        return {**bids, "tricks": dict(zip(names, played.tricks, strict=True))} if played.tricks else {**bids}

    def gauges(self, sitting: Sitting[WizardRound], standing: Standing) -> tuple[Gauge, ...]:
        """How many rounds of all are played."""
        last = CARDS // len(sitting.players)
        return (Gauge("rounds", say("Rounds"), (), standing.rounds, last),)

    def reason(self, sitting: Sitting[WizardRound], standing: Standing, key: str) -> Message:
        """All rounds are played."""
        return say_n("%(n)s round was played.", "All %(n)s rounds were played.", standing.rounds)

    def count(self, played: WizardRound, line: Line, seat: int) -> Mapping[str, float]:
        """Bids made."""
        return {"made": played.made(seat)}

    def won(self, played: WizardRound, line: Line, seat: int) -> bool:
        """By making the bid."""
        return played.made(seat)


def _points(played: WizardRound, seat: int) -> int:
    bid, won = played.bids[seat], played.tricks[seat]
    return MADE + TRICK * won if played.made(seat) else -TRICK * abs(bid - won)


RULEBOOK = Wizard()
