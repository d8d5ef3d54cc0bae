"""The commands for tables and groups, by ids that open nothing: list them, make new links, delete for good."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import shorten

import click
from tabulate import tabulate

from companion import text
from companion.cli.options import open_store, read_id, with_database
from companion.cli.words import plural
from companion.store.folder import CommandRefused
from companion.store.groups.groups import give_group_link
from companion.store.groups.tables import delete_group
from companion.store.links.links import HANDED_ON, HOST, give_table_link
from companion.store.upkeep import deletion
from companion.store.upkeep.lists import ListedItem, list_tables
from companion.web.app.folders import service_settings
from companion.web.app.site import own_address

MAX_NAMES_LENGTH = 60  # characters of a row
SOMEBODY = "Somebody"  # in place of a name that is taken out


@click.command("list")
@with_database
@click.argument("which", type=read_id, metavar="[TABLE|GROUP]...", nargs=-1)
@click.option("--player", default="", metavar="NAME", help="only tables where this player has played")
def print_list(path: Path, which: tuple[str, ...], player: str) -> None:
    """List groups, each with its tables, and tables of no group, newest first."""
    with open_store(path) as store:
        click.echo(write_list(list_tables(store, which, player)))


def write_list(listed: Sequence[ListedItem]) -> str:
    """Return a row for each, or a sentence that there are none."""
    heads = "ID", "Name", "Players", "Rounds", "Last played"
    table = tabulate(map(_write_row, listed), heads, "presto", disable_numparse=True)
    return table if listed else "No tables found."


def _write_row(listed: ListedItem) -> Sequence[object]:
    """Return what a table plays, who sits there, its rounds, and when it was played last; a group's name and size."""
    if listed.name:
        return listed.id, listed.name, plural(listed.players, "player"), plural(listed.tables, "table")
    if listed.table is None:
        return listed.id, *"????"
    sitting = listed.table.sitting
    title = text.name_played_game(listed.table.rulebook, sitting, text.ENGLISH)
    names = shorten(", ".join(sitting.players), MAX_NAMES_LENGTH, placeholder=" …")
    return listed.id, title, names, len(sitting.rounds), text.format_moment(listed.table.last_at, text.ENGLISH)


@click.command()
@with_database
@click.argument("which", type=read_id, metavar="TABLE|GROUP")
@click.option("--role", type=click.Choice((HOST, *HANDED_ON)), help="what a table link allows (default: host)")
@click.option("--replace", is_flag=True, help="make a new link and end the old ones")
def link(path: Path, which: str, role: str | None, replace: bool) -> None:
    """Print a link to a table or a group. It works like a key.

    A host’s link makes one phone a host, once, within a day.
    """
    kind, number = which[0], int(which[1:])
    if kind == "g" and role:
        raise CommandRefused("A group link gives full access to the group: leave out --role.")
    with open_store(path) as store:
        list_tables(store, [which])
        if kind == "t":
            key = give_table_link(store, number, role or HOST, replace)
        else:
            key = give_group_link(store, number, replace)
    click.echo(build_address(kind, key))


def build_address(kind: str, key: str) -> str:
    """Return the address of a table or a group for phones."""
    return f"{find_site()}/{kind}/{key}"


def find_site() -> str:
    """Return the address of the companion for phones, by the settings or in this network."""
    settings = click.get_current_context().find_root().params
    service = service_settings()
    port = service.get("COMPANION_PORT") or settings["port"]
    site = settings["public_url"] or service.get("COMPANION_PUBLIC_URL")
    return (site or f"http://{own_address() or 'localhost'}:{port}").rstrip("/")


@click.command()
@with_database
@click.argument("which", type=read_id, metavar="TABLE|GROUP...", nargs=-1, required=True)
@click.option("--player", default="", metavar="NAME", help="only remove this name; the games stay")
@click.option("--yes", is_flag=True, help="don’t ask")
def delete(path: Path, which: tuple[str, ...], player: str, yes: bool) -> None:
    """Delete tables with their rounds and links, and groups with their tables and players, for good."""
    with open_store(path) as store:
        listed = list_tables(store, which, player)
        for each in listed:
            if player and each.id in which and each.group:
                raise CommandRefused(f"{each.id} is in {each.group}: give the group instead.")
        if not listed:
            raise CommandRefused(f"{player} has never played in {', '.join(which)}.")
        click.echo(write_list(listed))
        if not yes:
            confirm(f"Remove the name {player}?" if player else "Delete?")
        for kind, number in {each: (each[0], int(each[1:])) for each in which}.values():
            if player:
                forget = deletion.forget_at_table if kind == "t" else deletion.forget_in_group
                forget(store, number, player, SOMEBODY)
            else:
                (deletion.delete_table if kind == "t" else delete_group)(store, number)
        deletion.overwrite_log(store)
    click.echo(f"{player} is now called {SOMEBODY}." if player else f"Deleted {', '.join(dict.fromkeys(which))}.")


def confirm(question: str) -> None:
    """Ask, and go on after a yes only. Raises CommandRefused after a no, and where nobody can answer."""
    try:
        if click.confirm(f"{question} This can’t be undone; backups, files and phones aren’t changed.", err=True):
            return
    except click.Abort as no_answer:
        raise CommandRefused("No answer, so nothing was changed. To skip the question, add --yes.") from no_answer
    raise CommandRefused("Nothing was changed.")
