"""The lists of groups and tables, with the ids by which other commands know them."""

from collections.abc import Callable, Sequence
from pathlib import Path

import click
from tabulate import tabulate

from companion.cli.language import tell
from companion.cli.status import sized
from companion.cli.upkeep import of_the_folder, plain_errors
from companion.cli.which import Id, Which, at, find_group, game_of, on, players_of
from companion.games.message import Message, say
from companion.shell import gettext as _
from companion.shell import pgettext, told
from companion.store.upkeep.overview import list_groups, list_tables

MOST = 20

largest_first = click.option("--largest", is_flag=True, help=_("The largest first, not the newest."))


def so_many(told: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The option that says how many rows are printed."""
    return click.option(
        "--most", default=MOST, show_default=True, type=click.IntRange(1), metavar=_("NUMBER"), help=told
    )


@click.command(help=_("List the groups, the newest first."))
@largest_first
@so_many(_("So many groups."))
@of_the_folder
def groups(largest: bool, most: int, database: Path) -> None:
    """List the groups, the newest first."""
    with plain_errors():
        found = list_groups(database, largest=largest, most=most + 1)
    rows = [
        (
            *(f"g{each.id}", each.name, each.tables, each.players),
            *(told(sized(each.size)), at(each.played_at), on(each.opened_on)),
        )
        for each in found
    ]
    name = pgettext("of a group", "Name")
    heads = (_("Id"), name, _("Tables"), _("Players"), _("Size"), _("Last played"), _("Opened"))
    none, more = say("There are no groups."), say("There are more groups: see --most.")
    _print(heads, "llrrrll", rows, most, none, more)


@click.command(help=_("List the tables, the newest first."))
@largest_first
@click.option("--group", type=Id("g"), metavar=_("GROUP"), help=_("Only those of this group."))
@click.option("--player", default="", metavar=_("NAME"), help=_("Only those where somebody of this name sits or sat."))
@so_many(_("So many tables."))
@of_the_folder
def tables(largest: bool, group: Which | None, player: str, most: int, database: Path) -> None:
    """List the tables, the newest first."""
    with plain_errors():
        if group:
            find_group(database, group)
        number = group.number if group else None
        found = list_tables(database, largest=largest, most=most + 1, group_id=number, player=player)
    rows = [
        (
            *(f"t{each.id}", game_of(each), players_of(each)),
            *(len(each.table.sitting.rounds) if each.table else "?", told(sized(each.size))),
            *(at(each.table.last_at) if each.table else "?", on(each.opened_on)),
            f"g{each.group[0]} {each.group[1]}" if each.group else "",
        )
        for each in found
    ]
    heads = (_("Id"), _("Game"), _("Players"), _("Rounds"), _("Size"), _("Last played"), _("Opened"), _("Group"))
    none, more = say("There are no such tables."), say("There are more tables: see --most.")
    _print(heads, "lllrrlll", rows, most, none, more)


def _print(
    heads: Sequence[str], aligned: str, rows: Sequence[Sequence[object]], most: int, none: Message, more: Message
) -> None:
    """Print a table, or that it is empty, and whether there is more of it."""
    if not rows:
        tell(none)
        return
    sides = ["right" if side == "r" else "left" for side in aligned]
    click.echo(tabulate(rows[:most], heads, tablefmt="presto", colalign=sides, disable_numparse=True))
    if len(rows) > most:
        click.echo(told(more), err=True)
