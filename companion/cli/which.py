"""Which tables and groups a command is about: by the ids that the lists show, which open nothing."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click

from companion import text
from companion.cli.language import Problem
from companion.games.message import Message, say, say_n
from companion.shell import told, words
from companion.store.upkeep.overview import ListedGroup, ListedTable, list_groups, list_tables
from companion.web.serving import whereabouts

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
            self.fail(told(self._refusal(value)), param, ctx)
        return Which(found[1], int(found[2]))

    def _refusal(self, value: str) -> Message:
        if self.kinds == "g":
            return say(
                "%(value)s is no group: companion tables and companion groups list them, such as t12 and g3.",
                value=value,
            )
        return say(
            "%(value)s is no table and no group: companion tables and companion groups list them, such as t12 and g3.",
            value=value,
        )


def find_table(database: Path, which: Which) -> ListedTable:
    """The table with an id. Raises click.ClickException."""
    for found in list_tables(database, table_id=which.number):
        return found
    raise Problem(
        say(
            "There is no table %(id)s: companion tables and companion groups list them, such as t12 and g3.",
            id=str(which),
        )
    )


def find_group(database: Path, which: Which) -> ListedGroup:
    """The group with an id. Raises click.ClickException."""
    for found in list_groups(database, group_id=which.number):
        return found
    raise Problem(
        say(
            "There is no group %(id)s: companion tables and companion groups list them, such as t12 and g3.",
            id=str(which),
        )
    )


def game_of(listed: ListedTable) -> str:
    """What a table plays; what can't be read has a sign of its own."""
    return text.title(listed.table.rulebook, listed.table.sitting, words()) if listed.table else "?"


def players_of(listed: ListedTable) -> str:
    """Who sits at a table, as far as a row has room."""
    names = ", ".join(listed.table.sitting.players) if listed.table else "?"
    return names if len(names) <= LONGEST else f"{names[: LONGEST - 1].rstrip(', ')}…"


def at(moment: str) -> str:
    """A moment on the clock of this computer, to the minute."""
    return text.moment(moment, words()) if moment else "–"


def on(day: str) -> str:
    """A day."""
    return text.day(day, words()) if day else ""


def tables(number: int) -> Message:
    """How many tables."""
    return say_n("%(n)s table", "%(n)s tables", number)


def rounds(number: int) -> Message:
    """How many rounds."""
    return say_n("%(n)s round", "%(n)s rounds", number)


def entries(number: int) -> Message:
    """How many entries of journals."""
    return say_n("%(n)s entry", "%(n)s entries", number)


def address(database: Path, kind: str, key: str, tell: Callable[[Message], object] = str) -> str:
    """The address of a table or a group for phones; where its beginning is not known, ``tell`` is told that."""
    here = whereabouts.find(database.parent)
    known = (here.public_url or here.url).rstrip("/")
    if not known:
        tell(say("This goes after the address of your companion, which has not run yet."))
    return f"{known}/{kind}/{key}"
