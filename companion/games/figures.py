"""How each seat came out of a finished game: what statistics add up."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.contract import Rulebook
from companion.games.sheet import Sheet
from companion.games.sitting import R, Sitting


@dataclass(frozen=True, slots=True)
class Result:
    """How one seat came out of a finished game: rank from 1, total in points, and what it did (``Rulebook.counts``)."""

    rank: int
    won: bool
    total: float
    counts: Mapping[str, float]


def results(rulebook: Rulebook[R], sitting: Sitting[R], sheet: Sheet) -> tuple[Result, ...]:
    """How every seat came out of a game that is over.

    Beside what the rulebook counts: ``rounds``, and of whoever started one ``starts`` and ``starts_won``; ``opened``
    and ``opened_won`` for who started the first round.
    """
    winners = sheet.ending.winners if sheet.ending else ()
    opener = sheet.lines[0].opening.starting if sheet.lines else sitting.first_starter
    found = []
    for seat, (rank, total) in enumerate(zip(sheet.ranks, sheet.totals, strict=True)):
        won = seat in winners
        opened = {"opened": int(seat == opener), "opened_won": int(seat == opener and won)}
        found.append(Result(rank, won, total, _counts(rulebook, sitting, sheet, seat) | opened))
    return tuple(found)


def _counts(rulebook: Rulebook[R], sitting: Sitting[R], sheet: Sheet, seat: int) -> dict[str, float]:
    """What a seat did in the rounds that count, added up."""
    names = ("rounds", *(figure.count for figure in rulebook.figures), "starts", "starts_won")
    counts: dict[str, float] = dict.fromkeys(names, 0)
    for line, played in zip(sheet.lines, sitting.rounds, strict=True):
        if line.counts:
            started = line.opening.starting == seat
            won = started and rulebook.won(played, line, seat)
            here = {**rulebook.count(played, line, seat), "rounds": 1, "starts": started, "starts_won": won}
            for name, number in here.items():
                counts[name] = counts.get(name, 0) + number
    return counts
