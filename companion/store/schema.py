"""The schema, migration by migration, each in a file of SQL. None is edited once it has been released: add another."""

from pathlib import Path

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from companion.store.folder import CommandRefused

migrations = Migrations("companion 1")  # "companion" is the list of databases that were made before version 1.0


@migrations()
def m001_version_1_0(db: Database) -> None:
    """Create the tables of version 1.0, unless that version has: it listed no migrations here."""
    if not db.table("tables").exists():
        _execute(db, "m001_version_1_0.sql")


@migrations()
def m002_links_and_phones(db: Database) -> None:
    """Keep apart the links that are handed on and the phones that are known; a table says what it is a rematch of.

    Every address of before opens its table; a host's alone keeps score.
    """
    _execute(db, "m002_links_and_phones.sql")


@migrations()
def m003_players_at_seats(db: Database) -> None:
    """Let seats name the player for whom a spelling stands, tables when they were added, results the game's rounds.

    Those weren't stored: the most that anybody played counts.
    """
    _execute(db, "m003_players_at_seats.sql")


def _execute(db: Database, name: str) -> None:
    for statement in Path(__file__).with_name(name).read_text("utf-8").split(";\n"):
        db.execute(statement)  # Python's ``executescript`` would commit first


def refuse_foreign_database(db: Database, path: Path) -> None:
    """Raise CommandRefused if a database is another program's, or another version's."""
    if "asks_off" not in db.table("tables").columns_dict:
        raise CommandRefused(f"{path} isn’t a database of the companion, or was made before version 1.0.")
    if any(migration.name not in globals() for migration in migrations.applied(db)):
        raise CommandRefused(f"{path} was made by a newer version of the companion.")


def migrate(db: Database) -> None:
    """Bring a database up to date, inside a transaction."""
    migrations.apply(db)
    db.execute(f"PRAGMA user_version = {len(migrations.applied(db))}")  # by which version 1.0 refuses a newer one
