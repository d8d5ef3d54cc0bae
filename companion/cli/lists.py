"""The lists of groups and tables, with the ids by which other commands know them."""

from collections.abc import Callable, Sequence
from pathlib import Path

import click
from tabulate import tabulate

from companion.cli.status import sized
from companion.cli.upkeep import of_the_folder, plain_errors
from companion.cli.which import Id, Which, at, find_group, game_of, players_of
from companion.store.upkeep.overview import list_groups, list_tables
from companion.text import catalogue

MOST = 20

largest_first = click.option("--largest", is_flag=True, help="The largest first, not the newest.")


def so_many(what: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The option that says how many rows are printed."""
    return click.option(
        "--most", default=MOST, show_default=True, type=click.IntRange(1), metavar="NUMBER", help=f"So many {what}."
    )


@click.command()
@largest_first
@so_many("groups")
@of_the_folder
def groups(largest: bool, most: int, database: Path) -> None:
    """List the groups, the newest first."""
    with plain_errors():
        found = list_groups(database, largest=largest, most=most + 1)
    rows = [
        (
            *(f"g{each.id}", each.name, each.tables, each.players),
            *(sized(each.size), at(each.played_at), each.opened_on),
        )
        for each in found
    ]
    _print(("Id", "Name", "Tables", "Players", "Size", "Last played", "Opened"), "llrrrll", rows, most, "groups")


@click.command()
@largest_first
@click.option("--group", type=Id("g"), metavar="GROUP", help="Only those of this group.")
@click.option("--player", default="", metavar="NAME", help="Only those where somebody of this name sits or sat.")
@so_many("tables")
@of_the_folder
def tables(largest: bool, group: Which | None, player: str, most: int, database: Path) -> None:
    """List the tables, the newest first."""
    words = catalogue([])
    with plain_errors():
        if group:
            find_group(database, group)
        number = group.number if group else None
        found = list_tables(database, largest=largest, most=most + 1, group_id=number, player=player)
    rows = [
        (
            *(f"t{each.id}", game_of(each, words), players_of(each)),
            *(len(each.table.sitting.rounds) if each.table else "?", sized(each.size)),
            *(at(each.table.last_at) if each.table else "?", each.opened_on),
            f"g{each.group[0]} {each.group[1]}" if each.group else "",
        )
        for each in found
    ]
    heads = ("Id", "Game", "Players", "Rounds", "Size", "Last played", "Opened", "Group")
    _print(heads, "lllrrlll", rows, most, "tables")


def _print(heads: Sequence[str], aligned: str, rows: Sequence[Sequence[object]], most: int, what: str) -> None:
    """Print a table, and whether there is more of it."""
    if not rows:
        click.echo(f"There are no such {what}." if what == "tables" else f"There are no {what}.")
        return
    sides = ["right" if side == "r" else "left" for side in aligned]
    click.echo(tabulate(rows[:most], heads, tablefmt="presto", colalign=sides, disable_numparse=True))
    if len(rows) > most:
        click.echo(f"There are more {what}: see --most.", err=True)
