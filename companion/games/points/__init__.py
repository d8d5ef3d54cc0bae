"""Another game: any game whose rounds come to points, typed by the table. Its rulebook.

The highest or the lowest total wins. The game ends at a total, after so many rounds, or when the table stops.
"""

from collections.abc import Iterator, Mapping, Sequence

from companion.games.contract import Figure, Mark, Problem, Rulebook, Verdict, list_points
from companion.games.message import Message, say, say_n
from companion.games.points import starting
from companion.games.points.options import OPTIONS
from companion.games.points.round import PointsRound, read, write
from companion.games.sheet import Gauge, Line, Opening, Scored, Standing
from companion.games.sitting import Sitting

MOST = 100_000  # points of a round


class Points(Rulebook[PointsRound]):
    """The rulebook of another game."""

    key = "points"
    title = say("Another game").text  # not the same in every language
    about = say("Any game with points: you type them, round by round")
    seats = range(2, 13)
    options = OPTIONS
    ends = ("score", "rounds")
    ends_after_rounds = ("rounds",)
    marks = (Mark("started", "▸", say("started")),)
    figures = (
        Figure(say("Rounds"), "rounds"),
        Figure(say("Rounds won"), "won"),
        Figure(say("Rounds won, of all"), "won", per="rounds", share=True),
        Figure(say("Points a round"), "points", per="rounds"),
    )
    starting = say("Who starts a round wins it")
    lowest_wins = None

    def title_at(self, sitting: Sitting[PointsRound]) -> str:
        """The title that the table typed."""
        return str(sitting.options.get("title") or self.title)

    def best_is_lowest(self, sitting: Sitting[PointsRound]) -> bool:
        """By the house rule."""
        return sitting.options.get("winner") == "lowest"

    def opening(self, sitting: Sitting[PointsRound], lines: Sequence[Line]) -> Opening:
        """Nobody deals; who starts is a house rule."""
        return starting.opening(sitting, lines, lowest_wins=self.best_is_lowest(sitting))

    def validate(self, sitting: Sitting[PointsRound], opening: Opening, played: PointsRound) -> Verdict:
        """No round has endless points; where nobody has any, somebody may have forgotten to type them."""
        errors = tuple(self._impossible(played))
        nobody = Problem(say("Everybody has 0 points. Is that right?"))
        return Verdict(errors, () if any(played.points) else (nobody,))

    def _impossible(self, played: PointsRound) -> Iterator[Problem]:
        for seat, points in enumerate(played.points):
            if abs(points) > MOST:
                # TRANSLATORS: %(most)s is 100000.
                yield Problem(say("A round has up to %(most)s points, plus or minus.", most=MOST), seat)

    def score(self, sitting: Sitting[PointsRound], opening: Opening, played: PointsRound) -> Scored:
        """The points as typed. Who has the best of them has won the round."""
        best = (min if self.best_is_lowest(sitting) else max)(played.points)
        won = tuple(seat for seat in sitting.seats if played.points[seat] == best)
        return Scored(played.points, marked={"won": won})

    def explain(self, sitting: Sitting[PointsRound], opening: Opening, played: PointsRound) -> tuple[Message, ...]:
        """Everybody's points, as they were typed."""
        return (say("%(points)s.", points=list_points(sitting.players, played.points)),)

    def read_round(self, raw: Mapping[str, object], names: Sequence[str], place: str) -> PointsRound:
        """A round as ``{"points": {name: number}}``."""
        return read(raw, names, place)

    def write_round(self, played: PointsRound, names: Sequence[str]) -> dict[str, object]:
        """The form that ``read_round`` reads."""
        return write(played, names)

    def gauges(self, sitting: Sitting[PointsRound], standing: Standing) -> tuple[Gauge, ...]:
        """How near the table is to where it wants to end, if anywhere."""
        score, rounds, totals = sitting.amount("end_score"), sitting.amount("end_rounds"), standing.totals
        nearest = max(totals) if score and score > 0 else min(totals)
        return (
            *((Gauge("score", say("Points"), totals, nearest, score, of_totals=True),) if score else ()),
            *((Gauge("rounds", say("Rounds"), (), standing.rounds, rounds),) if rounds else ()),
        )

    def reason(self, sitting: Sitting[PointsRound], standing: Standing, key: str) -> Message:
        """Who reached the limit, or how many rounds were played."""
        limit = sitting.amount("end_score")
        if key == "rounds" or not limit:
            return say_n("%(n)s round was played.", "%(n)s rounds were played.", standing.rounds)
        there = tuple(name for name, total in zip(sitting.players, standing.totals, strict=True) if total / limit >= 1)
        return say("%(names)s reached %(limit)s.", names=there, limit=limit)

    def count(self, played: PointsRound, line: Line, seat: int) -> Mapping[str, float]:
        """Rounds won, and points."""
        return {"won": line.has_mark("won", seat), "points": line.points[seat]}

    def won(self, played: PointsRound, line: Line, seat: int) -> bool:
        """By having the best points of the round."""
        return line.has_mark("won", seat)


RULEBOOK = Points()
