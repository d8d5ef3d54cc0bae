"""The statistics of a group: its players' figures over all time, a year, or its last ten games of a kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games import RULEBOOKS
from companion.games.figures import Figures, Result, Rivalry, add_up, how_many_games, rivalries
from companion.store.database import Store
from companion.store.groups.counting import ALL_TIME, LAST_YEAR, read_figures, read_games, read_rivals

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


def games_played(store: Store, group_id: int) -> list[str]:
    """The games that a group has finished at least once, the one that it played last first."""
    found = (
        store.db.execute(
            """
            SELECT started_at FROM summaries WHERE group_id = ? AND game = ? AND finished = 1
            ORDER BY started_at DESC LIMIT 1
            """,
            [group_id, game],
        ).fetchone()
        for game in RULEBOOKS
    )
    latest = {game: row[0] for game, row in zip(RULEBOOKS, found, strict=True) if row}
    return sorted(latest, key=lambda game: latest[game], reverse=True)


def years(store: Store, group_id: int, game: str) -> list[int]:
    """The years in which a group finished a game, the latest first."""
    rows = store.db.execute(
        """
        SELECT DISTINCT stretch FROM figures WHERE group_id = ? AND game = ? AND stretch BETWEEN ? AND ?
        ORDER BY stretch DESC
        """,
        [group_id, game, ALL_TIME + 1, LAST_YEAR],
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
        "SELECT player_id, figures FROM figures WHERE group_id = ? AND game = ? AND stretch = ?",
        [group_id, game, period],
    ).fetchall()
    figures = {player_id: read_figures(written) for player_id, written in rows}
    asked = [player_id for player_id, _ in rows if rivals_of is None or player_id in rivals_of]
    marks = ",".join("?" * len(asked))
    met = store.db.execute(
        f"SELECT player_id, rivals FROM figures WHERE group_id = ? AND game = ? AND stretch = ?"  # noqa: S608
        f" AND player_id IN ({marks})",
        [group_id, game, period, *asked],
    ).fetchall()
    return Statistics(
        how_many_games(figures.values()),
        figures,
        {player_id: read_rivals(written) for player_id, written in met},
    )


def form(store: Store, player_id: int, game: str, most: int = 20) -> list[Played]:
    """The last games that a player finished, the oldest first."""
    rows = store.db.execute(
        """
        SELECT started_at, rank, (SELECT count(*) FROM results AS others WHERE others.table_id = results.table_id),
            won, total
        FROM results WHERE player_id = ? AND finished = 1 AND game = ?
        ORDER BY month DESC, started_at DESC, table_id DESC LIMIT ?
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
