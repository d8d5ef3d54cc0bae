"""The commands for the database: copy it, put a copy back, look for damage, import a file."""

from contextlib import closing, suppress
from pathlib import Path
from typing import BinaryIO

import click

from companion.cli.words import count, english, plain_errors, warn, where_and_why
from companion.games.reading import Unreadable
from companion.store.database import FILE_NAME, Store
from companion.store.files.imports import Destination, import_file
from companion.store.groups.groups import open_group
from companion.store.links.links import LinkEnded, new_key
from companion.store.upkeep import backup as backups
from companion.store.upkeep import soundness
from companion.web.app.folders import data_folder
from companion.web.serving import whereabouts

LARGEST = 32 * 1024 * 1024  # bytes; ten thousand tables. Reading takes ten times as much memory


def _database(context: click.Context, _option: click.Parameter, folder: Path | None) -> Path:
    """The path of the database. ``--data`` after the subcommand wins over ``--data`` before it and the environment."""
    return data_folder(folder or context.find_root().params["data"]) / FILE_NAME


FOLDER = click.Path(file_okay=False, path_type=Path)
FILE = click.Path(path_type=Path)
of_the_folder = click.option(
    "--data", "database", type=FOLDER, callback=_database, help="Folder of the SQLite file; also COMPANION_DATA."
)


@click.command
@click.argument("file", type=FILE)
@click.option("--keep", type=click.IntRange(1), metavar="NUMBER", help="FILE is a folder that keeps so many, by date.")
@of_the_folder
@plain_errors()
def backup(file: Path, keep: int | None, database: Path) -> None:
    """Copy the database to FILE, also while the companion is running. An earlier backup is replaced."""
    removed: list[Path] = []
    if keep:
        found, file, removed = backups.back_up_dated(database, file, keep)
    else:
        found = backups.back_up(database, file)
    click.echo(f"Backed up {count(found.tables, 'table')} to {file}.")
    if removed:
        click.echo(f"Removed {count(len(removed), 'earlier backup')}.")


@click.command
@click.argument("file", type=FILE)
@of_the_folder
@plain_errors()
def restore(file: Path, database: Path) -> None:
    """Put the backup FILE in place of the database, which is kept beside it. Stop the companion before."""
    found, kept = backups.restore(file, database)
    click.echo(f"Restored {count(found.tables, 'table')} from {file}.")
    if kept:
        click.echo(f"What was there before is kept in {kept}.")


@click.command
@of_the_folder
@plain_errors()
def check(database: Path) -> None:
    """Look for damage in the database, also while the companion is running."""
    found = soundness.check(database)
    for problem in found.problems:
        click.echo(problem)
    if found.problems:
        raise click.ClickException(f"{database} is not sound: {count(len(found.problems), 'problem')}.")
    click.echo(f"{count(found.tables, 'table')} with {count(found.entries, 'entry', 'entries')}: sound.")


@click.command("import")
@click.argument("file", type=click.File("rb"))
@click.option("--group", default="", help="Link of the group that FILE is added to; else a table or group of its own.")
@of_the_folder
@plain_errors()
def import_(file: BinaryIO, group: str, database: Path) -> None:
    """Open a sheet or a group FILE (- for standard input) of up to 32 MB, also while the companion is running."""
    database.parent.mkdir(parents=True, exist_ok=True)
    with closing(Store(database)) as store:
        raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise click.ClickException(f"{file.name} has more than {LARGEST // 1024**2} megabytes.")
        into = group.rstrip("/").rpartition("/")[2].rpartition(".")[2]
        if group and not _is_open(store, into):
            raise click.ClickException("No group has this link.")
        try:
            found = import_file(store, raw, Destination(new_key(), new_key(), into=into))
        except Unreadable as error:
            raise click.ClickException(f"{file.name}: {where_and_why(error)}") from error
        except LinkEnded as error:
            raise click.ClickException("The group’s link has ended.") from error
    for warning in found.warnings:
        warn(english(warning))
    imported = count(found.tables, "table")
    if found.added < found.tables:
        imported = f"{count(found.added, 'table')} of {found.tables}"
    else:
        imported += f" with {count(found.rounds, 'round')}"
    click.echo(f"Imported {imported}{f' into {found.name}' if found.name else ''}.")
    click.echo(f"Open it at {address(database, 'g' if found.group else 't', found.group or found.table)}")


def _is_open(store: Store, key: str) -> bool:
    with suppress(LinkEnded):
        return open_group(store, key) is not None
    return False


def address(database: Path, kind: str, key: str) -> str:
    """Return the address of a table or a group for phones; without its beginning until the companion has run once."""
    here = whereabouts.find(database.parent)
    return (here.public_url or here.url).rstrip("/") + f"/{kind}/{key}"
