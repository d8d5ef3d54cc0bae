"""Who starts a round of Fool!, who deals it, and why.

Source: rulebook, "Game preparation" (the dealer sits right of the first starter) and "The next round".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.fool.options import FoolOptions
from companion.games.message import Message, say
from companion.games.rulebook import Because, Sitting


def first_starter(sitting: Sitting[Any]) -> Because:
    """The starter of round 1, chosen by the table or drawn."""
    return Because(sitting.first_starter, say("Drawn by lot.") if sitting.drawn else say("Chosen for the first round."))


def first_dealer(sitting: Sitting[Any], starter: int) -> Because:
    """The dealer of round 1: right of the first starter."""
    return Because((starter - 1) % len(sitting.players), say("Sits right of the first starter."))


def next_dealer(starter: int, number: int) -> Because:
    """The dealer after round ``number`` is who started it."""
    return Because(starter, say("Started round %(number)s.", number=number))


def chosen_starter(seat: int) -> Because:
    """A starter the table chose against the rule."""
    return Because(seat, say("Chosen by the table."))


def next_starter(
    players: Sequence[str], options: FoolOptions, by: str, points: Sequence[float], previous: int, number: int
) -> Because:
    """The starter after round ``number``, by total or by round.

    ``points`` are the totals or the round's points that decide, one per seat; ``previous`` started the
    round just ended.
    """
    lowest = min(points)
    tied = [seat for seat in range(len(players)) if points[seat] == lowest]
    first = previous if options.starter_tie == "self-first" else previous + 1
    around = [(first + step) % len(players) for step in range(len(players))]
    seat = next(seat for seat in around if seat in tied)
    return Because(seat, _reason(players, tied, seat, previous, lowest, by, number))


def _reason(
    players: Sequence[str], tied: list[int], seat: int, previous: int, lowest: float, by: str, number: int
) -> Message:
    name = players[seat]
    if len(tied) > 1:
        names = tuple(players[other] for other in tied)
        last = players[previous]
        if seat == previous:
            return say(
                "%(names)s tie at %(points)s; %(name)s started the last round.",
                names=names,
                points=lowest,
                name=name,
            )
        return say(
            "%(names)s tie at %(points)s; %(name)s is next clockwise after %(last)s.",
            names=names,
            points=lowest,
            name=name,
            last=last,
        )
    if by == "round":
        return say("Most minus points in round %(number)s: %(points)s.", number=number, points=lowest)
    if lowest >= 0:
        return say("Lowest total: %(points)s.", points=lowest)
    return say("Most minus points: %(points)s.", points=lowest)
