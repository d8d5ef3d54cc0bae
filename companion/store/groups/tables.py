"""The tables of a group: listing, archiving, deleting them, and adding one."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from sqlite_utils import Database

from companion.games.option import OptionValue
from companion.games.players import fold_name, strip_marks
from companion.store.database import Store, now
from companion.store.groups.groups import check_group, enter_group
from companion.store.groups.players import list_players
from companion.store.groups.results import save_results
from companion.store.journal.facts import Table
from companion.store.journal.tables import Home, load_table
from companion.store.links.links import (
    HOST,
    Link,
    end_links,
    find_made,
    forget_players,
    leave_group,
    new_key,
    require_role,
)

PAGE = 20
LATEST = 5  # tables that are looked at for who played last
_NEWEST = "started_at DESC, id DESC"
_RUNNING = "id IN (SELECT table_id FROM results), started_at DESC, id DESC"
_ALONG = """
    WITH RECURSIVE along(id) AS (
        SELECT :table
        UNION SELECT json_extract(payload, '$.table') FROM journal JOIN along ON table_id = along.id
        WHERE kind = 'rematch_begun'
    )
    SELECT id FROM tables WHERE id IN along AND group_id = :group AND taken_in_at IS NOT NULL
"""  # a table that was put into a group, and its rematches there
_BEGUN = """
    SELECT table_id FROM links JOIN tables ON tables.id = table_id
    WHERE secret = ? AND role = 'host' AND ended_at IS NULL AND tables.group_id IS NULL AND deleted_at IS NULL
    AND secret = (
        SELECT secret FROM links AS first WHERE first.table_id = tables.id AND secret IS NOT NULL ORDER BY id LIMIT 1
    )
    ORDER BY table_id DESC LIMIT ?
"""  # the tables without a group that a phone began and is host at, the latest first


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody at a listed table, as the group calls them; rank and total only after the end."""

    player_id: int
    name: str
    rank: int | None
    won: bool
    total: float | None


@dataclass(frozen=True, slots=True)
class Listed:
    """A listed table, started at a moment in UTC (ISO 8601); ``people`` are by rank once it is over.

    ``title`` is the table's own title, if it has one. A group can't delete a table that was ``put_in``.
    """

    id: int
    game: str
    title: str
    started_at: str
    finished: bool
    archived: bool
    put_in: bool
    people: tuple[Sat, ...]


@dataclass(frozen=True, slots=True)
class Membership:
    """The name of the group that a table is in, and whether the table was put there later."""

    name: str
    put_in: bool


def list_group_tables(
    store: Store, group_id: int, *, player: str = "", game: str | None = None, archived: bool = False, page: int = 1
) -> list[Listed]:
    """Return a page of a group's tables, running ones first, then the newest; one more if older ones follow.

    With ``player``, only tables of players whose name or spelling contains it.
    """
    part = strip_marks(player)
    found = (each for each in list_players(store, group_id) if part in strip_marks("\n".join(each.names.values())))
    people = json.dumps([*chain.from_iterable(each.names for each in found)])
    rows = store.db.table("tables").rows_where(
        """
        group_id = :group AND (archived_at IS NOT NULL) = :archived AND ifnull(game = :game, 1)
        AND id IN (SELECT table_id FROM seats WHERE player_id IN (SELECT value FROM json_each(:people)))
        """,
        {"group": group_id, "archived": archived, "game": game, "people": people},
        order_by=_RUNNING,
        limit=PAGE + 1,
        offset=(page - 1) * PAGE,
    )
    return _listed(store, [row["id"] for row in rows])


def _listed(store: Store, table_ids: Sequence[int]) -> list[Listed]:
    rows = store.db.execute(
        """
        SELECT tables.id, game, title, started_at, rank IS NOT NULL, archived_at IS NOT NULL, taken_in_at IS NOT NULL,
            players.id, players.name, rank, ifnull(won, 0), total
        FROM tables JOIN seats ON seats.table_id = tables.id
        JOIN players AS known ON known.id = player_id
        JOIN players ON players.id = COALESCE(known.same_as, known.id)
        LEFT JOIN results USING (table_id, seat)
        WHERE tables.id IN (SELECT value FROM json_each(?)) ORDER BY rank, seat
        """,
        [json.dumps(table_ids)],
    ).fetchall()
    people: dict[tuple[Any, ...], list[Sat]] = {}
    for row in rows:
        people.setdefault(row[:7], []).append(Sat(*row[7:]))
    tables = {about[0]: Listed(*[*about, tuple(sat)]) for about, sat in people.items()}
    return [tables[table_id] for table_id in table_ids if table_id in tables]


def find_last_finished(store: Store, group_id: int) -> Table | None:
    """Return the group's latest table that is over; None before there is one."""
    finished = "group_id = ? AND id IN (SELECT table_id FROM results)"
    rows = store.db.table("tables").rows_where(finished, [group_id], order_by=_NEWEST, limit=1)
    return next((load_table(store, row["id"]) for row in rows), None)


def find_last_players(store: Store, group_id: int, counts: Sequence[int]) -> tuple[str, ...]:
    """Return the players, clockwise, of the latest table whose number of players is in ``counts``; empty if none."""
    for row in store.db.table("tables").rows_where("group_id = ?", [group_id], order_by=_NEWEST, limit=LATEST):
        sitting = load_table(store, row["id"]).sitting
        if len(sitting.seated_next) in counts:
            return tuple(sitting.players[seat] for seat in sitting.seated_next)
    return ()


def _is_in(db: Database, table_id: int, group_id: int) -> bool:
    return db.table("tables").count_where("id = ? AND group_id = ?", [table_id, group_id]) > 0


def count_games(store: Store, group_id: int) -> dict[str, int]:
    """Return how many tables of each game a group has."""
    counted = "SELECT game, count(*) FROM tables WHERE group_id = ? GROUP BY game"
    return dict(store.db.execute(counted, [group_id]).fetchall())


def find_table(store: Store, group_id: int, table_id: int) -> Listed | None:
    """Return one table of a group, as the list shows it."""
    return next(iter(_listed(store, [table_id])), None) if _is_in(store.db, table_id, group_id) else None


def find_rule(store: Store, group_id: int, game: str, rule: str) -> OptionValue:
    """Return the house rule in force at a group's newest table of a game; None if it has none."""
    rows = store.db.table("tables").rows_where(
        "group_id = ? AND game = ?", [group_id, game], order_by="id DESC", limit=1
    )
    sittings = (load_table(store, row["id"]).sitting for row in rows)
    return next((sitting.with_rules_at(len(sitting.rounds) + 1).options.get(rule) for sitting in sittings), None)


def is_first(store: Store, table_id: int) -> bool:
    """Return whether a table is its group's first of its game, or in no group."""
    sql = """SELECT 1 FROM tables AS here JOIN tables AS before USING (group_id, game)
        WHERE here.id = ? AND before.id < here.id"""
    return store.db.execute(sql, [table_id]).fetchone() is None


def membership_of(store: Store, table_id: int) -> Membership | None:
    """Return the group that a table is in; None if it is in none."""
    sql = "SELECT name, taken_in_at IS NOT NULL FROM tables JOIN groups ON groups.id = group_id WHERE tables.id = ?"
    found = store.db.execute(sql, [table_id]).fetchone()
    return Membership(*found) if found else None


def rematch_home(store: Store, link: Link, names: Sequence[str] = ()) -> Home | None:
    """Return the group of a link's rematch, with the players who keep their names; None if it has no group.

    A table put in before the group's link was replaced brings no rematch in, unless its link came through the group.
    """
    row = store.db.table("tables").get(link.table_id)
    group_id, put_in = row["group_id"], row["taken_in_at"] if not link.group_id else None
    own = "group_id = ? AND table_id IS NULL AND ended_at >= ?"
    if group_id is None or (put_in and store.db.table("links").count_where(own, [group_id, put_in])):
        return None
    seats = store.db.table("seats").rows_where("table_id = ?", [link.table_id])
    before = {fold_name(row["name"]): row["player_id"] for row in seats}
    by_seat = {seat: before[fold_name(name)] for seat, name in enumerate(names) if fold_name(name) in before}
    return Home(group_id, by_seat, put_in=bool(put_in))


def archive_table(store: Store, group_id: int, table_id: int, archived: bool) -> None:
    """Put a table away, or back into the list."""
    at = now() if archived else None
    with store.writing() as db:
        db.execute("UPDATE tables SET archived_at = ? WHERE id = ? AND group_id = ?", [at, table_id, group_id])


def delete_group_table(store: Store, group_id: int, table_id: int) -> None:
    """Delete a table of a group with its journal; a table begun elsewhere only leaves the group."""
    with store.writing() as db:
        if _is_in(db, table_id, group_id):
            delete_from_group(db, table_id)


def delete_from_group(db: Database, table_id: int) -> None:
    """Delete a table and its journal, or take a table begun elsewhere out of its group; inside a transaction.

    The table's row stays, so that its links can say that it was deleted.
    """
    if db.table("tables").get(table_id)["taken_in_at"]:
        leave_group(db, table_id)
        return
    forget_players(db, table_id)
    db.table("tables").update(table_id, {"deleted_at": now(), "uid": None, "group_id": None})
    db.table("journal").delete_where("table_id = ?", [table_id])
    end_links(db, "table_id = ?", table_id)


def delete_group(store: Store, group_id: int) -> None:
    """Delete a group with all its tables, players and links, for good."""
    with store.writing() as db:
        for table in list(db.table("tables").rows_where("group_id = ?", [group_id])):
            delete_from_group(db, table["id"])
        # Also at tables that are being imported, and will not come in any more.
        db.execute("DELETE FROM seats WHERE player_id IN (SELECT id FROM players WHERE group_id = ?)", [group_id])
        db.execute("UPDATE players SET same_as = NULL WHERE group_id = ?", [group_id])
        db.table("players").delete_where("group_id = ?", [group_id])
        end_links(db, "group_id = ?", group_id)
        db.table("groups").update(group_id, {"name": ""})


def add_to_group(store: Store, group_id: int, credential: str) -> bool:
    """Put a table into a group, by a host's key of the table, and return whether it is there now.

    It isn't if it belongs to another group, or the group has it from a file. Raises LinkEnded and MayNot.
    """
    with store.writing() as db:
        check_group(db, group_id)
        return _put(store, db, group_id, require_role(store, credential, HOST).table_id)


def _put(store: Store, db: Database, group_id: int, table_id: int) -> bool:
    row = db.table("tables").get(table_id)
    if row["group_id"] is not None:
        return bool(row["group_id"] == group_id)
    if db.table("tables").count_where("group_id = ? AND uid = ?", [group_id, row["uid"]]):
        return False
    db.table("tables").update(row["id"], {"group_id": group_id, "taken_in_at": now()})
    save_results(db, load_table(store, row["id"]))
    return True


def gather(store: Store, secret: str, name: str, made_by: str) -> str:
    """Return the key of a new group with the tables that this phone began; empty if there are none.

    The same ``made_by`` returns the same key. Others' tables stay out: a group's link makes hosts at all its tables.
    """
    with store.writing() as db:
        if made := find_made(db, made_by):
            return made
        begun = db.execute(_BEGUN, [secret, PAGE]).fetchall()
        if not begun:
            return ""
        key = new_key()
        group_id = enter_group(store, db, key, name, secrets.token_hex(16), made_by)
        for (table_id,) in begun:
            _put(store, db, group_id, table_id)
    return key


def take_out(store: Store, credential: str) -> None:
    """Take a table, and its rematches, out of the group that it was put into, by a host's key.

    Otherwise, or repeated, it does nothing. Raises LinkEnded and MayNot.
    """
    with store.writing() as db:
        link = require_role(store, credential, HOST)
        for (table_id,) in db.execute(_ALONG, {"table": link.table_id, "group": link.home}).fetchall():
            leave_group(db, table_id)
