"""The commands for tables and groups, by ids that open nothing: list them, make new links, delete for good."""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from textwrap import shorten
from urllib.parse import urlsplit

import click
from tabulate import tabulate

from companion import text
from companion.cli.options import with_database
from companion.cli.words import plural, warn
from companion.store.database import Store, refuse_missing
from companion.store.folder import CommandRefused, give_room, read_note
from companion.store.groups import groups as store_groups
from companion.store.groups.tables import delete_group
from companion.store.links.links import HOST, ROLES, give_table_link
from companion.store.upkeep import deletion
from companion.store.upkeep.lists import ListedGroup, ListedTable, list_all_tables, list_groups
from companion.web.app.folders import service_settings
from companion.web.app.site import own_address

MAX_NAMES_LENGTH = 60  # characters of a row
SOMEBODY = "Somebody"  # in place of a name that is taken out
LISTED = "“companion tables” and “companion groups” list IDs, such as t12 and g3."


def read_id(value: str, kinds: str = "tg") -> str:
    """Read the id of a table (``t12``) or a group (``g3``). Raises BadParameter."""
    if not re.fullmatch(f"[{kinds}][0-9]{{1,18}}", value.lower(), re.ASCII):
        raise click.BadParameter(f"{value} isn’t a {'table or ' if 't' in kinds else ''}group: {LISTED}")
    return value.lower()


def read_group_id(value: str) -> str:
    """Read the id of a group. Raises BadParameter."""
    return read_id(value, "g")


# Lists


@click.command()
@with_database
def groups(path: Path) -> None:
    """List the groups, newest first."""
    with open_store(path) as store:
        rows = [(f"g{each.id}", *each[1:]) for each in list_groups(store)]
    print_rows("ID, Name, Tables, Players", rows, "No groups.")


@click.command()
@with_database
@click.option("--group", type=read_group_id, metavar="GROUP", help="only tables of this group")
@click.option("--player", default="", metavar="NAME", help="only tables where this player has played")
def tables(path: Path, group: str | None, player: str) -> None:
    """List the tables, newest first."""
    with open_store(path) as store:
        group_id = find_listed(store, group).id if group else None
        found = list_all_tables(store, group_id=group_id, player=player)
        rows = [(f"t{each.id}", *describe_game(each), each.group) for each in found]
    print_rows("ID, Game, Players, Rounds, Last played, Group", rows, "No tables found.")


def print_rows(heads: str, rows: Sequence[Sequence[object]], none: str) -> None:
    """Print rows below their heads, or a sentence that there are none."""
    print(tabulate(rows, heads.split(", "), tablefmt="presto", disable_numparse=True) if rows else none)


def describe_game(listed: ListedTable) -> tuple[str, str, str, str]:
    """Return what a table plays, who sits there, how many rounds there are, and when it was played last."""
    if listed.table is None:
        return ("?",) * 4
    sitting = listed.table.sitting
    title = text.name_played_game(listed.table.rulebook, sitting, text.ENGLISH)
    names = shorten(", ".join(sitting.players), MAX_NAMES_LENGTH, placeholder=" …")
    return title, names, str(len(sitting.rounds)), text.format_moment(listed.table.last_at, text.ENGLISH)


@contextmanager
def open_store(path: Path) -> Iterator[Store]:
    """Open a database that is there. Raises CommandRefused."""
    refuse_missing(path)
    with closing(Store(path)) as store:
        yield store


def find_listed(store: Store, which: str) -> ListedTable | ListedGroup:
    """Return a table or a group. Raises CommandRefused."""
    kind, number = which[0], int(which[1:])
    listed = list_all_tables(store, table_id=number) if kind == "t" else list_groups(store)
    for found in listed:
        if found.id == number:
            return found
    raise CommandRefused(f"There’s no {'table' if kind == 't' else 'group'} {which}: {LISTED}")


# Links


@click.command()
@with_database
@click.argument("which", type=read_id, metavar="TABLE|GROUP")
@click.option("--role", type=click.Choice(ROLES), help="what a table link allows (default: host)")
@click.option("--replace", is_flag=True, help="make a new link and end the old ones")
def link(path: Path, which: str, role: str | None, replace: bool) -> None:
    """Print a link to a table or a group. It works like a key."""
    if which[0] == "g" and role:
        raise CommandRefused("A group link gives full access to the group: leave out --role.")
    with open_store(path) as store:
        found = find_listed(store, which)
        if isinstance(found, ListedTable):
            key = give_table_link(store, found.id, role or HOST, replace)
        else:
            key = store_groups.give_group_link(store, found.id, replace)
    print(build_address(path, which[0], key))


def build_address(path: Path, kind: str, key: str) -> str:
    """Return the address of a table or a group for phones: as the settings have it, or as the companion ran last."""
    options = click.get_current_context().find_root().params
    site = options["public_url"] or service_settings().get("COMPANION_PUBLIC_URL") or read_note(path.parent).url
    site = site.rstrip("/") or f"http://{own_address() or 'localhost'}:{options['port']}"
    if urlsplit(site).hostname in ("localhost", "127.0.0.1", "::1"):
        warn("Only this computer can open that. For phones, start the companion with --public-url.")
    return f"{site}/{kind}/{key}"


# Deleting


@click.command()
@with_database
@click.argument("which", type=read_id, metavar="TABLE|GROUP", nargs=-1, required=True)
@click.option("--player", default="", metavar="NAME", help="only remove this name; the games stay")
@click.option("--yes", is_flag=True, help="don’t ask")
def delete(path: Path, which: tuple[str, ...], player: str, yes: bool) -> None:
    """Delete tables with their rounds and links, and groups with their tables and players, for good."""
    question = f"Remove the name {player}?" if player else "Delete?"
    what_stays = "backups, files and phones" if player else "backups and files"
    every = list(dict.fromkeys(which))
    give_room(path.parent)
    with open_store(path) as store:
        for each in every:
            found = find_listed(store, each)
            print(each, where_sat(store, each, found, player) if player else describe_listed(found))
        if not yes:
            confirm(f"{question} This can’t be undone; {what_stays} aren’t changed.")
        with deletion.overwriting(store):
            for each in every:
                is_table, number = each[0] == "t", int(each[1:])
                if player:
                    forget = deletion.forget_at_table if is_table else deletion.forget_in_group
                    forget(store, number, player, SOMEBODY)
                else:
                    (deletion.delete_table if is_table else delete_group)(store, number)
    print(f"{player} is now called {SOMEBODY}." if player else f"Deleted {', '.join(every)}.")


def describe_listed(found: ListedTable | ListedGroup) -> str:
    """Say what a table or a group is."""
    if isinstance(found, ListedGroup):
        return f"{found.name}: {plural(found.tables, 'table')} and {plural(found.players, 'player')}"
    game, names, rounds, last_at = describe_game(found)
    group = f", of {found.group}" if found.group else ""
    return f"{game}: {names}, rounds: {rounds}, last played {last_at}{group}"


def where_sat(store: Store, which: str, found: ListedTable | ListedGroup, player: str) -> str:
    """Say where a player sits or sat. Raises CommandRefused if nowhere, or if the group must be given."""
    if isinstance(found, ListedTable) and found.group:
        raise CommandRefused(f"{which} is in {found.group}: give the group instead.")
    where = {"group_id": found.id} if isinstance(found, ListedGroup) else {"table_id": found.id}
    number = len(list_all_tables(store, player=player, **where))
    if not number:
        raise CommandRefused(f"{player} has never played in {which}.")
    return f"{player} has played at {plural(number, 'table')}"


def confirm(question: str) -> None:
    """Ask, and go on after a yes only. Raises CommandRefused after anything else, and where nobody can answer."""
    print(f"{question} [y/N]: ", end="", file=sys.stderr, flush=True)
    answer = sys.stdin.readline()
    if not answer:
        raise CommandRefused("No answer, so nothing was changed. To skip the question, add --yes.")
    if answer.strip().lower() not in ("y", "yes"):
        raise CommandRefused("Nothing was changed.")
