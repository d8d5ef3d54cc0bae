"""Results of a group's finished games, a row per game and seat: the only derived data that is stored."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from sqlite_utils import Database

from companion.games.derive import derive_results
from companion.store.database import Store
from companion.store.groups.players import seat_players
from companion.store.journal.facts import Table

_RESULTS = """
    SELECT table_id, started_at, game, title, players.name, seats.name, seat, rank, won, total, counts
    FROM tables JOIN results ON table_id = tables.id
    JOIN seats USING (table_id, seat)
    JOIN players AS known ON known.id = player_id
    JOIN players ON players.id = COALESCE(known.same_as, known.id)
    WHERE tables.group_id = ? ORDER BY started_at, table_id, seat
"""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One player's result in one finished game; ``title`` is the table's own title, if it had one."""

    table: int
    started_at: str
    game: str
    title: str
    name: str
    at_the_table: str
    seat: int
    rank: int
    won: bool
    total: float
    counts: Mapping[str, float]


def save_results(db: Database, table: Table, by_seat: Mapping[int, int] | None = None) -> None:
    """Save who sits at a group's table (``seat_players``) and, if it is over, the results; inside a transaction."""
    group_id: int | None = db.table("tables").get(table.id)["group_id"]
    if group_id is None:
        return
    seat_players(db, group_id, table.id, table.sitting.players, by_seat or {})
    db.execute("DELETE FROM results WHERE table_id = ?", [table.id])
    db.table("results").insert_all({"table_id": table.id, **row} for row in write_results(table))


def write_results(table: Table) -> list[dict[str, Any]]:
    """Return a row for each seat's result; empty until the game is over."""
    if not table.sheet.ending:
        return []
    found = derive_results(table.rulebook, table.sitting, table.sheet)
    return [{"seat": seat, **asdict(result)} for seat, result in enumerate(found) if result.counts["rounds"]]


def update_results(db: Database, before: Table, after: Table) -> None:
    """Save results if an entry changed them; most end no game and rename nobody."""
    if before.sitting.players != after.sitting.players or before.sheet.ending or after.sheet.ending:
        save_results(db, after)


def list_results(store: Store, group_id: int) -> Iterator[ResultRow]:
    """Return all results of finished games, the oldest game first, seats in order; games are numbered from 1."""
    numbers: dict[int, int] = {}
    rows = store.db.execute(_RESULTS, [group_id]).fetchall()  # all at once: whoever reads slowly holds nothing open
    for table_id, started_at, game, title, name, at_the_table, seat, rank, won, total, counts in rows:
        number, by_name = numbers.setdefault(table_id, len(numbers) + 1), json.loads(counts)
        yield ResultRow(number, started_at, game, title, name, at_the_table, seat, rank, bool(won), total, by_name)
