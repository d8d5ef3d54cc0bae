"""The list of groups and tables for whoever runs the companion, without any key."""

from collections.abc import Collection
from typing import Any

from companion.games.players import fold_name
from companion.store.database import Store
from companion.store.folder import CommandRefused

LISTED = """
    SELECT tables.id AS table_id, 't' || tables.id AS "table", 'g' || groups.id AS "group", groups.name
    FROM tables LEFT JOIN groups ON groups.id = group_id WHERE deleted_at IS NULL
    UNION ALL SELECT NULL, NULL, 'g' || id, name FROM groups  -- a deleted group has no name
    WHERE name <> '' AND id NOT IN (SELECT group_id FROM tables WHERE group_id IS NOT NULL)
    ORDER BY tables.id DESC
"""
# Where somebody sat, by a name in the journal or one of the group.
PLAYED = """
    SELECT table_id FROM journal, json_tree(iif(json_valid(payload), payload, 'null'))
    WHERE type = 'text' AND fold_name(value) = :player
    UNION SELECT table_id FROM seats JOIN players ON player_id IN (players.id, same_as) WHERE folded = :player
"""


def list_tables(store: Store, which: Collection[str] = (), player: str = "") -> list[dict[str, Any]]:
    """Return a row for each table, the newest first, with its ``table_id``, and for each group that has none.

    ``table`` (t12) and ``group`` (g3, with its ``name``) are None where there is none. Only these and tables of these
    groups, or all; only where ``player`` has played. Raises CommandRefused where there is none of an id.
    """
    store.db.register_function(fold_name)
    rows = [row for row in store.db.query(LISTED) if not which or row["table"] in which or row["group"] in which]
    for missing in set(which).difference(*({row["table"], row["group"]} for row in rows)):
        raise CommandRefused(f"There’s no {missing}. “companion list” shows all IDs.")
    played = {table_id for (table_id,) in store.db.execute(PLAYED, {"player": fold_name(player)})} if player else set()
    return [row for row in rows if row["table_id"] in played or not player]
