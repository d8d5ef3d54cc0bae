"""Tichu, for two teams of partners opposite each other: calls, then who was out first, then the cards won.

A side whose players are out first and second wins 200, and no cards are counted; else the sides share the 100 points of
the cards, and who took the dragon's and the phoenix's may have from −25 to 125. A Tichu is ±100, a Grand Tichu ±200.
"""

from companion.games.contract import ROUNDS, Figure, Mark, Rulebook, Step
from companion.games.fields import Flag, Per, Pick, Split, ask_who
from companion.games.message import say, say_value
from companion.games.option import Option
from companion.games.sitting import End, Opening, Round, Scored, Sitting, Standing, name_sides
from companion.games.usual import end_at_total

WORTH = {"tichu": 100, "grand": 200}
DOUBLE = 200
WINNING_SCORE = 1000


class Tichu(Rulebook):
    """The rulebook of Tichu."""

    key = "tichu"
    title = "Tichu"
    about = say("Two teams: calls, then card points")
    seats = range(4, 5)
    options = (
        Option(
            "end_score",
            say("Total that ends the game"),
            {total: say_value(total) for total in (WINNING_SCORE, 500, 1500)},
        ),
    )
    steps = (
        Step(
            (
                Pick("calls", say("Call"), default=None, choices={"tichu": say("Tichu"), "grand": say("Grand")}),
                ask_who("first", say("Out first"), question=say("Who went out first?")),
                Flag("double", say("Double victory"), per=Per.ROUND),
                Split(
                    "cards", say("Card points"), low=-25, high=125, step=5, when=lambda played: not played.get("double")
                ),
            )
        ),
    )
    marks = (Mark("won", "✓", say("call won"), after=True), Mark("lost", "✗", say("call lost"), after=True))
    figures = (
        ROUNDS,
        Figure(say("Calls"), "calls", lambda played, line, seat: seat in played["calls"]),
        Figure(say("Calls won"), "calls_won", lambda played, line, seat: line.has_mark("won", seat)),
    )

    def sides(self, sitting: Sitting) -> tuple[tuple[int, ...], ...]:
        """Return the partners, who sit opposite each other."""
        return (0, 2), (1, 3)

    def score(self, sitting: Sitting, opening: Opening, played: Round) -> Scored:
        """Return double victory or card points, and the calls."""
        first = played["first"]
        points = [DOUBLE * (first in side) for side in self.sides(sitting)] if played["double"] else [*played["cards"]]
        for seat, call in played["calls"].items():
            points[seat % 2] += WORTH[call] if seat == first else -WORTH[call]
        won = tuple(seat for seat in played["calls"] if seat == first)
        return Scored(tuple(points), marked={"won": won, "lost": tuple(set(played["calls"]) - {first})})

    def ends(self, sitting: Sitting, standing: Standing) -> tuple[End, ...]:
        """Return the end at a total; tied, the game goes on."""
        names = name_sides(sitting, self.sides(sitting))
        return (
            end_at_total(
                names, standing, sitting.amount("end_score") or WINNING_SCORE, say("Points"), ends_when_tied=False
            ),
        )


RULEBOOK = Tichu()
