"""What games add up to: how each seat came out of one, and a player's figures over many.

A stretch of games has figures, and two stretches that follow each other are joined with ``then``, so the
figures of a year are those of its months joined in order. All sums are exact; quotients are for whoever
shows them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.games.contract import Rulebook
from companion.games.sheet import Sheet
from companion.games.sitting import R, Sitting

UNOPENED = "unopened"


@dataclass(frozen=True, slots=True)
class Result:
    """How one seat came out of a finished game: rank from 1, total in points, and what it did (``Rulebook.counts``)."""

    rank: int
    won: bool
    total: float
    counts: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Run:
    """Games in a row that share something: of ``games`` games, how many at the beginning, at the end, at most."""

    games: int = 0
    first: int = 0
    last: int = 0
    longest: int = 0

    @classmethod
    def of(cls, happened: bool) -> Run:
        """The run of one game."""
        return cls(1, *[int(happened)] * 3)

    def then(self, later: Run) -> Run:
        """The run over these games and the later ones."""
        return Run(
            self.games + later.games,
            self.first + (later.first if self.first == self.games else 0),
            later.last + (self.last if later.last == later.games else 0),
            max(self.longest, later.longest, self.last + later.first),
        )


@dataclass(frozen=True, slots=True)
class Figures:
    """A player's games of one kind: sums, the highest and the lowest total, and runs of wins and of games without."""

    games: int = 0
    wins: int = 0
    total: float = 0
    highest: float = 0
    lowest: float = 0
    winning: Run = Run()
    losing: Run = Run()
    counts: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, result: Result) -> Figures:
        """The figures of one game."""
        total, won = result.total, result.won
        return cls(1, int(won), total, total, total, Run.of(won), Run.of(not won), result.counts)

    def then(self, later: Figures) -> Figures:
        """The figures of these games and the later ones."""
        if not self.games or not later.games:
            return self if self.games else later
        return Figures(
            self.games + later.games,
            self.wins + later.wins,
            self.total + later.total,
            max(self.highest, later.highest),
            min(self.lowest, later.lowest),
            self.winning.then(later.winning),
            self.losing.then(later.losing),
            {name: self.counts.get(name, 0) + later.counts.get(name, 0) for name in {**self.counts, **later.counts}},
        )


@dataclass(frozen=True, slots=True)
class Rivalry:
    """Two players at the same tables: games together, and in how many the one was ranked before or behind the other."""

    games: int = 0
    before: int = 0
    behind: int = 0

    def then(self, later: Rivalry) -> Rivalry:
        """The rivalry over these games and the later ones."""
        return Rivalry(self.games + later.games, self.before + later.before, self.behind + later.behind)


def results(rulebook: Rulebook[R], sitting: Sitting[R], sheet: Sheet) -> tuple[Result, ...]:
    """How every seat came out of a game that is over.

    Beside what the rulebook counts: ``rounds``, and of whoever started one ``starts`` and ``starts_won``; ``opened``
    and ``opened_won`` of who started the first round. Where nobody knows who did, the first seat has ``UNOPENED``
    instead, so that every game is counted once.
    """
    winners = sheet.ending.winners if sheet.ending else ()
    opener = sheet.lines[0].starter.seat if sheet.lines else sitting.first_starter
    return tuple(
        Result(
            sheet.ranks[seat],
            seat in winners,
            sheet.totals[seat],
            {
                **_counts(rulebook, sitting, sheet, seat),
                "opened": int(seat == opener),
                "opened_won": int(seat == opener and seat in winners),
                **({UNOPENED: 1} if opener is None and seat == 0 else {}),
            },
        )
        for seat in sitting.seats
    )


def _counts(rulebook: Rulebook[R], sitting: Sitting[R], sheet: Sheet, seat: int) -> dict[str, float]:
    """What a seat did in the rounds that count, added up."""
    names = ("rounds", *(figure.count for figure in rulebook.figures), "starts", "starts_won")
    counts: dict[str, float] = dict.fromkeys(names, 0)
    for line, played in zip(sheet.lines, sitting.rounds, strict=True):
        if line.counts:
            started = line.starter.seat == seat
            won = started and rulebook.won(played, line, seat)
            here = {**rulebook.count(played, line, seat), "rounds": 1, "starts": started, "starts_won": won}
            for name, number in here.items():
                counts[name] = counts.get(name, 0) + number
    return counts


def how_many_games(figures: Iterable[Figures]) -> int:
    """In how many games all these players came out like this, if they are everybody who played in them."""
    return int(sum(each.counts.get(count, 0) for each in figures for count in ("opened", UNOPENED)))


def add_up(games: Iterable[Mapping[int, Result]]) -> dict[int, Figures]:
    """The figures of every player over games in order; a game gives each of its players a result."""
    figures: dict[int, Figures] = {}
    for game in games:
        for player, result in game.items():
            figures[player] = figures.get(player, Figures()).then(Figures.of(result))
    return figures


def rivalries(games: Iterable[Mapping[int, Result]]) -> dict[int, dict[int, Rivalry]]:
    """For every player, the rivalry with every other."""
    met: dict[int, dict[int, Counter[str]]] = {}
    for game in games:
        for one, mine in game.items():
            rivals = met.setdefault(one, {})
            for other, theirs in game.items():
                if other != one:
                    tally = rivals.setdefault(other, Counter())
                    tally["games"] += 1
                    tally["before"] += mine.rank < theirs.rank
                    tally["behind"] += mine.rank > theirs.rank
    return {one: {other: Rivalry(**tally) for other, tally in rivals.items()} for one, rivals in met.items()}


def join_rivalries(stretches: Iterable[Mapping[int, Rivalry]]) -> dict[int, Rivalry]:
    """A player's rivalries over stretches of games together, by the other player."""
    joined: dict[int, Rivalry] = {}
    for stretch in stretches:
        for other, rivalry in stretch.items():
            joined[other] = joined.get(other, Rivalry()).then(rivalry)
    return joined


def join(stretches: Sequence[Mapping[int, Figures]]) -> dict[int, Figures]:
    """The figures of stretches of games that follow each other."""
    joined: dict[int, Figures] = {}
    for stretch in stretches:
        for player, figures in stretch.items():
            joined[player] = joined.get(player, Figures()).then(figures)
    return joined
