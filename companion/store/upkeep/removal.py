"""Deleting for whoever runs the companion: any table, any group. What was there is overwritten in the file."""

import time

from companion.store.database import Store
from companion.store.groups.tables import delete_from_group, empty_group
from companion.store.links.ending import leave_group

AT_ONCE = 20  # tables in one transaction
LEAVE = 0.01  # seconds for others between two of them


def delete_table(store: Store, table_id: int) -> None:
    """Delete a table with its journal, whoever's it is. Its links have ended then. Repeated, it does nothing."""
    overwrite(store)
    with store.writing() as db:
        row = db.table("tables").get(table_id)
        if row["deleted_at"]:
            return
        if row["taken_in_at"]:
            leave_group(db, table_id)
        delete_from_group(db, table_id)


def delete_group(store: Store, group_id: int) -> None:
    """Delete a group with its tables, players and links, a little at a time; tables begun elsewhere only leave it."""
    overwrite(store)
    while _delete_some(store, group_id):
        time.sleep(LEAVE)


def _delete_some(store: Store, group_id: int) -> bool:
    """Delete a few tables, or the group where there are none; whether it is still there."""
    with store.writing() as db:
        found = [row["id"] for row in db.table("tables").rows_where("group_id = ?", [group_id], limit=AT_ONCE)]
        for table_id in found:
            delete_from_group(db, table_id)
        if not found:
            empty_group(db, group_id)
    return bool(found)


def overwrite(store: Store) -> None:
    """Let what is deleted be overwritten in the file, by this thread's connection."""
    store.db.execute("PRAGMA secure_delete = ON")
