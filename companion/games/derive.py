"""Deriving the sheet of a sitting, round by round, by the rules of its game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from companion.games.message import say, say_n
from companion.games.sheet import Because, Ending, Line, Next, Scored, Sheet, Standing
from companion.games.sitting import Sitting, first_dealer

if TYPE_CHECKING:
    from companion.games.rulebook import Rulebook

R = TypeVar("R")


def derive(rulebook: Rulebook[R], sitting: Sitting[R]) -> Sheet:
    """The sheet of a sitting.

    Rounds after the end stay on the sheet and do not count. An end the table chose to play past counts no
    more; another end still does.
    """
    nothing = (0,) * len(sitting.players)
    standing = Standing(0, nothing, nothing if "ten" in rulebook.marks else ())
    lines: list[Line] = []
    over: Ending | None = None
    passed: Ending | None = None
    for number, played in enumerate(sitting.rounds, start=1):
        opening = _opening(rulebook, sitting, lines)
        scored = rulebook.score(sitting, opening, played)
        if over is None:
            standing = _after(standing, scored, number)
        lines.append(
            Line(
                number=number,
                starter=opening.starter,
                dealer=opening.dealer,
                points=scored.points,
                totals=standing.totals,
                ranks=rulebook.ranks(sitting, standing),
                tens=scored.tens,
                marked=scored.marked,
                uncounted=scored.uncounted,
                counts=over is None,
                chosen=opening.chosen,
            )
        )
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
        totals=standing.totals,
        ranks=rulebook.ranks(sitting, standing),
        tens=standing.tens,
        gauges=rulebook.gauges(sitting, standing),
        ending=over,
        next=None if over else _opening(rulebook, sitting, lines),
        passed=passed,
    )


def _opening(rulebook: Rulebook[R], sitting: Sitting[R], lines: Sequence[Line]) -> Next:
    """Who starts and deals the round after ``lines``: by the rules, or as the table chose.

    Where something at the table decided and the table noted whom, that says nothing of who dealt.
    """
    opening = rulebook.opening(sitting, lines)
    chosen = sitting.starters.get(opening.number)
    if chosen is None or chosen == opening.starter.seat:
        return opening
    if opening.starter.seat is None:
        return replace(opening, starter=Because(chosen, say("Noted by the table.")), chosen=True)
    first = not lines and opening.dealer is not None
    return replace(
        opening,
        starter=Because(chosen, say("Chosen by the table.")),
        dealer=first_dealer(sitting, chosen) if first else opening.dealer,
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
    return Standing(
        number,
        tuple(_whole(total + points) for total, points in zip(standing.totals, scored.points, strict=True)),
        tuple(tens + (seat in scored.tens) for seat, tens in enumerate(standing.tens)),
    )


def _whole(total: float) -> float:
    """Two halves are written as 1, not as 1.0."""
    return int(total) if total == int(total) else total
