"""The database that most commands take."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import click

from companion.store.database import FILE_NAME, Store, refuse_missing
from companion.web.app.folders import data_folder, service_settings


def with_database(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the database's path: by --data after or before its name, the environment, or the service's."""

    @wraps(command)
    def run(data: Path | None, **arguments: Any) -> None:
        before = click.get_current_context().find_root().params["data"]
        command(data_folder(data or before or service_settings().get("COMPANION_DATA")) / FILE_NAME, **arguments)

    return click.option("--data", type=Path, help="folder of the database")(run)


@contextmanager
def open_store(path: Path) -> Iterator[Store]:
    """Open a database that is there. Raises CommandRefused."""
    refuse_missing(path)
    with closing(Store(path)) as store:
        yield store
