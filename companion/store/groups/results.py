"""Every result of a group, one by one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.store.database import Store


@dataclass(frozen=True, slots=True)
class Row:
    """How one player came out of one finished game."""

    table: int
    started_at: str
    game: str
    name: str
    at_the_table: str
    seat: int
    rank: int
    won: bool
    total: float
    counts: Mapping[str, float]


def every_result(store: Store, group_id: int) -> Iterator[Row]:
    """All results of finished games, the oldest game first, seats in order; games are numbered from 1."""
    rows = store.db.execute(
        """
        SELECT results.table_id, results.started_at, results.game, players.name, seats.name, results.seat,
            rank, won, total, counts
        FROM summaries JOIN results USING (table_id)
        JOIN players ON players.id = results.player_id
        JOIN seats ON seats.table_id = results.table_id AND seats.seat = results.seat
        WHERE summaries.group_id = ? AND summaries.finished
        ORDER BY results.started_at, results.table_id, results.seat
        """,
        [group_id],
    ).fetchall()
    numbers: dict[int, int] = {}
    for table_id, started_at, game, name, at_the_table, seat, rank, won, total, counts in rows:
        number = numbers.setdefault(table_id, len(numbers) + 1)
        yield Row(number, started_at, game, name, at_the_table, seat, rank, bool(won), total, json.loads(counts))
