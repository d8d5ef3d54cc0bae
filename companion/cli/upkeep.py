"""The commands for the database: what is in it and who serves it, backup, restore, check, import."""

import json
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO

import click
from tabulate import tabulate

from companion.cli.options import with_database
from companion.cli.tables import build_address
from companion.cli.words import plural
from companion.store.database import Store, now
from companion.store.files.imports import Destination, import_file
from companion.store.folder import CommandRefused, Note, is_claimed, read_note, write_note
from companion.store.links.links import HOST, LinkEnded, find_link, give_table_link
from companion.store.upkeep import backup as backups
from companion.store.upkeep import soundness
from companion.text import ENGLISH, format_moment
from companion.web.app.folders import version
from companion.web.serving.whereabouts import HEALTH

HEALTH_SECONDS = 10  # for an answer of the companion
MAX_IMPORT_BYTES = 32 * 1024 * 1024  # bytes; ten thousand tables. Reading takes ten times as much memory


@click.command()
@with_database
def status(path: Path) -> None:
    """Show whether the companion is running, how many phones are at tables, and what its database holds."""
    note = read_note(path.parent)
    found = fetch_health(note) if note.address else {}
    rows = {"Companion": f"{version()}, {'not responding' if is_claimed(path.parent) else 'not running'}"}
    if found:
        rows = {"Companion": f"{found['version']}, running as process {note.pid}", "Address": note.url}
        rows["Phones"] = plural(found["phones"], "phone at tables", "phones at tables")
        rows["Rounds"] = "saved" if found["status"] == "ok" else f"not saved: {found['status']}"
    rows["Database"] = str(path)
    if path.exists() and "told" not in found:
        with soundness.open_readonly(path) as db:
            rows["Groups"] = str(db.table("groups").count_where("name <> ''"))
            rows["Tables"] = str(db.table("tables").count_where("deleted_at IS NULL"))
    at = note.backup_at and format_moment(note.backup_at, ENGLISH)
    rows["Backup"] = f"{at}: {note.backup}" if at else "none yet (companion backup FILE)"
    click.echo(tabulate(rows.items(), tablefmt="plain", disable_numparse=True))
    if "told" in found:
        raise CommandRefused(found["told"])
    if not found and is_claimed(path.parent):
        raise CommandRefused(
            f"Process {note.pid} isn’t responding at {note.address}. Stop it and start the companion again."
        )
    if not found and note.pid:
        raise CommandRefused(f"Process {note.pid} was killed or crashed. Start the companion again.")


def fetch_health(note: Note) -> dict[str, Any]:
    """Return what the companion of a note says of its health; nothing if it doesn't answer."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        answer = direct.open(f"{note.address}{HEALTH}?id={note.id}", timeout=HEALTH_SECONDS)
    except urllib.error.HTTPError as error:
        answer = error
    except (OSError, ValueError):
        return {}
    with closing(answer):
        found: dict[str, Any] = json.loads(answer.read())
    return found if "version" in found else {}


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
    write_note(path.parent, backup=str(file), backup_at=now())
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
    click.echo(f"Open it at {build_address(path, kind, key)}")
