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
from companion.cli.upkeep import of_the_folder
from companion.cli.words import count, plain_errors, size
from companion.store.trouble import free_space
from companion.store.upkeep import overview
from companion.web.serving import health, whereabouts
from companion.web.serving.whereabouts import Whereabouts

PATIENCE = 10  # seconds


@click.command
@of_the_folder
def status(database: Path) -> None:
    """Tell whether the companion runs, how many phones are at tables, and what is in its database."""
    here = whereabouts.find(database.parent)
    found = _ask(here, database)
    rows = _running(here, found)
    try:
        with plain_errors():
            there = overview.overview(database)
        tables = f"{there.tables}, {there.opened_today} opened today" if there.opened_today else there.tables
        rows |= {
            "Database": f"{database}, {size(overview.size(database))}",
            "Disk": f"{size(free_space(database))} free",
            "Schema": there.schema,
            "Groups": there.groups,
            "Tables": tables,
        }
    finally:
        click.echo(tabulate(rows.items(), tablefmt="plain", disable_numparse=True))
    if "told" in found:
        raise click.ClickException(found["told"])
    if here.pid and not found:
        raise click.ClickException(f"Process {here.pid} does not answer at {here.address}: it was killed, or hangs.")


def _ask(here: Whereabouts, database: Path) -> dict[str, Any]:
    """Return what the companion at an address says of its health; nothing where it is not this database's."""
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
            found = json.loads(answer.read())
        except (OSError, ValueError):
            return {}
    ours = isinstance(found, dict) and found.get("file") == os.path.realpath(database)
    return found if ours else {}


def _running(here: Whereabouts, found: dict[str, Any]) -> dict[str, object]:
    """Say whether it runs, and for whom."""
    if not found:
        return {"Companion": f"{__version__}, {'does not answer' if here.pid else 'not running'}"}
    other = f" (this command is {__version__}: start the companion anew)" if found["version"] != __version__ else ""
    return {
        "Companion": f"{found['version']}, running as process {here.pid}{other}",
        "Address": here.url,
        "Phones": count(found["phones"], "phone at tables", "phones at tables"),
        "Rounds": "are saved" if found["status"] == "ok" else f"are not saved: {found['status']}",
    }
