"""What the companion is doing: whether it runs, for how many phones, and what is in its database."""

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
from companion.cli.words import Failure, count
from companion.store.upkeep.lists import list_groups, list_tables
from companion.web.serving import whereabouts
from companion.web.serving.whereabouts import Whereabouts

PATIENCE = 10  # seconds


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
