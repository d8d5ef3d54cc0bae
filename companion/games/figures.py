"""Results of a finished game by seat, which statistics add up."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.contract import Rulebook
from companion.games.sitting import Sheet, Sitting


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one seat: rank from 1, total in points, and counts (``Rulebook.figures``)."""

    rank: int
    won: bool
    total: float
    counts: Mapping[str, float]


def derive_results(rulebook: Rulebook, sitting: Sitting, sheet: Sheet) -> tuple[Result, ...]:
    """Return each seat's result in a finished game: rank, win and total of its side.

    Winning takes at least half of the rounds. Besides the rulebook's figures the counts are ``rounds``, ``starts`` and
    ``starts_won``, ``opened`` and ``opened_won`` (the first round), and in teams the number of the ``side``.
    """
    opener = sheet.lines[0].opening.starting if sheet.lines else sitting.first_starter
    found = []
    for seat in sitting.seats:
        side, counts = sheet.side_of(seat), _counts(rulebook, sitting, sheet, seat)
        won = seat in sheet.winners and 2 * counts["rounds"] >= sum(line.counts for line in sheet.lines)
        counts |= {"opened": int(seat == opener), "opened_won": int(seat == opener and won)}
        counts |= {"side": side} if sheet.in_teams else {}
        found.append(Result(sheet.ranks[side], won, sheet.totals[side], counts))
    return tuple(found)


def _counts(rulebook: Rulebook, sitting: Sitting, sheet: Sheet, seat: int) -> dict[str, float]:
    figures = {figure.key: figure.count for figure in rulebook.figures if figure.count}
    counts: dict[str, float] = dict.fromkeys(("rounds", *figures, "starts", "starts_won"), 0)
    for line, played in zip(sheet.lines, sitting.rounds, strict=True):
        if not line.counts or seat not in sitting.seated(line.number):
            continue
        counts["rounds"] += 1
        for key, count in figures.items():
            counts[key] += count(played, line, seat)
        if rulebook.starting and line.opening.starting == seat:
            counts["starts"] += 1
            counts["starts_won"] += rulebook.starting.won(played, line, seat)
    return counts
