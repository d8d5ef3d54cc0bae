"""The commands for the database: copy it, put a copy back, look for damage, import a file."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import click

from companion.cli.which import address
from companion.games.reading import Unreadable
from companion.store.database import FILE_NAME, Busy, Store
from companion.store.files.imports import Destination, import_file
from companion.store.groups.groups import open_group
from companion.store.links.links import LinkEnded, new_key
from companion.store.upkeep import backup as backups
from companion.store.upkeep import soundness
from companion.text import Catalogue, catalogue, translate
from companion.web.app.folders import data_folder

LARGEST = 32 * 1024 * 1024  # bytes; ten thousand tables. Reading takes ten times as much memory


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
@click.option("--keep", type=click.IntRange(1), metavar="NUMBER", help="FILE is a folder that keeps so many, by date.")
@of_the_folder
def backup(file: Path, keep: int | None, database: Path) -> None:
    """Copy the database to FILE, also while the companion is running. An earlier backup is replaced."""
    removed: list[Path] = []
    with plain_errors():
        if keep:
            found, file, removed = backups.back_up_dated(database, file, keep)
        else:
            found = backups.back_up(database, file)
    click.echo(f"Backed up {counted(found.tables, 'table', 'tables')} to {file}.")
    if removed:
        click.echo(f"Removed {counted(len(removed), 'earlier backup', 'earlier backups')}.")


@click.command()
@click.argument("file", type=FILE)
@of_the_folder
def restore(file: Path, database: Path) -> None:
    """Put the backup FILE in place of the database, which is kept beside it. Stop the companion before."""
    with plain_errors():
        found, kept = backups.restore(file, database)
    click.echo(f"Restored {counted(found.tables, 'table', 'tables')} from {file}.")
    if kept:
        click.echo(f"What was there before is kept in {kept}.")


@click.command("import")
@click.argument("file", type=click.File("rb"))
@click.option("--group", default="", help="Link of the group that FILE is added to; else a table or group of its own.")
@of_the_folder
def import_(file: BinaryIO, group: str, database: Path) -> None:
    """Open a sheet or a group FILE (- for standard input) of up to 32 MB, also while the companion is running."""
    words = catalogue([])
    with plain_errors(), closing(_opened(database)) as store:
        raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise click.ClickException(f"{file.name} has more than {LARGEST // 1024**2} megabytes.")
        into = group.rstrip("/").rpartition("/")[2].rpartition(".")[2]
        if group and not _is_open(store, into):
            raise click.ClickException("No group has this link.")
        try:
            found = import_file(store, raw, Destination(new_key(), new_key(), into=into), at_hand=LARGEST)
        except Unreadable as error:
            raise click.ClickException(f"{file.name}: {tell(error, words)}") from error
        except Busy as error:
            raise click.ClickException("Another file is being imported just now. Try again in a moment.") from error
        except LinkEnded as error:
            raise click.ClickException("The group’s link has ended.") from error
    for warning in found.warnings:
        click.echo(f"companion: {translate(warning, words)}", err=True)
    added = f"{counted(found.added, 'table', 'tables')} of {found.tables}"
    whole = f"{counted(found.tables, 'table', 'tables')} with {counted(found.rounds, 'round', 'rounds')}"
    click.echo(f"Imported {whole if found.added == found.tables else added}{f' into {found.name}' * bool(found.name)}.")
    click.echo(f"Open it at {address(database, 'g' if found.group else 't', found.group or found.table)}")


def _opened(database: Path) -> Store:
    database.parent.mkdir(parents=True, exist_ok=True)
    return Store(database)


def _is_open(store: Store, key: str) -> bool:
    with suppress(LinkEnded):
        return open_group(store, key) is not None
    return False


@click.command()
@of_the_folder
def check(database: Path) -> None:
    """Look for damage in the database, also while the companion is running."""
    with plain_errors():
        found = soundness.check(database)
    for problem in found.problems:
        click.echo(problem)
    if found.problems:
        raise click.ClickException(f"{database} is not sound: {counted(len(found.problems), 'problem', 'problems')}.")
    tables, entries = counted(found.tables, "table", "tables"), counted(found.entries, "entry", "entries")
    click.echo(f"{tables} with {entries}: sound.")


@contextmanager
def plain_errors() -> Iterator[None]:
    """Turn the errors of files and of the database into one plain line."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"{error.strerror}: {error.filename}") from error
    except (sqlite3.Error, UnicodeDecodeError) as error:  # of what SQLite says where it quotes a damaged name
        raise click.ClickException(f"The database can't be used: {error}.") from error


def tell(error: Unreadable, words: Catalogue) -> str:
    """Where a file can't be read, and why."""
    where = f"{translate(error.where, words)}: " if error.where else ""
    return f"{where}{translate(error.reason, words)}"


def counted(number: int, one: str, more: str) -> str:
    """A number of things: 1 table, 2 tables."""
    return f"{number} {one if number == 1 else more}"
