"""The commands for the database: what is in it and who serves it, backup, restore, check, import."""

from contextlib import closing
from pathlib import Path
from typing import BinaryIO

import click
from tabulate import tabulate

from companion import __version__
from companion.cli.options import open_store, with_database
from companion.cli.tables import build_address, find_site
from companion.cli.words import plural
from companion.store.database import Store
from companion.store.files.imports import Destination, import_file
from companion.store.folder import CommandRefused, is_claimed
from companion.store.links.links import HOST, LinkEnded, find_link, give_table_link
from companion.store.upkeep import backup as backups
from companion.store.upkeep import soundness

MAX_IMPORT_BYTES = 32 * 1024 * 1024  # bytes; ten thousand tables. Reading takes ten times as much memory


@click.command()
@with_database
def status(path: Path) -> None:
    """Show whether the companion is running, whether rounds can be saved, and what its database holds."""
    with open_store(path) as store:
        ailment = soundness.find_ailment(store)
        rows = {
            "Companion": f"{__version__}, {'running' if is_claimed(path.parent) else 'not running'}",
            "Address": f"{find_site()}/",
            "Rounds": f"not saved: {ailment.word}" if ailment else "saved",
            "Database": str(path),
            "Groups": str(store.db.table("groups").count_where("name <> ''")),
            "Tables": str(store.db.table("tables").count_where("deleted_at IS NULL")),
        }
    click.echo(tabulate(rows.items(), tablefmt="plain", disable_numparse=True))
    if ailment:
        raise CommandRefused(ailment.sentence)


@click.command()
@with_database
@click.argument("file", type=Path)
@click.option(
    "--keep", type=click.IntRange(min=0), metavar="NUMBER", help="use FILE as a folder of so many dated backups"
)
def backup(path: Path, file: Path, keep: int | None) -> None:
    """Copy the database to a file, even while the companion is running. Replaces an earlier backup."""
    file, removed = file.absolute(), list[Path]()
    if keep:
        found, file, removed = backups.back_up_dated(path, file, keep)
    else:
        found = backups.back_up(path, file)
    click.echo(f"Backed up {plural(found.tables, 'table')} to {file}.")
    if removed:
        click.echo(f"Removed {plural(len(removed), 'earlier backup')}.")


@click.command()
@with_database
@click.argument("file", type=Path)
def restore(path: Path, file: Path) -> None:
    """Replace the database with a backup and keep the old one next to it. Stop the companion first."""
    found, old = backups.restore_backup(file, path)
    click.echo(f"Restored {plural(found.tables, 'table')} from {file}.")
    if old:
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
        raise CommandRefused(f"{path} is damaged: {plural(len(found.problems), 'problem')}.")
    click.echo(f"{plural(found.tables, 'table')} with {plural(found.entries, 'entry', 'entries')}: no damage.")


@click.command("import")
@with_database
@click.argument("file", type=click.File("rb"))
@click.option("--group", default="", metavar="LINK", help="link of the group to add the file to")
def import_(path: Path, file: BinaryIO, group: str) -> None:
    """Import a sheet or group file (- for standard input) of up to 32 MB, even while the companion is running."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(Store(path)) as store:
        raw = file.read(MAX_IMPORT_BYTES + 1)
        if len(raw) > MAX_IMPORT_BYTES:
            raise CommandRefused(f"{file.name} is larger than {MAX_IMPORT_BYTES // 1024**2} megabytes.")
        key = group.rstrip("/").rpartition("/")[2].rpartition(".")[2]
        try:
            found = import_file(store, raw, Destination(into=key or group))
            table = find_link(store, found.table)
            way_back = give_table_link(store, table.table_id, HOST) if table else ""
        except LinkEnded as error:
            raise CommandRefused(
                "This link doesn’t open a group. “companion link g3” prints the link of group g3."
            ) from error
    more = f"of {found.tables}" if found.added < found.tables else f"with {plural(found.rounds, 'round')}"
    click.echo(f"Imported {plural(found.added, 'table')} {more}{f' into {found.name}' if found.name else ''}.")
    kind, key = ("g", found.group) if found.group else ("t", way_back)
    click.echo(f"Open it at {build_address(kind, key)}")
