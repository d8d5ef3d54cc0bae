"""Which tables and groups a command is about: by the ids that the lists show, which open nothing."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import click

from companion.store.upkeep.overview import ListedGroup, ListedTable, list_groups, list_tables
from companion.text import Catalogue, title
from companion.web.app.place import Place
from companion.web.serving import whereabouts

LIKE_THESE = "companion tables and companion groups list them, such as t12 and g3"
Listed = TypeVar("Listed", ListedGroup, ListedTable)
LONGEST = 60  # characters of names in a row


@dataclass(frozen=True, slots=True)
class Which:
    """A table (``t``) or a group (``g``) by its number."""

    kind: str
    number: int

    def __str__(self) -> str:
        return f"{self.kind}{self.number}"


class Id(click.ParamType[Which]):
    """The id of a table or a group, or of one kind of them."""

    name = "id"

    def __init__(self, kinds: str = "tg") -> None:
        self.kinds = kinds

    def convert(self, value: str | Which, param: click.Parameter | None, ctx: click.Context | None) -> Which:
        """Raises click.BadParameter for anything else."""
        if isinstance(value, Which):
            return value
        found = re.fullmatch(rf"([{self.kinds}])([0-9]{{1,18}})", value.lower(), re.ASCII)
        if found is None:
            what = {"tg": "table and no group", "g": "group"}[self.kinds]
            self.fail(f"{value} is no {what}: {LIKE_THESE}.", param, ctx)
        return Which(found[1], int(found[2]))


def find_table(database: Path, which: Which) -> ListedTable:
    """The table with an id. Raises click.ClickException."""
    return _only(list_tables(database, table_id=which.number), which, "table")


def find_group(database: Path, which: Which) -> ListedGroup:
    """The group with an id. Raises click.ClickException."""
    return _only(list_groups(database, group_id=which.number), which, "group")


def _only(found: Sequence[Listed], which: Which, what: str) -> Listed:
    if not found:
        raise click.ClickException(f"There is no {what} {which}: {LIKE_THESE}.")
    return found[0]


def game_of(listed: ListedTable, words: Catalogue) -> str:
    """What a table plays; what can't be read has a sign of its own."""
    return title(listed.table.rulebook, listed.table.sitting, words) if listed.table else "?"


def players_of(listed: ListedTable) -> str:
    """Who sits at a table, as far as a row has room."""
    names = ", ".join(listed.table.sitting.players) if listed.table else "?"
    return names if len(names) <= LONGEST else f"{names[: LONGEST - 1].rstrip(', ')}…"


def at(moment: str) -> str:
    """A moment on the clock of this computer, to the minute."""
    return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M") if moment else "–"


def address(database: Path, kind: str, key: str, tell: Callable[[str], object] = str) -> str:
    """The address of a table or a group for phones; where its beginning is not known, ``tell`` is told that."""
    here = whereabouts.find(database.parent)
    known = (here.public_url or here.url).rstrip("/")
    if not known:
        tell("This goes after the address of your companion, which has not run yet.")
    return known + Place(cell=here.cell).address(kind, key)
