"""Totals for somebody who joins a game that is under way."""

from collections.abc import Sequence

from companion.games.contract import Rulebook
from companion.games.derive import best_is_lowest
from companion.games.message import Message, say
from companion.games.sitting import Sheet, Sitting


def propose_totals(
    rulebook: Rulebook, sitting: Sitting, sheet: Sheet, seats: Sequence[int]
) -> list[tuple[float, Message]]:
    """Return the totals to begin with beside the players in ``seats``, each with its name, the best proposal first.

    That is their average; or 0, if the points of every round so far add up to 0: another total would spoil the sum.
    """
    totals = [sheet.totals[sheet.side_of(seat)] for seat in seats] or [0]
    in_force = sitting.with_rules_at(len(sitting.rounds) + 1)
    worst = (max if best_is_lowest(rulebook, in_force) else min)(totals)
    average, zero = (round(sum(totals) / len(totals)), say("the average")), (0, say("zero"))
    adds_up_to_zero = sheet.lines and not any(sum(line.scored.points) for line in sheet.lines)
    found = [*([zero, average] if adds_up_to_zero else [average, zero]), (worst, say("the worst total"))]
    return list({total: (total, why) for total, why in reversed(found)}.values())[::-1]
