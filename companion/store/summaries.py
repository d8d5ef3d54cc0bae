"""What is derived from the journals of a group's tables and kept beside them, in the same transaction.

``summaries`` has a row a table, ``results`` one a seat, ``figures`` one for each player, game and year
(``ALL_TIME`` for all years joined). All of it can be thrown away and made again: ``rebuild``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import astuple
from datetime import datetime
from typing import Any, NamedTuple

from sqlite_utils import Database

from companion.games.figures import Figures, Result, Rivalry, Run, add_up, join, results, rivalries
from companion.store.replay import Table

ALL_TIME = 0


class Stale(NamedTuple):
    """Figures that must be counted again: one player's, in one game and year."""

    group_id: int
    game: str
    year: int
    player_id: int


def keep(db: Database, table: Table) -> set[Stale]:
    """Bring what is derived from a table up to date; inside the transaction that wrote to its journal.

    Returns whose figures must be counted again (``count``). Does nothing for a table without a group. Who sits
    where must have been written down (``players.take_seats``).
    """
    row = db.execute(
        """
        SELECT tables.group_id, archived_at IS NOT NULL, finished
        FROM tables LEFT JOIN summaries ON table_id = id WHERE id = ? AND tables.group_id IS NOT NULL
        """,
        [table.id],
    ).fetchone()
    if row is None:
        return set()
    group_id, archived, was_finished = row
    finished, year = table.sheet.ending is not None, local_year(table.started_at)
    before = _seated(db, table.id) if was_finished is not None else ()
    now = _people(db, table.id)
    db.execute(
        """
        INSERT INTO summaries (table_id, group_id, game, year, started_at, last_at, rounds, finished, archived)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET last_at = excluded.last_at, rounds = excluded.rounds,
            finished = excluded.finished, archived = excluded.archived
        """,
        [
            table.id,
            group_id,
            table.game,
            year,
            table.started_at,
            table.last_at,
            len(table.sitting.rounds),
            int(finished),
            archived,
        ],
    )
    if finished or was_finished or before != now:
        _write_results(db, table, now, year, archived)
    counted = {*before, *now} if finished or was_finished else set()
    return {Stale(group_id, table.game, year, player_id) for player_id in counted}


def forget(db: Database, table_id: int) -> None:
    """Take away what is derived from a table, for good; inside a transaction."""
    row = db.execute("SELECT group_id, game, year, finished FROM summaries WHERE table_id = ?", [table_id]).fetchone()
    if row is None:
        return
    group_id, game, year, finished = row
    people = _seated(db, table_id)
    db.execute("DELETE FROM results WHERE table_id = ?", [table_id])
    db.execute("DELETE FROM summaries WHERE table_id = ?", [table_id])
    if finished:
        count(db, {Stale(group_id, game, year, player_id) for player_id in people})


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
        SELECT DISTINCT group_id, results.game, results.year, player_id FROM results JOIN summaries USING (table_id)
        WHERE group_id = ? AND results.finished
        """,
        [group_id],
    ).fetchall()
    count(db, {Stale(*row) for row in rows})


def count(db: Database, stale: Iterable[Stale]) -> None:
    """Work out the figures of these players in these years, and of all time; inside a transaction."""
    together: dict[tuple[int, str, int], list[int]] = {}
    for figures in stale:
        together.setdefault((figures.group_id, figures.game, figures.year), []).append(figures.player_id)
    for (group_id, game, year), people in together.items():
        _count(db, group_id, game, year, people)


def _count(db: Database, group_id: int, game: str, year: int, people: list[int]) -> None:
    for player_id, (figures, rivals) in _counted(db, game, year, people).items():
        _write_figures(db, group_id, game, year, player_id, figures, rivals)
        rows = db.execute(
            """
            SELECT figures, rivals FROM figures
            WHERE group_id = ? AND game = ? AND year <> ? AND player_id = ? ORDER BY year
            """,
            [group_id, game, ALL_TIME, player_id],
        ).fetchall()
        joined = join([{player_id: read_figures(row[0])} for row in rows]).get(player_id, Figures())
        _write_figures(db, group_id, game, ALL_TIME, player_id, joined, add_rivals(read_rivals(row[1]) for row in rows))


def rebuild(db: Database, tables: Iterable[Table]) -> None:
    """Throw away all that is derived and make it again from these tables; inside a transaction.

    They must be all tables that belong to a group.
    """
    for derived in ("summaries", "results", "figures"):
        db.execute(f"DELETE FROM {derived}")  # noqa: S608
    stale: set[Stale] = set()
    for table in tables:
        stale |= keep(db, table)
    count(db, stale)


def local_year(moment: str) -> int:
    """The year of a moment where this computer stands."""
    return datetime.fromisoformat(moment).astimezone().year


def read_figures(written: str) -> Figures:
    """Figures from their written form."""
    games, wins, total, highest, lowest, winning, losing, counts = json.loads(written)
    return Figures(games, wins, total, highest, lowest, Run(*winning), Run(*losing), counts)


def read_rivals(written: str) -> dict[int, Rivalry]:
    """A player's rivalries from their written form, by the other's id."""
    return {int(other): Rivalry(*numbers) for other, numbers in json.loads(written).items()}


def add_rivals(stretches: Iterable[Mapping[int, Rivalry]]) -> dict[int, Rivalry]:
    """The rivalries of stretches of games together."""
    joined: dict[int, Rivalry] = {}
    for stretch in stretches:
        for other, rivalry in stretch.items():
            joined[other] = joined.get(other, Rivalry()).then(rivalry)
    return joined


def read_games(rows: Iterable[tuple[int, int, int, int, float, str]]) -> list[dict[int, Result]]:
    """Games in order, from rows of table, player, rank, won, total and counts."""
    games: dict[int, dict[int, Result]] = {}
    for table_id, player_id, rank, won, total, counts in rows:
        games.setdefault(table_id, {})[player_id] = Result(rank, bool(won), total, json.loads(counts))
    return list(games.values())


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


def _write_results(db: Database, table: Table, people: tuple[int, ...], year: int, archived: int) -> None:
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
            (table_id, seat, player_id, game, year, started_at, finished, archived, rank, won, total, counts)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [table.id, seat, player_id, table.game, year, table.started_at, int(over), archived, *result],
        )


def _counted(db: Database, game: str, year: int, people: list[int]) -> dict[int, tuple[Figures, Mapping[int, Rivalry]]]:
    """The figures and rivalries of these players in the games of a year."""
    marks = ",".join("?" * len(people))
    rows = db.execute(
        f"""
        SELECT table_id, player_id, rank, won, total, counts FROM results
        WHERE table_id IN (
            SELECT table_id FROM results WHERE player_id IN ({marks}) AND finished = 1 AND game = ? AND year = ?
        )
        ORDER BY started_at, table_id
        """,  # noqa: S608 - only question marks
        [*people, game, year],
    ).fetchall()
    games = read_games(rows)
    figures, rivals = add_up(games), rivalries(games)
    return {player_id: (figures.get(player_id, Figures()), rivals.get(player_id, {})) for player_id in people}


def _write_figures(
    db: Database,
    group_id: int,
    game: str,
    year: int,
    player_id: int,
    figures: Figures,
    rivals: Mapping[int, Rivalry],
) -> None:
    where = [group_id, game, year, player_id]
    if not figures.games:
        db.execute("DELETE FROM figures WHERE group_id = ? AND game = ? AND year = ? AND player_id = ?", where)
        return
    written = json.dumps(astuple(figures), separators=(",", ":"))
    met = json.dumps({other: astuple(rivalry) for other, rivalry in rivals.items()}, separators=(",", ":"))
    db.execute(
        """
        INSERT OR REPLACE INTO figures (group_id, game, year, player_id, figures, rivals)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [*where, written, met],
    )
