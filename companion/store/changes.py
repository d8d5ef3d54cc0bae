"""What has changed in the file, for whoever looks at it again and again."""

import json

from companion.store.database import Store

State = tuple[int, int]


def data_version(store: Store) -> int:
    """Return a number that another one follows whenever anybody else commits, in this process or another."""
    return int(store.db.execute("PRAGMA data_version").fetchone()[0])


def states(store: Store, table_ids: list[int]) -> dict[int, State]:
    """Return of each table what changes when the answer to a poll does."""
    rows = store.db.execute(
        """
        SELECT value, (SELECT max(seq) FROM journal WHERE table_id = value),
               (SELECT links_changed FROM tables WHERE id = value)
        FROM json_each(?)
        """,
        [json.dumps(table_ids)],
    )
    return {table_id: (version, changed) for table_id, version, changed in rows}
