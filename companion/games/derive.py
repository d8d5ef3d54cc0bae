"""Derive the sheet of a sitting, round by round, by the rules of its game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.message import say, say_n
from companion.games.sheet import Because, Ending, Line, Opening, Scored, Sheet, Standing
from companion.games.sitting import R, Sitting

if TYPE_CHECKING:
    from companion.games.contract import Rulebook


def derive(rulebook: Rulebook[R], sitting: Sitting[R]) -> Sheet:
    """Return the sheet of a sitting, derived in one pass over its rounds.

    Rounds after the end stay on the sheet and do not count. An end the table chose to play past counts no more; another
    end still does.
    """
    nothing = (0,) * len(sitting.players)
    standing = Standing(0, nothing, {tally.key: nothing for tally in rulebook.tallies})
    lines: list[Line] = []
    over = passed = None
    for number, played in enumerate(sitting.rounds, start=1):
        opening = _opening(rulebook, sitting, lines)
        scored = rulebook.score(sitting, opening, played)
        if over is None:
            standing = _after(standing, scored, number)
        lines.append(Line(opening, scored, standing, rulebook.ranks(sitting, standing), counts=over is None))
        reached = rulebook.reached(sitting, standing)
        ending_now = tuple(key for key in reached if key not in sitting.played_on)
        if over is None and ending_now:
            over = _ending(rulebook, sitting, standing, ending_now)
        elif over is None and passed is None and reached:
            passed = _ending(rulebook, sitting, standing, reached)
    if over is None and sitting.stopped and lines:
        over = _ending(rulebook, sitting, standing, ("agreed",))
    return Sheet(
        lines=tuple(lines),
        standing=standing,
        ranks=rulebook.ranks(sitting, standing),
        gauges=rulebook.gauges(sitting, standing),
        ending=over,
        next=None if over else _opening(rulebook, sitting, lines),
        passed=passed,
    )


def find_impossible_round(rulebook: Rulebook[R], sitting: Sitting[R]) -> int | None:
    """Return the number of the first round that the rules refuse, a begun one included; None where they refuse none."""
    sheet = derive(rulebook, sitting)
    rounds = [(line.opening, played) for line, played in zip(sheet.lines, sitting.rounds, strict=True)]
    if sitting.begun is not None and sheet.next:
        rounds.append((sheet.next, sitting.begun))
    refused = (opening.number for opening, played in rounds if rulebook.validate(sitting, opening, played).errors)
    return next(refused, None)


def _opening(rulebook: Rulebook[R], sitting: Sitting[R], lines: list[Line]) -> Opening:
    """Return who starts and deals the round after ``lines``: by the rules, or as the table chose.

    Where something at the table decided and the table noted whom, that says nothing of who dealt.
    """
    opening = rulebook.opening(sitting, lines)
    chosen = sitting.starters.get(opening.number)
    if chosen is None or opening.starter is None or chosen == opening.starting:
        return opening
    if opening.starter.seat is None:
        return replace(opening, starter=Because(chosen, say("Noted by the table.")), chosen=True)
    return replace(
        opening,
        starter=Because(chosen, say("Chosen by the table.")),
        dealer=rulebook.dealer_for(sitting, opening, chosen),
        other=opening.starter,
        chosen=True,
    )


def _ending(rulebook: Rulebook[R], sitting: Sitting[R], standing: Standing, keys: tuple[str, ...]) -> Ending:
    """Return the end of the game after this standing, for the reasons in ``keys``."""
    rounds = standing.rounds
    stopped = say_n("The table stopped after %(n)s round.", "The table stopped after %(n)s rounds.", rounds)
    return Ending(
        after=rounds,
        keys=keys,
        reasons=tuple(stopped if key == "agreed" else rulebook.reason(sitting, standing, key) for key in keys),
        winners=tuple(seat for seat, rank in enumerate(rulebook.ranks(sitting, standing)) if rank == 1),
    )


def _after(standing: Standing, scored: Scored, number: int) -> Standing:
    totals = [total + points for total, points in zip(standing.totals, scored.points, strict=True)]
    tallies = {
        key: tuple(map(sum, zip(before, scored.tallied[key], strict=True))) if key in scored.tallied else before
        for key, before in standing.tallies.items()
    }
    # Two halves are written as 1, not as 1.0.
    whole = tuple(int(total) if total == int(total) else total for total in totals)
    return Standing(number, whole, tallies)
