"""The commands for the database: copy it, put a copy back, look for damage, import a file."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import click

from companion.cli.language import File, Problem, tell, warn
from companion.cli.which import address, entries, rounds, tables
from companion.games.message import Message, say, say_n, say_of
from companion.games.reading import Unreadable
from companion.shell import gettext as _
from companion.store.database import FILE_NAME, Store
from companion.store.files.imports import Destination, Imported, import_file
from companion.store.groups.groups import open_group
from companion.store.links.links import LinkEnded, new_key
from companion.store.trouble import reason
from companion.store.upkeep import backup as backups
from companion.store.upkeep import soundness
from companion.web.app.folders import data_folder

LARGEST = 32 * 1024 * 1024  # bytes; ten thousand tables. Reading takes ten times as much memory


def _database(context: click.Context, _option: click.Parameter, folder: Path | None) -> Path:
    """The path of the database. ``--data`` after the subcommand wins over ``--data`` before it and the environment."""
    return data_folder(folder or context.find_root().params["data"]) / FILE_NAME


FOLDER = click.Path(file_okay=False, path_type=Path)
FILE = click.Path(path_type=Path)
of_the_folder = click.option(
    "--data", "database", type=FOLDER, callback=_database, help=_("Folder of the SQLite file; also COMPANION_DATA.")
)


@click.command(help=_("Copy the database to FILE, also while the companion is running. An earlier backup is replaced."))
@click.argument("file", type=FILE, metavar=_("FILE"))
@click.option(
    "--keep", type=click.IntRange(1), metavar=_("NUMBER"), help=_("FILE is a folder that keeps so many, by date.")
)
@of_the_folder
def backup(file: Path, keep: int | None, database: Path) -> None:
    """Copy the database to a file, or into a folder by date."""
    removed: list[Path] = []
    with plain_errors():
        if keep:
            found, file, removed = backups.back_up_dated(database, file, keep)
        else:
            found = backups.back_up(database, file)
    tell(
        say_n("Backed up %(n)s table to %(file)s.", "Backed up %(n)s tables to %(file)s.", found.tables, file=str(file))
    )
    if removed:
        tell(say_n("Removed %(n)s earlier backup.", "Removed %(n)s earlier backups.", len(removed)))


@click.command(
    help=_("Put the backup FILE in place of the database, which is kept beside it. Stop the companion before.")
)
@click.argument("file", type=FILE, metavar=_("FILE"))
@of_the_folder
def restore(file: Path, database: Path) -> None:
    """Put a backup in place of the database."""
    with plain_errors():
        found, kept = backups.restore(file, database)
    tell(
        say_n(
            "Restored %(n)s table from %(file)s.", "Restored %(n)s tables from %(file)s.", found.tables, file=str(file)
        )
    )
    if kept:
        tell(say("What was there before is kept in %(file)s.", file=str(kept)))


@click.command(
    "import",
    help=_("Open a sheet or a group FILE (- for standard input) of up to 32 MB, also while the companion is running."),
)
@click.argument("file", type=File("rb"), metavar=_("FILE"))
@click.option(
    "--group", default="", help=_("Link of the group that FILE is added to; else a table or group of its own.")
)
@of_the_folder
def import_(file: BinaryIO, group: str, database: Path) -> None:
    """Open a sheet or a group file."""
    with plain_errors(), closing(_opened(database)) as store:
        raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise Problem(
                say_n(
                    "%(file)s has more than %(n)s megabyte.",
                    "%(file)s has more than %(n)s megabytes.",
                    LARGEST // 1024**2,
                    file=file.name,
                )
            )
        into = group.rstrip("/").rpartition("/")[2].rpartition(".")[2]
        if group and not _is_open(store, into):
            raise Problem(say("No group has this link."))
        try:
            found = import_file(store, raw, Destination(new_key(), new_key(), into=into))
        except Unreadable as error:
            raise Problem(say_of(file.name, where_and_why(error))) from error
        except LinkEnded as error:
            raise Problem(say("The group’s link has ended.")) from error
    for warning in found.warnings:
        warn(warning)
    tell(_imported(found))
    where = address(database, "g" if found.group else "t", found.group or found.table)
    tell(say("Open it at %(address)s", address=where))


def _imported(found: Imported) -> Message:
    """What has come in, and into which group."""
    if found.added < found.tables and found.name:
        return say_n(
            "Imported %(n)s table of %(all)s into %(group)s.",
            "Imported %(n)s tables of %(all)s into %(group)s.",
            found.added,
            all=found.tables,
            group=found.name,
        )
    if found.added < found.tables:
        return say_n(
            "Imported %(n)s table of %(all)s.", "Imported %(n)s tables of %(all)s.", found.added, all=found.tables
        )
    whole = {"tables": tables(found.tables), "rounds": rounds(found.rounds)}
    if found.name:
        # TRANSLATORS: "2 tables" and "4 rounds" are put in as they stand alone
        return say("Imported %(tables)s with %(rounds)s into %(group)s.", **whole, group=found.name)
    # TRANSLATORS: "2 tables" and "4 rounds" are put in as they stand alone
    return say("Imported %(tables)s with %(rounds)s.", **whole)


def _opened(database: Path) -> Store:
    database.parent.mkdir(parents=True, exist_ok=True)
    return Store(database)


def _is_open(store: Store, key: str) -> bool:
    with suppress(LinkEnded):
        return open_group(store, key) is not None
    return False


@click.command(help=_("Look for damage in the database, also while the companion is running."))
@of_the_folder
def check(database: Path) -> None:
    """Look for damage in the database."""
    with plain_errors():
        found = soundness.check(database)
    for problem in found.problems:
        tell(problem)
    if found.problems:
        raise Problem(
            say_n(
                "%(file)s is not sound: %(n)s problem.",
                "%(file)s is not sound: %(n)s problems.",
                len(found.problems),
                file=str(database),
            )
        )
    # TRANSLATORS: "2 tables" and "4 entries" are put in as they stand alone
    tell(say("%(tables)s with %(entries)s: sound.", tables=tables(found.tables), entries=entries(found.entries)))


@contextmanager
def plain_errors() -> Iterator[None]:
    """Turn the errors of files and of the database into one plain line."""
    try:
        yield
    except OSError as error:
        raise Problem(say("%(error)s: %(file)s", error=reason(error), file=str(error.filename))) from error
    except (sqlite3.Error, UnicodeDecodeError) as error:  # of what SQLite says where it quotes a damaged name
        raise Problem(say("The database can't be used: %(error)s.", error=reason(error))) from error


def where_and_why(error: Unreadable) -> Message:
    """Where a file can't be read, and why."""
    return say_of(error.where, error.reason) if error.where else error.reason
