"""Lists of tables and groups for whoever runs the companion, without any key."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.games.players import fold_name
from companion.store.database import Store
from companion.store.journal.facts import Table
from companion.store.journal.tables import load_table


class ListedGroup(NamedTuple):
    """A group, and how many tables and players it has."""

    id: int
    name: str
    tables: int
    players: int


class ListedTable(NamedTuple):
    """A table, None if its journal can't be replayed, with its group, such as ``g3 Family``."""

    id: int
    table: Table | None
    group: str


def list_groups(store: Store) -> list[ListedGroup]:
    """Return the groups, the newest first."""
    rows = store.db.execute(
        """
        SELECT id, name, (SELECT count(*) FROM tables WHERE group_id = groups.id),
               (SELECT count(*) FROM players WHERE group_id = groups.id AND same_as IS NULL)
        FROM groups WHERE name != '' ORDER BY id DESC
        """  # a deleted group has no name
    )
    return [ListedGroup(*row) for row in rows]


def list_all_tables(
    store: Store, *, group_id: int | None = None, table_id: int | None = None, player: str = ""
) -> list[ListedTable]:
    """Return the tables, the newest first, where ``player`` sits or sat."""
    rows = store.db.execute(
        """
        SELECT tables.id, ifnull('g' || groups.id || ' ' || name, '')
        FROM tables LEFT JOIN groups ON groups.id = group_id
        WHERE deleted_at IS NULL AND ifnull(group_id = :group, :group IS NULL) AND ifnull(tables.id = :table, 1)
        ORDER BY tables.id DESC
        """,
        {"group": group_id, "table": table_id},
    ).fetchall()
    found = (ListedTable(number, _replayed(store, number), group) for number, group in rows)
    return [each for each in found if not player or fold_name(player) in _names_at(store, each)]


def names_in(payload: Mapping[str, Any]) -> list[str]:
    """Return the names in an entry's payload."""
    joined = [name for name, _total in payload.get("joined", ())]
    return [*payload.get("players", ()), *(name for _seat, name in payload.get("names", ())), *joined]


def _names_at(store: Store, listed: ListedTable) -> set[str]:
    """Return the folded names of everybody who ever sat at a table, the group's names included."""
    names = {name for sitting in listed.table.sittings for name in sitting.players} if listed.table else set()
    rows = store.db.execute(
        "SELECT players.name FROM seats JOIN players AS known ON known.id = player_id"
        " JOIN players ON players.id IN (known.id, known.same_as) WHERE table_id = ?",
        [listed.id],
    )
    return {fold_name(name) for name in (*names, *(name for (name,) in rows))}


def _replayed(store: Store, table_id: int) -> Table | None:
    try:
        return load_table(store, table_id)
    except Exception:  # whatever it is, ``companion check`` says more
        return None
