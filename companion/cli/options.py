"""The database that most commands take: where it is, and what the companion that serves it says."""

import json
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import closing
from functools import wraps
from pathlib import Path
from typing import Any

import click

from companion.store.database import FILE_NAME
from companion.store.folder import CommandRefused, claim, read_note
from companion.store.wal import put_aside_foreign
from companion.web.app.folders import data_folder, service_settings
from companion.web.serving import whereabouts

HEALTH_SECONDS = 10  # for an answer of the companion


def with_database(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the database's path: by --data after or before its name, the environment, or the service's."""

    @wraps(command)
    def run(data: Path | None, **arguments: Any) -> None:
        before = click.get_current_context().find_root().params["data"]
        path = data_folder(data or before or service_settings().get("COMPANION_DATA")) / FILE_NAME
        try:
            with claim(path.parent, 0):
                put_aside_foreign(path)
        except CommandRefused:
            if command.__name__ != "status" and (health := fetch_health(path)).get("status") == "gone":
                raise CommandRefused(health["told"]) from None  # the status says it below what it knows
        command(path, **arguments)

    return click.option("--data", type=Path, help="folder of the database")(run)


def fetch_health(path: Path) -> dict[str, Any]:
    """Return what the companion that serves a database says of its health; nothing if none answers."""
    note = read_note(path.parent)
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
