"""Deleting tables and groups for good."""

import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import click

from companion.cli.upkeep import counted, of_the_folder, plain_errors
from companion.cli.which import Id, Which, at, find_group, find_table, game_of, players_of
from companion.store.database import Store
from companion.store.upkeep import forgetting, removal
from companion.store.upkeep.overview import list_tables
from companion.text import Catalogue, catalogue


@click.command()
@click.argument("which", type=Id(), metavar="TABLE|GROUP...", nargs=-1, required=True)
@click.option("--player", default="", metavar="NAME", help="Only take this player's name out; the games stay.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@of_the_folder
def delete(which: Sequence[Which], player: str, yes: bool, database: Path) -> None:
    """Delete each TABLE with its rounds and links, and each GROUP with its tables and players, for good."""
    words = catalogue([])
    which = list(dict.fromkeys(which))
    if player:
        _forget(which, player, yes, database)
        return
    with plain_errors():
        for each in which:
            click.echo(f"{each} {describe(database, each, words)}")
        if not yes:
            ask("Delete? Nobody can bring it back; backups and files keep what they have.")
        with closing(Store(database)) as store:
            for each in which:
                (removal.delete_table if each.kind == "t" else removal.delete_group)(store, each.number)
    click.echo(f"Deleted {' and '.join(_counts(which))}.")


def _forget(which: Sequence[Which], player: str, yes: bool, database: Path) -> None:
    """Put another name for a player's in groups, and at tables that are in none."""
    with plain_errors():
        for each in which:
            click.echo(f"{each} {_where(database, each, player)}")
        if not yes:
            ask(f"Take the name {player} out? Nobody can bring it back; backups, files and phones keep what they have.")
        with closing(Store(database)) as store:
            for each in which:
                forget = forgetting.forget_at_table if each.kind == "t" else forgetting.forget_in_group
                forget(store, each.number, player)
    click.echo(f"{player} is {forgetting.SOMEBODY} from now on.")


def _where(database: Path, which: Which, player: str) -> str:
    """Where a player sits or sat. Raises click.ClickException where nowhere, and where it takes a group to say so."""
    table = find_table(database, which) if which.kind == "t" else None
    if table and table.group:
        raise click.ClickException(f"{which} is in g{table.group[0]} {table.group[1]}: name the group.")
    group = find_group(database, which) if which.kind == "g" else None
    about = {"group_id": which.number} if group else {"table_id": which.number}
    found = list_tables(database, player=player, **about)  # type: ignore[arg-type]
    if not found:
        raise click.ClickException(f"Nobody called {player} sits or sat in {which}.")
    name = f"{group.name}: " if group else ""
    return f"{name}{player} sits or sat at {counted(len(found), 'table', 'tables')}"


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
