"""The commands that keep the database safe: copy it, put a copy back, look for damage."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion.cli.errors import PlainError
from companion.store.database import FILE_NAME, Refused
from companion.store.upkeep import backup as backups
from companion.store.upkeep import soundness
from companion.web.app.folders import data_folder


def _database(context: click.Context, _: click.Parameter, folder: Path | None) -> Path:
    """The path of the database. ``--data`` after the subcommand wins over ``--data`` before it and the environment."""
    named = folder or (context.parent.params["data"] if context.parent else None)
    return data_folder(named) / FILE_NAME


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
        raise PlainError(f"{database} is not sound: {_counted(len(found.problems), 'problem', 'problems')}.")
    click.echo(
        f"{_counted(found.tables, 'table', 'tables')} with {_counted(found.entries, 'entry', 'entries')}: sound."
    )


@contextmanager
def _plain_errors() -> Iterator[None]:
    """Turn the errors of files and of the database into a PlainError."""
    try:
        yield
    except Refused as error:
        raise PlainError(str(error)) from error
    except OSError as error:
        raise PlainError(f"{error.strerror}: {error.filename}") from error
    except sqlite3.Error as error:
        raise PlainError(f"The database can't be used: {error}.") from error


def _counted(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"
