"""Deriving the sheet of a sitting, round by round, by the rules of its game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.message import say, say_n
from companion.games.sheet import Because, Ending, Line, Opening, Scored, Sheet, Standing
from companion.games.sitting import R, Sitting

if TYPE_CHECKING:
    from companion.games.contract import Rulebook


def derive(rulebook: Rulebook[R], sitting: Sitting[R], earlier: tuple[Sitting[R], Sheet] | None = None) -> Sheet:
    """The sheet of a sitting.

    Rounds after the end stay on the sheet and do not count. An end the table chose to play past counts no more; another
    end still does. ``earlier`` is another sitting of the same table with its sheet: lines that must be the same are
    taken from there, so that the sheets of a whole journal cost little more than the last one.
    """
    nothing = (0,) * len(sitting.players)
    standing = Standing(0, nothing, {tally.key: nothing for tally in rulebook.tallies})
    lines, over, passed = _beginning(sitting, *earlier) if earlier else ([], None, None)
    if lines:
        standing = lines[-1].standing
    for number, played in enumerate(sitting.rounds[len(lines) :], start=len(lines) + 1):
        opening = _opening(rulebook, sitting, lines)
        scored = rulebook.score(sitting, opening, played)
        if over is None:
            standing = _after(standing, scored, number)
        ranks = rulebook.ranks(sitting, standing)
        lines.append(Line(opening, scored, standing, ranks, counts=over is None))
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


def first_impossible(rulebook: Rulebook[R], sitting: Sitting[R]) -> int | None:
    """The number of the first round that the rules refuse, a begun one included; None where there is none."""
    sheet = derive(rulebook, sitting)
    rounds = [(line.opening, played) for line, played in zip(sheet.lines, sitting.rounds, strict=True)]
    if sitting.begun is not None and sheet.next:
        rounds.append((sheet.next, sitting.begun))
    refused = (opening.number for opening, played in rounds if rulebook.validate(sitting, opening, played).errors)
    return next(refused, None)


def _beginning(
    sitting: Sitting[R], before: Sitting[R], sheet: Sheet
) -> tuple[list[Line], Ending | None, Ending | None]:
    """The first lines of an earlier sheet, as far as nothing has changed that they were derived from.

    And the end that was reached in them, and the one that was passed; that the table stopped is looked at afterwards.
    """
    same = 0
    if sitting == replace(
        before, rounds=sitting.rounds, begun=sitting.begun, starters=sitting.starters, stopped=sitting.stopped
    ):
        shorter = min(len(sitting.rounds), len(before.rounds))
        pairs = enumerate(zip(sitting.rounds, before.rounds, strict=False))
        same = next((n for n, (one, other) in pairs if one is not other and one != other), shorter)
        chosen = sitting.starters.items() ^ before.starters.items()
        same = min([same, *(number - 1 for number, _ in chosen)])
    over, passed = (
        end if end and end.after <= same and end.keys != ("agreed",) else None for end in (sheet.ending, sheet.passed)
    )
    return list(sheet.lines[:same]), over, passed


def _opening(rulebook: Rulebook[R], sitting: Sitting[R], lines: list[Line]) -> Opening:
    """Who starts and deals the round after ``lines``: by the rules, or as the table chose.

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
    """The end of the game as things stand, for the reasons in ``keys``."""
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
