"""The tables of a group: listing them, putting them away, deleting them, taking one in."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from sqlite_utils import Database

from companion.games.players import same_name
from companion.store.clock import now
from companion.store.database import Store
from companion.store.groups import players, summaries
from companion.store.groups.groups import must_be_there
from companion.store.journal.replay import Table
from companion.store.journal.tables import keep_derived, table_now

PAGE = 20
MOST_MATCHES = 100  # players whose names contain what was searched for


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody at a listed table, as the group calls them; rank and total only of a finished game."""

    player_id: int
    name: str
    rank: int | None
    won: bool
    total: float | None


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in the list. ``rounds`` is how many were played; moments are UTC in ISO 8601.

    One that was taken in can be put out of the group, but is not the group's to delete.
    """

    id: int
    game: str
    started_at: str
    last_at: str
    rounds: int
    finished: bool
    archived: bool
    taken_in: bool
    people: tuple[Sat, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the list, numbered from 1, and whether older tables follow."""

    tables: tuple[Listed, ...]
    number: int
    more: bool


def listed(
    store: Store, group_id: int, *, player: str = "", game: str | None = None, archived: bool = False, page: int = 1
) -> Page:
    """The tables of a group, running ones on top and then the newest first.

    ``player`` is a part of a name: only tables where somebody sat whose name, or one of whose spellings, has it.
    """
    wanted = [int(archived), *([game] if game else [])]
    condition = "archived = ?" + (" AND game = ?" if game else "")
    places = "finished, started_at, table_id"
    order = "ORDER BY finished, started_at DESC, table_id DESC"
    last = page * PAGE + 1
    if player:
        # Each player's first tables in order, by an index; then those together.
        each = f"SELECT * FROM (SELECT {places} FROM results WHERE player_id = ? AND {condition} {order} LIMIT {last})"  # noqa: S608
        matching = _matching(store, group_id, player)
        of_anybody = " UNION ".join([each] * len(matching)) or f"SELECT {places} FROM results WHERE 0"  # noqa: S608
        values = [value for player_id in matching for value in (player_id, *wanted)]
    else:
        of_anybody = f"SELECT {places} FROM summaries WHERE group_id = ? AND {condition}"  # noqa: S608
        values = [group_id, *wanted]
    rows = store.db.execute(
        f"SELECT * FROM ({of_anybody}) {order} LIMIT ? OFFSET ?",  # noqa: S608
        [*values, PAGE + 1, (page - 1) * PAGE],
    ).fetchall()
    return Page(_listed(store, [row[2] for row in rows[:PAGE]]), page, len(rows) > PAGE)


def one_listed(store: Store, group_id: int, table_id: int) -> Listed | None:
    """One table of a group."""
    found = store.db.execute(
        "SELECT 1 FROM summaries WHERE table_id = ? AND group_id = ?", [table_id, group_id]
    ).fetchone()
    return next(iter(_listed(store, [table_id])), None) if found else None


def how_many(store: Store, group_id: int) -> int:
    """How many tables a group has."""
    (found,) = store.db.execute("SELECT count(*) FROM summaries WHERE group_id = ?", [group_id]).fetchone()
    return int(found)


def has_archived(store: Store, group_id: int) -> bool:
    """Whether any table of a group is archived."""
    return bool(
        store.db.execute("SELECT 1 FROM summaries WHERE group_id = ? AND archived = 1 LIMIT 1", [group_id]).fetchone()
    )


def group_of(store: Store, table_id: int) -> int | None:
    """The group that a table belongs to."""
    row = store.db.execute("SELECT group_id FROM tables WHERE id = ?", [table_id]).fetchone()
    return row[0] if row else None


def seated(store: Store, table_id: int) -> dict[str, int]:
    """The players at a table of a group, by what their names there have in common (``same_name``)."""
    rows = store.db.execute("SELECT name, player_id FROM seats WHERE table_id = ?", [table_id]).fetchall()
    return {same_name(name): player_id for name, player_id in rows}


def archive(store: Store, group_id: int, table_id: int, archived: bool) -> None:
    """Put a table away, or back into the list."""
    with store.writing() as db:
        changed = db.execute(
            "UPDATE tables SET archived_at = ? WHERE id = ? AND group_id = ? AND deleted_at IS NULL RETURNING id",
            [now() if archived else None, table_id, group_id],
        ).fetchone()
        if changed:
            for derived in ("summaries", "results"):
                db.execute(f"UPDATE {derived} SET archived = ? WHERE table_id = ?", [int(archived), table_id])  # noqa: S608


def delete(store: Store, group_id: int, table_id: int) -> None:
    """Delete a table of a group with its journal, for good. Its links have ended then. Repeated, it does nothing.

    One that was taken in only leaves the group: it is not the group's alone.
    """
    with store.writing() as db:
        if group_of(store, table_id) == group_id:
            _delete(db, table_id)


def delete_group(store: Store, group_id: int) -> None:
    """Delete a group with all its tables, players and links, for good."""
    with store.writing() as db:
        mine = "WHERE group_id = ?"
        tables = db.execute(f"SELECT id FROM tables {mine}", [group_id]).fetchall()  # noqa: S608
        for derived in ("figures", "summaries"):  # first, so that nothing is counted again for every table
            db.execute(f"DELETE FROM {derived} {mine}", [group_id])  # noqa: S608
        for (table_id,) in tables:
            db.execute("DELETE FROM results WHERE table_id = ?", [table_id])
            _delete(db, table_id)
        db.execute(f"UPDATE players SET same_as = NULL {mine}", [group_id])  # noqa: S608
        db.execute(f"DELETE FROM players {mine}", [group_id])  # noqa: S608
        db.execute(f"UPDATE group_links SET ended_at = COALESCE(ended_at, ?) {mine}", [now(), group_id])  # noqa: S608
        db.execute("UPDATE groups SET name = '' WHERE id = ?", [group_id])


def take_in(store: Store, group_id: int, table: Table) -> bool:
    """Let a table without a group belong to one.

    False if it belongs to another already, or the group has the same table from a file. Raises LinkEnded where
    the table has been deleted.
    """
    with store.writing() as db:
        must_be_there(db, group_id)
        before = group_of(store, table.id)
        if before is not None:
            return before == group_id
        if db.execute(
            "SELECT 1 FROM tables WHERE group_id = ? AND uid = (SELECT uid FROM tables WHERE id = ?)",
            [group_id, table.id],
        ).fetchone():
            return False
        db.execute("UPDATE tables SET group_id = ?, taken_in_at = ? WHERE id = ?", [group_id, now(), table.id])
        keep_derived(db, table_now(store, table.id))
    return True


def _matching(store: Store, group_id: int, part: str) -> Sequence[int]:
    """The players who go by a name with this part, whatever the accents."""
    wanted = _plain(part)
    return [
        found.id
        for found in players.players(store, group_id)
        if any(wanted in _plain(name) for name in (found.name, *(spelling.name for spelling in found.spellings)))
    ][:MOST_MATCHES]


def _plain(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", same_name(name)) if not unicodedata.combining(c))


def _listed(store: Store, table_ids: Sequence[int]) -> tuple[Listed, ...]:
    marks = ",".join("?" * len(table_ids))
    rows: list[tuple[int, str, str, str, int, bool, bool, bool]] = store.db.execute(
        f"""
        SELECT table_id, summaries.game, started_at, last_at, rounds, finished, archived, taken_in_at IS NOT NULL
        FROM summaries JOIN tables ON id = table_id WHERE table_id IN ({marks})
        """,  # noqa: S608
        list(table_ids),
    ).fetchall()
    sat: dict[int, list[Sat]] = {}
    for table_id, player_id, name, rank, won, total in store.db.execute(
        f"SELECT table_id, player_id, name, rank, won, total FROM results JOIN players ON id = player_id"  # noqa: S608
        f" WHERE table_id IN ({marks}) ORDER BY table_id, rank, seat",
        list(table_ids),
    ).fetchall():
        sat.setdefault(table_id, []).append(Sat(player_id, name, rank, bool(won), total))
    found = {row[0]: Listed(*row, tuple(sat.get(row[0], ()))) for row in rows}
    return tuple(found[table_id] for table_id in table_ids if table_id in found)


def _delete(db: Database, table_id: int) -> None:
    """Take a table and all that belongs to it out of its group, with its journal unless it was taken in.

    What stays is that there was such a table, so that its links can say that it has been deleted.
    """
    moment = now()
    sat = db.execute("SELECT player_id FROM seats WHERE table_id = ?", [table_id]).fetchall()
    summaries.forget(db, table_id)
    db.execute("DELETE FROM seats WHERE table_id = ?", [table_id])
    players.let_go(db, {player_id for (player_id,) in sat})
    if db.execute("SELECT taken_in_at FROM tables WHERE id = ?", [table_id]).fetchone()[0]:
        db.execute("UPDATE tables SET taken_in_at = NULL, archived_at = NULL, group_id = NULL WHERE id = ?", [table_id])
        ending = "AND through IS NOT NULL"
    else:
        db.execute("UPDATE tables SET deleted_at = ?, uid = NULL, group_id = NULL WHERE id = ?", [moment, table_id])
        for kept in ("journal", "codes"):
            db.execute(f"DELETE FROM {kept} WHERE table_id = ?", [table_id])  # noqa: S608
        ending = ""
    db.execute(f"UPDATE links SET ended_at = COALESCE(ended_at, ?) WHERE table_id = ? {ending}", [moment, table_id])  # noqa: S608
