"""The statistics of a group: its players' figures over all time, a year, or its last ten games of a kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.figures import Figures, Result, Rivalry, add_up, rivalries
from companion.store.database import Store
from companion.store.summaries import ALL_TIME, read_figures, read_games, read_rivals

LAST = -1  # the last games, where a year could stand
LAST_GAMES = 10


@dataclass(frozen=True, slots=True)
class Statistics:
    """How many games were finished in a period, every player's figures, and the rivalries of those asked for."""

    games: int
    figures: dict[int, Figures]
    rivals: dict[int, dict[int, Rivalry]]


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game of a player, with how many sat at the table."""

    started_at: str
    rank: int
    players: int
    won: bool
    total: float


def games_played(store: Store, group_id: int) -> dict[str, int]:
    """How many games of each kind a group has finished."""
    rows = store.db.execute(
        "SELECT game, count(*) FROM summaries WHERE group_id = ? AND finished = 1 GROUP BY game", [group_id]
    ).fetchall()
    return dict(rows)


def years(store: Store, group_id: int, game: str) -> list[int]:
    """The years in which a group finished a game, the latest first."""
    rows = store.db.execute(
        "SELECT DISTINCT year FROM figures WHERE group_id = ? AND game = ? AND year <> ? ORDER BY year DESC",
        [group_id, game, ALL_TIME],
    ).fetchall()
    return [year for (year,) in rows]


def statistics(
    store: Store, group_id: int, game: str, period: int = ALL_TIME, rivals_of: Sequence[int] | None = None
) -> Statistics:
    """The statistics of a group over a period: ``ALL_TIME``, a year, or ``LAST``.

    The rivalries are those of the players in ``rivals_of``; of everybody if it is None.
    """
    if period == LAST:
        last = _last_games(store, group_id, game)
        return Statistics(len(last), add_up(last), rivalries(last))
    rows = store.db.execute(
        "SELECT player_id, figures FROM figures WHERE group_id = ? AND game = ? AND year = ?", [group_id, game, period]
    ).fetchall()
    asked = [player_id for player_id, _ in rows if rivals_of is None or player_id in rivals_of]
    marks = ",".join("?" * len(asked))
    met = store.db.execute(
        f"SELECT player_id, rivals FROM figures WHERE group_id = ? AND game = ? AND year = ?"  # noqa: S608
        f" AND player_id IN ({marks})",
        [group_id, game, period, *asked],
    ).fetchall()
    return Statistics(
        _finished(store, group_id, game, period),
        {player_id: read_figures(written) for player_id, written in rows},
        {player_id: read_rivals(written) for player_id, written in met},
    )


def form(store: Store, player_id: int, game: str, most: int = 20) -> list[Played]:
    """The last games that a player finished, the oldest first."""
    rows = store.db.execute(
        """
        SELECT started_at, rank, (SELECT count(*) FROM results AS others WHERE others.table_id = results.table_id),
            won, total
        FROM results WHERE player_id = ? AND finished = 1 AND game = ?
        ORDER BY started_at DESC, table_id DESC LIMIT ?
        """,
        [player_id, game, most],
    ).fetchall()
    return [Played(at, rank, players, bool(won), total) for at, rank, players, won, total in reversed(rows)]


def _last_games(store: Store, group_id: int, game: str) -> list[dict[int, Result]]:
    rows = store.db.execute(
        """
        SELECT results.table_id, player_id, rank, won, total, counts FROM results JOIN (
            SELECT table_id FROM summaries WHERE group_id = ? AND finished = 1 AND game = ?
            ORDER BY started_at DESC, table_id DESC LIMIT ?
        ) USING (table_id) ORDER BY started_at, results.table_id
        """,
        [group_id, game, LAST_GAMES],
    ).fetchall()
    return read_games(rows)


def _finished(store: Store, group_id: int, game: str, period: int) -> int:
    condition = "" if period == ALL_TIME else "AND year = ?"
    (found,) = store.db.execute(
        f"SELECT count(*) FROM summaries WHERE group_id = ? AND game = ? AND finished = 1 {condition}",  # noqa: S608
        [group_id, game, *([] if period == ALL_TIME else [period])],
    ).fetchone()
    return int(found)
