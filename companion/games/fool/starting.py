"""Who starts and deals a round of Fool!, and why.

Source: rulebook, "Game preparation" (the dealer sits right of the first starter) and "The next round".
"""

from collections.abc import Mapping, Sequence

from companion.games.message import say
from companion.games.opening import first_opening, why_of_equals
from companion.games.sitting import Because, Line, Opening, Sitting


def opening(sitting: Sitting, lines: Sequence[Line]) -> Opening:
    """Return who starts and deals the round after ``lines``, and who would by the other reading of the rule."""
    if not lines:
        return first_opening(sitting)
    last, by_round = lines[-1], sitting.options.get("starter_by") == "round"
    number = last.number
    previous = sitting.deputy(last.starter_seat, number + 1)
    around = sitting.from_left_of(previous, number + 1)
    if sitting.options.get("starter_tie") == "self-first":
        around = (previous, *around[:-1])
    totals = {seat: last.standing.totals[seat] for seat in around}
    # Of who played the round; where nobody of them still plays, of all.
    points = {seat: last.scored.points[seat] for seat in around if seat in last.present} or dict.fromkeys(around, 0)
    starter = _next_starter(sitting.players, by_round, points if by_round else totals, previous, number)
    dealer = Because(last.starter_seat, say("Started round %(number)s.", number=number))
    decisive = totals if by_round else points
    seat = min(decisive, key=decisive.__getitem__)
    name, lowest = sitting.players[seat], decisive[seat]
    why = say("By round %(n)s alone %(name)s would start: %(points)s.", n=number, name=name, points=lowest)
    if by_round:
        why = say("By totals %(name)s would start: %(points)s.", name=name, points=lowest)
    return Opening(number + 1, starter, dealer, Because(seat, why) if seat != starter.seat else None)


def _next_starter(
    players: Sequence[str], by_round: bool, points: Mapping[int, float], previous: int, number: int
) -> Because:
    """Return the starter after round ``number``, which ``previous`` started.

    ``points`` are the totals or its own, by seat, of several with most minus points the first to start first.
    """
    seat = min(points, key=points.__getitem__)
    lowest = points[seat]
    tied = [other for other in points if points[other] == lowest]
    if len(tied) > 1 and seat == previous:
        names = tuple(players[other] for other in sorted(tied))
        reason = say(
            "%(names)s tie at %(points)s; %(name)s started the last round.",
            names=names,
            points=lowest,
            name=players[seat],
        )
    elif len(tied) > 1:
        reason = why_of_equals(players, tied, lowest, previous)
    elif by_round:
        reason = say("Most minus points in round %(number)s: %(points)s.", number=number, points=lowest)
    elif lowest >= 0:
        reason = say("Lowest total: %(points)s.", points=lowest)
    else:
        reason = say("Most minus points: %(points)s.", points=lowest)
    return Because(seat, reason)
