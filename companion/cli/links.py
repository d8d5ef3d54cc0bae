"""A new link to a table or a group, where one is lost or has leaked."""

from contextlib import closing
from pathlib import Path

import click

from companion.cli.language import Problem, warn
from companion.cli.upkeep import of_the_folder, plain_errors
from companion.cli.which import Id, Which, address, find_group, find_table
from companion.games.message import say
from companion.shell import gettext as _
from companion.store.database import Store
from companion.store.groups import groups
from companion.store.links.links import HOST, ROLES, LinkEnded, give_link


@click.command(
    help=_("Make a new link to a TABLE or a GROUP and print its address. It is a key, and written nowhere else.")
)
@click.argument("which", type=Id(), metavar=_("TABLE|GROUP"))
@click.option("--role", type=click.Choice(ROLES), help=_("What a link to a table lets its holder do; else host."))
@click.option("--replace", is_flag=True, help=_("The links that there are end."))
@of_the_folder
def link(which: Which, role: str | None, replace: bool, database: Path) -> None:
    """Make a new link and print its address."""
    if which.kind == "g" and role:
        raise Problem(say("Who has a group's link may do everything in the group: leave out --role."))
    with plain_errors():
        before = find_table(database, which) if which.kind == "t" else find_group(database, which)
        try:
            with closing(Store(database)) as store:
                if which.kind == "t":
                    key = give_link(store, which.number, role or HOST, replace)
                else:
                    key = groups.give_link(store, which.number, replace)
        except LinkEnded as error:
            raise Problem(say("%(id)s has been deleted just now.", id=str(which))) from error
        if replace and which.kind == "t" and role in (None, HOST) and before != find_table(database, which):
            warn(
                say("%(id)s is not in a group any more: it had been put there by a link that has ended.", id=str(which))
            )
    click.echo(address(database, which.kind, key, warn))
