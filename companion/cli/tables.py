"""The commands for tables and groups, by ids that open nothing: list them, make new links, delete for good."""

import re
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from textwrap import shorten
from typing import NamedTuple
from urllib.parse import urlsplit

from tabulate import tabulate

from companion import text
from companion.cli.words import plural, warn
from companion.store.database import Store
from companion.store.folder import CommandRefused, read_note
from companion.store.groups import groups as store_groups
from companion.store.groups.tables import delete_group
from companion.store.links.links import HOST, give_table_link
from companion.store.upkeep import deletion
from companion.store.upkeep.lists import ListedGroup, ListedTable, list_all_tables, list_groups
from companion.web.app.site import own_address

MAX_NAMES_LENGTH = 60  # characters of a row
SOMEBODY = "Somebody"  # in place of a name that is taken out
LISTED = "“companion tables” and “companion groups” list IDs, such as t12 and g3."


class Which(NamedTuple):
    """The id of a table (``t``) or a group (``g``)."""

    kind: str
    number: int

    def __str__(self) -> str:
        return f"{self.kind}{self.number}"


def read_id(value: str, kinds: str = "tg") -> Which:
    """Read the id of a table or a group. Raises ArgumentTypeError."""
    found = re.fullmatch(f"([{kinds}])([0-9]{{1,18}})", value.lower(), re.ASCII)
    if found is None:
        raise ArgumentTypeError(f"{value} isn’t a {'table or ' if 't' in kinds else ''}group: {LISTED}")
    return Which(found[1], int(found[2]))


# Lists


def groups(arguments: Namespace) -> None:
    """List the groups, newest first."""
    rows = [(f"g{each.id}", each.name, each.tables, each.players) for each in list_groups(arguments.database)]
    print_rows("ID, Name, Tables, Players", rows, "No groups.")


def tables(arguments: Namespace) -> None:
    """List the tables, newest first."""
    group_id = find_listed(arguments.database, arguments.group).id if arguments.group else None
    found = list_all_tables(arguments.database, group_id=group_id, player=arguments.player)
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


def find_listed(database: Path, which: Which) -> ListedTable | ListedGroup:
    """Return a table or a group. Raises CommandRefused."""
    listed: list[ListedTable] | list[ListedGroup] = (
        list_all_tables(database, table_id=which.number) if which.kind == "t" else list_groups(database)
    )
    for found in listed:
        if found.id == which.number:
            return found
    raise CommandRefused(f"There’s no {'table' if which.kind == 't' else 'group'} {which}: {LISTED}")


# Links


def link(arguments: Namespace) -> None:
    """Print a link to a table or a group. It works like a key."""
    kind, number = arguments.which
    if kind == "g" and arguments.role:
        raise CommandRefused("A group link gives full access to the group: leave out --role.")
    find_listed(arguments.database, arguments.which)
    with closing(Store(arguments.database)) as store:
        if kind == "t":
            key = give_table_link(store, number, arguments.role or HOST, arguments.replace)
        else:
            key = store_groups.give_group_link(store, number, arguments.replace)
    print(build_address(arguments, kind, key))


def build_address(arguments: Namespace, kind: str, key: str) -> str:
    """Return the address of a table or a group for phones: as the settings have it, or as the companion ran last."""
    site = arguments.public_url or read_note(arguments.database.parent).url.rstrip("/")
    site = site or f"http://{own_address() or 'localhost'}:{arguments.port}"
    if urlsplit(site).hostname in ("localhost", "127.0.0.1", "::1"):
        warn("Only this computer can open that. For phones, start the companion with --public-url.")
    return f"{site}/{kind}/{key}"


# Deleting


def delete(arguments: Namespace) -> None:
    """Delete tables with their rounds and links, and groups with their tables and players, for good."""
    player = arguments.player
    question = f"Remove the name {player}?" if player else "Delete?"
    what_stays = "backups, files and phones" if player else "backups and files"
    every = list(dict.fromkeys(arguments.which))
    for which in every:
        found = find_listed(arguments.database, which)
        print(which, where_sat(arguments.database, which, found, player) if player else describe_listed(found))
    if not arguments.yes:
        confirm(f"{question} This can’t be undone; {what_stays} aren’t changed.")
    with closing(Store(arguments.database)) as store, deletion.overwriting(store):
        for kind, number in every:
            if player:
                forget = deletion.forget_at_table if kind == "t" else deletion.forget_in_group
                forget(store, number, player, SOMEBODY)
            else:
                (deletion.delete_table if kind == "t" else delete_group)(store, number)
    print(f"{player} is now called {SOMEBODY}." if player else f"Deleted {', '.join(map(str, every))}.")


def describe_listed(found: ListedTable | ListedGroup) -> str:
    """Say what a table or a group is."""
    if isinstance(found, ListedGroup):
        return f"{found.name}: {plural(found.tables, 'table')} and {plural(found.players, 'player')}"
    game, names, rounds, last_at = describe_game(found)
    group = f", of {found.group}" if found.group else ""
    return f"{game}: {names}, rounds: {rounds}, last played {last_at}{group}"


def where_sat(database: Path, which: Which, found: ListedTable | ListedGroup, player: str) -> str:
    """Say where a player sits or sat. Raises CommandRefused if nowhere, or if the group must be given."""
    if isinstance(found, ListedTable) and found.group:
        raise CommandRefused(f"{which} is in {found.group}: give the group instead.")
    where = {"group_id": found.id} if isinstance(found, ListedGroup) else {"table_id": found.id}
    number = len(list_all_tables(database, player=player, **where))
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
