"""The Fool's Field, the duel of two neighbouring kings: the rulebook of its match.

A round is one game. A win is 1; a tie is 1 to the player who started the last battle and ½ to the other.
First to 2 wins the match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.fools_field.cards import CARDS
from companion.games.fools_field.field import LARGEST_HAND
from companion.games.fools_field.game import TIE, WIN, FieldGame, read, write
from companion.games.fools_field.options import OPTIONS
from companion.games.message import Message, Signed, say, say_n
from companion.games.rulebook import Check, Figure, Problem, Rulebook
from companion.games.sheet import Because, Gauge, Line, Next, Scored, Sheet, Standing
from companion.games.sitting import Sitting, first_starter

MATCH = 2  # points


class FoolsField(Rulebook[FieldGame]):
    """The rulebook of The Fool's Field."""

    key = "fools-field"
    title = "The Fool’s Field"
    about = say("A duel: first to two games")
    seats = range(2, 3)
    options = OPTIONS
    ends = ("match", "draw")
    marks = {"started": say("started")}  # noqa: RUF012
    figures = (
        Figure(say("Rounds"), "rounds"),
        Figure(say("Rounds won"), "won"),
        Figure(say("Rounds won, of all"), "won", per="rounds", share=True),
    )
    starting = say("Who starts a round wins it")
    loser_begins = True

    def box(self, players: int) -> tuple[tuple[Message, int], ...]:
        """Cards in all, cards each."""
        return ((say("Cards each"), LARGEST_HAND), (say("Cards in play"), len(CARDS)))

    def setup(self, players: int) -> tuple[Message, ...]:
        """Sit down, shuffle, draw."""
        return (
            say("Sit face to face: the field is between you."),
            say("Shuffle all %(cards)s cards into a deck, face down.", cards=len(CARDS)),
            say("Take turns drawing until you hold %(hand)s cards each; the starter draws first.", hand=LARGEST_HAND),
            say("Hold the small symbols in the corners on top, and never turn a card round."),
        )

    def check(self, sitting: Sitting[FieldGame], played: FieldGame) -> Check:
        """A game has a winner at the table, or a last battle that one of the two started."""
        seat = played.started_last_battle if played.winner is None else played.winner
        if seat is None:
            return Check((Problem(say("Say who started the last battle of a tie.")),))
        return Check()

    def points(self, sitting: Sitting[FieldGame], number: int, played: FieldGame) -> tuple[float, ...]:
        """1 and 0, or 1 and ½; who started the game matters only by that house rule."""
        return _points(sitting, _started(sitting, number), played)

    def told(self, sitting: Sitting[FieldGame], number: int, played: FieldGame) -> Message:
        """Who won, or the points of a tie."""
        if played.winner is not None:
            return say("%(name)s won", name=sitting.players[played.winner])
        return say("tie, %(scores)s", scores=self._scores(sitting, number, played))

    def explain(self, sitting: Sitting[FieldGame], number: int, played: FieldGame) -> tuple[Message, ...]:
        """What the game came to, and for a tie who has the full point."""
        if played.winner is not None:
            return (say("%(name)s +1: won the game.", name=sitting.players[played.winner]),)
        points = self.points(sitting, number, played)
        full = sitting.players[points.index(WIN)]
        other = sitting.players[points.index(TIE)]
        if sitting.options.get("tie_full_point") == "game":
            return (say("A tie: %(full)s +1 for starting the game, %(other)s +½.", full=full, other=other),)
        return (say("A tie: %(full)s +1 for starting the last battle, %(other)s +½.", full=full, other=other),)

    def _scores(self, sitting: Sitting[FieldGame], number: int, played: FieldGame) -> tuple[Message, ...]:
        points = self.points(sitting, number, played)
        return tuple(
            say("%(name)s %(points)s", name=name, points=Signed(score))
            for name, score in zip(sitting.players, points, strict=True)
        )

    def total(self, points: float) -> Message:
        """So many points."""
        count = 1 if 0 < points <= 1 else int(points + 0.5)
        return say_n("with %(total)s point", "with %(total)s points", count, total=points)

    def opening(self, sitting: Sitting[FieldGame], lines: Sequence[Line]) -> Next:
        """The loser of a game starts the next; after a tie the table chooses, and the other player is proposed."""
        if not lines:
            return Next(1, first_starter(sitting), None)
        last, played = lines[-1], sitting.rounds[lines[-1].number - 1]
        if played.winner is not None:
            loser = Because(1 - played.winner, say("Lost game %(number)s.", number=last.number))
            return Next(last.number + 1, loser, None)
        started = last.starter.seat or 0
        return Next(
            last.number + 1,
            Because(1 - started, say("After a tie you choose: %(name)s started it.", name=sitting.players[started])),
            None,
            Because(started, say("Started the tied game.")),
        )

    def score(self, sitting: Sitting[FieldGame], opening: Next, played: FieldGame) -> Scored:
        """A win or a tie."""
        return Scored(_points(sitting, opening.starter.seat, played))

    def gauges(self, sitting: Sitting[FieldGame], standing: Standing) -> tuple[Gauge, ...]:
        """How near both are to winning the match."""
        return (Gauge("match", say("Points"), standing.totals, max(standing.totals), MATCH, of_totals=True),)

    def reached(self, sitting: Sitting[FieldGame], standing: Standing) -> tuple[str, ...]:
        """First to 2; with both there, the higher total. At 2–2 the match goes on, or is drawn."""
        one, other = standing.totals
        if max(one, other) < MATCH:
            return ()
        if one != other:
            return ("match",)
        return ("draw",) if sitting.options.get("two_all") == "draw" else ()

    def reason(self, sitting: Sitting[FieldGame], standing: Standing, key: str) -> Message:
        """The match is won, or drawn."""
        one, other = standing.totals
        if key == "draw":
            return say("The match is drawn at %(one)s–%(other)s.", one=one, other=other)
        winner = sitting.players[0 if one > other else 1]
        best, least = max(one, other), min(one, other)
        return say("%(name)s wins the match %(best)s–%(least)s.", name=winner, best=best, least=least)

    def counts(self, sitting: Sitting[FieldGame], sheet: Sheet) -> tuple[Mapping[str, float], ...]:
        """Games, and games won; a game started is won by winning it."""
        counting = [(line, sitting.rounds[line.number - 1]) for line in sheet.lines if line.counts]
        return tuple(
            {
                "rounds": len(counting),
                "won": sum(played.winner == seat for _, played in counting),
                "starts": sum(line.starter.seat == seat for line, _ in counting),
                "starts_won": sum(line.starter.seat == seat == played.winner for line, played in counting),
            }
            for seat in sitting.seats
        )

    def read_round(self, raw: Mapping[str, Any], seats: Sequence[str], place: str) -> FieldGame:
        """See ``companion.games.fools_field.game.read``."""
        return read(raw, seats, place)

    def write_round(self, played: FieldGame, seats: Sequence[str]) -> dict[str, Any]:
        """See ``companion.games.fools_field.game.write``."""
        return write(played, seats)


RULEBOOK = FoolsField()


def _started(sitting: Sitting[FieldGame], number: int) -> int | None:
    """Who started game ``number``: the loser of the game before, and after ties one and the other in turn.

    A phone may ask about a game whose predecessors were taken back meanwhile: that would be the next one.
    """
    at = number = min(number, len(sitting.rounds) + 1)
    while at > 1 and at not in sitting.starters and sitting.rounds[at - 2].tied:
        at -= 1
    before = sitting.rounds[at - 2].winner if at > 1 else None
    known = sitting.first_starter if before is None else 1 - before
    known = sitting.starters.get(at, known)
    return known if known is None or (number - at) % 2 == 0 else 1 - known


def _points(sitting: Sitting[FieldGame], starter: int | None, played: FieldGame) -> tuple[float, ...]:
    """The points of a game that the seat ``starter`` started."""
    if played.winner is not None:
        return tuple(WIN if seat == played.winner else 0 for seat in sitting.seats)
    full = starter if sitting.options.get("tie_full_point") == "game" else played.started_last_battle
    return tuple(WIN if seat == full else TIE for seat in sitting.seats)
