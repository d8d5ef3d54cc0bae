"""Whether a database has the tables, indexes and triggers that the companion made, as it made them, and no others."""

from collections.abc import Iterator
from contextlib import closing
from functools import lru_cache

from sqlite_utils import Database

from companion.games.message import Message, say
from companion.store.migrations import migrations

Part = tuple[str, str]
"""What a part of a schema is (table, index, trigger, view) and what it is called."""

# What others may keep in the file: Litestream, and SQLite for its own plans. Nothing of ours is done by them.
OTHERS = frozenset({"_litestream_lock", "_litestream_seq", "sqlite_sequence", "sqlite_stat1", "sqlite_stat4"})


def compare(db: Database) -> tuple[list[Message], list[Message]]:
    """What differs from a new database with the same steps: what is missing, and what is other or foreign.

    Without a trigger or an index the companion can still be read; what is foreign might do anything.
    """
    steps = tuple(name for (name,) in db.execute(_STEPS, [migrations.name]).fetchall())
    expected, found = _new(steps), _parts(db)
    if expected is None:
        return [], [say("schema: the steps that it says were taken are not those of any version.")]
    parts = (" ".join(part) for part in sorted(expected.keys() - found.keys()))
    missing = [say("schema: %(part)s is missing.", part=part) for part in parts]
    return missing, [*_foreign(expected, found)]


_STEPS = f"SELECT name FROM {migrations.migrations_table} WHERE migration_set = ? ORDER BY id"  # noqa: S608


def _foreign(expected: dict[Part, str], found: dict[Part, str]) -> Iterator[Message]:
    for (what, name), sql in sorted(found.items()):
        if (what, name) not in expected:
            yield say("schema: %(part)s is not the companion's.", part=f"{what} {name}")
        elif sql != expected[what, name]:
            yield say("schema: %(part)s is not as the companion made it.", part=f"{what} {name}")


def _parts(db: Database) -> dict[Part, str]:
    """All parts of a schema, with what made them, but for white space. An index without that is a part of its table."""
    rows = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
    return {
        (what, name): "".join(sql.split())
        for what, name, table, sql in rows
        if sql and not (table in OTHERS and what in ("table", "index"))
    }


@lru_cache(maxsize=20)
def _new(steps: tuple[object, ...]) -> dict[Part, str] | None:
    """The parts of a new database after these steps; None where they are not the first of those that there are."""
    with closing(Database(memory=True).conn) as connection:
        db = Database(connection)
        known = tuple(step.name for step in migrations.pending(db))
        if not steps or steps != known[: len(steps)]:
            return None
        migrations.apply(db, stop_before=known[len(steps) :][:1])
        return _parts(db)
