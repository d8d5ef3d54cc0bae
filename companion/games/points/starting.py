"""Who starts a round of another game, by the house rule of the table, and why.

Of several who won or lost a round alike, the first clockwise after its starter is meant; the starter comes last.
"""

from collections.abc import Sequence

from companion.games.message import Message, Signed, say
from companion.games.opening import first_starter
from companion.games.sheet import Because, Line, Opening
from companion.games.sitting import Sitting


def opening(sitting: Sitting, lines: Sequence[Line], *, lowest_wins: bool) -> Opening:
    """How the round after ``lines`` is opened."""
    rule = sitting.options.get("starter", "clockwise")
    if rule == "none":
        return Opening(len(lines) + 1, None)
    if not lines:
        return Opening(1, first_starter(sitting))
    last = lines[-1]
    order = sitting.seated(last.number + 1)
    previous = order[-1] if last.opening.starting is None else last.opening.starting  # the rule came only now
    around = sitting.from_left_of(previous, last.number + 1)
    if rule == "clockwise":
        why = say("Next clockwise after %(last)s.", last=sitting.players[previous])
        return Opening(last.number + 1, Because(around[0], why))
    most = (rule == "winner") != lowest_wins
    points = {seat: last.scored.points[seat] for seat in around if seat in last.present} or dict.fromkeys(around, 0)
    decisive = (max if most else min)(points.values())
    tied = sorted(seat for seat in points if points[seat] == decisive)
    seat = next(seat for seat in around if seat in tied)
    return Opening(last.number + 1, Because(seat, _reason(sitting, last, rule == "winner", tied, seat, previous)))


def _reason(sitting: Sitting, last: Line, won: bool, tied: list[int], seat: int, previous: int) -> Message:
    names, points = sitting.players, last.scored.points[seat]
    if len(tied) > 1:
        return say(
            "%(names)s tie at %(points)s; %(name)s is next clockwise after %(last)s.",
            names=tuple(names[other] for other in tied),
            points=points,
            name=names[seat],
            last=names[previous],
        )
    if won:
        return say("Won round %(number)s: %(points)s.", number=last.number, points=Signed(points))
    return say("Lost round %(number)s: %(points)s.", number=last.number, points=Signed(points))
