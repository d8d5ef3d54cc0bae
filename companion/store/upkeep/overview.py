"""What is in a database, at a glance: for whoever runs the companion. It opens nothing and shows no secret."""

import json
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database

from companion.games.players import same_name
from companion.store.clock import now
from companion.store.journal.replay import Table, replay
from companion.store.journal.tables import read_journal
from companion.store.migrations import migrations
from companion.store.upkeep.soundness import reading

# Of what was deleted only the links' end is left.
_TABLES = "deleted_at IS NULL"
_GROUPS = "name != ''"
_SIZE = (
    "(SELECT sum(length(kind) + length(payload) + length(at) + length(key)) FROM journal WHERE table_id = tables.id)"
)
# A file tells when it was played before.
_PLAYED = """(
    SELECT CASE WHEN max(at) > min(at) THEN max(at)
           ELSE ifnull(json_extract(min(CASE WHEN seq = 1 THEN payload END), '$.played[1]'), max(at)) END
    FROM journal WHERE table_id = tables.id
)"""
ALL = 2**31


@dataclass(frozen=True, slots=True)
class Overview:
    """How much there is; ``schema`` is the last step that was taken."""

    schema: str
    groups: int = 0
    tables: int = 0
    opened_today: int = 0


def overview(path: Path) -> Overview:
    """What is in a database, also while a server has it open. Raises Refused where it is none of ours."""
    with reading(path) as db:
        schema = max((step.name for step in migrations.applied(db)), default="")
        opened = f"{_TABLES} AND max(opened_on, substr(created_at, 1, 10)) = ?"
        return Overview(
            schema,
            db.table("groups").count_where(_GROUPS),
            db.table("tables").count_where(_TABLES),
            db.table("tables").count_where(opened, [now()[:10]]),
        )


def size(path: Path) -> int:
    """How many bytes a database has, with its log."""
    files = (path.with_name(path.name + end) for end in ("", "-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


@dataclass(frozen=True, slots=True)
class ListedGroup:
    """A group with its bytes in the journal, when it was played last (UTC, ISO 8601; empty: never) and opened last.

    ``put_in`` is how many of its tables were begun elsewhere.
    """

    id: int
    name: str
    tables: int
    put_in: int
    players: int
    size: int
    played_at: str
    opened_on: str


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table with its bytes in the journal, and the day on which it was opened last.

    ``table`` is None where its journal can't be replayed, ``group`` the id and the name of its group.
    """

    id: int
    table: Table | None
    group: tuple[int, str] | None
    size: int
    opened_on: str


def list_groups(
    path: Path, *, largest: bool = False, most: int = ALL, group_id: int | None = None
) -> list[ListedGroup]:
    """Groups, the newest or the largest first. Raises Refused."""
    with reading(path) as db:
        rows = db.execute(
            f"""
            SELECT groups.id, name, count(tables.id), count(taken_in_at),
                   (SELECT count(*) FROM players WHERE group_id = groups.id AND same_as IS NULL),
                   ifnull(sum({_SIZE}), 0) AS size, ifnull(max({_PLAYED}), '') AS played_at,
                   max(groups.opened_on, ifnull(max(tables.opened_on), ''), substr(groups.created_at, 1, 10))
            FROM groups LEFT JOIN tables ON group_id = groups.id
            WHERE name != '' AND ifnull(groups.id = :group, 1) GROUP BY groups.id
            ORDER BY {"size DESC, " * largest}groups.id DESC LIMIT :most
            """,  # noqa: S608 - texts of our own
            {"group": group_id, "most": most},
        )
        return [ListedGroup(*row) for row in rows]


def list_tables(
    path: Path,
    *,
    largest: bool = False,
    most: int = ALL,
    group_id: int | None = None,
    table_id: int | None = None,
    player: str = "",
) -> list[ListedTable]:
    """Tables, the newest or the largest first. ``player`` is somebody who sits or sat there. Raises Refused."""
    wanted = same_name(player)
    with reading(path) as db:
        db.register_function(lambda payload: int(wanted in map(same_name, _names_in(payload))), name="names_player")
        rows = db.execute(
            f"""
            SELECT tables.id, group_id, groups.name, {_SIZE} AS size,
                   max(tables.opened_on, substr(tables.created_at, 1, 10))
            FROM tables LEFT JOIN groups ON groups.id = group_id
            WHERE {_TABLES} AND ifnull(group_id = :group, :group IS NULL) AND ifnull(tables.id = :table, 1) AND (
                :player = '' OR EXISTS (
                    SELECT 1 FROM journal WHERE table_id = tables.id AND kind IN ('created', 'player_renamed')
                    AND names_player(payload)
                ) OR EXISTS (
                    SELECT 1 FROM seats JOIN players AS known ON known.id = player_id
                    JOIN players ON players.id IN (known.id, known.same_as)
                    WHERE table_id = tables.id AND players.folded = :player
                )
            )
            ORDER BY {"size DESC, " * largest}tables.id DESC LIMIT :most
            """,  # noqa: S608
            {"group": group_id, "table": table_id, "player": wanted, "most": most},
        ).fetchall()
        return [
            ListedTable(number, _replayed(db, number), (group, name) if group else None, *about)
            for number, group, name, *about in rows
        ]


def _names_in(payload: str) -> list[str]:
    """The names in an entry that gives players names."""
    told = json.loads(payload)
    return [*told.get("players", ()), *([told["name"]] if "name" in told else ())]


def _replayed(db: Database, table_id: int) -> Table | None:
    try:
        return replay(table_id, read_journal(db, table_id))
    except Exception:  # whatever it is, ``companion check`` says more
        return None
