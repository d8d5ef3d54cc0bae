"""Results of a group's finished games, a row per game and seat: the only derived data that is stored."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlite_utils import Database

from companion.games.derive import derive_results
from companion.store.database import Store
from companion.store.groups.players import seat_players
from companion.store.journal.facts import Table

_RESULTS = """
    SELECT dense_rank() OVER (ORDER BY started_at, table_id) AS number, started_at, game, title,
        players.name, seats.name AS at_the_table, seat, rank, won, total, counts
    FROM tables JOIN results ON table_id = tables.id JOIN seats USING (table_id, seat)
    JOIN players ON players.id = player_id WHERE tables.group_id = ? ORDER BY number, seat
"""  # games are numbered from 1; ``title`` is the table's own title, if it had one


def write_results(table: Table) -> list[dict[str, Any]]:
    """Return a row for each seat's result; empty until the game is over."""
    if not table.sheet.ending:
        return []
    found = derive_results(table.rulebook, table.sitting, table.sheet)
    rows = [{"seat": seat, **asdict(result)} for seat, result in enumerate(found) if result.counts["rounds"]]
    return [row | {"counts": json.dumps(row["counts"])} for row in rows]


def save_results(
    db: Database, group_id: int, table: Table, rows: Sequence[Mapping[str, Any]], called: Mapping[int, str]
) -> None:
    """Save who sits at a group's table (``seat_players``) and its ``rows`` of results; inside a transaction."""
    seat_players(db, group_id, table.id, table.sitting.players, called)
    db.execute("DELETE FROM results WHERE table_id = ?", [table.id])
    columns = ":seat, :rank, :won, :total, :counts"
    db.conn.executemany(f"INSERT INTO results VALUES ({table.id}, {columns})", rows)  # noqa: S608


def write_changed_results(before: Table, after: Table) -> list[dict[str, Any]] | None:
    """Return the rows after an entry; None if it changed none: most end no game and rename nobody."""
    is_same = before.sitting.players == after.sitting.players and not (before.sheet.ending or after.sheet.ending)
    return None if is_same else write_results(after)


def list_results(store: Store, group_id: int) -> list[dict[str, Any]]:
    """Return all results of finished games, the oldest game first, seats in order, as rows by column."""
    return [row | {"counts": json.loads(row["counts"])} for row in store.db.query(_RESULTS, [group_id])]
