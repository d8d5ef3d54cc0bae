"""The list of groups and tables for whoever runs the companion, without any key."""

from collections.abc import Collection
from dataclasses import dataclass

from companion.games.players import fold_name
from companion.store.database import Store
from companion.store.folder import CommandRefused
from companion.store.journal.facts import Table
from companion.store.journal.loading import load_table


@dataclass(frozen=True, slots=True)
class ListedItem:
    """A group (``g3``) with its name and size, or a table (``t12``) with the id of its ``group``.

    ``table`` is None for a group, and where a journal can't be replayed.
    """

    id: str
    group: str
    name: str = ""
    tables: int = 0
    players: int = 0
    table: Table | None = None


def list_tables(store: Store, which: Collection[str] = (), player: str = "") -> list[ListedItem]:
    """Return groups, each before its tables, and tables of none, the newest first.

    Only these and tables of these groups, or all; only tables where ``player`` has played. Raises CommandRefused where
    there is none of an id.
    """
    rows = store.db.query(
        """
        SELECT 'g' || id AS id, 'g' || id AS "group", name, id AS group_id, NULL AS table_id,
               (SELECT count(*) FROM tables WHERE group_id = groups.id) AS tables,
               (SELECT count(*) FROM players WHERE group_id = groups.id AND same_as IS NULL) AS players
        FROM groups WHERE name <> ''  -- a deleted group has no name
        UNION ALL SELECT 't' || id, ifnull('g' || group_id, ''), '', group_id, id, 0, 0
        FROM tables WHERE deleted_at IS NULL
        ORDER BY group_id DESC NULLS FIRST, table_id DESC NULLS FIRST
        """
    )
    found = [row for row in rows if not which or row["id"] in which or row["group"] in which]
    for missing in set(which).difference(row["id"] for row in found):
        raise CommandRefused(
            f"There’s no {'table' if missing[0] == 't' else 'group'} {missing}. “companion list” shows all IDs."
        )
    listed = []
    for row in found:
        _, table_id = row.pop("group_id"), row.pop("table_id")
        table = _replay(store, table_id) if table_id else None
        if not player or (table_id and fold_name(player) in _names_at(store, table_id, table)):
            listed.append(ListedItem(**row, table=table))
    return listed


def _names_at(store: Store, table_id: int, table: Table | None) -> set[str]:
    """Return the folded names of everybody who ever sat at a table, the group's names included."""
    rows = store.db.execute(
        "SELECT players.name FROM seats JOIN players AS known ON known.id = player_id"
        " JOIN players ON players.id IN (known.id, known.same_as) WHERE table_id = ?",
        [table_id],
    )
    sittings = table.sittings if table else ()
    return {fold_name(name) for names in (*(each.players for each in sittings), *rows) for name in names}


def _replay(store: Store, table_id: int) -> Table | None:
    try:
        return load_table(store, table_id)
    except Exception:  # whatever it is, ``companion check`` says more
        return None
