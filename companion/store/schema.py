"""The schema, migration by migration. None is edited once it has been released: add another."""

from contextlib import closing
from pathlib import Path

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from companion.store.folder import CommandRefused

migrations = Migrations("companion 1")  # "companion" is the list of databases that were made before version 1.0.0


@migrations()
def m001_version_1_0(db: Database) -> None:
    """Create the tables of version 1.0, unless that version has: it listed no migrations here."""
    if not db.table("tables").exists():
        sql = Path(__file__).with_name("version_1_0.sql").read_text("utf-8")
        for statement in sql.split(";\n"):  # Python's ``executescript`` would commit first
            db.execute(statement)


@migrations()
def m003_players_at_seats(db: Database) -> None:
    """Let seats name the player for whom a spelling stands, tables when they were added, results the game's rounds.

    Those weren't stored: the most that anybody played counts.
    """
    db.execute("ALTER TABLE tables RENAME COLUMN taken_in_at TO added_at")
    person = "SELECT same_as FROM players WHERE id = player_id"
    db.execute(f"UPDATE seats SET player_id = ifnull(({person}), player_id)")  # noqa: S608
    most = "SELECT max(json_extract(counts, '$.rounds')) FROM results AS each WHERE each.table_id = results.table_id"
    db.execute(f"UPDATE results SET counts = json_set(counts, '$.game_rounds', ({most}))")  # noqa: S608


def refuse_foreign_database(db: Database, path: Path) -> None:
    """Raise CommandRefused if a database is another program's, or another version's."""
    if "asks_off" not in db.table("tables").columns_dict:
        raise CommandRefused(f"{path} isn’t a database of the companion, or was made before version 1.0.0.")
    with closing(Database(memory=True).conn) as empty:
        registered = {migration.name for migration in migrations.pending(Database(empty))}
    if any(migration.name not in registered for migration in migrations.applied(db)):
        raise CommandRefused(f"{path} was made by a newer version of the companion.")


def is_current(db: Database) -> bool:
    """Return whether a database is up to date: then it opens on a full disk as well."""
    return not migrations.pending(db)


def migrate(db: Database) -> None:
    """Bring a database up to date, inside a transaction."""
    migrations.apply(db)
    db.execute(f"PRAGMA user_version = {len(migrations.applied(db))}")  # by which version 1.0.0 refuses a newer one
