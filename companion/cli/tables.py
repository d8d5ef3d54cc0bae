"""The commands for tables and groups, by ids that open nothing: list them, make new links, delete for good."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from textwrap import shorten
from typing import Any

import click
from tabulate import tabulate

from companion import text
from companion.cli.options import open_store, with_database
from companion.store.database import Store
from companion.store.groups.groups import give_group_link
from companion.store.groups.tables import delete_group
from companion.store.journal.loading import load_table
from companion.store.links.links import HANDED_ON, HOST, give_table_link
from companion.store.upkeep import deletion
from companion.store.upkeep.lists import list_tables
from companion.web.app.folders import service_settings
from companion.web.app.site import own_address

MAX_NAMES_LENGTH = 60  # characters of a row
SOMEBODY = "Somebody"  # in place of a name that is taken out
CANT_BE_UNDONE = "This can’t be undone; backups, files and phones aren’t changed."


@click.command("list")
@with_database
@click.argument("which", type=str.lower, metavar="[TABLE|GROUP]...", nargs=-1)
@click.option("--player", default="", metavar="NAME", help="only tables where this player has played")
def print_list(path: Path, which: tuple[str, ...], player: str) -> None:
    """List tables with their groups, newest first."""
    with open_store(path) as store:
        click.echo(write_list(store, list_tables(store, which, player)))


def write_list(store: Store, rows: Iterable[Mapping[str, Any]]) -> str:
    """Return a line for each row of ``list_tables``: what is played, by whom, its rounds, and when it was last."""
    lines = []
    for row in rows:
        line = [row["table"], " ".join(filter(None, (row["group"], row["name"])))]
        with suppress(Exception):  # whatever it is, ``companion check`` says more
            table = load_table(store, row["table_id"])
            names = shorten(", ".join(table.sitting.players), MAX_NAMES_LENGTH, placeholder=" …")
            line += [text.name_played_game(table.rulebook, table.sitting, text.ENGLISH), names]
            line += [len(table.sitting.rounds), text.format_moment(table.last_at, text.ENGLISH)]
        lines.append(line)
    heads = "ID", "Group", "Game", "Players", "Rounds", "Last played"
    return tabulate(lines, heads, "presto", disable_numparse=True) if lines else "No tables found."


@click.command()
@with_database
@click.argument("which", type=str.lower, metavar="TABLE|GROUP")
@click.option("--role", type=click.Choice((HOST, *HANDED_ON)), help="what a table link allows (default: host)")
@click.option("--replace", is_flag=True, help="make a new link and end the old ones")
def link(path: Path, which: str, role: str | None, replace: bool) -> None:
    """Print a link to a table or a group. It works like a key.

    A host’s link makes one phone a host, once, within a day.
    """
    if which.startswith("g") and role:
        raise click.UsageError("A group link gives full access to the group: leave out --role.")
    with open_store(path) as store:
        list_tables(store, [which])
        kind, number = which[0], int(which[1:])
        if kind == "t":
            key = give_table_link(store, number, role or HOST, replace)
        else:
            key = give_group_link(store, number, replace)
    click.echo(build_address(kind, key))


def build_address(*parts: str) -> str:
    """Return the companion's address for phones, by the settings or in this network, and below it these parts."""
    settings = click.get_current_context().find_root().params
    service = service_settings()
    port = service.get("COMPANION_PORT") or settings["port"]
    site = settings["public_url"] or service.get("COMPANION_PUBLIC_URL")
    return "/".join(((site or f"http://{own_address() or 'localhost'}:{port}").rstrip("/"), *parts))


@click.command()
@with_database
@click.argument("which", type=str.lower, metavar="TABLE|GROUP...", nargs=-1, required=True)
@click.option("--player", default="", metavar="NAME", help="only remove this name; the games stay")
@click.option("--yes", is_flag=True, help="don’t ask")
def delete(path: Path, which: tuple[str, ...], player: str, yes: bool) -> None:
    """Delete tables with their rounds and links, and groups with their tables and players, for good."""
    with open_store(path) as store:
        rows = list_tables(store, which, player)
        for row in rows:
            if player and row["table"] in which and row["group"]:
                raise click.UsageError(f"{row['table']} is in {row['group']}: give the group instead.")
        if not rows:
            raise click.UsageError(f"{player} has never played in {', '.join(which)}.")
        click.echo(write_list(store, rows))
        question = f"Remove the name {player}?" if player else "Delete?"
        with suppress(click.Abort):  # nobody answers
            yes = yes or click.confirm(f"{question} {CANT_BE_UNDONE}", err=True)
        if not yes:
            raise click.ClickException("Nothing was changed. To skip the question, add --yes.")
        for kind, number in {each: (each[0], int(each[1:])) for each in which}.values():
            if player:
                forget = deletion.forget_at_table if kind == "t" else deletion.forget_in_group
                forget(store, number, player, SOMEBODY)
            else:
                (deletion.delete_table if kind == "t" else delete_group)(store, number)
        deletion.overwrite_log(store)
    click.echo(f"{player} is now called {SOMEBODY}." if player else f"Deleted {', '.join(dict.fromkeys(which))}.")
