"""What has changed in the file, for the event streams."""

import json

from companion.store.database import Store

State = tuple[int, int]


def data_version(store: Store) -> int:
    """Return a number that changes whenever another connection commits."""
    return int(store.db.execute("PRAGMA data_version").fetchone()[0])


def states(store: Store, table_ids: list[int]) -> dict[int, State]:
    """Return each table's version and count of link changes, by id."""
    rows = store.db.execute(
        """
        SELECT value, (SELECT max(seq) FROM journal WHERE table_id = value),
               (SELECT links_changed FROM tables WHERE id = value)
        FROM json_each(?)
        """,
        [json.dumps(table_ids)],
    )
    return {table_id: (version, changed) for table_id, version, changed in rows}
