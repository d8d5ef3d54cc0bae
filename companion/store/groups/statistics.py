"""The statistics of a group: its players' figures over all time, a year, or its last ten games of a kind.

SQL adds them up from the results when somebody asks: 23 ms for 2,000 games of five.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, combinations, groupby, permutations
from operator import itemgetter

from companion.games import RULEBOOKS
from companion.store.database import Store

ALL_TIME = 0
LAST = -1  # the last games, where a year could stand
LAST_GAMES = 10

# Every result in the chosen games, by who it is: a merged spelling stands for another player.
_CHOSEN = """
    SELECT table_id, started_at, COALESCE(same_as, players.id) AS player, rank, won, total, counts
    FROM tables JOIN results ON table_id = tables.id JOIN seats USING (table_id, seat)
    JOIN players ON players.id = player_id
    WHERE tables.group_id = :group AND game = :game AND title = :title
    AND (year = :period OR :period = 0 OR table_id IN (
        SELECT id FROM tables WHERE :period = -1 AND group_id = :group AND game = :game AND title = :title
        AND EXISTS (SELECT 1 FROM results WHERE table_id = tables.id) ORDER BY started_at DESC, id DESC LIMIT :last
    ))
"""
# What is counted in this game: all that the newest result knows.
_NEWEST = f"SELECT counts FROM ({_CHOSEN}) ORDER BY started_at DESC, table_id DESC LIMIT 1"  # noqa: S608
_PLACES = f"SELECT table_id, player, rank, won FROM ({_CHOSEN}) ORDER BY started_at, table_id"  # noqa: S608


@dataclass(frozen=True, slots=True)
class Run:
    """Games in a row that share something: how many at most, and how many now."""

    longest: int = 0
    current: int = 0


@dataclass(frozen=True, slots=True)
class Figures:
    """A player's games of one kind: sums, the highest and the lowest total, and runs of wins and of games without."""

    games: int
    wins: int
    total: float
    highest: float
    lowest: float
    winning: Run
    losing: Run
    counts: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Rivalry:
    """Two players at the same tables: games together, and in how many the one was ranked before or behind the other."""

    games: int = 0
    before: int = 0
    behind: int = 0


@dataclass(frozen=True, slots=True)
class Statistics:
    """How many games were finished; by the player's id, each one's figures, and the rivalry with every other."""

    games: int
    figures: Mapping[int, Figures]
    rivals: Mapping[int, Mapping[int, Rivalry]]


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game of a player, with how many sat at the table."""

    started_at: str
    rank: int
    players: int
    won: bool
    total: float


def list_games(store: Store, group_id: int) -> list[str]:
    """The games that a group has finished at least once, the one that it played last first."""
    newest = """
        SELECT started_at FROM tables WHERE group_id = ? AND game = ?
        AND EXISTS (SELECT 1 FROM results WHERE table_id = tables.id) ORDER BY started_at DESC LIMIT 1
    """
    latest = {game: str(at) for game in RULEBOOKS for (at,) in store.db.execute(newest, [group_id, game])}
    return sorted(latest, key=latest.__getitem__, reverse=True)


def list_titles(store: Store, group_id: int, game: str) -> list[str]:
    """What the finished tables of a group call a game, the one that it played last first; empty is the usual title."""
    rows = store.db.execute(
        """
        SELECT title FROM tables WHERE group_id = ? AND game = ?
        AND EXISTS (SELECT 1 FROM results WHERE table_id = tables.id) GROUP BY title ORDER BY max(started_at) DESC
        """,
        [group_id, game],
    )
    return [title for (title,) in rows]


def list_years(store: Store, group_id: int, game: str, title: str = "") -> list[int]:
    """The years in which a group finished a game, the latest first."""
    rows = store.db.execute(
        """
        SELECT DISTINCT year FROM tables WHERE group_id = ? AND game = ? AND title = ?
        AND EXISTS (SELECT 1 FROM results WHERE table_id = tables.id) ORDER BY year DESC
        """,
        [group_id, game, title],
    )
    return [year for (year,) in rows]


def add_up(store: Store, group_id: int, game: str, period: int = ALL_TIME, title: str = "") -> Statistics:
    """The statistics of a game over a period: ``ALL_TIME``, a year, or ``LAST``."""
    asked = {"group": group_id, "game": game, "title": title, "period": period, "last": LAST_GAMES}
    counted = [count for (newest,) in store.db.execute(_NEWEST, asked) for count in json.loads(newest)]
    numbers = [f"ifnull(sum(json_extract(counts, '$.{count}')), 0)" for count in counted]
    sums = ", ".join(["player, count(*), sum(won), sum(total), max(total), min(total)", *numbers])
    added_up = store.db.execute(f"SELECT {sums} FROM ({_CHOSEN}) GROUP BY player", asked).fetchall()  # noqa: S608
    places = store.db.execute(_PLACES, asked).fetchall()
    won: defaultdict[int, list[int]] = defaultdict(list)
    for _, player, _, has_won in places:
        won[player].append(has_won)
    figures: dict[int, Figures] = {}
    for player, finished, wins, total, highest, lowest, *counts in added_up:
        counts = dict(zip(counted, counts, strict=True))
        figures[player] = Figures(finished, wins, total, highest, lowest, *_runs(won[player]), counts=counts)
    games = [[place[1:3] for place in game] for _, game in groupby(places, itemgetter(0))]
    return Statistics(len(games), figures, _rivals(games))


def list_form(store: Store, group_id: int, player_id: int, game: str, title: str = "", most: int = 20) -> list[Played]:
    """The last games that a player finished, the oldest first."""
    rows = store.db.execute(
        """
        SELECT started_at, rank, (SELECT count(*) FROM results AS others WHERE others.table_id = tables.id), won, total
        FROM seats JOIN tables ON tables.id = table_id JOIN results USING (table_id, seat)
        WHERE player_id IN (SELECT id FROM players WHERE id = :player OR same_as = :player)
        AND group_id = :group AND game = :game AND title = :title
        ORDER BY year DESC, started_at DESC, table_id DESC LIMIT :most
        """,
        {"player": player_id, "group": group_id, "game": game, "title": title, "most": most},
    ).fetchall()
    return [Played(at, rank, players, bool(won), total) for at, rank, players, won, total in reversed(rows)]


def _runs(won: Iterable[int]) -> tuple[Run, Run]:
    """Runs of wins and of games without, from who won a player's games, the oldest first."""
    runs = [(has_won, len(list(games))) for has_won, games in groupby(won)]

    def run(kind: int) -> Run:
        lengths = [games * (has_won == kind) for has_won, games in runs] or [0]
        return Run(max(lengths), lengths[-1])

    return run(1), run(0)


def _rivals(games: Iterable[Iterable[tuple[int, int]]]) -> dict[int, dict[int, Rivalry]]:
    """Who met whom in games, given for each one as player and rank."""
    sums: defaultdict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    pairs = Counter(chain.from_iterable(combinations(places, 2) for places in games))
    for pair, times in pairs.items():
        for (one, rank), (other, next_rank) in permutations(pair):
            met = sums[one, other]
            met[0] += times
            met[1] += times * (rank < next_rank)
            met[2] += times * (rank > next_rank)
    rivals: dict[int, dict[int, Rivalry]] = {}
    for (one, other), met in sums.items():
        rivals.setdefault(one, {})[other] = Rivalry(*met)
    return rivals
