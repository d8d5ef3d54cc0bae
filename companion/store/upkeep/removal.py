"""Deleting for whoever runs the companion: any table, any group. What was there is overwritten in the file."""

from companion.store.database import Store
from companion.store.groups import tables
from companion.store.links.ending import leave_group


def delete_table(store: Store, table_id: int) -> None:
    """Delete a table with its journal, whoever's it is. Its links have ended then. Repeated, it does nothing."""
    overwrite(store)
    with store.writing() as db:
        row = db.table("tables").get(table_id)
        if row["deleted_at"]:
            return
        if row["taken_in_at"]:
            leave_group(db, table_id)
        tables.delete_from_group(db, table_id)


def delete_group(store: Store, group_id: int) -> None:
    """Delete a group with its tables, players and links; tables begun elsewhere only leave it."""
    overwrite(store)
    tables.delete_group(store, group_id)


def overwrite(store: Store) -> None:
    """Let what is deleted be overwritten in the file, by this thread's connection."""
    store.db.execute("PRAGMA secure_delete = ON")
