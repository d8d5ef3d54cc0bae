"""The figures of a group's players, counted from the results of finished games and kept.

There is a row for each player, game and stretch of time: a month (202611), a year (2026) or all time. A game
that ends counts its month anew; years and all time are joined from what is there, however long they are.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import astuple
from datetime import datetime
from typing import NamedTuple

from sqlite_utils import Database

from companion.games.figures import Figures, Result, Rivalry, Run, add_up, join, join_rivalries, rivalries

ALL_TIME = 0
LAST_YEAR = 9999  # larger stretches are months


class Stale(NamedTuple):
    """Figures that must be counted again: one player's, in one game and month."""

    group_id: int
    game: str
    month: int
    player_id: int


def count(db: Database, stale: Iterable[Stale]) -> None:
    """Work out the figures of these players in these months, their years and all time; inside a transaction."""
    months: dict[tuple[int, str, int], set[int]] = {}
    for figures in stale:
        months.setdefault((figures.group_id, figures.game, figures.month), set()).add(figures.player_id)
    years: dict[tuple[int, str, int], set[int]] = {}
    all_time: dict[tuple[int, str], set[int]] = {}
    for (group_id, game, month), people in months.items():
        _count_month(db, group_id, game, month, people)
        years.setdefault((group_id, game, month // 100), set()).update(people)
        all_time.setdefault((group_id, game), set()).update(people)
    for (group_id, game, year), people in years.items():
        _join(db, group_id, game, year, people, range(year * 100 + 1, year * 100 + 13))
    for (group_id, game), people in all_time.items():
        _join(db, group_id, game, ALL_TIME, people, range(ALL_TIME + 1, LAST_YEAR + 1))


def month_of(moment: str) -> int:
    """The month of a moment where this computer stands: 202611."""
    local = datetime.fromisoformat(moment).astimezone()
    return local.year * 100 + local.month


def read_figures(written: str) -> Figures:
    """Figures from their written form."""
    games, wins, total, highest, lowest, winning, losing, counts = json.loads(written)
    return Figures(games, wins, total, highest, lowest, Run(*winning), Run(*losing), counts)


def read_rivals(written: str) -> dict[int, Rivalry]:
    """A player's rivalries from their written form, by the other's id."""
    return {int(other): Rivalry(*numbers) for other, numbers in json.loads(written).items()}


def read_games(rows: Iterable[tuple[int, int, int, int, float, str]]) -> list[dict[int, Result]]:
    """Games in order, from rows of table, player, rank, won, total and counts."""
    games: dict[int, dict[int, Result]] = {}
    for table_id, player_id, rank, won, total, counts in rows:
        games.setdefault(table_id, {})[player_id] = Result(rank, bool(won), total, json.loads(counts))
    return list(games.values())


def _count_month(db: Database, group_id: int, game: str, month: int, people: set[int]) -> None:
    marks = ",".join("?" * len(people))
    rows = db.execute(
        f"""
        SELECT table_id, player_id, rank, won, total, counts FROM results
        WHERE table_id IN (
            SELECT table_id FROM results WHERE player_id IN ({marks}) AND game = ? AND finished = 1 AND month = ?
        )
        ORDER BY started_at, table_id
        """,  # noqa: S608 - only question marks
        [*people, game, month],
    ).fetchall()
    games = read_games(rows)
    figures, rivals = add_up(games), rivalries(games)
    for player_id in people:
        found = figures.get(player_id, Figures())
        _write(db, group_id, game, month, player_id, found, rivals.get(player_id, {}))


def _join(db: Database, group_id: int, game: str, stretch: int, people: set[int], parts: range) -> None:
    """Write the figures of a stretch that consists of others."""
    for player_id in people:
        rows = db.execute(
            """
            SELECT figures, rivals FROM figures
            WHERE group_id = ? AND game = ? AND stretch BETWEEN ? AND ? AND player_id = ? ORDER BY stretch
            """,
            [group_id, game, parts[0], parts[-1], player_id],
        ).fetchall()
        joined = join([{player_id: read_figures(figures)} for figures, _ in rows]).get(player_id, Figures())
        met = join_rivalries(read_rivals(rivals) for _, rivals in rows)
        _write(db, group_id, game, stretch, player_id, joined, met)


def _write(
    db: Database,
    group_id: int,
    game: str,
    stretch: int,
    player_id: int,
    figures: Figures,
    rivals: Mapping[int, Rivalry],
) -> None:
    where = [group_id, game, stretch, player_id]
    if not figures.games:
        db.execute("DELETE FROM figures WHERE group_id = ? AND game = ? AND stretch = ? AND player_id = ?", where)
        return
    written = json.dumps(astuple(figures), separators=(",", ":"))
    met = json.dumps({other: astuple(rivalry) for other, rivalry in sorted(rivals.items())}, separators=(",", ":"))
    db.execute(
        """
        INSERT OR REPLACE INTO figures (group_id, game, stretch, player_id, figures, rivals)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [*where, written, met],
    )
