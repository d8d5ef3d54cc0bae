"""The commands for tables and groups, by ids that open nothing: list them, make new links, delete for good."""

import re
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import click
from tabulate import tabulate

from companion import text
from companion.cli.upkeep import address, of_the_folder
from companion.cli.words import count, moment, plain_errors, size, warn
from companion.store.database import Store
from companion.store.groups.groups import give_link as give_group_link
from companion.store.links.links import HOST, ROLES, LinkEnded, give_link
from companion.store.upkeep import forgetting, removal
from companion.store.upkeep.overview import ListedGroup, ListedTable, list_groups, list_tables

MOST = 20  # rows
LONGEST = 60  # characters of names in a row
SOMEBODY = "Somebody"  # in place of a name that is taken out
LISTED = "companion tables and companion groups list them, such as t12 and g3."


class Which(NamedTuple):
    """A table (``t``) or a group (``g``) by its number."""

    kind: str
    number: int

    def __str__(self) -> str:
        return f"{self.kind}{self.number}"


def table_or_group(value: str) -> Which:
    """Read an id. Raises click.BadParameter."""
    found = re.fullmatch(r"([tg])([0-9]{1,18})", value.lower(), re.ASCII)
    if found is None:
        raise click.BadParameter(f"{value} is no table and no group: {LISTED}")
    return Which(found[1], int(found[2]))


def group_id(value: str) -> int:
    """Read the id of a group. Raises click.BadParameter."""
    if not re.fullmatch(r"g[0-9]{1,18}", value.lower(), re.ASCII):
        raise click.BadParameter(f"{value} is no group: {LISTED}")
    return int(value[1:])


def find_table(database: Path, number: int) -> ListedTable:
    """Return the table with a number. Raises click.ClickException."""
    for found in list_tables(database, table_id=number):
        return found
    raise click.ClickException(f"There is no table t{number}: {LISTED}")


def find_group(database: Path, number: int) -> ListedGroup:
    """Return the group with a number. Raises click.ClickException."""
    for found in list_groups(database, group_id=number):
        return found
    raise click.ClickException(f"There is no group g{number}: {LISTED}")


def game_of(listed: ListedTable) -> str:
    """Return what a table plays; what can't be read has a sign of its own."""
    return text.title(listed.table.rulebook, listed.table.sitting, text.ENGLISH) if listed.table else "?"


def players_of(listed: ListedTable) -> str:
    """Return who sits at a table, as far as a row has room."""
    names = ", ".join(listed.table.sitting.players) if listed.table else "?"
    return names if len(names) <= LONGEST else f"{names[: LONGEST - 1].rstrip(', ')}…"


def group_of(listed: ListedTable) -> str:
    """Return the id and the name of a table's group."""
    return f"g{listed.group[0]} {listed.group[1]}" if listed.group else ""


# Lists

largest_first = click.option("--largest", is_flag=True, help="The largest first, not the newest.")


def most_rows(what: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the option that says how many rows are printed."""
    return click.option(
        "--most", default=MOST, show_default=True, type=click.IntRange(1), metavar="NUMBER", help=f"So many {what}."
    )


@click.command
@largest_first
@most_rows("groups")
@of_the_folder
@plain_errors()
def groups(largest: bool, most: int, database: Path) -> None:
    """List the groups, the newest first."""
    rows = [
        (f"g{each.id}", each.name, each.tables, each.players, size(each.size), moment(each.played_at), each.opened_on)
        for each in list_groups(database, largest=largest, most=most + 1)
    ]
    heads = ("Id", "Name", "Tables", "Players", "Size", "Last played", "Opened")
    _print(heads, "llrrrll", rows, most, "There are no groups.", "There are more groups: see --most.")


@click.command
@largest_first
@click.option("--group", type=group_id, metavar="GROUP", help="Only those of this group.")
@click.option("--player", default="", metavar="NAME", help="Only those where somebody of this name sits or sat.")
@most_rows("tables")
@of_the_folder
@plain_errors()
def tables(largest: bool, group: int | None, player: str, most: int, database: Path) -> None:
    """List the tables, the newest first."""
    if group is not None:
        find_group(database, group)
    rows = [
        (
            *(f"t{each.id}", game_of(each), players_of(each)),
            *(len(each.table.sitting.rounds) if each.table else "?", size(each.size)),
            *(moment(each.table.last_at) if each.table else "?", each.opened_on, group_of(each)),
        )
        for each in list_tables(database, largest=largest, most=most + 1, group_id=group, player=player)
    ]
    heads = ("Id", "Game", "Players", "Rounds", "Size", "Last played", "Opened", "Group")
    _print(heads, "lllrrlll", rows, most, "There are no such tables.", "There are more tables: see --most.")


def _print(
    heads: Sequence[str], aligned: str, rows: Sequence[Sequence[object]], most: int, none: str, more: str
) -> None:
    """Print a table, or that it is empty, and whether there is more of it."""
    if not rows:
        click.echo(none)
        return
    sides = ["right" if side == "r" else "left" for side in aligned]
    click.echo(tabulate(rows[:most], heads, tablefmt="presto", colalign=sides, disable_numparse=True))
    if len(rows) > most:
        click.echo(more, err=True)


# Links


@click.command
@click.argument("which", type=table_or_group, metavar="TABLE|GROUP")
@click.option("--role", type=click.Choice(ROLES), help="What a link to a table lets its holder do; else host.")
@click.option("--replace", is_flag=True, help="Make a new one; those before end.")
@of_the_folder
@plain_errors()
def link(which: Which, role: str | None, replace: bool, database: Path) -> None:
    """Print the address of a TABLE or a GROUP. It is a key."""
    if which.kind == "g" and role:
        raise click.ClickException("Who has a group's link may do everything in the group: leave out --role.")
    before = find_table(database, which.number).group if which.kind == "t" else find_group(database, which.number)
    try:
        with closing(Store(database)) as store:
            if which.kind == "t":
                key = give_link(store, which.number, role or HOST, replace)
            else:
                key = give_group_link(store, which.number, replace)
    except LinkEnded as error:
        raise click.ClickException(f"{which} has been deleted just now.") from error
    if which.kind == "t" and before != find_table(database, which.number).group:
        warn(f"{which} is not in a group any more: it had been put there by a link that has ended.")
    where = address(database, which.kind, key)
    if where.startswith("/"):
        warn("This goes after the address of your companion, which has not run yet.")
    click.echo(where)


# Deleting


@click.command
@click.argument("which", type=table_or_group, metavar="TABLE|GROUP...", nargs=-1, required=True)
@click.option("--player", default="", metavar="NAME", help="Only take this player's name out; the games stay.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@of_the_folder
@plain_errors()
def delete(which: Sequence[Which], player: str, yes: bool, database: Path) -> None:
    """Delete each TABLE with its rounds and links, and each GROUP with its tables and players, for good."""
    which = list(dict.fromkeys(which))
    for each in which:
        click.echo(f"{each} {_where(database, each, player) if player else _describe(database, each)}")
    question = "Delete? Nobody can bring it back; backups and files keep what they have."
    if player:
        question = (
            f"Take the name {player} out? Nobody can bring it back; backups, files and phones keep what they have."
        )
    if not yes:
        ask(question)
    with closing(Store(database)) as store:
        for kind, number in which:
            if player:
                forget = forgetting.forget_at_table if kind == "t" else forgetting.forget_in_group
                forget(store, number, player, SOMEBODY)
            else:
                (removal.delete_table if kind == "t" else removal.delete_group)(store, number)
    kinds = [kind for kind, _ in which]
    gone = [count(kinds.count(kind), name) for kind, name in (("t", "table"), ("g", "group")) if kind in kinds]
    click.echo(f"{player} is {SOMEBODY} from now on." if player else f"Deleted {' and '.join(gone)}.")


def _describe(database: Path, which: Which) -> str:
    """Say what a table or a group is. Raises click.ClickException where there is none."""
    if which.kind == "g":
        group = find_group(database, which.number)
        what = f"{group.name}: {count(group.tables - group.put_in, 'table')} and {count(group.players, 'player')}"
        stay = "table begun elsewhere only leaves it", "tables begun elsewhere only leave it"
        return f"{what}; {count(group.put_in, *stay)}" if group.put_in else what
    found = find_table(database, which.number)
    what = "can't be read"
    if found.table:
        rounds = count(len(found.table.sitting.rounds), "round")
        what = f"{game_of(found)}: {players_of(found)}, {rounds}, last played {moment(found.table.last_at)}"
    return f"{what}, of {group_of(found)}" if found.group else what


def _where(database: Path, which: Which, player: str) -> str:
    """Say where a player sits or sat. Raises click.ClickException where nowhere, or where a group has to be named."""
    name = ""
    if which.kind == "g":
        name = f"{find_group(database, which.number).name}: "
        found = list_tables(database, player=player, group_id=which.number)
    elif inside := group_of(find_table(database, which.number)):
        raise click.ClickException(f"{which} is in {inside}: name the group.")
    else:
        found = list_tables(database, player=player, table_id=which.number)
    if not found:
        raise click.ClickException(f"Nobody called {player} sits or sat in {which}.")
    return f"{name}{player} sits or sat at {count(len(found), 'table')}"


def ask(question: str) -> None:
    """Ask, and go on after a yes only. Raises click.ClickException after anything else, and where nobody can answer."""
    try:
        if click.confirm(question, err=True):
            return
    except click.Abort:
        if sys.stdin.isatty():
            raise
        message = "Nothing was changed: nobody answered. To go on without asking, add --yes."
        raise click.ClickException(message) from None
    raise click.ClickException("Nothing was changed.")
