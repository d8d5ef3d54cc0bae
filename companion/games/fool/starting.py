"""Who starts and deals a round of Fool!, and why.

Source: rulebook, "Game preparation" (the dealer sits right of the first starter) and "The next round".
"""

from collections.abc import Sequence

from companion.games.contract import first_dealer, first_starter
from companion.games.fool.options import FoolOptions
from companion.games.message import Value, say
from companion.games.sheet import Because, Line, Opening
from companion.games.sitting import R, Sitting


def opening(sitting: Sitting[R], lines: Sequence[Line]) -> Opening:
    """Who starts and deals the round after ``lines``, and who would by the other reading of "most minus points"."""
    if not lines:
        starter = first_starter(sitting)
        return Opening(1, starter, first_dealer(sitting, starter))
    options, last = FoolOptions.of(sitting.options), lines[-1]
    previous = last.known_starter
    deciding = {"total": last.totals, "round": last.points}
    readings = {by: next_starter(sitting.players, options, by, deciding[by], previous, last.number) for by in deciding}
    starter = readings.pop(options.starter_by)
    (other,) = readings.values()
    dealer = Because(previous, say("Started round %(number)s.", number=last.number))
    return Opening(last.number + 1, starter, dealer, other if other.seat != starter.seat else None)


def next_starter(
    players: Sequence[str], options: FoolOptions, by: str, points: Sequence[float], previous: int, number: int
) -> Because:
    """The starter after round ``number``, which ``previous`` started: ``points`` are the totals or its own, by seat."""
    lowest = min(points)
    tied = [seat for seat in range(len(players)) if points[seat] == lowest]
    first = previous if options.starter_tie == "self-first" else previous + 1
    around = [(first + step) % len(players) for step in range(len(players))]
    seat = next(seat for seat in around if seat in tied)
    tie: dict[str, Value] = {"names": tuple(players[other] for other in tied), "points": lowest, "name": players[seat]}
    if len(tied) > 1 and seat == previous:
        reason = say("%(names)s tie at %(points)s; %(name)s started the last round.", **tie)
    elif len(tied) > 1:
        last = players[previous]
        reason = say("%(names)s tie at %(points)s; %(name)s is next clockwise after %(last)s.", last=last, **tie)
    elif by == "round":
        reason = say("Most minus points in round %(number)s: %(points)s.", number=number, points=lowest)
    elif lowest >= 0:
        reason = say("Lowest total: %(points)s.", points=lowest)
    else:
        reason = say("Most minus points: %(points)s.", points=lowest)
    return Because(seat, reason)
