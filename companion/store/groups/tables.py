"""The tables of a group: listing, archiving, deleting them, and adding one."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlite_utils import Database

from companion.games.message import Message
from companion.games.players import same_name, without_marks
from companion.games.state import describe_state
from companion.store.clock import now
from companion.store.database import Store
from companion.store.groups.groups import check_group
from companion.store.groups.players import list_players
from companion.store.groups.results import save_results
from companion.store.journal.tables import Home, load_table
from companion.store.links.ending import end_links, forget_players, leave_group
from companion.store.links.links import HOST, Link, require_role

PAGE = 20
MOST_MATCHES = 100  # players whose names contain what was searched for
_ALONG = """
    WITH RECURSIVE along(id) AS (
        SELECT :table
        UNION SELECT json_extract(payload, '$.table') FROM journal JOIN along ON table_id = along.id
        WHERE kind = 'rematch_begun'
    )
    SELECT id FROM tables WHERE id IN along AND group_id = :group AND taken_in_at IS NOT NULL
"""


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody at a listed table, as the group calls them; rank and total only of a finished game."""

    player_id: int
    name: str
    rank: int | None
    won: bool
    total: float | None


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in the list, begun at a moment that is UTC in ISO 8601. ``people`` stand by rank once it is over.

    ``title`` is what the table calls its game, empty where that is its usual title. One that was begun elsewhere
    (``taken_in``) can be put out of the group, but is not the group's to delete.
    """

    id: int
    game: str
    title: str
    started_at: str
    finished: bool
    archived: bool
    taken_in: bool
    people: tuple[Sat, ...]


@dataclass(frozen=True, slots=True)
class Membership:
    """The group that a table is in, its name, and whether the table was put there later."""

    group_id: int
    name: str
    put_in: bool


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the list, numbered from 1, and whether older tables follow."""

    tables: tuple[Listed, ...]
    number: int
    more: bool


def list_tables(
    store: Store, group_id: int, *, player: str = "", game: str | None = None, archived: bool = False, page: int = 1
) -> Page:
    """The tables of a group, running ones on top and then the newest first.

    ``player`` is a part of a name: only tables where somebody sat whose name, or one of whose spellings, has it.
    """
    found = _page(store, group_id, player, game, archived, page)
    return Page(_listed(store, found[:PAGE]), page, len(found) > PAGE)


def has_running(store: Store, group_id: int) -> bool:
    """Whether a game of a group is not over. Those are on top of the list."""
    return any(not table.finished for table in list_tables(store, group_id).tables)


def find_table(store: Store, group_id: int, table_id: int) -> Listed | None:
    """One table of a group, as the list shows it."""
    return next(iter(_listed(store, [table_id])), None) if group_of(store, table_id) == group_id else None


def state_of(store: Store, table_id: int) -> Message:
    """Where the game of a table stands."""
    table = load_table(store, table_id)
    return describe_state(table.sitting, table.sheet)


def count_rounds(store: Store, table_id: int) -> int:
    """How many rounds were played at a table."""
    return len(load_table(store, table_id).sitting.rounds)


def count_tables(store: Store, group_id: int) -> int:
    """How many tables a group has."""
    return store.db.table("tables").count_where("group_id = ?", [group_id])


def has_archived(store: Store, group_id: int) -> bool:
    """Whether any table of a group is archived."""
    rows = store.db.table("tables").rows_where("group_id = ? AND archived_at IS NOT NULL", [group_id], limit=1)
    return any(rows)


def group_of(store: Store, table_id: int) -> int | None:
    """The group that a table belongs to."""
    return next((row["group_id"] for row in store.db.table("tables").rows_where("id = ?", [table_id])), None)


def membership_of(store: Store, table_id: int) -> Membership | None:
    """The group that a table is in; None where it is in none."""
    found = store.db.execute(
        "SELECT group_id, name, taken_in_at IS NOT NULL FROM tables JOIN groups ON groups.id = group_id"
        " WHERE tables.id = ?",
        [table_id],
    ).fetchone()
    return Membership(found[0], found[1], bool(found[2])) if found else None


def rematch_home(store: Store, link: Link) -> Home | None:
    """Return the group that a rematch belongs to that is started by a link to a table; None where it has none yet.

    Where the table was put into the group, and the group's link was replaced since, nobody knows whether who has the
    table's link still belongs there: unless that link came through the group.
    """
    row = store.db.table("tables").get(link.table_id)
    group_id, put_in = row["group_id"], row["taken_in_at"]
    if group_id is None:
        return None
    if link.group_id or not put_in:
        return Home(group_id)
    own = "group_id = ? AND table_id IS NULL AND ended_at >= ?"
    replaced = store.db.table("links").count_where(own, [group_id, put_in])
    return None if replaced else Home(group_id, put_in=True)


def list_seats(store: Store, table_id: int) -> dict[str, int]:
    """The players at a table of a group, by what their names there have in common (``same_name``)."""
    rows = store.db.table("seats").rows_where("table_id = ?", [table_id])
    return {same_name(row["name"]): row["player_id"] for row in rows}


def archive(store: Store, group_id: int, table_id: int, archived: bool) -> None:
    """Put a table away, or back into the list."""
    with store.writing() as db:
        if group_of(store, table_id) == group_id:
            db.table("tables").update(table_id, {"archived_at": now() if archived else None})


def delete(store: Store, group_id: int, table_id: int) -> None:
    """Delete a table of a group with its journal, for good. Its links have ended then. Repeated, it does nothing.

    One that was begun elsewhere only leaves the group: it is not the group's alone.
    """
    with store.writing() as db:
        if group_of(store, table_id) == group_id:
            delete_from_group(db, table_id)


def delete_group(store: Store, group_id: int) -> None:
    """Delete a group with all its tables, players and links, for good."""
    with store.writing() as db:
        for table in list(db.table("tables").rows_where("group_id = ?", [group_id])):
            delete_from_group(db, table["id"])
        empty_group(db, group_id)


def empty_group(db: Database, group_id: int) -> None:
    """Delete the players and links of a group without tables; inside a transaction."""
    # Also at tables that are being imported, and will not come in any more.
    everybody = "(SELECT id FROM players WHERE group_id = ?)"
    db.execute(f"DELETE FROM seats WHERE player_id IN {everybody}", [group_id])  # noqa: S608
    db.execute(f"UPDATE players SET same_as = NULL WHERE same_as IN {everybody}", [group_id])  # noqa: S608
    db.table("players").delete_where("group_id = ?", [group_id])
    end_links(db, "group_id = ?", group_id)
    db.table("groups").update(group_id, {"name": ""})


def add_to_group(store: Store, group_id: int, key: str) -> bool:
    """Let a table without a group belong to one, by a host's key of the table.

    False if it belongs to another already, or the group has the same table from a file. Raises LinkEnded where
    the key's link has ended or the table has been deleted, and MayNot where the key is no host's.
    """
    with store.writing() as db:
        check_group(db, group_id)
        row = db.table("tables").get(require_role(db, key, HOST)["table_id"])
        if row["group_id"] is not None:
            return bool(row["group_id"] == group_id)
        if db.table("tables").count_where("group_id = ? AND uid = ?", [group_id, row["uid"]]):
            return False
        db.table("tables").update(row["id"], {"group_id": group_id, "taken_in_at": now()})
        save_results(db, load_table(store, row["id"]))
    return True


def take_out(store: Store, key: str) -> None:
    """Take a table out of the group that it was put into later, by a host's key, and so its rematches there.

    Repeated, or where the table was begun in its group, it does nothing. Raises LinkEnded and MayNot.
    """
    with store.writing() as db:
        table_id = require_role(db, key, HOST)["table_id"]
        group_id = group_of(store, table_id)
        for (along,) in db.execute(_ALONG, {"table": table_id, "group": group_id}).fetchall():
            leave_group(db, along)


def _page(store: Store, group_id: int, player: str, game: str | None, archived: bool, page: int) -> list[int]:
    """The tables on a page of the list, and one more if others follow. Whose game is over has results."""
    rows = store.db.execute(
        """
        SELECT tables.id FROM tables LEFT JOIN results ON table_id = tables.id AND seat = 0
        WHERE group_id = :group AND (archived_at IS NOT NULL) = :archived AND ifnull(game = :game, 1)
        AND (:anybody OR tables.id IN (
            SELECT table_id FROM seats WHERE player_id IN (SELECT value FROM json_each(:players))
        ))
        ORDER BY table_id IS NOT NULL, started_at DESC, tables.id DESC LIMIT :most OFFSET :first
        """,
        {
            **{"group": group_id, "archived": archived, "game": game, "anybody": not player},
            **{"players": json.dumps(_matching(store, group_id, player) if player else [])},
            **{"most": PAGE + 1, "first": (page - 1) * PAGE},
        },
    )
    return [table_id for (table_id,) in rows]


def _matching(store: Store, group_id: int, part: str) -> list[int]:
    """The ids of all names of the players who go by a name with this part, whatever the accents."""
    wanted = without_marks(part)
    people = [
        [(found.id, found.name), *((other.id, other.name) for other in found.spellings)]
        for found in list_players(store, group_id)
    ]
    matching = [names for names in people if any(wanted in without_marks(name) for _, name in names)][:MOST_MATCHES]
    return [player_id for names in matching for player_id, _ in names]


def _listed(store: Store, table_ids: Sequence[int]) -> tuple[Listed, ...]:
    rows = store.db.execute(
        """
        SELECT tables.id, game, title, started_at, archived_at, taken_in_at, players.id, players.name, rank, won, total
        FROM tables JOIN seats ON seats.table_id = tables.id
        JOIN players AS known ON known.id = player_id
        JOIN players ON players.id = COALESCE(known.same_as, known.id)
        LEFT JOIN results USING (table_id, seat)
        WHERE tables.id IN (SELECT value FROM json_each(?)) ORDER BY rank, seat
        """,
        [json.dumps(table_ids)],
    ).fetchall()
    people: dict[int, list[Sat]] = {}
    for table_id, *_, player_id, name, rank, won, total in rows:
        people.setdefault(table_id, []).append(Sat(player_id, name, rank, bool(won), total))
    tables = {
        table_id: Listed(
            table_id,
            game,
            title,
            started_at,
            rank is not None,
            bool(archived_at),
            bool(taken_in_at),
            tuple(people[table_id]),
        )
        for table_id, game, title, started_at, archived_at, taken_in_at, _, _, rank, *_ in rows
    }
    return tuple(tables[table_id] for table_id in table_ids if table_id in tables)


def delete_from_group(db: Database, table_id: int) -> None:
    """Take a table and all that belongs to it out of its group, with its journal unless it was begun elsewhere.

    Inside a transaction.

    What stays is that there was such a table, so that its links can say that it has been deleted.
    """
    if db.table("tables").get(table_id)["taken_in_at"]:
        leave_group(db, table_id)
        return
    forget_players(db, table_id)
    db.table("tables").update(table_id, {"deleted_at": now(), "uid": None, "group_id": None})
    db.table("journal").delete_where("table_id = ?", [table_id])
    end_links(db, "table_id = ?", table_id)
