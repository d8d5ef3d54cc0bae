"""The commands for the database: what is in it and who serves it, backup, restore, check, import."""

import json
import os
import urllib.error
import urllib.request
from argparse import Namespace
from contextlib import closing
from pathlib import Path
from typing import Any

from tabulate import tabulate

from companion import __version__
from companion.cli.tables import address_of
from companion.cli.words import Failure, count, english, read_file, warn
from companion.store.database import Store
from companion.store.files.imports import Destination, import_file
from companion.store.links.links import LinkEnded
from companion.store.upkeep import backup as backups
from companion.store.upkeep import soundness
from companion.store.upkeep.lists import list_groups, list_tables
from companion.web.serving import whereabouts
from companion.web.serving.whereabouts import Whereabouts

LARGEST = 32 * 1024 * 1024  # bytes; ten thousand tables. Reading takes ten times as much memory
PATIENCE = 10  # seconds for an answer of the companion


def status(options: Namespace) -> None:
    """Tell whether the companion runs, how many phones are at tables, and what is in its database."""
    path: Path = options.database
    here = whereabouts.find(path.parent)
    found = _ask(here, path)
    rows = {"Companion": f"{__version__}, {'does not answer' if here.pid else 'not running'}"}
    if found:
        rows = {"Companion": f"{found['version']}, running as process {here.pid}", "Address": here.url}
        rows["Phones"] = count(found["phones"], "phone at tables", "phones at tables")
        rows["Rounds"] = "are saved" if found["status"] == "ok" else f"are not saved: {found['status']}"
    rows["Database"] = str(path)
    if path.exists():
        rows |= {"Groups": str(len(list_groups(path))), "Tables": str(len(list_tables(path)))}
    print(tabulate(rows.items(), tablefmt="plain", disable_numparse=True))
    if "told" in found:
        raise Failure(found["told"])
    if here.pid and not found:
        raise Failure(f"Process {here.pid} does not answer at {here.address}: it was killed, or hangs.")


def _ask(here: Whereabouts, database: Path) -> dict[str, Any]:
    """Return what the companion at an address says of its health; nothing where it is not this database's."""
    if not here.address:
        return {}
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        answer = direct.open(here.address + whereabouts.HEALTH, timeout=PATIENCE)
    except urllib.error.HTTPError as error:
        answer = error
    except (OSError, ValueError):
        return {}
    with closing(answer):
        found: dict[str, Any] = json.loads(answer.read())
    return found if found.get("file") == os.path.realpath(database) else {}


def backup(options: Namespace) -> None:
    """Copy the database to a file, also while the companion is running. An earlier backup is replaced."""
    file: Path = options.file
    removed: list[Path] = []
    if options.keep:
        found, file, removed = backups.back_up_dated(options.database, file, options.keep)
    else:
        found = backups.back_up(options.database, file)
    print(f"Backed up {count(found.tables, 'table')} to {file}.")
    if removed:
        print(f"Removed {count(len(removed), 'earlier backup')}.")


def restore(options: Namespace) -> None:
    """Put a backup in place of the database, which is kept beside it. Stop the companion before."""
    found, kept = backups.restore(options.file, options.database)
    print(f"Restored {count(found.tables, 'table')} from {options.file}.")
    if kept:
        print(f"What was there before is kept in {kept}.")


def check(options: Namespace) -> None:
    """Look for damage in the database, also while the companion is running."""
    found = soundness.check(options.database)
    for problem in found.problems:
        print(problem)
    if found.problems:
        raise Failure(f"{options.database} is not sound: {count(len(found.problems), 'problem')}.")
    print(f"{count(found.tables, 'table')} with {count(found.entries, 'entry', 'entries')}: sound.")


def import_(options: Namespace) -> None:
    """Open a sheet or a group file (- for standard input) of up to 32 MB, also while the companion is running."""
    options.database.parent.mkdir(parents=True, exist_ok=True)
    with closing(Store(options.database)) as store:
        raw = read_file(options.file, LARGEST + 1)
        if len(raw) > LARGEST:
            raise Failure(f"{options.file} has more than {LARGEST // 1024**2} megabytes.")
        key = options.group.rstrip("/").rpartition("/")[2].rpartition(".")[2]
        try:
            found = import_file(store, raw, Destination(into=key or options.group))
        except LinkEnded as error:
            raise Failure("No group has this link.") from error
    for warning in found.warnings:
        warn(english(warning))
    more = f"of {found.tables}" if found.added < found.tables else f"with {count(found.rounds, 'round')}"
    print(f"Imported {count(found.added, 'table')} {more}{f' into {found.name}' if found.name else ''}.")
    kind, key = ("g", found.group) if found.group else ("t", found.table)
    print(f"Open it at {address_of(options.database, kind, key)}")
