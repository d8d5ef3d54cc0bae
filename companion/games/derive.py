"""The sheet of a sitting, derived round by round by the rules of its game; and each seat's results for statistics."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import add
from typing import Any

from companion.games.contract import Rulebook
from companion.games.message import Problem, say, say_n
from companion.games.record import check_round
from companion.games.sitting import (
    End,
    Ending,
    Line,
    Opening,
    Scored,
    SeatAndReason,
    Sheet,
    Sitting,
    Standing,
    name_sides,
)


def derive(rulebook: Rulebook, sitting: Sitting) -> Sheet:
    """Return the sheet of a sitting, derived in one pass over its rounds.

    Rounds after the end stay on the sheet but don't count. An end that the table played past is ignored, others aren't.
    """
    sides = rulebook.sides(sitting)
    standing = _beginning(rulebook, sitting, sides)
    lines: list[Line] = []
    over = passed = None
    for number, played in enumerate(sitting.rounds, start=1):
        in_force = sitting.with_rules_at(number)
        present = _present(sitting, sides, number)
        opening = _opening(rulebook, in_force, lines)
        scored = rulebook.score(in_force, opening, played)
        if over is None:
            standing = _after(standing, scored, number, present)
            ranks, ends = rank(rulebook, in_force, standing), rulebook.ends(in_force, standing)
        lines.append(Line(opening, scored, standing, ranks, present, counts=over is None))
        reached = [end for end in ends if end.full]
        ending_now = [end for end in reached if end.final or end.key not in sitting.played_on]
        if over is None and ending_now:
            over, ranked = _ending(number, ranks, ending_now), find_ranked(rulebook, in_force, standing)
        elif over is None and passed is None and reached:
            passed = _ending(number, ranks, reached)
    if over is None:  # for the next round
        in_force = sitting.with_rules_at(len(lines) + 1)
        standing = replace(standing, present=_present(sitting, sides, len(lines) + 1))
        ranks, ends = rank(rulebook, in_force, standing), rulebook.ends(in_force, standing)
        ranked = find_ranked(rulebook, in_force, standing)
    if over is None and sitting.stopped and lines:
        n = len(lines)
        stopped = say_n("Stopped after %(n)s round.", "Stopped after %(n)s rounds.", n)
        over = _ending(n, ranks, [End("agreed", stopped, names_rounds=True)])
    return Sheet(
        sides=sides,
        names=name_sides(sitting, sides),
        lines=tuple(lines),
        standing=standing,
        ranks=ranks,
        ranked=ranked,
        gauges=tuple(end for end in ends if end.label),
        ending=over,
        next=None if over else _opening(rulebook, in_force, lines),
        passed=passed,
    )


def rank(rulebook: Rulebook, sitting: Sitting, standing: Standing) -> tuple[int, ...]:
    """Return the rank of every side by its total, from 1; equals share one, and the next is left out.

    Sides that aren't ranked come after all others (``find_ranked``).
    """
    ranked = find_ranked(rulebook, sitting, standing)
    sign = -1 if best_is_lowest(rulebook, sitting) else 1
    breaking = rulebook.tie_break(sitting)
    more = standing.tallies[breaking] if breaking else (0,) * len(standing.totals)
    measures = [
        (side in ranked, sign * total, tally)
        for side, (total, tally) in enumerate(zip(standing.totals, more, strict=True))
    ]
    best_first = sorted(measures, reverse=True)
    return tuple(1 + best_first.index(measure) for measure in measures)


def find_ranked(rulebook: Rulebook, sitting: Sitting, standing: Standing) -> tuple[int, ...]:
    """Return the sides that are ranked: those that play and, if a house rule lets them win, those that left."""
    ranked = set(standing.present)
    if sitting.options.get("left_early") == "can-win":
        sides = enumerate(rulebook.sides(sitting))
        ranked |= {side for side, seats in sides if sitting.has_sat(seats[0], standing.rounds)}
    return tuple(sorted(ranked))


def best_is_lowest(rulebook: Rulebook, sitting: Sitting) -> bool:
    """Return whether the lowest total is the best at this table."""
    return sitting.options.get("winner") == "lowest" if rulebook.lowest_wins is None else rulebook.lowest_wins


def find_impossible_round(rulebook: Rulebook, sitting: Sitting) -> int | None:
    """Return the number of the first round that the rules refuse, a begun one included; None if there is none."""
    return next((number for number, _ in find_refusals(rulebook, sitting, derive(rulebook, sitting))), None)


def find_refusals(rulebook: Rulebook, sitting: Sitting, sheet: Sheet) -> Iterator[tuple[int, Problem]]:
    """Yield the number and problem of each round that the rules refuse, a begun one included."""
    rounds = [(line.opening, played) for line, played in zip(sheet.lines, sitting.rounds, strict=True)]
    if sitting.begun is not None and sheet.next:
        rounds.append((sheet.next, sitting.begun))
    for opening, played in rounds:
        for problem in check_round(rulebook, sitting, opening, played).errors:
            yield opening.number, problem


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one seat: rank from 1, total in points, and counts (``Rulebook.figures``)."""

    rank: int
    won: bool
    total: float
    counts: Mapping[str, float]


def derive_results(rulebook: Rulebook, sitting: Sitting, sheet: Sheet) -> tuple[Result, ...]:
    """Return each seat's result in a finished game: rank, win and total of its side.

    Winning takes at least half of the rounds. Besides the rulebook's figures the counts are ``rounds`` and, of the
    game, ``game_rounds``; ``starts`` and ``starts_won``, ``opened`` and ``opened_won`` (the first round), and in teams
    the number of the ``side``.
    """
    opener = sheet.lines[0].opening.starting if sheet.lines else sitting.first_starter
    counted = [(played, line) for played, line in zip(sitting.rounds, sheet.lines, strict=True) if line.counts]
    found = []
    for seat in sitting.seats:
        mine = [(played, line) for played, line in counted if seat in sitting.seated(line.number)]
        started = [each for each in mine if rulebook.starting and each[1].opening.starting == seat]
        counts: dict[str, float] = {"rounds": len(mine), "game_rounds": len(counted)}
        for figure in rulebook.figures:
            if figure.count:
                counts[figure.key] = sum(figure.count(*each, seat) for each in mine)
        won_starts = sum(rulebook.starting.won(*each, seat) for each in started) if rulebook.starting else 0
        won = seat in sheet.winners and 2 * len(mine) >= len(counted)
        counts |= {"starts": len(started), "starts_won": won_starts}
        counts |= {"opened": int(seat == opener), "opened_won": int(seat == opener and won)}
        side = sheet.side_of(seat)
        counts |= {"side": side} if sheet.in_teams else {}
        found.append(Result(sheet.ranks[side], won, sheet.totals[side], counts))
    return tuple(found)


def _opening(rulebook: Rulebook, sitting: Sitting, lines: list[Line]) -> Opening:
    """Return who starts and deals the round after ``lines``: as recorded, else as chosen, else by the rules."""
    opening = _choose(sitting, rulebook.opening(sitting, lines))
    recorded = sitting.opened(opening.number)
    if recorded in (None, opening.seats):
        return opening
    starter, dealer = (
        named if named and named.seat == seat else SeatAndReason(seat, None)
        for named, seat in zip((opening.starter, opening.dealer), recorded, strict=True)
    )
    return replace(opening, starter=starter, dealer=dealer, other=None, chosen=False)


def _choose(sitting: Sitting, opening: Opening) -> Opening:
    """Return an opening with the starter that the table chose, if it did.

    If chance decided and the table entered who starts, the dealer stays.
    """
    number = opening.number
    starter, dealer = (_deputize(sitting, named, number) for named in (opening.starter, opening.dealer))
    opening = replace(opening, starter=starter, dealer=dealer)
    chosen = sitting.starters.get(number)
    if chosen not in sitting.seated(number) or starter is None or chosen == starter.seat:
        return opening
    by_table = SeatAndReason(chosen, say("Chosen at the table."))
    if starter.seat is None:
        return replace(opening, starter=by_table, chosen=True)
    if dealer and (number == 1 or opening.dealer_follows):
        dealer = SeatAndReason(sitting.right_of(chosen, number), say("Sits to the right of the starter."))
    return replace(opening, starter=by_table, dealer=dealer, other=starter, chosen=True)


def _deputize(sitting: Sitting, named: SeatAndReason | None, number: int) -> SeatAndReason | None:
    """Return the named seat if it plays this round, else the next one clockwise that does."""
    if named is None or named.seat is None or named.seat in sitting.seated(number):
        return named
    seat = sitting.deputy(named.seat, number)
    names = {"name": sitting.players[seat], "absent": sitting.players[named.seat]}
    return SeatAndReason(seat, say("%(absent)s isn’t playing. %(name)s is next clockwise.", **names))


def _ending(after: int, ranks: tuple[int, ...], ends: Sequence[End]) -> Ending:
    return Ending(
        after=after,
        keys=tuple(end.key for end in ends),
        reasons=tuple(end.reason for end in ends),
        winners=tuple(side for side, position in enumerate(ranks) if position == 1),
        names_rounds=any(end.names_rounds for end in ends),
        final=any(end.final for end in ends),
    )


def _beginning(rulebook: Rulebook, sitting: Sitting, sides: Sequence[Sequence[int]]) -> Standing:
    """Return the standing before round 1: 0, plus what the table brought from paper."""

    def of_sides(start: Mapping[int, Any]) -> tuple[Any, ...]:
        return tuple(sum(start.get(seat, 0) for seat in side) for side in sides)

    tallies = {tally.key: of_sides(sitting.start_tallies.get(tally.key, {})) for tally in rulebook.tallies}
    return Standing(0, of_sides(sitting.start_totals), tallies)


def _present(sitting: Sitting, sides: Sequence[Sequence[int]], number: int) -> tuple[int, ...]:
    playing = {seat: side for side, seats in enumerate(sides) for seat in seats}
    return tuple(dict.fromkeys(playing[seat] for seat in sitting.seated(number)))


def _after(standing: Standing, scored: Scored, number: int, present: tuple[int, ...]) -> Standing:
    totals = map(add, standing.totals, scored.points)
    tallies = {key: tuple(map(add, before, scored.tallied[key])) for key, before in standing.tallies.items()}
    # Two halves are written as 1, not as 1.0.
    whole = tuple(int(total) if total == int(total) else total for total in totals)
    return Standing(number, whole, tallies, present)
