"""The sheet of a game of Fool!: the rounds in order, with totals, starters, dealers and both ends.

Rounds after the end stay on the sheet and do not count. An end the table chose to play past counts no
more; another end still does.
"""

from __future__ import annotations

from companion.games.fool import ending, starting
from companion.games.fool.options import FoolOptions
from companion.games.fool.round import OUT, FoolRound
from companion.games.rulebook import Because, Ending, Line, Next, Sheet, Sitting


def derive(sitting: Sitting[FoolRound]) -> Sheet:
    """The sheet of a sitting of Fool!."""
    options = FoolOptions.of(sitting.options)
    seats = range(len(sitting.players))
    totals: tuple[float, ...] = (0,) * len(seats)
    tens: tuple[int, ...] = (0,) * len(seats)
    lines: list[Line] = []
    over: Ending | None = None
    passed: Ending | None = None
    for number, played in enumerate(sitting.rounds, start=1):
        opening = _opening(sitting, options, lines)
        points = played.points()
        made_ten = tuple(seat for seat in seats if points[seat] == OUT)
        if over is None:
            totals = tuple(totals[seat] + points[seat] for seat in seats)
            tens = tuple(tens[seat] + (seat in made_ten) for seat in seats)
        lines.append(
            Line(
                number=number,
                starter=opening.starter,
                dealer=opening.dealer,
                points=points,
                totals=totals,
                ranks=ending.ranks(options, totals, tens),
                tens=made_ten,
                marked=played.fools,
                uncounted=tuple(seat for seat in seats if played.hands[seat].only_total),
                counts=over is None,
                chosen=opening.chosen,
            )
        )
        reached = ending.reached(options, totals, tens)
        ending_now = tuple(key for key in reached if key not in sitting.played_on)
        if over is None and ending_now:
            over = ending.ending(sitting.players, options, number, ending_now, totals, tens)
        elif passed is None and reached:
            passed = ending.ending(sitting.players, options, number, reached, totals, tens)
    if over is None and sitting.stopped and lines:
        over = ending.ending(sitting.players, options, len(lines), ("agreed",), totals, tens)
    return Sheet(
        lines=tuple(lines),
        totals=totals,
        ranks=ending.ranks(options, totals, tens),
        tens=tens,
        gauges=ending.gauges(options, totals, tens),
        ending=over,
        next=None if over else _opening(sitting, options, lines),
        passed=passed,
    )


def _opening(sitting: Sitting[FoolRound], options: FoolOptions, lines: list[Line]) -> Next:
    """Who starts and deals the round after ``lines``."""
    number = len(lines) + 1
    other: Because | None = None
    if lines:
        last = lines[-1]
        deciding = {"total": last.totals, "round": last.points}
        readings = {
            by: starting.next_starter(sitting.players, options, by, deciding[by], last.starter.seat, last.number)
            for by in deciding
        }
        starter = readings.pop(options.starter_by)
        (alternative,) = readings.values()
        if alternative.seat != starter.seat:
            other = alternative
        dealer = starting.next_dealer(last.starter.seat, last.number)
    else:
        starter = starting.first_starter(sitting)
        dealer = starting.first_dealer(sitting, sitting.first_starter)
    chosen = sitting.starters.get(number)
    differs = chosen is not None and chosen != starter.seat
    if chosen is not None and differs:
        other = starter
        if not lines:
            dealer = starting.first_dealer(sitting, chosen)
        starter = starting.chosen_starter(chosen)
    return Next(number, starter, dealer, other, differs)
