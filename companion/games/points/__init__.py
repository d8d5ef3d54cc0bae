"""Another game: the rulebook of any game with points, which the table types.

The highest or the lowest total wins. The game ends at a total, after so many rounds, or when the table stops.
"""

from collections.abc import Sequence

from companion.games.contract import ROUNDS, STARTED, Figure, Rulebook, Starting, Step
from companion.games.derive import best_is_lowest
from companion.games.fields import Points
from companion.games.message import Problem, Signed, Verdict, say
from companion.games.option import LEFT_EARLY, Amount, Option, Text
from companion.games.sitting import End, Line, Opening, Round, Scored, SeatAndReason, Sitting, Standing
from companion.games.usual import end_after_rounds, end_at_total, explain_tie, find_first_starter


def won_round(played: Round, line: Line, seat: int) -> bool:
    """Return whether a seat had the best points of a round."""
    return line.has_mark("won", seat)


class AnotherGame(Rulebook):
    """The rulebook of another game."""

    key = "points"
    title = say("Another game").text  # not the same in every language
    about = say("Any game with points, round by round")
    seats = range(2, 13)
    options = (
        Text("title", say("Title")),
        Option("winner", say("Who wins?"), {"highest": say("Highest total"), "lowest": say("Lowest total")}),
        Amount(
            "end_score",
            say("Total that ends the game"),
            low=-1_000_000,
            high=1_000_000,
            without=say("never"),
            zero=False,
        ),
        Amount("end_rounds", say("Stop after this many rounds"), low=1, high=500, without=say("never")),
        Option(
            "starter",
            say("Who starts the next round?"),
            {
                "clockwise": say("The next player clockwise"),
                "winner": say("The round’s winner"),
                "loser": say("The round’s loser"),
                "none": say("Not tracked"),
            },
        ),
        Option("equal_totals", say("Tie for the win"), {"shared": say("Shared win")}),
        LEFT_EARLY,
    )
    steps = (Step((Points("points", say("Points")),)),)
    marks = (STARTED,)
    figures = (
        ROUNDS,
        Figure(say("Rounds won"), "won", won_round),
        Figure(say("Rounds won (share)"), "won", per_round=True, share=True),
        Figure(say("Points per round"), "points", lambda played, line, seat: line.scored.points[seat], per_round=True),
    )
    starting = Starting(say("Starter wins the round"), won_round)
    lowest_wins = None

    def title_at(self, sitting: Sitting) -> str:
        """Return the title that the table typed."""
        return str(sitting.options.get("title") or self.title)

    def opening(self, sitting: Sitting, lines: Sequence[Line]) -> Opening:
        """Return who starts, by a house rule; nobody deals.

        If several won or lost a round alike, the first one clockwise after its starter starts; the starter comes last.
        """
        rule = sitting.options.get("starter", "clockwise")
        if rule == "none":
            return Opening(len(lines) + 1, None)
        if not lines:
            return Opening(1, find_first_starter(sitting))
        last, number = lines[-1], lines[-1].number + 1
        order = sitting.seated(number)
        previous = order[-1] if last.opening.starting is None else last.opening.starting  # the rule came only now
        around = sitting.from_left_of(previous, number)
        if rule == "clockwise":
            why = say("Next clockwise from %(last)s.", last=sitting.players[previous])
            return Opening(number, SeatAndReason(around[0], why))
        wins = rule == "winner"
        points = {seat: last.scored.points[seat] for seat in around if seat in last.present} or dict.fromkeys(around, 0)
        decisive = (max if wins != best_is_lowest(self, sitting) else min)(points.values())
        tied = [seat for seat in points if points[seat] == decisive]
        why = say("Lost round %(number)s: %(points)s.", number=last.number, points=Signed(decisive))
        if wins:
            why = say("Won round %(number)s: %(points)s.", number=last.number, points=Signed(decisive))
        if len(tied) > 1:
            why = explain_tie(sitting.players, tied, decisive, previous)
        return Opening(number, SeatAndReason(tied[0], why))

    def check(self, sitting: Sitting, opening: Opening, played: Round) -> Verdict:
        """Return a question where nobody has points: somebody may have forgotten to type them."""
        nobody = Problem(say("Everybody has 0 points. Is that right?"))
        return Verdict(questions=() if any(played["points"].values()) else (nobody,))

    def score(self, sitting: Sitting, opening: Opening, played: Round) -> Scored:
        """Return the points as typed, and who won the round: the players with the best points."""
        points = played["points"]
        best = (min if best_is_lowest(self, sitting) else max)(points.values())
        won_by = tuple(seat for seat in points if points[seat] == best)
        return Scored(tuple(points.get(seat, 0) for seat in sitting.seats), marked={"won": won_by})

    def ends(self, sitting: Sitting, standing: Standing) -> tuple[End, ...]:
        """Return the ends at a total or number of rounds, if the table chose them."""
        score, rounds = sitting.amount("end_score"), sitting.amount("end_rounds")
        return (
            *((end_at_total(sitting.players, standing, score, say("Points")),) if score else ()),
            *((end_after_rounds(standing, rounds),) if rounds else ()),
        )


RULEBOOK = AnotherGame()
