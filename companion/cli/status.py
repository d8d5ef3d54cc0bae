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
from companion.cli.language import Problem
from companion.cli.upkeep import of_the_folder, plain_errors
from companion.games.message import Message, say, say_n
from companion.shell import gettext as _
from companion.shell import told
from companion.store.trouble import Trouble, describe, free_space
from companion.store.upkeep.overview import Overview, overview, size
from companion.web.serving import health, whereabouts
from companion.web.serving.whereabouts import Whereabouts

PATIENCE = 10  # seconds


@click.command(help=_("Tell whether the companion runs, how many phones are at tables, and what is in its database."))
@of_the_folder
def status(database: Path) -> None:
    """Tell whether the companion runs, and what is in its database."""
    here = whereabouts.find(database.parent)
    found = _ask(here, database)
    rows = _running(here, found)
    try:
        with plain_errors():
            rows += _database(database, overview(database))
    finally:
        click.echo(tabulate(rows, tablefmt="plain", disable_numparse=True))
    if "told" in found:
        raise Problem(_ailment(found, database))
    if here.pid and not found:
        raise Problem(
            say(
                "Process %(pid)s does not answer at %(address)s: it was killed, or hangs.",
                pid=here.pid,
                address=str(here.address),
            )
        )


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
            found = json.loads(answer.read())
        except (OSError, ValueError):
            return {}
    ours = isinstance(found, dict) and found.get("file") == os.path.realpath(database)
    return found if ours else {}


def _ailment(found: dict[str, Any], database: Path) -> Message:
    """Why nothing can be saved, by what the companion says."""
    name = found["status"].upper()
    trouble = Trouble[name] if name in Trouble.__members__ else None
    return describe(trouble, database, Message(found.get("error", found["status"])))


def _running(here: Whereabouts, found: dict[str, Any]) -> list[tuple[str, str]]:
    """Whether it runs, and for whom."""
    if not found:
        return [(_("Companion"), told(_not_there(here)))]
    saved = say("are saved")
    if found["status"] != "ok":
        saved = say("are not saved: %(word)s", word=found["status"])
    return [
        (_("Companion"), told(_there(here, found["version"]))),
        (_("Address"), here.url),
        (_("Phones"), told(say_n("%(n)s phone at tables", "%(n)s phones at tables", found["phones"]))),
        # TRANSLATORS: beside it stands "are saved" or "are not saved"
        (_("Rounds"), told(saved)),
    ]


def _not_there(here: Whereabouts) -> Message:
    if here.pid:
        return say("%(version)s, does not answer", version=__version__)
    return say("%(version)s, not running", version=__version__)


def _there(here: Whereabouts, version: str) -> Message:
    if version == __version__:
        return say("%(version)s, running as process %(pid)s", version=version, pid=str(here.pid))
    return say(
        "%(version)s, running as process %(pid)s (this command is %(own)s: start the companion anew)",
        version=version,
        pid=str(here.pid),
        own=__version__,
    )


def _database(path: Path, there: Overview) -> list[tuple[str, str]]:
    """What is in the database."""
    opened = say_n("%(all)s, %(n)s opened today", "%(all)s, %(n)s opened today", there.opened_today, all=there.tables)
    return [
        (_("Database"), f"{path}, {told(sized(size(path)))}"),
        (_("Disk"), told(say("%(size)s free", size=sized(free_space(path))))),
        (_("Schema"), there.schema),
        (_("Groups"), str(there.groups)),
        (_("Tables"), told(opened) if there.opened_today else str(there.tables)),
    ]


def sized(number: int) -> Message:
    """A number of bytes, as people say it."""
    if number < 1000:
        return say("%(size)s B", size=number)
    if number < 1000**2:
        return say("%(size)s kB", size=_figures(number / 1000))
    if number < 1000**3:
        return say("%(size)s MB", size=_figures(number / 1000**2))
    if number < 1000**4:
        return say("%(size)s GB", size=_figures(number / 1000**3))
    return say("%(size)s TB", size=_figures(number / 1000**4))


def _figures(size: float) -> str | Message:
    """With one decimal below a hundred."""
    if size >= 100:
        return f"{size:.0f}"
    whole, tenths = f"{size:.1f}".split(".")
    return say("%(whole)s.%(tenths)s", whole=whole, tenths=tenths)
