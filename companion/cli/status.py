"""What the companion is doing: whether it runs, for how many phones, and what is in its database."""

import json
import os
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

import click
from tabulate import tabulate

from companion import __version__
from companion.cli.upkeep import counted, of_the_folder, plain_errors
from companion.store.trouble import free_space
from companion.store.upkeep.overview import Overview, overview, size
from companion.web.serving import health, whereabouts
from companion.web.serving.whereabouts import Whereabouts

PATIENCE = 10  # seconds


@click.command()
@of_the_folder
def status(database: Path) -> None:
    """Tell whether the companion runs, how many phones are at tables, and what is in its database."""
    here = whereabouts.find(database.parent)
    found = _ask(here, database)
    rows = _running(here, found)
    try:
        with plain_errors():
            rows += _database(database, overview(database))
    finally:
        click.echo(tabulate(rows, tablefmt="plain", disable_numparse=True))
    if "told" in found:
        raise click.ClickException(found["told"])
    if here.pid and not found:
        raise click.ClickException(f"Process {here.pid} does not answer at {here.address}: it was killed, or hangs.")


def _ask(here: Whereabouts, database: Path) -> dict[str, Any]:
    """What the companion at an address says of its health; nothing where it is not this database's."""
    if not here.address:
        return {}
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        answer = direct.open(here.address + health.PATH, timeout=PATIENCE)
    except urllib.error.HTTPError as error:
        answer = error
    except (OSError, ValueError):
        return {}
    with closing(answer):
        try:
            told = json.loads(answer.read())
        except (OSError, ValueError):
            return {}
    ours = isinstance(told, dict) and told.get("file") == os.path.realpath(database)
    return told if ours else {}


def _running(here: Whereabouts, found: dict[str, Any]) -> list[tuple[str, str]]:
    """Whether it runs, and for whom."""
    if not found:
        return [("Companion", f"{__version__}, {'does not answer' if here.pid else 'not running'}")]
    version = found["version"]
    other = "" if version == __version__ else f" (this command is {__version__}: start the companion anew)"
    return [
        ("Companion", f"{version}, running as process {here.pid}{other}"),
        ("Address", here.url),
        *([("Cell", here.cell)] if here.cell else []),
        ("Phones", f"{counted(found['phones'], 'phone', 'phones')} at tables"),
        ("Rounds", "are saved" if found["status"] == "ok" else f"are not saved: {found['status']}"),
    ]


def _database(path: Path, there: Overview) -> list[tuple[str, str]]:
    """What is in the database."""
    rows = [
        ("Database", f"{path}, {sized(size(path))}"),
        ("Disk", f"{sized(free_space(path))} free"),
        ("Schema", there.schema + (f"; the next start takes it to {there.waiting[-1]}" if there.waiting else "")),
    ]
    if not there.waiting:
        opened = f", {there.opened_today} opened today" if there.opened_today else ""
        rows += [("Groups", str(there.groups)), ("Tables", f"{there.tables}{opened}")]
    return rows


def sized(number: int) -> str:
    """A number of bytes, as people say it."""
    size = float(number)
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "B" or size >= 100 else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} TB"
