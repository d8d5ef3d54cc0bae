"""The command: serve the companion, keep its database safe, show a sheet file or judge a trick without a server."""

import json
import os
import re
import sqlite3
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from ipaddress import ip_network
from multiprocessing.sharedctypes import RawArray
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NoReturn
from urllib.parse import urlsplit

import click

from companion import __version__
from companion.cli import deletion, links, lists, status, upkeep
from companion.cli.games.fool import judge as judging
from companion.cli.scoresheet import as_text
from companion.games import sheetfile
from companion.games.reading import Unreadable
from companion.store.database import FILE_NAME, Refused
from companion.store.trouble import explain
from companion.store.upkeep.soundness import refuse_damaged
from companion.text import catalogue, translate

if TYPE_CHECKING:
    from companion.web.serving.figures import Figures

PORT = click.IntRange(0, 65535)
NUMBER = click.IntRange(0)
WORKERS = click.IntRange(1, 64)


class Network(click.ParamType[str]):
    """An IP address, or a network of them."""

    name = "address"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Raises click.BadParameter for anything else."""
        try:
            return str(ip_network(value, strict=False))
        except ValueError:
            self.fail(f"{value} is no IP address and no network.", param, ctx)


class Url(click.ParamType[str]):
    """The address of a site, scheme, name and port, and perhaps a path below which the companion is."""

    name = "url"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Raises click.BadParameter for anything else."""
        with suppress(ValueError):
            parts = urlsplit(value.rstrip("/"))
            whole = f"{parts.scheme}://{parts.netloc}{parts.path}" == parts.geturl()
            whole = whole and re.fullmatch(r"(/(?!\.\.?(/|$))[\w.~-]+)*", parts.path, re.ASCII) is not None
            if whole and parts.scheme in ("http", "https") and parts.hostname and "@" not in value and parts.port != 0:
                return parts.geturl()
        if value:
            self.fail(f"{value} is no address such as https://cards.example.", param, ctx)
        return value


class Cell(click.ParamType[str]):
    """The name of a cell (see ``companion.web.app.place``)."""

    name = "name"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Raises click.BadParameter for what can't stand before a key and a code."""
        from companion.web.app.place import CELL

        if value and not CELL.fullmatch(value):
            self.fail(
                f"{value} is no name such as b or east2: up to 8 small letters and digits, no 0, 1, i or o.", param, ctx
            )
        return value


def number(name: str, default: int, told: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """An option that is a number, which COMPANION_… may give as well."""
    variable = f"COMPANION_{name.strip('-').replace('-', '_').upper()}"
    return click.option(
        name, envvar=variable, default=default, show_default=True, type=NUMBER, metavar="NUMBER", help=told
    )


def main() -> None:
    """Run the command; errors are one plain line on stderr and exit status 2."""
    try:
        command.main(standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as error:
        _fail(error.format_message())
    except Refused as error:
        _fail(str(error))


def _fail(said: str) -> NoReturn:
    print(f"companion: {' '.join(said.split())}", file=sys.stderr)
    sys.exit(2)


@click.group(invoke_without_command=True)
@click.version_option(__version__, prog_name="companion")
@click.option("--host", envvar="COMPANION_HOST", default="0.0.0.0", show_default=True, help="Address to listen on.")  # noqa: S104
@click.option("--port", envvar="COMPANION_PORT", default=8000, show_default=True, type=PORT, help="Port.")
@click.option("--data", envvar="COMPANION_DATA", type=upkeep.FOLDER, help="Folder for the SQLite file.")
@click.option("--workers", envvar="COMPANION_WORKERS", default=1, show_default=True, type=WORKERS, help="Processes.")
@click.option(
    "--proxy",
    "proxies",
    envvar="COMPANION_PROXY",
    multiple=True,
    type=Network(),
    help="Address or network of a proxy on another computer; may be repeated.",
)
@click.option("--public-url", envvar="COMPANION_PUBLIC_URL", default="", type=Url(), help="Address for phones.")
@click.option("--cell", envvar="COMPANION_CELL", default="", type=Cell(), help="Name of this one of many companions.")
@number("--limit", 240, "New games, groups and files that one address may begin in an hour; 0: any number.")
@number("--limit-all", 2400, "As many from all addresses together.")
@number("--archive-after", 0, "Days after which what nobody opened is put into a file; 0: never.")
@number("--reserve", 64, "Megabytes of the disk that are kept for rounds.")
@click.option(
    "--metrics", envvar="COMPANION_METRICS", type=PORT, metavar="PORT", help="Port of figures for Prometheus."
)
@click.option("--access-log", envvar="COMPANION_ACCESS_LOG", is_flag=True, help="Print a line for each request.")
@click.pass_context
def command(
    context: click.Context,
    host: str,
    port: int,
    data: Path | None,
    workers: int,
    proxies: tuple[str, ...],
    public_url: str,
    cell: str,
    limit: int,
    limit_all: int,
    reserve: int,
    archive_after: int,
    metrics: int | None,
    access_log: bool,
) -> None:
    """Keep score at the table: serve the companion to every phone in the same network."""
    if context.invoked_subcommand is None:
        serve(
            host,
            port,
            data,
            workers,
            proxies,
            public_url,
            cell,
            (limit, limit_all, reserve),
            archive_after,
            metrics,
            access_log,
        )


def serve(
    host: str,
    port: int,
    data: Path | None,
    workers: int,
    proxies: tuple[str, ...],
    public_url: str,
    cell: str,
    limited: tuple[int, int, int],
    archive_after: int,
    metrics: int | None,
    access_log: bool,
) -> None:
    """Serve until stopped. ``limited`` are the numbers of ``Limits``."""
    from companion import create_app
    from companion.web.app.folders import data_folder
    from companion.web.app.limits import PLACES, Limits
    from companion.web.serving import addresses, server, whereabouts
    from companion.web.serving.caretaker import archiving
    from companion.web.serving.figures import Figures
    from companion.web.serving.server import Manner
    from companion.web.serving.whereabouts import Whereabouts

    path = data_folder(data) / FILE_NAME
    limits = Limits(*limited) if workers == 1 else Limits(*limited, RawArray("d", PLACES))
    make = partial(create_app, data, public_url, limits, cell)
    try:
        app = make()
        store = app.extensions["store"]
        refuse_damaged(store.db, path)
    except OSError as error:
        raise click.ClickException(f"The data folder {path.parent} can't be used: {error.strerror}.") from error
    except sqlite3.Error as error:
        raise click.ClickException(explain(error, path)) from error
    figures = Figures(workers)
    if metrics is not None:
        click.echo(f"Figures for Prometheus, on this computer only: {_offer(metrics, figures, path)}")
    try:
        sockets = addresses.bind(host, port)
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or error).rstrip(".")
        said = f"Can't listen on {host} port {port}: {reason}. Try another --host or --port."
        raise click.ClickException(said) from error
    if store.kept:
        click.echo(f"The database is up to date now. What it was before is kept in {store.kept}.")
    urls = (f"{public_url}/",) if public_url else addresses.reachable(sockets)
    addresses.announce(urls, sockets[0], click.echo)
    own = addresses.on_this_computer(sockets[0])
    here = Whereabouts(os.getpid(), own, urls[0] if urls else f"{own}/", public_url, cell)
    with (
        whereabouts.told(path.parent, here),
        archiving(path, archive_after, lambda line: click.echo(f"companion: {line}", err=True)),
    ):
        server.run(app, make, sockets, workers, Manner(proxies, figures, access_log))


def _offer(port: int, figures: "Figures", path: Path) -> str:
    """Give the figures to whoever asks on this computer; the address."""
    try:
        from companion.web.serving.metrics import offer
    except ImportError as error:
        said = "--metrics needs the package prometheus-client: install fool-companion[metrics]."
        raise click.ClickException(said) from error
    try:
        return offer(port, figures, path)
    except OSError as error:
        said = f"Can't give figures at port {port}: {error.strerror}. Try another --metrics."
        raise click.ClickException(said) from error


@command.command()
@click.argument("file", type=click.File("rb"))
@click.option("--json", "as_json", is_flag=True, help="Print the full sheet file with everything derived.")
def score(file: BinaryIO, as_json: bool) -> None:
    """Print the score sheet of a sheet FILE (- for standard input)."""
    words = catalogue([])
    try:
        sheet = sheetfile.loads(file.read())
    except Unreadable as error:
        raise click.ClickException(upkeep.tell(error, words)) from error
    except OSError as error:
        raise click.ClickException(f"{file.name}: {error.strerror}") from error
    for warning in sheet.warnings:
        click.echo(f"companion: {translate(warning, words)}", err=True)
    if as_json:
        click.echo(json.dumps(sheetfile.write(sheet.game, sheet.sitting), ensure_ascii=False, indent=1))
    else:
        click.echo(as_text(sheet.game, sheet.sitting, words))


for subcommand in (
    *(status.status, lists.groups, lists.tables, links.link, deletion.delete),
    *(upkeep.backup, upkeep.restore, upkeep.check, upkeep.import_),
    judging.judge,
):
    command.add_command(subcommand)
