"""Who starts and deals a round of Fool!, and why.

Source: rulebook, "Game preparation" (the dealer sits right of the first starter) and "The next round".
"""

from collections.abc import Mapping, Sequence

from companion.games.message import Value, say
from companion.games.opening import first_dealer, first_starter, why_of_equals
from companion.games.sheet import Because, Line, Opening
from companion.games.sitting import Sitting


def opening(sitting: Sitting, lines: Sequence[Line]) -> Opening:
    """Who starts and deals the round after ``lines``, and who would by the other reading of "most minus points"."""
    if not lines:
        starter = first_starter(sitting)
        return Opening(1, starter, first_dealer(sitting, starter))
    last, by = lines[-1], "round" if sitting.options.get("starter_by") == "round" else "total"
    previous = sitting.deputy(last.known_starter, last.number + 1)
    around = sitting.from_left_of(previous, last.number + 1)
    if sitting.options.get("starter_tie") == "self-first":
        around = (previous, *around[:-1])
    totals = last.standing.totals
    deciding = {
        "total": {seat: totals[seat] for seat in around},
        # Of who played it; where nobody of them still plays, of all.
        "round": {seat: last.scored.points[seat] for seat in around if seat in last.present}
        or dict.fromkeys(around, 0),
    }
    starter = _next_starter(sitting.players, by, deciding[by], previous, last.number)
    dealer = Because(last.known_starter, say("Started round %(number)s.", number=last.number))
    other = _by_other_reading(sitting.players, by, deciding, last.number)
    return Opening(last.number + 1, starter, dealer, other if other.seat != starter.seat else None)


def _next_starter(players: Sequence[str], by: str, points: Mapping[int, float], previous: int, number: int) -> Because:
    """The starter after round ``number``, which ``previous`` started.

    ``points`` are the totals or its own, by seat, of several with most minus points the first to start first.
    """
    seat = min(points, key=points.__getitem__)
    lowest = points[seat]
    tied = [other for other in points if points[other] == lowest]
    if len(tied) > 1 and seat == previous:
        told: dict[str, Value] = {"names": tuple(players[other] for other in sorted(tied)), "name": players[seat]}
        reason = say("%(names)s tie at %(points)s; %(name)s started the last round.", points=lowest, **told)
    elif len(tied) > 1:
        reason = why_of_equals(players, tied, lowest, previous)
    elif by == "round":
        reason = say("Most minus points in round %(number)s: %(points)s.", number=number, points=lowest)
    elif lowest >= 0:
        reason = say("Lowest total: %(points)s.", points=lowest)
    else:
        reason = say("Most minus points: %(points)s.", points=lowest)
    return Because(seat, reason)


def _by_other_reading(
    players: Sequence[str], by: str, deciding: Mapping[str, Mapping[int, float]], number: int
) -> Because:
    """Who would start if the other house rule were in force: information, no question."""
    other = "total" if by == "round" else "round"
    points = deciding[other]
    seat = min(points, key=points.__getitem__)
    name, lowest = players[seat], points[seat]
    if other == "total":
        return Because(seat, say("By totals %(name)s would start: %(points)s.", name=name, points=lowest))
    by_round = say("By round %(n)s alone %(name)s would start: %(points)s.", n=number, name=name, points=lowest)
    return Because(seat, by_round)
