"""Why a round stands on the sheet as it does: who started, who dealt, and everybody's points."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.contract import Rulebook
from companion.games.message import Message, say
from companion.games.sheet import Line, Opening
from companion.games.sitting import R, Sitting


def reasons(rulebook: Rulebook[R], sitting: Sitting[R], line: Line) -> tuple[Message, ...]:
    """The reasons of a round as sentences."""
    played = sitting.rounds[line.number - 1]
    return (*opened(sitting.players, line), *rulebook.explain(sitting, line.opening, played))


def opened(players: Sequence[str], line: Line) -> tuple[Message, ...]:
    """Who started a round and who dealt it, as far as that is known, and why."""
    told = []
    if line.starter.seat is not None:
        told.append(say("%(name)s started. %(why)s", name=players[line.starter.seat], why=line.starter.reason))
    if line.dealer and line.dealer.seat is not None:
        told.append(say("%(name)s dealt. %(why)s", name=players[line.dealer.seat], why=line.dealer.reason))
    return tuple(told)


def opens(players: Sequence[str], opening: Opening) -> tuple[Message, ...]:
    """Who starts the next round and who deals it, and why."""
    told = []
    if opening.starter.seat is None:
        told.append(opening.starter.reason)
    else:
        told.append(say("%(name)s starts. %(why)s", name=players[opening.starter.seat], why=opening.starter.reason))
    if opening.dealer and opening.dealer.seat is not None:
        told.append(say("%(name)s deals. %(why)s", name=players[opening.dealer.seat], why=opening.dealer.reason))
    return tuple(told)
