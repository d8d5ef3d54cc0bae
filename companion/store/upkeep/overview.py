"""What is in a database, at a glance: for whoever runs the companion. It opens nothing and shows no secret."""

from dataclasses import dataclass
from pathlib import Path

from companion.store.clock import now
from companion.store.files.imports import WAITING
from companion.store.migrations import migrations
from companion.store.upkeep.soundness import reading, refuse_strangers

# What is being imported nobody can see yet, and of what was deleted only the links' end is left.
_TABLES = f"deleted_at IS NULL AND ifnull((SELECT uid FROM groups WHERE id = group_id), ' ') != '{WAITING}'"  # noqa: S608
_GROUPS = f"name != '' AND uid != '{WAITING}'"


@dataclass(frozen=True, slots=True)
class Overview:
    """How much there is. ``schema`` is the last step that was taken, ``waiting`` those that the next start takes.

    While any waits, nothing is counted: it is of an earlier version.
    """

    schema: str
    waiting: tuple[str, ...]
    groups: int = 0
    tables: int = 0
    opened_today: int = 0


def overview(path: Path) -> Overview:
    """What is in a database, also while a server has it open. Raises Refused where it is none of ours."""
    with reading(path) as db:
        refuse_strangers(db, path)
        schema = max((step.name for step in migrations.applied(db)), default="")
        waiting = tuple(step.name for step in migrations.pending(db))
        if waiting:
            return Overview(schema, waiting)
        opened = f"{_TABLES} AND max(opened_on, substr(created_at, 1, 10)) = ?"
        return Overview(
            schema,
            waiting,
            db.table("groups").count_where(_GROUPS),
            db.table("tables").count_where(_TABLES),
            db.table("tables").count_where(opened, [now()[:10]]),
        )


def size(path: Path) -> int:
    """How many bytes a database has, with its log."""
    files = (path.with_name(path.name + end) for end in ("", "-wal"))
    return sum(file.stat().st_size for file in files if file.exists())
