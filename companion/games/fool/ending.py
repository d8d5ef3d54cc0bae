"""When a game of Fool! is over, why, and who has won.

Source: rulebook, "Game end". Both ends are looked at after a whole round is scored.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.fool.options import FoolOptions
from companion.games.message import Message, say, say_n
from companion.games.rulebook import Ending, Gauge, ranking


def gauges(options: FoolOptions, totals: Sequence[float], tens: Sequence[int]) -> tuple[Gauge, ...]:
    """How near the table is to each end: by points, by tens."""
    counted = sum(tens) if options.tens_counted == "together" else max(tens)
    return (
        Gauge("score", say("Lowest total"), tuple(totals), min(totals), options.end_score),
        Gauge("tens", say("+10s"), tuple(tens), counted, options.tens_to_end),
    )


def reached(options: FoolOptions, totals: Sequence[float], tens: Sequence[int]) -> tuple[str, ...]:
    """The keys of the ends that are reached."""
    score, count = gauges(options, totals, tens)
    return tuple(
        gauge.key for gauge, met in ((score, score.value <= score.limit), (count, count.value >= count.limit)) if met
    )


def ranks(options: FoolOptions, totals: Sequence[float], tens: Sequence[int]) -> tuple[int, ...]:
    """The ranking by total; with the house rule, more tens go before fewer at the same total."""
    if options.equal_totals == "tens":
        return ranking([(total, ten) for total, ten in zip(totals, tens, strict=True)])
    return ranking([(total,) for total in totals])


def ending(
    players: Sequence[str],
    options: FoolOptions,
    after: int,
    keys: tuple[str, ...],
    totals: Sequence[float],
    tens: Sequence[int],
) -> Ending:
    """The end of the game after round ``after``, for the reasons in ``keys``."""
    places = ranks(options, totals, tens)
    return Ending(
        after=after,
        keys=keys,
        reasons=tuple(_reason(players, options, key, after, totals, tens) for key in keys),
        winners=tuple(seat for seat, place in enumerate(places) if place == 1),
    )


def _reason(
    players: Sequence[str],
    options: FoolOptions,
    key: str,
    after: int,
    totals: Sequence[float],
    tens: Sequence[int],
) -> Message:
    if key == "score":
        return say(
            "%(names)s reached %(limit)s points or lower.",
            names=tuple(name for name, total in zip(players, totals, strict=True) if total <= options.end_score),
            limit=options.end_score,
        )
    if key == "agreed":
        return say_n(
            "The table stopped after %(n)s round.",
            "The table stopped after %(n)s rounds.",
            after,
        )
    if options.tens_counted == "together":
        return say_n("+10 was scored once.", "+10 was scored %(n)s times.", sum(tens))
    return say_n(
        "%(names)s scored +10 once.",
        "%(names)s scored +10 %(n)s times.",
        options.tens_to_end,
        names=tuple(name for name, ten in zip(players, tens, strict=True) if ten >= options.tens_to_end),
    )
