"""The commands for the database: what is in it and who serves it, backup, restore, check, import."""

import json
import urllib.error
import urllib.request
from argparse import Namespace
from contextlib import closing
from pathlib import Path
from typing import Any

from tabulate import tabulate

from companion.cli.tables import build_address
from companion.cli.words import ERRORS, describe_error, plural, read_input
from companion.store.database import Store, now, since
from companion.store.files.imports import Destination, import_file
from companion.store.folder import CommandRefused, is_claimed, read_note, write_note
from companion.store.links.links import LinkEnded
from companion.store.upkeep import backup as backups
from companion.store.upkeep import soundness
from companion.store.upkeep.lists import list_all_tables, list_groups
from companion.web.app.folders import version
from companion.web.serving import whereabouts

MAX_IMPORT_BYTES = 32 * 1024 * 1024  # bytes; ten thousand tables. Reading takes ten times as much memory
HEALTH_SECONDS = 10  # for an answer of the companion


def status(arguments: Namespace) -> None:
    """Show whether the companion is running, how many phones are at tables, and what its database holds."""
    path: Path = arguments.database
    note, found = read_note(path.parent), fetch_health(path)
    rows = {"Companion": f"{version()}, {'not responding' if is_claimed(path.parent) else 'not running'}"}
    if found:
        rows = {"Companion": f"{found['version']}, running as process {note.pid}", "Address": note.url}
        rows["Phones"] = plural(found["phones"], "phone at tables", "phones at tables")
        rows["Rounds"] = "saved" if found["status"] == "ok" else f"not saved: {found['status']}"
    rows["Database"] = str(path)
    if path.exists() and "told" not in found:
        rows |= {"Groups": str(len(list_groups(path))), "Tables": str(len(list_all_tables(path)))}
    rows["Backup"] = f"{age(note.backup_at)}: {note.backup}" if note.backup else "none yet (companion backup FILE)"
    if note.failure:
        rows["Failed"] = f"the last backup: {note.failure}"
    print(tabulate(rows.items(), tablefmt="plain", disable_numparse=True))
    if "told" in found:
        raise CommandRefused(found["told"])
    if not found and is_claimed(path.parent):
        raise CommandRefused(
            f"Process {note.pid} isn’t responding at {note.address}. Stop it and start the companion again."
        )
    if not found and note.pid:
        raise CommandRefused(f"Process {note.pid} was killed or crashed. Start the companion again.")


def age(at: str) -> str:
    """Say how long ago a moment was."""
    hours = int(since(at).total_seconds() // 3600)
    return f"{plural(hours // 24, 'day')} ago" if hours >= 48 else f"{plural(hours, 'hour')} ago"


def fetch_health(database: Path) -> dict[str, Any]:
    """Return what the companion that serves a database says of its health; nothing if none answers."""
    note = read_note(database.parent)
    if not note.address or not note.ids:
        return {}
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        answer = direct.open(f"{note.address}{whereabouts.HEALTH}?id={note.ids[-1]}", timeout=HEALTH_SECONDS)
    except urllib.error.HTTPError as error:
        answer = error
    except (OSError, ValueError):
        return {}
    with closing(answer):
        found: dict[str, Any] = json.loads(answer.read())
    return found if "version" in found else {}


def backup(arguments: Namespace) -> None:
    """Copy the database to a file, even while the companion is running. Replaces an earlier backup."""
    file: Path = arguments.file.absolute()
    removed: list[Path] = []
    try:
        if arguments.keep:
            found, file, removed = backups.back_up_dated(arguments.database, file, arguments.keep)
        else:
            found = backups.back_up(arguments.database, file)
    except ERRORS as error:
        if arguments.database.exists():
            write_note(arguments.database.parent, failure=describe_error(error))
        raise
    write_note(arguments.database.parent, backup=str(file), backup_at=now(), failure="")
    print(f"Backed up {plural(found.tables, 'table')} to {file}.")
    if removed:
        print(f"Removed {plural(len(removed), 'earlier backup')}.")


def restore(arguments: Namespace) -> None:
    """Replace the database with a backup and keep the old one next to it. Stop the companion first."""
    found, old = backups.restore_backup(arguments.file, arguments.database)
    print(f"Restored {plural(found.tables, 'table')} from {arguments.file}.")
    if old:
        print(f"The old database is kept in {old}.")
    print("Start the companion again.")


def check(arguments: Namespace) -> None:
    """Check the database for damage, even while the companion is running."""
    found = soundness.check_database(arguments.database)
    for problem in found.problems:
        print(problem)
    if found.problems:
        raise CommandRefused(f"{arguments.database} is damaged: {plural(len(found.problems), 'problem')}.")
    print(f"{plural(found.tables, 'table')} with {plural(found.entries, 'entry', 'entries')}: no damage.")


def import_(arguments: Namespace) -> None:
    """Import a sheet or group file (- for standard input) of up to 32 MB, even while the companion is running."""
    arguments.database.parent.mkdir(parents=True, exist_ok=True)
    with closing(Store(arguments.database)) as store:
        raw = read_input(arguments.file, MAX_IMPORT_BYTES + 1)
        if len(raw) > MAX_IMPORT_BYTES:
            raise CommandRefused(f"{arguments.file} is larger than {MAX_IMPORT_BYTES // 1024**2} megabytes.")
        key = arguments.group.rstrip("/").rpartition("/")[2].rpartition(".")[2]
        try:
            found = import_file(store, raw, Destination(into=key or arguments.group))
        except LinkEnded as error:
            raise CommandRefused(
                "This link doesn’t open a group. “companion link g3” prints the link of group g3."
            ) from error
    more = f"of {found.tables}" if found.added < found.tables else f"with {plural(found.rounds, 'round')}"
    print(f"Imported {plural(found.added, 'table')} {more}{f' into {found.name}' if found.name else ''}.")
    kind, key = ("g", found.group) if found.group else ("t", found.table)
    print(f"Open it at {build_address(arguments, kind, key)}")
