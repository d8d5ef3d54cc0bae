"""The statistics of a group: its players' figures over all time, a year, or its last ten games of a kind.

SQL adds them up from the results when somebody asks; what it found is remembered until the group changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games import RULEBOOKS
from companion.store.database import Store
from companion.store.groups.groups import remembered

ALL_TIME = 0
LAST = -1  # the last games, where a year could stand
LAST_GAMES = 10

# Every result in the chosen games, by who it is: a merged spelling stands for another player.
_CHOSEN = """
    WITH games AS (
        SELECT id AS table_id, started_at FROM tables
        WHERE group_id = :group AND game = :game AND title = :title AND (year = :period OR :period <= 0)
        AND EXISTS (SELECT 1 FROM results WHERE table_id = tables.id)
        ORDER BY started_at DESC, id DESC LIMIT :most
    ), chosen AS (
        SELECT table_id, seat, started_at, COALESCE(same_as, players.id) AS player, rank, won, total, counts
        FROM games JOIN results USING (table_id) JOIN seats USING (table_id, seat)
        JOIN players ON players.id = player_id
    )
"""

# What is counted in this game: all that the newest result knows.
_COUNTED = """
    SELECT key FROM results, json_each(counts) WHERE seat = 0 AND table_id = (SELECT table_id FROM games LIMIT 1)
"""

# Games in a row that were all won have as many others behind them, and the other way round; the newest is number 1.
_RUNS = """
    , placed AS (
        SELECT player, won, sum(won) OVER later AS wins, count(*) OVER later AS number
        FROM chosen WINDOW later AS (PARTITION BY player ORDER BY started_at DESC, table_id DESC)
    ), runs AS (
        SELECT player, won, count(*) AS games, min(number) AS newest FROM placed
        GROUP BY player, won, CASE won WHEN 1 THEN number - wins ELSE wins END
    )
    SELECT player, won, max(games), max(games * (newest = 1)) FROM runs GROUP BY player, won
"""

_RIVALS = """
    SELECT player, COALESCE(same_as, players.id), count(*), sum(chosen.rank < other.rank), sum(chosen.rank > other.rank)
    FROM chosen JOIN results AS other ON other.table_id = chosen.table_id AND other.seat > chosen.seat
    JOIN seats ON seats.table_id = other.table_id AND seats.seat = other.seat JOIN players ON players.id = player_id
    GROUP BY 1, 2
"""


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
class Played:
    """One finished game of a player, with how many sat at the table."""

    started_at: str
    rank: int
    players: int
    won: bool
    total: float


@remembered
def list_games(store: Store, group_id: int) -> list[str]:
    """The games that a group has finished at least once, the one that it played last first."""
    latest = dict(
        store.db.execute(
            """
            SELECT game, max(started_at) FROM tables WHERE group_id = ?
            AND EXISTS (SELECT 1 FROM results WHERE table_id = tables.id) GROUP BY game
            """,
            [group_id],
        ).fetchall()
    )
    return sorted((game for game in RULEBOOKS if game in latest), key=lambda game: str(latest[game]), reverse=True)


@remembered
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


@remembered
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


@remembered
def count_games(store: Store, group_id: int, game: str, period: int = ALL_TIME, title: str = "") -> int:
    """How many games were finished in a period: ``ALL_TIME``, a year, or ``LAST``."""
    ((games,),) = _select(store, "SELECT count(*) FROM games", group_id, game, period, title)
    return int(games)


@remembered
def add_up(store: Store, group_id: int, game: str, period: int = ALL_TIME, title: str = "") -> dict[int, Figures]:
    """The figures over a period of every player who finished a game, by the player's id."""
    asked = (group_id, game, period, title)
    runs = {(player, won): Run(*run) for player, won, *run in _select(store, _RUNS, *asked)}
    counted = [count for (count,) in _select(store, _COUNTED, *asked)]
    numbers = [f"ifnull(sum(json_extract(counts, '$.{count}')), 0)" for count in counted]
    sums = ", ".join(["player, count(*), sum(won), sum(total), max(total), min(total)", *numbers])
    return {
        player: Figures(
            *(games, wins, total, highest, lowest),
            winning=runs.get((player, 1), Run()),
            losing=runs.get((player, 0), Run()),
            counts=dict(zip(counted, counts, strict=True)),
        )
        for player, games, wins, total, highest, lowest, *counts in _select(
            store,
            f"SELECT {sums} FROM chosen GROUP BY player",  # noqa: S608
            *asked,
        )
    }


@remembered
def list_rivals(
    store: Store, group_id: int, game: str, period: int = ALL_TIME, title: str = ""
) -> dict[int, dict[int, Rivalry]]:
    """For every player, the rivalry over a period with every other who sat at the same tables."""
    rivals: dict[int, dict[int, Rivalry]] = {}
    for left, right, games, before, behind in _select(store, _RIVALS, group_id, game, period, title):
        for one, other, ahead, back in ((left, right, before, behind), (right, left, behind, before)):
            met = rivals.setdefault(one, {}).get(other, Rivalry())
            rivals[one][other] = Rivalry(met.games + games, met.before + ahead, met.behind + back)
    return rivals


@remembered
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


def _select(store: Store, select: str, group_id: int, game: str, period: int, title: str) -> list[tuple[Any, ...]]:
    """What is selected from the results in a group's games of a period."""
    asked = {"group": group_id, "game": game, "title": title, "period": period}
    asked["most"] = LAST_GAMES if period == LAST else -1
    return store.db.execute(_CHOSEN + select, asked).fetchall()
