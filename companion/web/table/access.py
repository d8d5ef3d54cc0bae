"""Who may do what: the key in an address opens its table, or there is no such page."""

import hashlib
import re
import secrets
from dataclasses import dataclass

from flask import abort, current_app, request, url_for

from companion.store.database import Store
from companion.store.journal.facts import Table
from companion.store.journal.tables import open_table
from companion.store.links.links import HOST, SCORER, WATCHER, Link, MayNot
from companion.web.forms.game import Game
from companion.web.games import GAMES

_WRITE_KEY = re.compile(r"[A-Za-z0-9_-]{22,64}")


@dataclass(frozen=True, slots=True)
class Opened:
    """A table that was opened by a key, and what the key lets its holder do."""

    table: Table
    key: str
    link: Link

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
    def token(self) -> str:
        """What a phone remembers this table by: the same through every link, and opening nothing."""
        return opaque(self.table.id, self.table.created.at, SCORER)

    def address(self, endpoint: str = "table.show", **values: str | int | None) -> str:
        """The address of one of the table's pages. Values that are None are left out."""
        return url_for(endpoint, key=self.key, **values)  # type: ignore[arg-type]

    def live(self, page: str, **asked: str | int | None) -> str:
        """Where a page asks whether the table or its own role has changed; ``asked`` is what its own address asks for.

        The big screen also asks whether the links and the code that it shows have been replaced.
        """
        replaced = self.link.changes if page == "screen" else None
        had = {"replaced": replaced, "as": self.role, "v": self.table.version}
        return self.address("table.live", page=page, **asked, **had)


def opaque(*what: object) -> str:
    """A name for something that is always the same and tells nothing else of it."""
    return hashlib.sha256(repr(what).encode()).hexdigest()[:16]


def store() -> Store:
    """The application's store."""
    found: Store = current_app.extensions["store"]
    return found


def open_or_404(key: str) -> Opened:
    """The table of a key, for reading. Raises LinkEnded, which is answered by 410."""
    opened = open_table(store(), key)
    if opened is None:
        abort(404)
    table, link = opened
    return Opened(table, key, link)


def open_to_write(key: str) -> Opened:
    """The table of a key, for writing. Raises MayNot for a watcher, which is answered by 403."""
    opened = open_or_404(key)
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
