"""The command: serve the companion, keep its database safe, show a sheet file or judge a trick without a server."""

import json
import os
import re
import sqlite3
import sys
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_network
from pathlib import Path
from typing import BinaryIO, NoReturn
from urllib.parse import urlsplit

import click

from companion import __version__
from companion.cli import deletion, links, lists, status, upkeep
from companion.cli.games.fool import judge as judging
from companion.cli.language import File, Problem, warn, write_what_can_be
from companion.cli.scoresheet import as_text
from companion.games import sheetfile
from companion.games.message import Message, say, say_of
from companion.games.reading import Unreadable
from companion.shell import gettext as _
from companion.shell import told, words
from companion.store.database import FILE_NAME, Refused
from companion.store.trouble import explain, reason
from companion.store.upkeep.backup import claim
from companion.store.upkeep.soundness import refuse_damaged
from companion.store.wal import log_of

PORT = click.IntRange(0, 65535)
NUMBER = click.IntRange(0)


class Network(click.ParamType[str]):
    """An IP address, or a network of them."""

    name = "address"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Raises click.BadParameter for anything else."""
        try:
            return str(ip_network(value, strict=False))
        except ValueError:
            self.fail(told(say("%(value)s is no IP address and no network.", value=value)), param, ctx)


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
            self.fail(told(say("%(value)s is no address such as https://cards.example.", value=value)), param, ctx)
        return value


def number(name: str, default: int, about: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """An option that is a number, which COMPANION_… may give as well."""
    variable = f"COMPANION_{name.strip('-').replace('-', '_').upper()}"
    return click.option(
        name, envvar=variable, default=default, show_default=True, type=NUMBER, metavar=_("NUMBER"), help=about
    )


def main() -> None:
    """Run the command; errors are one plain line on stderr and exit status 2."""
    write_what_can_be()
    try:
        command.main(standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as error:
        _fail(error.format_message())
    except Refused as error:
        _fail(told(error.reason))


def _fail(said: str) -> NoReturn:
    line = re.sub(r"[^\S\u00a0\u202f]+", " ", said).strip()  # French sets such spaces before a colon
    print(f"companion: {line}", file=sys.stderr)
    sys.exit(2)


@click.group(
    invoke_without_command=True,
    subcommand_metavar=_("[COMMAND] [ARGS]..."),
    help=_("Keep score at the table: serve the companion to every phone in the same network."),
)
@click.version_option(__version__, prog_name="companion")
@click.option("--host", envvar="COMPANION_HOST", default="0.0.0.0", show_default=True, help=_("Address to listen on."))  # noqa: S104
@click.option("--port", envvar="COMPANION_PORT", default=8000, show_default=True, type=PORT, help=_("Port."))
@click.option("--data", envvar="COMPANION_DATA", type=upkeep.FOLDER, help=_("Folder for the SQLite file."))
@click.option(
    "--proxy",
    "proxies",
    envvar="COMPANION_PROXY",
    multiple=True,
    type=Network(),
    metavar=_("ADDRESS"),
    help=_("Address or network of a proxy on another computer; may be repeated."),
)
@click.option(
    "--public-url",
    envvar="COMPANION_PUBLIC_URL",
    default="",
    type=Url(),
    metavar=_("URL"),
    help=_("Address for phones."),
)
@number("--limit", 240, _("New games, groups and files that one address may begin in an hour; 0: any number."))
@number("--limit-all", 24000, _("As many from all addresses together."))
@number("--archive-after", 0, _("Days after which what nobody opened is put into a file; 0: never."))
@number("--reserve", 64, _("Megabytes of the disk that are kept for rounds."))
@click.option("--access-log", envvar="COMPANION_ACCESS_LOG", is_flag=True, help=_("Print a line for each request."))
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
    archive_after: int,
    access_log: bool,
) -> None:
    """Serve the companion, unless there is a subcommand."""
    if context.invoked_subcommand is None:
        serve(host, port, data, proxies, public_url, (limit, limit_all, reserve), archive_after, access_log)


def serve(
    host: str,
    port: int,
    data: Path | None,
    proxies: tuple[str, ...],
    public_url: str,
    limited: tuple[int, int, int],
    archive_after: int,
    access_log: bool,
) -> None:
    """Serve until stopped. ``limited`` are the numbers of ``Limits``."""
    from companion import create_app
    from companion.web.app.folders import data_folder
    from companion.web.app.limits import Limits
    from companion.web.serving import addresses, server, whereabouts
    from companion.web.serving.caretaker import archiving
    from companion.web.serving.whereabouts import Whereabouts

    path = data_folder(data) / FILE_NAME
    try:
        if aside := claim(path):
            warn(
                say(
                    "%(log)s belongs to another database than %(file)s, so it is put aside as %(aside)s.",
                    log=log_of(path).name,
                    file=str(path),
                    aside=aside.name,
                )
            )
        app = create_app(data, public_url, Limits(*limited))
        store = app.extensions["store"]
        refuse_damaged(store.db, path)
    except OSError as error:
        said = say("The data folder %(folder)s can't be used: %(error)s.", folder=str(path.parent), error=reason(error))
        raise Problem(said) from error
    except sqlite3.Error as error:
        raise Problem(explain(error, path)) from error
    try:
        sockets = addresses.bind(host, port)
    except (OSError, ValueError) as error:
        why = Message(str(getattr(error, "strerror", None) or error).rstrip("."))
        said = say(
            "Can't listen on %(host)s port %(port)s: %(error)s. Try another --host or --port.",
            host=host,
            port=str(port),
            error=why,
        )
        raise Problem(said) from error
    urls = (f"{public_url}/",) if public_url else addresses.reachable(sockets)
    addresses.announce(urls, sockets[0], click.echo)
    own = addresses.on_this_computer(sockets[0])
    here = Whereabouts(os.getpid(), own, urls[0] if urls else f"{own}/", public_url)
    with whereabouts.told(path.parent, here), archiving(path, archive_after, warn):
        server.run(app, sockets, proxies, access_log)


@command.command(help=_("Print the score sheet of a sheet FILE (- for standard input)."))
@click.argument("file", type=File("rb"), metavar=_("FILE"))
@click.option("--json", "as_json", is_flag=True, help=_("Print the full sheet file with everything derived."))
def score(file: BinaryIO, as_json: bool) -> None:
    """Print the score sheet of a sheet file."""
    try:
        sheet = sheetfile.loads(file.read())
    except Unreadable as error:
        raise Problem(upkeep.where_and_why(error)) from error
    except OSError as error:
        raise Problem(say_of(file.name, reason(error))) from error
    for warning in sheet.warnings:
        warn(warning)
    if as_json:
        written = json.dumps(sheetfile.write(sheet.game, sheet.sitting), ensure_ascii=False, indent=1)
        click.echo(written.encode())  # whatever the terminal can show
    else:
        click.echo(as_text(sheet.game, sheet.sitting, words()))


for subcommand in (
    *(status.status, lists.groups, lists.tables, links.link, deletion.delete),
    *(upkeep.backup, upkeep.restore, upkeep.check, upkeep.import_),
    judging.judge,
):
    command.add_command(subcommand)
for each in (command, *command.commands.values()):
    each.options_metavar = _("[OPTIONS]")
