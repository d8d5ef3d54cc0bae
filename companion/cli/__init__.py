"""The command: serve the companion, keep its database safe, show a sheet file or judge a trick without a server."""

import os
import re
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing
from functools import partial
from io import TextIOWrapper
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import click

from companion import __version__
from companion.cli import scoresheet, tables, upkeep
from companion.cli.scoresheet import english
from companion.games.reading import Unreadable
from companion.store.database import FILE_NAME, Store
from companion.store.folder import CommandRefused, claim, write_pid
from companion.store.trouble import Trouble, trouble_of
from companion.store.upkeep.soundness import find_damage, try_to_save
from companion.web.app.folders import data_folder
from companion.web.serving import whereabouts

ERRORS = (click.ClickException, CommandRefused, Unreadable, OSError, sqlite3.Error, UnicodeDecodeError)
COMMANDS = (
    *(upkeep.status, tables.print_list, tables.link, tables.delete),
    *(upkeep.backup, upkeep.restore, upkeep.check, upkeep.import_, scoresheet.score, scoresheet.print_ruling),
)
setting = partial(click.option, show_envvar=True, show_default=True)


def main() -> None:
    """Run the command; errors are one plain line on stderr and exit status 2."""
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")  # standard output may lack some characters
    try:
        companion.main(prog_name="companion", standalone_mode=False)
    except click.Abort:
        sys.exit(130)
    except ERRORS as error:
        warn(" ".join(describe_error(error).split()))
        sys.exit(2)


def describe_error(error: BaseException) -> str:
    """Return what one of ``ERRORS`` means."""
    match error:
        case Unreadable(location=location, reason=reason):
            return f"{location}: {english(reason)}" if location else english(reason)
        case click.ClickException():
            return error.format_message()
        case OSError(filename=str(name)):
            return f"{error.strerror}: {name}"
        case sqlite3.Error() | UnicodeDecodeError():  # SQLite's own words may be what is damaged
            return f"Can’t use the database: {error}."
    return str(error)


def warn(sentence: str) -> None:
    """Print a sentence on standard error."""
    click.echo(f"companion: {sentence}", err=True)


def read_site(value: str) -> str:
    """Read the address of a site: scheme, name and port, and perhaps a path below which the companion is."""
    found = re.fullmatch(r"(https?://[\w.:\[\]-]+(/[\w~-][\w.~-]*)*)?/*", value)
    if found is None:
        raise click.BadParameter(f"{value} isn’t an address like https://cards.example.")
    return found[1] or ""


@click.group(invoke_without_command=True, commands=COMMANDS, context_settings={"auto_envvar_prefix": "COMPANION"})
@click.version_option(__version__, message="companion, version %(version)s")
@setting("--host", default="0.0.0.0", help="address to listen on")  # noqa: S104
@setting("--port", default=8000, type=click.IntRange(0, 65535), help="port")
@setting("--data", type=Path, help="folder of the database")
@click.option(
    "--new", is_flag=True, allow_from_autoenv=False, help="start with an empty database if the old one is lost"
)
@setting(
    "--proxy", multiple=True, type=ip_network, metavar="ADDRESS", help="address or network of another computer’s proxy"
)
@setting("--public-url", default="", metavar="URL", type=read_site, help="address for phones")
@setting("--limit", default=240, type=click.IntRange(min=0), help="new games an hour and address; 0: any")
@setting("--access-log", is_flag=True, help="print a line for each request")
@click.pass_context
def companion(context: click.Context, /, **settings: Any) -> None:
    """Serve the companion to every phone on the same network."""
    if context.invoked_subcommand is None:
        serve(data_folder(settings["data"]) / FILE_NAME, settings)


def serve(path: Path, settings: Mapping[str, Any]) -> None:
    """Serve the database at a path by the settings of the command line, until a signal. Raises ``ERRORS``."""
    click.echo(f"Starting with {path} …")
    from companion import create_app
    from companion.web.app.limits import Limits
    from companion.web.serving import server

    path.parent.mkdir(parents=True, exist_ok=True)
    with claim(path.parent):
        refuse_unsound(path, settings["new"])
        app = create_app(path.parent, settings["public_url"], Limits(settings["limit"]))
        host, port = settings["host"], settings["port"]
        try:
            listening = whereabouts.bind(host, port)
        except OSError as error:
            problem = f"Can’t listen on {host} port {port}: {os.strerror(error.errno or 0)}."
            raise click.ClickException(f"{problem} Try another --host or --port.") from error
        write_pid(path.parent)
        whereabouts.announce(listening, settings["public_url"])
        whereabouts.tell_systemd()
        server.run(app, listening, [str(network) for network in settings["proxy"]], settings["access_log"])


def refuse_unsound(path: Path, new: bool) -> None:
    """Raise ClickException for a database that is damaged or takes no round."""
    try:
        with closing(Store(path, new)) as store:
            if damage := find_damage(store.db):
                raise click.ClickException(Trouble.DAMAGED.explain(path, damage))
            try_to_save(store)
    except sqlite3.Error as error:
        raise click.ClickException(trouble_of(error, path).explain(path, error)) from error
