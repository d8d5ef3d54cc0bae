"""The command: serve the companion, keep its database safe, show a sheet file or judge a trick without a server."""

import os
import re
import sqlite3
import sys
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from io import TextIOWrapper
from ipaddress import ip_network
from pathlib import Path
from typing import Any, NoReturn

from companion.cli import scoresheet, tables, upkeep
from companion.cli.words import ERRORS, describe_error, system_reason, warn
from companion.store import wal
from companion.store.database import FILE_NAME, Store
from companion.store.folder import CommandRefused, claim, keep_room, write_note
from companion.store.links.links import ROLES
from companion.store.trouble import explain_error
from companion.store.upkeep.soundness import refuse_damaged
from companion.web.app.folders import data_folder, service_settings, version
from companion.web.serving import whereabouts


def main() -> None:
    """Run the command; errors are one plain line on stderr and exit status 2."""
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")  # standard output may lack some characters
    try:
        arguments = make_parser().parse_args()
        if arguments.run is not serve:
            settings = service_settings()
            arguments.data = arguments.data or settings.get("COMPANION_DATA")
            arguments.public_url = arguments.public_url or settings.get("COMPANION_PUBLIC_URL", "")
        arguments.database = data_folder(arguments.data) / FILE_NAME
        if arguments.run not in (serve, upkeep.status, scoresheet.score, scoresheet.print_ruling):
            find_foreign(arguments.database)
        arguments.run(arguments)
    except KeyboardInterrupt:
        sys.exit(130)
    except ERRORS as error:
        warn(describe_error(error))
        sys.exit(2)


def find_foreign(path: Path) -> None:
    """Put aside the log of another database. Raises CommandRefused if the file was replaced while in use."""
    try:
        with claim(path.parent, 0):
            wal.put_aside_foreign(path)
    except CommandRefused:
        if (health := upkeep.fetch_health(path)).get("status") == "gone":
            raise CommandRefused(health["told"]) from None


def serve(arguments: Namespace) -> None:
    """Serve the companion to every phone on the same network."""
    path: Path = arguments.database
    print(f"Starting with {path} …", flush=True)
    from companion import create_app
    from companion.web.app.limits import Limits
    from companion.web.serving import server

    limits = Limits(arguments.limit, arguments.limit_all, arguments.reserve)
    proxies = [read_network(proxy) for proxy in arguments.proxy or os.environ.get("COMPANION_PROXY", "").split()]
    with ExitStack() as until_the_end:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            until_the_end.enter_context(claim(path.parent))
            wal.put_aside_foreign(path)
            app = create_app(path.parent, arguments.public_url, limits, arguments.new)
            store: Store = app.extensions["store"]
            refuse_damaged(store.db, path)
            store.renew_id()
            keep_room(path.parent)
        except OSError as error:
            raise CommandRefused(f"Can’t use the data folder {path.parent}: {system_reason(error)}.") from error
        except sqlite3.Error as error:
            raise CommandRefused(explain_error(error, path)) from error
        try:
            sockets = whereabouts.bind(arguments.host, arguments.port)
        except (OSError, ValueError) as error:
            why = str(getattr(error, "strerror", None) or error).rstrip(".")
            problem = f"Can’t listen on {arguments.host} port {arguments.port}: {why}."
            raise CommandRefused(f"{problem} Try another --host or --port.") from error
        urls = (f"{arguments.public_url}/",) if arguments.public_url else whereabouts.reachable(sockets)
        whereabouts.announce(urls, sockets[0])
        sys.stdout.flush()
        own = whereabouts.on_this_computer(sockets[0])
        write_note(path.parent, pid=os.getpid(), address=own, url=urls[0] if urls else f"{own}/")
        until_the_end.callback(write_note, path.parent, pid=None, address=None)
        whereabouts.tell_systemd()
        server.run(app, sockets, proxies, arguments.access_log)


# What it takes


class Parser(ArgumentParser):
    """A parser that takes options by their whole names, or from the environment."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(allow_abbrev=False, **arguments)

    def add_setting(self, name: str, default: object, about: str, **more: Any) -> None:
        """Add an option that COMPANION_… gives as well."""
        variable = f"COMPANION_{name.strip('-').replace('-', '_').upper()}"
        default = os.environ.get(variable) or default
        self.add_argument(name, default=default, help=f"{about}; also {variable}", **more)

    def error(self, message: str) -> NoReturn:
        """Raise CommandRefused with what is wrong."""
        how = "" if message.endswith(".") else f". See {self.prog} --help."
        raise CommandRefused(f"{message[:1].upper()}{message[1:]}{how}")


def make_parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser(prog="companion", description=serve.__doc__)
    parser.add_argument("--version", action="version", version=f"companion, version {version()}")
    parser.add_setting("--host", "0.0.0.0", "address to listen on (default: 0.0.0.0)")  # noqa: S104
    parser.add_setting("--port", 8000, "port (default: 8000)", type=read_port)
    parser.add_setting("--data", None, "folder of the database", type=Path)
    parser.add_argument("--new", action="store_true", help="start with an empty database if the old one is lost")
    about = "address or network of a proxy on another computer; can be repeated; also COMPANION_PROXY"
    parser.add_argument("--proxy", action="append", help=about)
    parser.add_setting("--public-url", "", "address for phones", metavar="URL", type=read_site)
    about = "new games, groups and files allowed per address and hour (default: 240; 0: no limit)"
    parser.add_setting("--limit", 240, about, type=read_amount)
    parser.add_setting("--limit-all", 24000, "the same for all addresses together (default: 24000)", type=read_amount)
    parser.add_setting("--reserve", 64, "megabytes of disk kept free for rounds (default: 64)", type=read_amount)
    about = "print a line for each request; also COMPANION_ACCESS_LOG"
    is_logged = os.environ.get("COMPANION_ACCESS_LOG") not in (None, "", "0")
    parser.add_argument("--access-log", action="store_true", default=is_logged, help=about)
    parser.set_defaults(run=serve)
    _add_commands(parser)
    return parser


def _add_commands(parser: Parser) -> None:
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    def add(name: str, run: Callable[[Namespace], None], with_data: bool = True) -> Parser:
        command: Parser = commands.add_parser(name, help=run.__doc__, description=run.__doc__)
        command.set_defaults(run=run)
        if with_data:
            command.add_argument("--data", type=Path, default=SUPPRESS, help="folder of the database")
        return command

    add("status", upkeep.status)
    add("groups", tables.groups)

    listing = add("tables", tables.tables)
    listing.add_argument("--group", type=partial(tables.read_id, kinds="g"), help="only tables of this group")
    listing.add_argument("--player", default="", metavar="NAME", help="only tables where this player has played")

    link = add("link", tables.link)
    link.add_argument("which", type=tables.read_id, metavar="TABLE|GROUP")
    link.add_argument("--role", choices=ROLES, help="what a table link allows (default: host)")
    link.add_argument("--replace", action="store_true", help="make a new link and end the old ones")

    delete = add("delete", tables.delete)
    delete.add_argument("which", type=tables.read_id, metavar="TABLE|GROUP", nargs="+")
    delete.add_argument("--player", default="", metavar="NAME", help="only remove this name; the games stay")
    delete.add_argument("--yes", action="store_true", help="don’t ask")

    backup = add("backup", upkeep.backup)
    backup.add_argument("file", type=Path)
    backup.add_argument(
        "--keep", type=read_amount, metavar="NUMBER", help="use FILE as a folder and keep this many dated backups"
    )

    add("restore", upkeep.restore).add_argument("file", type=Path)
    add("check", upkeep.check)

    into = add("import", upkeep.import_)
    into.add_argument("file")
    into.add_argument("--group", default="", metavar="LINK", help="link of the group to add the file to")

    score = add("score", scoresheet.score, with_data=False)
    score.add_argument("file")
    score.add_argument("--json", action="store_true", help="print the full sheet file with everything derived")

    trick = add("judge", scoresheet.print_ruling, with_data=False)
    trick.add_argument("cards", nargs="*", metavar="CARD")
    trick.add_argument("--players", required=True, type=int, help="number of players, 4 to 8")
    trick.add_argument("--json", action="store_true", help="print lead colour, winner and befooled as JSON")


def read_port(value: str) -> int:
    """Read a port. Raises ValueError."""
    number = read_amount(value)
    if number > 65535:
        raise ValueError
    return number


def read_amount(value: str) -> int:
    """Read a number from 0 on. Raises ValueError."""
    if int(value) < 0:
        raise ValueError
    return int(value)


def read_network(value: str) -> str:
    """Read an IP address or a network. Raises CommandRefused."""
    try:
        return str(ip_network(value, strict=False))
    except ValueError as error:
        raise CommandRefused(f"{value} isn’t an IP address or network.") from error


def read_site(value: str) -> str:
    """Read the address of a site: scheme, name and port, and perhaps a path below which the companion is."""
    name, path = r"([^\s/:@?#\[\]]+|\[[\da-f:]+\])(:\d{1,5})?", r"(/(?!\.\.?(/|$))[A-Za-z0-9_.~-]+)*"
    found = re.fullmatch(f"(https?://{name}{path})?/*", value)
    if found is None:
        raise ArgumentTypeError(f"{value} isn’t an address like https://cards.example.")
    return found[1] or ""
