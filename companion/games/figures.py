"""How each seat came out of a finished game: what statistics add up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.rulebook import Rulebook
from companion.games.sheet import Sheet
from companion.games.sitting import Sitting


@dataclass(frozen=True, slots=True)
class Result:
    """How one seat came out of a finished game: rank from 1, total in points, and what it did (``Rulebook.counts``)."""

    rank: int
    won: bool
    total: float
    counts: Mapping[str, float]


def results(rulebook: Rulebook[Any], sitting: Sitting[Any], sheet: Sheet) -> tuple[Result, ...]:
    """How every seat came out of a game that is over.

    Beside what the rulebook counts: ``opened`` and ``opened_won`` for who started the first round.
    """
    winners = sheet.ending.winners if sheet.ending else ()
    opener = sheet.lines[0].starter.seat if sheet.lines else sitting.first_starter
    return tuple(
        Result(
            sheet.ranks[seat],
            seat in winners,
            sheet.totals[seat],
            {
                **counts,
                "opened": int(seat == opener),
                "opened_won": int(seat == opener and seat in winners),
            },
        )
        for seat, counts in enumerate(rulebook.counts(sitting, sheet))
    )
