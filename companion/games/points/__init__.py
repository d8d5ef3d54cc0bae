"""Another game: any game whose rounds come to points, typed by the table. Its rulebook.

The highest or the lowest total wins. The game ends at a total, after so many rounds, or when the table stops.
"""

from collections.abc import Sequence

from companion.games.contract import ROUNDS, STARTED, Figure, Problem, Rulebook, Starting, Step, Verdict
from companion.games.derive import best_is_lowest
from companion.games.ends import after_rounds, at_total
from companion.games.fields import Points
from companion.games.message import say
from companion.games.points import starting
from companion.games.points.options import OPTIONS
from companion.games.sheet import End, Line, Opening, Scored, Standing
from companion.games.sitting import Round, Sitting


def won(played: Round, line: Line, seat: int) -> bool:
    """Whether a seat had the best points of a round."""
    return line.has_mark("won", seat)


class AnotherGame(Rulebook):
    """The rulebook of another game."""

    key = "points"
    title = say("Another game").text  # not the same in every language
    about = say("Any game with points: you type them, round by round")
    seats = range(2, 13)
    options = OPTIONS
    steps = (Step((Points("points", say("Points")),)),)
    marks = (STARTED,)
    figures = (
        ROUNDS,
        Figure(say("Rounds won"), "won", won),
        Figure(say("Rounds won, of all"), "won", per_round=True, share=True),
        Figure(say("Points a round"), "points", lambda played, line, seat: line.scored.points[seat], per_round=True),
    )
    starting = Starting(say("Who starts a round wins it"), won)
    lowest_wins = None

    def title_at(self, sitting: Sitting) -> str:
        """The title that the table typed."""
        return str(sitting.options.get("title") or self.title)

    def opening(self, sitting: Sitting, lines: Sequence[Line]) -> Opening:
        """Nobody deals; who starts is a house rule."""
        return starting.opening(sitting, lines, lowest_wins=best_is_lowest(self, sitting))

    def check(self, sitting: Sitting, opening: Opening, played: Round) -> Verdict:
        """Where nobody has any points, somebody may have forgotten to type them."""
        nobody = Problem(say("Everybody has 0 points. Is that right?"))
        return Verdict(questions=() if any(played["points"].values()) else (nobody,))

    def score(self, sitting: Sitting, opening: Opening, played: Round) -> Scored:
        """The points as typed. Who has the best of them has won the round."""
        points = played["points"]
        best = (min if best_is_lowest(self, sitting) else max)(points.values())
        won_by = tuple(seat for seat in points if points[seat] == best)
        return Scored(tuple(points.get(seat, 0) for seat in sitting.seats), marked={"won": won_by})

    def ends(self, sitting: Sitting, standing: Standing) -> tuple[End, ...]:
        """At a total, or after so many rounds, if the table wants that."""
        score, rounds = sitting.amount("end_score"), sitting.amount("end_rounds")
        return (
            *((at_total(sitting.players, standing, score, say("Points")),) if score else ()),
            *((after_rounds(standing, rounds),) if rounds else ()),
        )


RULEBOOK = AnotherGame()
