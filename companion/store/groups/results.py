"""Results of a group's finished games, a row per game and seat: the only derived data that is stored."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeAlias

from sqlite_utils import Database

from companion.games.derive import derive_results
from companion.store.database import Store
from companion.store.groups.players import seat_players
from companion.store.journal.facts import Table

Row: TypeAlias = dict[str, Any]
_RESULTS = """
    SELECT dense_rank() OVER (ORDER BY started_at, table_id) AS number, started_at, year, game, title,
        player_id AS player, players.name, seats.name AS at_the_table, seat, rank, won, total, counts
    FROM tables JOIN results ON table_id = tables.id JOIN seats USING (table_id, seat)
    JOIN players ON players.id = player_id
    WHERE tables.group_id = :group AND ifnull(game = :game AND title = :title, 1) ORDER BY number, seat
"""  # games are numbered from 1; ``title`` is the table's own title, if it had one


def write_results(table: Table) -> list[Row]:
    """Return a row for each seat's result; empty until the game is over."""
    if not table.sheet.ending:
        return []
    found = derive_results(table.rulebook, table.sitting, table.sheet)
    rows = [{"seat": seat, **asdict(result)} for seat, result in enumerate(found) if result.counts["rounds"]]
    return [row | {"counts": json.dumps(row["counts"])} for row in rows]


def save_results(db: Database, group_id: int, table: Table, rows: Sequence[Row], called: Mapping[int, str]) -> None:
    """Save who sits at a group's table (``seat_players``) and its ``rows`` of results; inside a transaction."""
    seat_players(db, group_id, table.id, table.sitting.players, called)
    if table.version > 1:
        db.execute("DELETE FROM results WHERE table_id = ?", [table.id])
    columns = ":seat, :rank, :won, :total, :counts"
    db.conn.executemany(f"INSERT INTO results VALUES ({table.id}, {columns})", rows)  # noqa: S608


def list_results(store: Store, group_id: int, game: str | None = None, title: str = "") -> list[Row]:
    """Return the results of a group's finished games, perhaps of one kind, the oldest first, seats in order."""
    rows = store.db.query(_RESULTS, {"group": group_id, "game": game, "title": title})
    return [row | {"counts": json.loads(row["counts"])} for row in rows]
