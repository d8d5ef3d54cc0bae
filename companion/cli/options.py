"""What many commands take: the database, and the ids of tables and groups."""

import re
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

import click

from companion.store.database import FILE_NAME
from companion.web.app.folders import data_folder, service_settings

LISTED = "“companion tables” and “companion groups” list IDs, such as t12 and g3."


def with_database(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the database's path: by --data after or before its name, the environment, or the service's."""

    @wraps(command)
    def run(data: Path | None, **arguments: Any) -> None:
        before = click.get_current_context().find_root().params["data"]
        command(data_folder(data or before or service_settings().get("COMPANION_DATA")) / FILE_NAME, **arguments)

    return click.option("--data", type=Path, help="folder of the database")(run)


class Which(NamedTuple):
    """The id of a table (``t``) or a group (``g``)."""

    kind: str
    number: int

    def __str__(self) -> str:
        return f"{self.kind}{self.number}"


def read_id(value: str, kinds: str = "tg") -> Which:
    """Read the id of a table or a group. Raises BadParameter."""
    found = re.fullmatch(f"([{kinds}])([0-9]{{1,18}})", value.lower(), re.ASCII)
    if found is None:
        raise click.BadParameter(f"{value} isn’t a {'table or ' if 't' in kinds else ''}group: {LISTED}")
    return Which(found[1], int(found[2]))


def read_group_id(value: str) -> Which:
    """Read the id of a group. Raises BadParameter."""
    return read_id(value, "g")
