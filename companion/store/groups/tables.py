"""The tables of a group: listing and deleting them, and adding those that were begun elsewhere."""

import json
import secrets
from collections.abc import Iterator, Sequence
from itertools import islice

from sqlite_utils import Database

from companion.games.option import OptionValue
from companion.games.players import fold_name, strip_marks
from companion.store.database import Store, now
from companion.store.groups.groups import Home, make_group, require_group
from companion.store.groups.players import forget_seats, list_players, list_seated
from companion.store.groups.results import Row, save_results, write_results
from companion.store.journal.facts import Table
from companion.store.journal.loading import load_table
from companion.store.links.links import HOST, Link, end, end_ways_through_group, find_key, new_key, require_role
from companion.store.links.phones import SERIES

PAGE = 20
LATEST = 5  # tables that are looked at for who played last
_NEWEST = "started_at DESC, id DESC"
# ``title`` is the table's own, if any; ``added_at`` that of one begun elsewhere; ``people`` are by rank at the end.
_LISTED = f"""
    SELECT id, game, title, started_at, added_at, id IN (SELECT table_id FROM results) AS finished,
        (
            SELECT json_group_array(json_object('name', name, 'won', won, 'total', total)) FROM (
                SELECT players.name, won, total FROM seats JOIN players ON players.id = player_id
                LEFT JOIN results USING (table_id, seat) WHERE table_id = tables.id ORDER BY rank, seat
            )
        ) AS people
    FROM tables
    WHERE group_id = :group AND ifnull(game = :game, 1) AND :table IN (0, id) AND (
        :player = '' OR id IN (SELECT table_id FROM seats WHERE player_id IN (SELECT value FROM json_each(:found)))
    )
    ORDER BY finished, {_NEWEST} LIMIT :most OFFSET :before
"""  # noqa: S608
_BEGUN = """
    SELECT id FROM tables WHERE id = ? AND group_id IS NULL
    UNION SELECT * FROM (
        SELECT table_id FROM phones JOIN tables ON tables.id = table_id
        WHERE secret = ? AND role = 'host' AND ended_at IS NULL AND tables.group_id IS NULL AND deleted_at IS NULL
        AND phones.id = (SELECT min(id) FROM phones AS first WHERE first.table_id = tables.id)
        ORDER BY table_id DESC LIMIT ?
    ) ORDER BY 1
"""  # a table, and the latest that a phone began and is host at, if they have no group


def list_group_tables(
    store: Store, group_id: int, *, player: str = "", game: str | None = None, page: int = 1, table_id: int = 0
) -> list[Row]:
    """Return a page of a group's tables, running ones first, then the newest; one more if older ones follow.

    With ``player``, only tables of players whose name or spelling contains it. The rows are ``_LISTED``'s.
    """
    part, people = strip_marks(player), list_players(store, group_id) if player else []
    found = [each.id for each in people if part in strip_marks("\n".join(each.names.values()))]
    values = {"group": group_id, "player": player, "found": json.dumps(found), "game": game, "table": table_id}
    rows = store.db.query(_LISTED, values | {"most": PAGE + 1, "before": (page - 1) * PAGE})
    return [row | {"people": json.loads(row["people"])} for row in rows]


def find_table(store: Store, group_id: int, table_id: int) -> Row | None:
    """Return one table of a group, as the list shows it; None if the group doesn't have it."""
    return next(iter(list_group_tables(store, group_id, table_id=table_id)), None)


def find_last_finished(store: Store, group_id: int) -> Table | None:
    """Return the group's latest table that is over; None before there is one."""
    return next(_list_newest(store, group_id, "id IN (SELECT table_id FROM results)"), None)


def find_last_players(store: Store, group_id: int, counts: Sequence[int]) -> tuple[str, ...]:
    """Return the players, clockwise, of the latest table whose number of players is in ``counts``; empty if none."""
    latest = (table.sitting for table in islice(_list_newest(store, group_id), LATEST))
    fitting = (sitting for sitting in latest if len(sitting.seated_next) in counts)
    return next((tuple(sitting.players[seat] for seat in sitting.seated_next) for sitting in fitting), ())


def find_rule(store: Store, group_id: int, game: str, rule: str) -> OptionValue:
    """Return the house rule in force at a group's newest table of a game; None if it has none."""
    sittings = (table.sitting for table in _list_newest(store, group_id, "game = ?", game))
    return next((sitting.with_rules_at(len(sitting.rounds) + 1).options.get(rule) for sitting in sittings), None)


def _list_newest(store: Store, group_id: int, where: str = "1", *values: object) -> Iterator[Table]:
    """Yield the tables of a group that a condition finds, the newest first."""
    sql = f"SELECT id FROM tables WHERE group_id = ? AND {where} ORDER BY {_NEWEST}"  # noqa: S608
    for (table_id,) in store.db.execute(sql, [group_id, *values]).fetchall():
        yield load_table(store, table_id)


def count_games(store: Store, group_id: int) -> dict[str, int]:
    """Return how many tables of each game a group has."""
    counted = "SELECT game, count(*) FROM tables WHERE group_id = ? GROUP BY game"
    return dict(store.db.execute(counted, [group_id]).fetchall())


def is_first(store: Store, table_id: int) -> bool:
    """Return whether a table is its group's first of its game, or in no group."""
    sql = """SELECT 1 FROM tables AS here JOIN tables AS before USING (group_id, game)
        WHERE here.id = ? AND before.id < here.id"""
    return store.db.execute(sql, [table_id]).fetchone() is None


def find_membership(store: Store, table_id: int) -> Row | None:
    """Return the ``name`` of a table's group, and ``added_at`` if the table began elsewhere; None without a group."""
    sql = "SELECT name, added_at FROM groups JOIN tables ON group_id = groups.id WHERE tables.id = ?"
    return next(store.db.query(sql, [table_id]), None)


def rematch_home(store: Store, link: Link, names: Sequence[str] = ()) -> Home | None:
    """Return the group of a link's rematch, with the players who keep their names; None if it has no group.

    A table added before the group's link was replaced brings no rematch in, unless its link came through the group.
    """
    row = store.db.table("tables").get(link.table_id)
    group_id, added_at = row["group_id"], row["added_at"] if not came_through_group(store, link) else None
    own = "group_id = ? AND ended_at >= ?"
    if group_id is None or (added_at and store.db.table("links").count_where(own, [group_id, added_at])):
        return None
    called = {fold_name(name): player for name, player in list_seated(store.db, link.table_id)}
    by_seat = {seat: called[fold_name(name)] for seat, name in enumerate(names) if fold_name(name) in called}
    return Home(group_id, by_seat, added=bool(added_at))


def came_through_group(store: Store, link: Link) -> bool:
    """Return whether a phone came to a table by the link of a group."""
    return store.db.table("links").count_where("id = ? AND group_id IS NOT NULL", [link.came_by]) > 0


def delete_group_table(store: Store, group_id: int, table_id: int) -> None:
    """Delete a table of a group with its journal; a table begun elsewhere only leaves the group."""
    with store.writing() as db:
        _delete(db, "group_id = ? AND id = ?", group_id, table_id)


def delete_group(store: Store, group_id: int) -> None:
    """Delete a group with all its tables, players and links, for good."""
    with store.writing() as db:
        _delete(db, "group_id = ?", group_id)
        db.execute("DELETE FROM players WHERE group_id = ? AND same_as IS NOT NULL", [group_id])
        db.execute("DELETE FROM players WHERE group_id = ?", [group_id])
        end_ways_through_group(db, group_id)
        db.table("groups").update(group_id, {"name": ""})


def _delete(db: Database, where: str, *values: object) -> None:
    leave_group(db, f"{where} AND added_at IS NOT NULL", *values)
    delete_tables(db, where, *values)


def delete_tables(db: Database, where: str, *values: object) -> None:
    """Delete tables with their journals; inside a transaction. Their rows stay: by them links say what happened."""
    forget_seats(db, where, *values)
    end(db, "links", f"table_id IN (SELECT id FROM tables WHERE {where})", *values)  # noqa: S608
    delete = f"UPDATE tables SET deleted_at = ?, uid = NULL, group_id = NULL WHERE {where}"  # noqa: S608
    db.execute(delete, [now(), *values])
    db.execute("DELETE FROM journal WHERE table_id IN (SELECT id FROM tables WHERE deleted_at IS NOT NULL)")


def leave_group(db: Database, where: str, *values: object) -> None:
    """Take tables out of their group, with the phones that came from there and the links that they saw."""
    forget_seats(db, where, *values)
    these = f"table_id IN (SELECT id FROM tables WHERE {where})"  # noqa: S608
    end(db, "phones", f"came_by IN (SELECT id FROM links WHERE group_id IS NOT NULL) AND {these}", *values)  # noqa: S608
    end(db, "links", these, *values)
    db.execute(f"UPDATE tables SET group_id = NULL, added_at = NULL WHERE {where}", values)  # noqa: S608


def add_to_group(store: Store, group_id: int, credential: str) -> bool:
    """Add a table to a group, by a host's key of the table, and return whether it is there now.

    It isn't if it belongs to another group, or the group has it from a file. Raises LinkEnded and MayNot.
    """
    with store.writing() as db:
        require_group(db, group_id)
        return _add(store, db, group_id, require_role(store, credential, HOST).table_id)


def _add(store: Store, db: Database, group_id: int, table_id: int) -> bool:
    add = "UPDATE OR IGNORE tables SET group_id = ?, added_at = ? WHERE id = ? AND group_id IS NULL"
    if db.execute(add, [group_id, now(), table_id]).rowcount:  # none where the group has it from a file
        table = load_table(store, table_id)
        save_results(db, group_id, table, write_results(table), {})
    return db.execute("SELECT 1 FROM tables WHERE id = ? AND group_id = ?", [table_id, group_id]).fetchone() is not None


def gather(store: Store, secret: str, name: str, made_by: str, table_id: int = 0) -> str:
    """Return the key of a new group with the tables that this phone began, and this table; empty if there are none.

    The same ``made_by`` returns the same key. Others' tables stay out: a group's link makes hosts at all its tables.
    """
    with store.writing() as db:
        if made := find_key(db, "made_by = ?", made_by):
            return made
        key, begun = new_key(), db.execute(_BEGUN, [table_id, secret, PAGE]).fetchall()
        if not begun:
            return ""
        group_id = make_group(db, key, name, secrets.token_hex(16), made_by)
        for (each,) in begun:
            _add(store, db, group_id, each)
    return key


def remove_from_group(store: Store, credential: str) -> None:
    """Take the tables of a series out of the group that they were added to, by a host's key at one of them.

    Otherwise, or repeated, it does nothing. Raises LinkEnded and MayNot.
    """
    with store.writing() as db:
        link = require_role(store, credential, HOST)
        added = f"id IN {SERIES} AND group_id = ? AND added_at IS NOT NULL"
        leave_group(db, added, link.table_id, link.home)
