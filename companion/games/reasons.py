"""Why a round stands on the sheet as it does: who started, who dealt, and everybody's points."""

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
    if line.starter and line.starter.seat is not None:
        told.append(say("%(name)s started. %(why)s", name=players[line.starter.seat], why=line.starter.reason))
    if line.dealer and line.dealer.seat is not None:
        told.append(say("%(name)s dealt. %(why)s", name=players[line.dealer.seat], why=line.dealer.reason))
    return tuple(told)


def opens(players: Sequence[str], opening: Opening) -> tuple[Message, ...]:
    """Who starts the next round and who deals it, and why."""
    told = []
    starter, dealer = opening.starter, opening.dealer
    if starter and starter.seat is None:
        told.append(starter.reason)
    elif starter and starter.seat is not None:
        told.append(say("%(name)s starts. %(why)s", name=players[starter.seat], why=starter.reason))
    if dealer and dealer.seat is not None:
        told.append(say("%(name)s deals. %(why)s", name=players[dealer.seat], why=dealer.reason))
    return tuple(told)
