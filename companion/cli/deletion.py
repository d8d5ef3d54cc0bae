"""Deleting tables and groups for good."""

import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import click

from companion.cli.upkeep import counted, of_the_folder, plain_errors
from companion.cli.which import Id, Which, at, find_group, find_table, game_of, players_of
from companion.store.database import Store
from companion.store.upkeep import removal
from companion.text import Catalogue, catalogue


@click.command()
@click.argument("which", type=Id(), metavar="TABLE|GROUP...", nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Do not ask.")
@of_the_folder
def delete(which: Sequence[Which], yes: bool, database: Path) -> None:
    """Delete each TABLE with its rounds and links, and each GROUP with its tables and players, for good."""
    words = catalogue([])
    which = list(dict.fromkeys(which))
    with plain_errors():
        for each in which:
            click.echo(f"{each} {describe(database, each, words)}")
        if not yes:
            ask("Delete? Nobody can bring it back; backups and files keep what they have.")
        with closing(Store(database)) as store:
            for each in which:
                (removal.delete_table if each.kind == "t" else removal.delete_group)(store, each.number)
    click.echo(f"Deleted {' and '.join(_counts(which))}.")


def describe(database: Path, which: Which, words: Catalogue) -> str:
    """What a table or a group is. Raises click.ClickException where there is none."""
    if which.kind == "g":
        group = find_group(database, which)
        stay = f"; {counted(group.put_in, 'table', 'tables')} begun elsewhere only leave it" if group.put_in else ""
        tables = counted(group.tables - group.put_in, "table", "tables")
        return f"{group.name}: {tables} and {counted(group.players, 'player', 'players')}{stay}"
    found = find_table(database, which)
    of_group = f", of g{found.group[0]} {found.group[1]}" if found.group else ""
    if found.table is None:
        return f"can't be read{of_group}"
    rounds = counted(len(found.table.sitting.rounds), "round", "rounds")
    return f"{game_of(found, words)}: {players_of(found)}, {rounds}, last played {at(found.table.last_at)}{of_group}"


def ask(question: str) -> None:
    """Ask, and go on after a yes only. Raises click.ClickException after a no, and where nobody can answer."""
    try:
        agreed = click.confirm(question, err=True)
    except click.Abort:
        if sys.stdin.isatty():
            raise
        raise click.ClickException(
            "Nothing was changed: nobody answered. To go on without asking, add --yes."
        ) from None
    if not agreed:
        raise click.ClickException("Nothing was changed.")


def _counts(which: Sequence[Which]) -> list[str]:
    kinds = [each.kind for each in which]
    told = {"t": ("table", "tables"), "g": ("group", "groups")}
    return [counted(kinds.count(kind), *words) for kind, words in told.items() if kind in kinds]
