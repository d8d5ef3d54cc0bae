"""Why a round stands on the sheet as it does: who started, who dealt, and everybody's points."""

from __future__ import annotations

from typing import Any

from companion.games.message import Message, say
from companion.games.rulebook import Line, Rulebook, Sitting


def reasons(rulebook: Rulebook[Any], sitting: Sitting[Any], line: Line) -> tuple[Message, ...]:
    """The reasons of a round as sentences."""
    names = sitting.players
    told = [say("%(name)s started. %(why)s", name=names[line.starter.seat], why=line.starter.reason)]
    if line.dealer:
        told.append(say("%(name)s dealt. %(why)s", name=names[line.dealer.seat], why=line.dealer.reason))
    return (*told, *rulebook.explain(sitting, sitting.rounds[line.number - 1]))
