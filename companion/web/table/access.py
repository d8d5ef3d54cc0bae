"""Who may do what: the key in an address opens its table, or there is no such page."""

import hashlib
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import abort, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from companion.games.option import Option
from companion.store.database import Store
from companion.store.groups.tables import is_first
from companion.store.journal.facts import Table
from companion.store.journal.tables import open_table
from companion.store.links.links import HOST, SCORER, WATCHER, Link, MayNot
from companion.store.links.phones import own_key, settle
from companion.web.app.limits import NotNow, begin, network_of
from companion.web.forms.game import Game
from companion.web.games import GAMES

PHONE = "phone"
"""The cookie with which a phone shows that an address is its own: 128 random bits, the same at every table."""
A_YEAR = 365 * 24 * 60 * 60  # seconds
_WRITE_KEY = re.compile(r"[A-Za-z0-9_-]{22,64}")


class GoOn(Exception):
    """This phone goes on at an address of its own: it is answered so."""

    def __init__(self, response: ResponseReturnValue) -> None:
        super().__init__()
        self.response = response


@dataclass(frozen=True, slots=True)
class Opened:
    """A table that was opened by a key, and what the key lets its holder do."""

    table: Table
    key: str
    link: Link

    @property
    def shown(self) -> str:
        """The key and, where the phone has it, its secret: what decides as a host."""
        return shown(self.key)

    @property
    def role(self) -> str:
        """Host, scorer or watcher."""
        return self.link.role

    @property
    def seat(self) -> int | None:
        """Who the phone has said it is, unless that player's joining was undone."""
        seat = self.link.seat
        return None if seat is None or seat >= len(self.table.sitting.players) else seat

    @property
    def game(self) -> Game:
        """The table's game, with all that it has for the pages."""
        return GAMES[self.table.game]

    @property
    def may_write(self) -> bool:
        """Whether the holder keeps score or only watches."""
        return self.role != WATCHER

    @property
    def is_host(self) -> bool:
        """Whether the holder may replace links as well."""
        return self.role == HOST

    @property
    def asked_rule(self) -> Option | None:
        """The house rule that the table's group is asked about now: once, at its first table that it matters at."""
        table, key = self.table, self.table.rulebook.group_option
        rule = next((option for option in table.rulebook.options if option.key == key), None)
        now = table.sitting.at(len(table.sitting.rounds) + 1).options
        if rule is None or now.get(key, rule.default) != rule.default:
            return None
        settled = any(line.opening.other for line in table.sheet.lines) or not is_first(store(), table.id)
        return None if settled else rule

    @property
    def token(self) -> str:
        """What a phone remembers this table by: the same through every link, and opening nothing."""
        return opaque(self.table.id, self.table.created.at, SCORER)

    def address(self, endpoint: str = "table.show", **values: str | int | None) -> str:
        """The address of one of the table's pages. Values that are None are left out."""
        return url_for(endpoint, key=self.key, **values)  # type: ignore[arg-type]

    def live(self, page: str, **asked: str | int | None) -> str:
        """Where a page asks whether the table or its own role has changed; ``asked`` is what its own address asks for.

        The big screen and the share page also ask whether the links and the code that they show have been replaced, who
        keeps score whether another phone asks for anything, and who asks for the answer.
        """
        is_told = page in ("screen", "shared") or self.may_write or self.link.asks
        replaced = self.link.changes if is_told else None
        had = {"replaced": replaced, "as": self.role, "v": self.table.version}
        return self.address("table.live", page=page, **asked, **had)


def opaque(*what: object) -> str:
    """A name for something that is always the same and tells nothing else of it."""
    return hashlib.sha256(repr(what).encode()).hexdigest()[:16]


def store() -> Store:
    """The application's store."""
    found: Store = current_app.extensions["store"]
    return found


def secret() -> str:
    """The secret of the phone that asks; empty where it has none."""
    kept = request.cookies.get(PHONE, "")
    return kept if _WRITE_KEY.fullmatch(kept) else ""


def shown(key: str) -> str:
    """A key and, joined by a dot, the secret of the phone that asks, if it has one."""
    return f"{key}.{secret()}" if secret() else key


def recognize(key: str) -> ResponseReturnValue | None:
    """Answer a phone that opens a page by a key that is not its own: go to its own; None where it shall have the page.

    A phone without a secret gets one first. One that keeps no cookies goes on by the key as it is.
    """
    if request.method != "GET" or request.endpoint == "table.live":
        return None
    if not secret():
        return None if "new" in request.args else give_secret(redirect(_this_page(key, new="1"), 303))
    with suppress(NotNow):
        is_new = own_key(store(), shown(key)) is None
        own = settled(shown(key))
        if is_new and request.endpoint == "table.show" and open_or_404(own).role == SCORER:
            return redirect(url_for("share.who", key=own), 303)
        return redirect(_this_page(own), 303) if own != key else None
    return None


def settled(credential: str) -> str:
    """The key with which a phone goes on that shows this: its own, or without a secret the key. Raises NotNow."""
    key, _, kept = credential.partition(".")
    own = own_key(store(), credential) if kept else None
    if own is None:
        begin("phones", f"{network_of(request.remote_addr or '')} by {key}")
        own = settle(store(), credential) if kept else key
    return own


def give_secret(response: Response) -> Response:
    """Let the phone that gets this answer be recognized from now on, unless it is already."""
    if not secret():
        about = {"secure": request.is_secure, "httponly": True, "samesite": "Lax"}
        response.set_cookie(PHONE, new_write_key(), A_YEAR, path=url_for("home.show"), **about)  # type: ignore[arg-type]
    return response


def _this_page(key: str, **more: str) -> str:
    """The address of the page that was asked for, by another key. What it was asked is data, also where it is "key"."""
    path = url_for(request.endpoint or "", **{**(request.view_args or {}), "key": key})
    asked = [(name, value) for name, value in request.args.items(multi=True) if name != "new"]
    query = urlencode([*asked, *more.items()])
    return f"{path}?{query}" if query else path


def open_or_404(key: str) -> Opened:
    """The table of a key, for reading. Raises LinkEnded, which is answered by 410."""
    opened = open_table(store(), shown(key))
    if opened is None:
        abort(404)
    table, link = opened
    return Opened(table, key, link)


def open_page(key: str) -> Opened:
    """The table of a key, for a page that is looked at. Raises GoOn where the phone has another key, its own."""
    opened = open_or_404(key)
    if elsewhere := recognize(key):
        raise GoOn(elsewhere)
    return opened


def open_to_write(key: str) -> Opened:
    """The table of a key, for a form or what it sends. Raises MayNot for a watcher, answered by 403, and GoOn."""
    opened = open_page(key)
    if not opened.may_write:
        raise MayNot(SCORER)
    return opened


def open_as_host(key: str) -> Opened:
    """The table of a key, for what only a host may do. Raises MayNot for others, which is answered by 403."""
    opened = open_to_write(key)
    if not opened.is_host:
        raise MayNot(HOST)
    return opened


def new_write_key() -> str:
    """A random key for one write: 128 bits."""
    return secrets.token_urlsafe(16)


def write_key() -> str:
    """The key that the form carries for this write; a missing or misshapen one is replaced."""
    key = request.form.get("key", "")
    return key if _WRITE_KEY.fullmatch(key) else new_write_key()
