"""Deleting tables and groups for good."""

import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import click

from companion.cli.language import Problem, tell
from companion.cli.upkeep import of_the_folder, plain_errors
from companion.cli.which import Id, Which, at, find_group, find_table, game_of, players_of, rounds, tables
from companion.games.message import Message, say, say_n, say_of
from companion.games.players import without_marks
from companion.shell import gettext as _
from companion.shell import told
from companion.store.database import Store
from companion.store.upkeep import forgetting, removal
from companion.store.upkeep.overview import list_tables


@click.command(
    help=_("Delete each TABLE with its rounds and links, and each GROUP with its tables and players, for good.")
)
@click.argument("which", type=Id(), metavar=_("TABLE|GROUP..."), nargs=-1, required=True)
@click.option("--player", default="", metavar=_("NAME"), help=_("Only take this player's name out; the games stay."))
@click.option("--yes", is_flag=True, help=_("Do not ask."))
@of_the_folder
def delete(which: Sequence[Which], player: str, yes: bool, database: Path) -> None:
    """Delete tables and groups, or take a name out of them."""
    which = list(dict.fromkeys(which))
    if player:
        _forget(which, player, yes, database)
        return
    with plain_errors():
        for each in which:
            click.echo(f"{each} {describe(database, each)}")
        if not yes:
            ask(say("Delete? Nobody can bring it back; backups and files keep what they have."))
        with closing(Store(database)) as store:
            for each in which:
                (removal.delete_table if each.kind == "t" else removal.delete_group)(store, each.number)
    tell(_deleted(which))


def _forget(which: Sequence[Which], player: str, yes: bool, database: Path) -> None:
    """Put another name for a player's in groups, and at tables that are in none."""
    # TRANSLATORS: stands where a player's name was
    somebody = _("Somebody")
    with plain_errors():
        for each in which:
            click.echo(f"{each} {_where(database, each, player)}")
        if not yes:
            ask(
                say(
                    "Take the name %(player)s out?"
                    " Nobody can bring it back; backups, files and phones keep what they have.",
                    player=player,
                )
            )
        with closing(Store(database)) as store:
            for each in which:
                forget = forgetting.forget_at_table if each.kind == "t" else forgetting.forget_in_group
                forget(store, each.number, player, somebody)
    tell(say("%(player)s is %(somebody)s from now on.", player=player, somebody=somebody))


def _where(database: Path, which: Which, player: str) -> str:
    """Where a player sits or sat. Raises click.ClickException where nowhere, and where it takes a group to say so."""
    table = find_table(database, which) if which.kind == "t" else None
    if table and table.group:
        inside = f"g{table.group[0]} {table.group[1]}"
        raise Problem(say("%(id)s is in %(group)s: name the group.", id=str(which), group=inside))
    group = find_group(database, which) if which.kind == "g" else None
    about = {"group_id": which.number} if group else {"table_id": which.number}
    found = list_tables(database, player=player, **about)  # type: ignore[arg-type]
    if not found:
        raise Problem(say("Nobody called %(player)s sits or sat in %(id)s.", player=player, id=str(which)))
    sits = say_n(
        "%(player)s sits or sat at %(n)s table", "%(player)s sits or sat at %(n)s tables", len(found), player=player
    )
    return told(say_of(group.name, sits) if group else sits)


def describe(database: Path, which: Which) -> str:
    """What a table or a group is. Raises click.ClickException where there is none."""
    if which.kind == "g":
        group = find_group(database, which)
        stay = say_n(
            "%(n)s table begun elsewhere only leaves it", "%(n)s tables begun elsewhere only leave it", group.put_in
        )
        what = say(
            "%(group)s: %(tables)s and %(players)s",
            group=group.name,
            tables=tables(group.tables - group.put_in),
            players=say_n("%(n)s player", "%(n)s players", group.players),
        )
        return f"{told(what)}; {told(stay)}" if group.put_in else told(what)
    found = find_table(database, which)
    what = say("can't be read")
    if found.table:
        what = say(
            "%(game)s: %(players)s, %(rounds)s, last played %(at)s",
            game=game_of(found),
            players=players_of(found),
            rounds=rounds(len(found.table.sitting.rounds)),
            at=at(found.table.last_at),
        )
    if found.group:
        what = say("%(what)s, of %(group)s", what=what, group=f"g{found.group[0]} {found.group[1]}")
    return told(what)


def ask(question: Message) -> None:
    """Ask, and go on after a yes only. Raises click.ClickException after anything else, and where nobody can answer."""
    yes, no = _("yes"), _("no")
    choice = f" [{yes[0]}/{no[0].upper()}]: "
    try:
        answer = click.prompt(told(question), "", show_default=False, prompt_suffix=choice, err=True).strip()
    except click.Abort:
        if sys.stdin.isatty():
            raise
        raise Problem(say("Nothing was changed: nobody answered. To go on without asking, add --yes.")) from None
    plain = without_marks(answer)
    if not plain or not any(without_marks(word).startswith(plain) for word in (yes, "yes")):
        raise Problem(say("Nothing was changed."))


def _deleted(which: Sequence[Which]) -> Message:
    groups = sum(each.kind == "g" for each in which)
    if not groups:
        return say_n("Deleted %(n)s table.", "Deleted %(n)s tables.", len(which))
    if groups == len(which):
        return say_n("Deleted %(n)s group.", "Deleted %(n)s groups.", groups)
    # TRANSLATORS: "2 tables" and "1 group" are put in as they stand alone
    return say(
        "Deleted %(tables)s and %(groups)s.",
        tables=tables(len(which) - groups),
        groups=say_n("%(n)s group", "%(n)s groups", groups),
    )
