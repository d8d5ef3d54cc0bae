"""The command: serve the companion, keep its database safe, show a sheet file or judge a trick without a server."""

import os
import re
import sqlite3
import sys
from collections.abc import Callable
from io import TextIOWrapper
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

import click

from companion import __version__
from companion.cli import scoresheet, status, tables, upkeep
from companion.cli.games.fool import judge
from companion.cli.words import reason, warn
from companion.store.database import FILE_NAME, Refused
from companion.store.trouble import explain
from companion.store.upkeep.soundness import refuse_damaged
from companion.store.wal import log_of

PORT = click.IntRange(0, 65535)
NUMBER = click.IntRange(0)


def network(value: str) -> str:
    """Read an IP address, or a network of them. Raises click.BadParameter."""
    try:
        return str(ip_network(value, strict=False))
    except ValueError as error:
        raise click.BadParameter(f"{value} is no IP address and no network.") from error


def site(value: str) -> str:
    """Read the address of a site: scheme, name and port, and perhaps a path below which the companion is."""
    try:
        parts = urlsplit(value.rstrip("/"))
        whole = f"{parts.scheme}://{parts.netloc}{parts.path}" == parts.geturl()
        whole = whole and re.fullmatch(r"(/(?!\.\.?(/|$))[\w.~-]+)*", parts.path, re.ASCII) is not None
        if whole and parts.scheme in ("http", "https") and parts.hostname and "@" not in value and parts.port != 0:
            return parts.geturl()
    except ValueError:  # no number is its port
        pass
    if value:
        raise click.BadParameter(f"{value} is no address such as https://cards.example.")
    return value


def number(name: str, default: int, about: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """An option that is a number, which COMPANION_… may give as well."""
    variable = f"COMPANION_{name.strip('-').replace('-', '_').upper()}"
    return click.option(
        name, envvar=variable, default=default, show_default=True, type=NUMBER, metavar="NUMBER", help=about
    )


def main() -> None:
    """Run the command; errors are one plain line on stderr and exit status 2."""
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")  # a sign that standard output does not have is no error
    try:
        command.main(standalone_mode=False)
    except click.Abort:
        sys.exit(130)
    except (click.ClickException, Refused) as error:
        told = error.format_message() if isinstance(error, click.ClickException) else str(error)
        warn(" ".join(told.split()))
        sys.exit(2)


@click.group(invoke_without_command=True)
@click.version_option(__version__, prog_name="companion")
@click.option("--host", envvar="COMPANION_HOST", default="0.0.0.0", show_default=True, help="Address to listen on.")  # noqa: S104
@click.option("--port", envvar="COMPANION_PORT", default=8000, show_default=True, type=PORT, help="Port.")
@click.option("--data", envvar="COMPANION_DATA", type=upkeep.FOLDER, help="Folder for the SQLite file.")
@click.option(
    "--proxy",
    "proxies",
    envvar="COMPANION_PROXY",
    multiple=True,
    type=network,
    metavar="ADDRESS",
    help="Address or network of a proxy on another computer; may be repeated.",
)
@click.option(
    "--public-url", envvar="COMPANION_PUBLIC_URL", default="", type=site, metavar="URL", help="Address for phones."
)
@number("--limit", 240, "New games, groups and files that one address may begin in an hour; 0: any number.")
@number("--limit-all", 24000, "As many from all addresses together.")
@number("--reserve", 64, "Megabytes of the disk that are kept for rounds.")
@click.option("--access-log", envvar="COMPANION_ACCESS_LOG", is_flag=True, help="Print a line for each request.")
@click.pass_context
def command(
    context: click.Context,
    host: str,
    port: int,
    data: Path | None,
    proxies: tuple[str, ...],
    public_url: str,
    limit: int,
    limit_all: int,
    reserve: int,
    access_log: bool,
) -> None:
    """Keep score at the table: serve the companion to every phone in the same network."""
    if context.invoked_subcommand:
        return
    from companion import create_app
    from companion.web.app.folders import data_folder
    from companion.web.app.limits import Limits
    from companion.web.serving import addresses, server, whereabouts
    from companion.web.serving.whereabouts import Whereabouts

    path = data_folder(data) / FILE_NAME
    try:
        app = create_app(data, public_url, Limits(limit, limit_all, reserve))
        store = app.extensions["store"]
        refuse_damaged(store.db, path)
    except OSError as error:
        raise click.ClickException(f"The data folder {path.parent} can't be used: {reason(error)}.") from error
    except sqlite3.Error as error:
        raise click.ClickException(explain(error, path)) from error
    if store.aside:
        log = log_of(path).name
        warn(f"{log} belongs to another database than {path}, so it is put aside as {store.aside.name}.")
    try:
        sockets = addresses.bind(host, port)
    except (OSError, ValueError) as error:
        why = str(getattr(error, "strerror", None) or error).rstrip(".")
        message = f"Can't listen on {host} port {port}: {why}. Try another --host or --port."
        raise click.ClickException(message) from error
    urls = (f"{public_url}/",) if public_url else addresses.reachable(sockets)
    addresses.announce(urls, sockets[0], click.echo)
    own = addresses.on_this_computer(sockets[0])
    here = Whereabouts(os.getpid(), own, urls[0] if urls else f"{own}/", public_url)
    with whereabouts.told(path.parent, here):
        server.run(app, sockets, proxies, access_log)


for subcommand in (
    *(status.status, tables.groups, tables.tables, tables.link, tables.delete),
    *(upkeep.backup, upkeep.restore, upkeep.check, upkeep.import_),
    *(scoresheet.score, judge.judge),
):
    command.add_command(subcommand)
