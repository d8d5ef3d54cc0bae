"""Ending links: with a link ends every way that it opened.

A link says through which key it was opened (``links.through``): the link that it was handed on from, made personal from
or carried to a rematch from, or a group's. A table that was put into a group says by which link it was
(``tables.taken_in_by``). So whoever held a link that has ended holds nothing that still opens anything.
"""

import json
from collections.abc import Iterable

from sqlite_utils import Database

from companion.store.clock import now
from companion.store.groups.players import delete_unused_players

_OPENED = """
    WITH RECURSIVE opened(key_hash) AS (
        SELECT value FROM json_each(?)
        UNION SELECT links.key_hash FROM links JOIN opened ON links.through = opened.key_hash
    )
    SELECT key_hash FROM opened
"""


def end_roles(db: Database, table_id: int, *roles: str) -> None:
    """End the links of a table in these roles, its code, and what they opened; inside a transaction."""
    rows = db.table("links").rows_where(
        "table_id = ? AND role IN (SELECT value FROM json_each(?))", _of(table_id, roles)
    )
    end(db, [row["key_hash"] for row in list(rows)], table_id)


def end(db: Database, keys: Iterable[str], *tables: int) -> None:
    """End links and what groups' keys opened, by the hashes of the keys, and all that was opened through them.

    Whoever had a link to a table knows its code: that ends too, for these tables as well, with every link to watch that
    somebody got by a code. A table leaves the group that it was put into by a link that ends. Inside a transaction.
    """
    opened = json.dumps([key for (key,) in db.execute(_OPENED, [json.dumps(list(keys))]).fetchall()])
    live = "ended_at IS NULL AND key_hash IN (SELECT value FROM json_each(?))"
    lost = {row["table_id"] for row in db.table("links").rows_where(live, [opened])} | set(tables)
    db.execute(f"UPDATE links SET ended_at = ? WHERE {live}", [now(), opened])  # noqa: S608 - a condition of our own
    for table_id in lost:
        db.table("codes").delete_where("table_id = ?", [table_id])
        by_code = "table_id = ? AND role = 'watcher' AND through IS NULL AND ended_at IS NULL"
        if joined := [row["key_hash"] for row in db.table("links").rows_where(by_code, [table_id])]:
            end(db, joined)
    put_in = db.table("tables").rows_where("taken_in_by IN (SELECT value FROM json_each(?))", [opened])
    for row in list(put_in):
        leave_group(db, row["id"])


def leave_group(db: Database, table_id: int) -> None:
    """Take a table out of its group, and end every way there that the group opened; inside a transaction."""
    group_id = db.table("tables").get(table_id)["group_id"]
    forget_players(db, table_id)
    no_group = {"group_id": None, "taken_in_at": None, "taken_in_by": None, "archived_at": None}
    db.table("tables").update(table_id, no_group)
    by_group = "table_id = ? AND through IN (SELECT key_hash FROM group_links WHERE group_id = ?)"
    end(db, [row["key_hash"] for row in list(db.table("links").rows_where(by_group, [table_id, group_id]))])


def forget_players(db: Database, table_id: int) -> None:
    """Delete who sat at a table of a group and how they came out; inside a transaction."""
    sat = {row["player_id"] for row in db.table("seats").rows_where("table_id = ?", [table_id])}
    for kept in ("results", "seats"):
        db.table(kept).delete_where("table_id = ?", [table_id])
    delete_unused_players(db, sat)


def _of(table_id: int, roles: Iterable[str]) -> list[object]:
    return [table_id, json.dumps(list(roles))]
