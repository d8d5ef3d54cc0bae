"""The commands for the database: who serves it, backup, restore, check, import."""

from contextlib import closing
from pathlib import Path
from typing import BinaryIO

import click

from companion import __version__
from companion.cli.options import open_store, with_database
from companion.cli.tables import build_address
from companion.store.database import Store
from companion.store.files.imports import Destination, import_file
from companion.store.folder import is_claimed
from companion.store.links.links import HOST, LinkEnded, find_link, give_table_link
from companion.store.upkeep import backup as backups
from companion.store.upkeep import soundness


def plural(count: int, one: str) -> str:
    """Return how many of something there are: 1 table, 2 tables."""
    return f"{count} {one}" if count == 1 else f"{count} {one}s"


@click.command()
@with_database
def status(path: Path) -> None:
    """Show whether the companion is running, its address, and whether rounds can be saved."""
    with open_store(path) as store:
        click.echo(f"Companion {__version__} with {path}")
        click.echo(f"{'Running at' if is_claimed(path.parent) else 'Not running. Its address is'} {build_address('')}")
        soundness.try_to_save(store)
        click.echo("Rounds can be saved.")


@click.command()
@with_database
@click.argument("file", type=Path)
@click.option("--keep", type=click.IntRange(min=0), default=0, help="use FILE as a folder of so many dated backups")
def backup(path: Path, file: Path, keep: int) -> None:
    """Copy the database to a file, even while the companion is running. Replaces an earlier backup."""
    found, file = backups.back_up(path, file.absolute(), keep)
    click.echo(f"Backed up {plural(found.tables, 'table')} to {file}.")


@click.command()
@with_database
@click.argument("file", type=Path)
def restore(path: Path, file: Path) -> None:
    """Replace the database with a backup and keep the old one next to it. Stop the companion first."""
    found, old = backups.restore_backup(file, path)
    click.echo(f"Restored {plural(found.tables, 'table')} from {file}.")
    if old.exists():
        click.echo(f"The old database is kept in {old}.")
    click.echo("Start the companion again.")


@click.command()
@with_database
def check(path: Path) -> None:
    """Check the database for damage, even while the companion is running."""
    found = soundness.check_database(path)
    for problem in found.problems:
        click.echo(problem)
    if found.problems:
        raise click.ClickException(f"{path} is damaged: {plural(len(found.problems), 'problem')}.")
    click.echo(f"{plural(found.tables, 'table')}: no damage.")


@click.command("import")
@with_database
@click.argument("file", type=click.File("rb"))
@click.option("--group", default="", metavar="LINK", help="link of the group to add the file to")
def import_(path: Path, file: BinaryIO, group: str) -> None:
    """Import a sheet or group file (- for standard input), even while the companion is running."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(Store(path)) as store:
        key = group.rstrip("/").rpartition("/")[2].rpartition(".")[2]
        try:
            found = import_file(store, file.read(), Destination(into=key or group))
            table = find_link(store, found.table)
            way_back = give_table_link(store, table.table_id, HOST) if table else ""
        except LinkEnded as error:
            advice = "“companion link g3” prints the link of group g3."
            raise click.UsageError(f"This link doesn’t open a group. {advice}") from error
    more = f"of {found.tables}" if found.added < found.tables else f"with {plural(found.rounds, 'round')}"
    click.echo(f"Imported {plural(found.added, 'table')} {more}{f' into {found.name}' if found.name else ''}.")
    kind, key = ("g", found.group) if found.group else ("t", way_back)
    click.echo(f"Open it at {build_address(kind, key)}")
