"""The commands that keep the database safe: copy it, put a copy back, look for damage."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion.store.database import FILE_NAME
from companion.store.upkeep import backup as backups
from companion.store.upkeep import soundness
from companion.web.app.folders import data_folder


def _database(context: click.Context, _: click.Parameter, folder: Path | None) -> Path:
    """The path of the database. ``--data`` after the subcommand wins over ``--data`` before it and the environment."""
    return data_folder(folder or context.find_root().params["data"]) / FILE_NAME


FOLDER = click.Path(file_okay=False, path_type=Path)
FILE = click.Path(path_type=Path)
of_the_folder = click.option(
    "--data", "database", type=FOLDER, callback=_database, help="Folder of the SQLite file; also COMPANION_DATA."
)


@click.command()
@click.argument("file", type=FILE)
@of_the_folder
def backup(file: Path, database: Path) -> None:
    """Copy the database to FILE, also while the companion is running. An earlier backup is replaced."""
    with _plain_errors():
        found = backups.back_up(database, file)
    click.echo(f"Backed up {_counted(found.tables, 'table', 'tables')} to {file}.")


@click.command()
@click.argument("file", type=FILE)
@of_the_folder
def restore(file: Path, database: Path) -> None:
    """Put the backup FILE in place of the database, which is kept beside it. Stop the companion before."""
    with _plain_errors():
        found, kept = backups.restore(file, database)
    click.echo(f"Restored {_counted(found.tables, 'table', 'tables')} from {file}.")
    if kept:
        click.echo(f"What was there before is kept in {kept}.")


@click.command()
@of_the_folder
def check(database: Path) -> None:
    """Look for damage in the database, also while the companion is running."""
    with _plain_errors():
        found = soundness.check(database)
    for problem in found.problems:
        click.echo(problem)
    if found.problems:
        raise click.ClickException(f"{database} is not sound: {_counted(len(found.problems), 'problem', 'problems')}.")
    tables, entries = _counted(found.tables, "table", "tables"), _counted(found.entries, "entry", "entries")
    click.echo(f"{tables} with {entries}: sound.")


@contextmanager
def _plain_errors() -> Iterator[None]:
    """Turn the errors of files and of the database into one plain line."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"{error.strerror}: {error.filename}") from error
    except sqlite3.Error as error:
        raise click.ClickException(f"The database can't be used: {error}.") from error


def _counted(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"
