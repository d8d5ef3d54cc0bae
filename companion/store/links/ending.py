"""Ending links, and taking a table out of its group."""

from sqlite_utils import Database

from companion.store.clock import now
from companion.store.groups.players import delete_unused_players


def end_links(db: Database, where: str, *values: object) -> None:
    """End the links that a condition finds; inside a transaction."""
    db.execute(f"UPDATE links SET ended_at = ? WHERE ended_at IS NULL AND {where}", [now(), *values])  # noqa: S608


def leave_group(db: Database, table_id: int) -> None:
    """Take a table out of its group, and end the links that came from there; inside a transaction."""
    forget_players(db, table_id)
    db.table("tables").update(table_id, {"group_id": None, "taken_in_at": None, "archived_at": None})
    end_links(db, "table_id = ? AND group_id IS NOT NULL", table_id)


def forget_players(db: Database, table_id: int) -> None:
    """Delete who sat at a table of a group and how they came out; inside a transaction."""
    sat = {row["player_id"] for row in db.table("seats").rows_where("table_id = ?", [table_id])}
    for kept in ("results", "seats"):
        db.table(kept).delete_where("table_id = ?", [table_id])
    delete_unused_players(db, sat)
