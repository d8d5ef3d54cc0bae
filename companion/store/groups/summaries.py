"""What is derived from the journals of a group's tables and kept beside them, in the same transaction.

``summaries`` has a row a table, ``results`` one a seat; the ``figures`` counted from those are in ``counting``.
All of it can be thrown away and made again: ``rebuild``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sqlite_utils import Database

from companion.games.figures import results
from companion.store.groups.counting import Stale, count, month_of
from companion.store.journal.replay import Table


def keep(db: Database, table: Table) -> set[Stale]:
    """Bring what is derived from a table up to date; inside the transaction that wrote to its journal.

    Returns whose figures must be counted again (``count``). Does nothing for a table without a group. Who sits
    where must have been written down (``players.take_seats``).
    """
    row = db.execute(
        """
        SELECT tables.group_id, archived_at IS NOT NULL, finished,
            (SELECT month FROM results WHERE table_id = id LIMIT 1)
        FROM tables LEFT JOIN summaries ON table_id = id WHERE id = ? AND tables.group_id IS NOT NULL
        """,
        [table.id],
    ).fetchone()
    if row is None:
        return set()
    group_id, archived, was_finished, month = row
    finished = table.sheet.ending is not None
    # A game stays in the month it was counted in, also where the computer's time zone has changed since.
    month = month_of(table.started_at) if month is None else month
    before = _seated(db, table.id) if was_finished is not None else ()
    now = _people(db, table.id)
    db.execute(
        """
        INSERT INTO summaries (table_id, group_id, game, started_at, last_at, rounds, finished, archived)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET last_at = excluded.last_at, rounds = excluded.rounds,
            finished = excluded.finished, archived = excluded.archived
        """,
        [
            table.id,
            group_id,
            table.game,
            table.started_at,
            table.last_at,
            len(table.sitting.rounds),
            int(finished),
            archived,
        ],
    )
    if finished or was_finished or before != now:
        _write_results(db, table, now, month, archived)
    counted = {*before, *now} if finished or was_finished else set()
    return {Stale(group_id, table.game, month, player_id) for player_id in counted}


def forget(db: Database, table_id: int) -> None:
    """Take away what is derived from a table, for good; inside a transaction."""
    rows = db.execute(
        """
        SELECT group_id, results.game, month, player_id FROM results JOIN summaries USING (table_id)
        WHERE table_id = ? AND results.finished
        """,
        [table_id],
    ).fetchall()
    db.execute("DELETE FROM results WHERE table_id = ?", [table_id])
    db.execute("DELETE FROM summaries WHERE table_id = ?", [table_id])
    count(db, {Stale(*row) for row in rows})


def people_changed(db: Database, group_id: int) -> None:
    """Spellings of a group were merged or separated: whose results they are is worked out again, and all figures."""
    db.execute(
        """
        UPDATE results SET player_id = found.person FROM (
            SELECT table_id, seat, COALESCE(same_as, players.id) AS person
            FROM seats JOIN players ON players.id = player_id WHERE group_id = ?
        ) AS found
        WHERE results.table_id = found.table_id AND results.seat = found.seat AND results.player_id <> found.person
        """,
        [group_id],
    )
    db.execute("DELETE FROM figures WHERE group_id = ?", [group_id])
    rows = db.execute(
        """
        SELECT DISTINCT group_id, results.game, month, player_id FROM results JOIN summaries USING (table_id)
        WHERE group_id = ? AND results.finished
        """,
        [group_id],
    ).fetchall()
    count(db, {Stale(*row) for row in rows})


def rebuild(db: Database, group_id: int, tables: Iterable[Table]) -> None:
    """Throw away all that is derived of a group and make it again from its tables; inside a transaction."""
    db.execute("DELETE FROM results WHERE table_id IN (SELECT id FROM tables WHERE group_id = ?)", [group_id])
    for derived in ("summaries", "figures"):
        db.execute(f"DELETE FROM {derived} WHERE group_id = ?", [group_id])  # noqa: S608
    stale: set[Stale] = set()
    for table in tables:
        stale |= keep(db, table)
    count(db, stale)


def _seated(db: Database, table_id: int) -> tuple[int, ...]:
    """The players as the results have them, by seat."""
    rows = db.execute("SELECT player_id FROM results WHERE table_id = ? ORDER BY seat", [table_id]).fetchall()
    return tuple(player_id for (player_id,) in rows)


def _people(db: Database, table_id: int) -> tuple[int, ...]:
    """The players as they sit, by seat, where a merged spelling stands for its player."""
    rows = db.execute(
        "SELECT COALESCE(same_as, id) FROM seats JOIN players ON id = player_id WHERE table_id = ? ORDER BY seat",
        [table_id],
    ).fetchall()
    return tuple(player_id for (player_id,) in rows)


def _write_results(db: Database, table: Table, people: tuple[int, ...], month: int, archived: int) -> None:
    over = table.sheet.ending is not None
    came_out: list[list[Any]] = [[None] * 4 for _ in people]
    if over:
        came_out = [
            [result.rank, int(result.won), result.total, json.dumps(result.counts)]
            for result in results(table.rulebook, table.sitting, table.sheet)
        ]
    db.execute("DELETE FROM results WHERE table_id = ?", [table.id])
    for seat, (player_id, result) in enumerate(zip(people, came_out, strict=True)):
        db.execute(
            """
            INSERT INTO results
            (table_id, seat, player_id, game, month, started_at, finished, archived, rank, won, total, counts)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [table.id, seat, player_id, table.game, month, table.started_at, int(over), archived, *result],
        )
