"""When a game of Fool! is over, why, and who has won.

Source: rulebook, "Game end". Both ends are looked at after a whole round is scored.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.fool.options import FoolOptions
from companion.games.message import Message, say, say_n
from companion.games.sheet import Gauge, Standing


def gauges(options: FoolOptions, standing: Standing) -> tuple[Gauge, ...]:
    """How near the table is to each end: by points, by tens."""
    totals, tens = standing.totals, standing.tallies["tens"]
    counted = sum(tens) if options.tens_counted == "together" else max(tens)
    return (
        Gauge("score", say("Lowest total"), totals, min(totals), options.end_score, of_totals=True),
        Gauge("tens", say("+10s"), tens, counted, options.tens_to_end),
    )


def reason(players: Sequence[str], options: FoolOptions, standing: Standing, key: str) -> Message:
    """Why the game is over by this end."""
    totals, tens = standing.totals, standing.tallies["tens"]
    if key == "score":
        return say(
            "%(names)s reached %(limit)s points or lower.",
            names=tuple(name for name, total in zip(players, totals, strict=True) if total <= options.end_score),
            limit=options.end_score,
        )
    if options.tens_counted == "together":
        return say_n("+10 was scored once.", "+10 was scored %(n)s times.", sum(tens))
    return say_n(
        "%(names)s scored +10 once.",
        "%(names)s scored +10 %(n)s times.",
        options.tens_to_end,
        names=tuple(name for name, ten in zip(players, tens, strict=True) if ten >= options.tens_to_end),
    )
