"""Access to a table by the key in an address, by role, and how writes are answered."""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import NoReturn

from flask import Response, abort, current_app, g, json, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import TooManyRequests

from companion.games.option import Option
from companion.store.database import Store
from companion.store.groups.tables import is_first
from companion.store.journal.facts import Table
from companion.store.journal.loading import open_table
from companion.store.links.links import (
    DEPUTY,
    HOST,
    SCORER,
    WATCHER,
    Link,
    LinkEnded,
    MayNot,
    at_least,
    find_way_back,
    new_key,
)
from companion.store.links.phones import record_visit
from companion.web.app.limits import begin
from companion.web.app.parts import UnknownLink
from companion.web.app.presence import Presence
from companion.web.forms.game import GamePages
from companion.web.games import GAMES
from companion.web.table.cookies import RANDOM_KEY, ask_for_cookie, credential_of, find_secret

START_TOKEN = new_key()[:8]  # after another start the program or the file may be another
_FOR_SCRIPTS = ("table.live", "table.state", "table.no_stream")


@dataclass(frozen=True, slots=True)
class Opened:
    """A table that was opened by a key, and what the key lets its holder do."""

    table: Table
    key: str
    link: Link

    @property
    def credential(self) -> str:
        """The key and, where the phone has it, its secret: what decides as a host."""
        return credential_of(self.key)

    @property
    def role(self) -> str:
        """Host, deputy, scorer or watcher."""
        return self.link.role

    @property
    def seat(self) -> int | None:
        """The seat of the phone's player, unless that player's joining was undone."""
        seat = self.link.seat
        return None if seat is None or seat >= len(self.table.sitting.players) else seat

    @property
    def seen(self) -> Table:
        """The table as of the version that the form was made from; as of now if it doesn't say."""
        return self.table.at(seen_version() or self.table.version)

    @property
    def game_pages(self) -> GamePages:
        """The pages of the table's game."""
        return GAMES[self.table.game]

    @property
    def may_write(self) -> bool:
        """Return whether the holder keeps score or only watches."""
        return self.role != WATCHER

    @property
    def is_host(self) -> bool:
        """Return whether the holder may do everything at the table."""
        return self.role == HOST

    @property
    def is_in_charge(self) -> bool:
        """Return whether the holder may replace links and decide over phones: a host, or who stands in for one."""
        return at_least(self.role, DEPUTY)

    @property
    def open_rule(self) -> Option | None:
        """The house rule to ask the table's group about: once, at the first table where it matters."""
        table, key = self.table, self.table.rulebook.group_option
        rule = next((option for option in table.rulebook.options if option.key == key), None)
        now = table.sitting.with_rules_at(len(table.sitting.rounds) + 1).options
        if rule is None or now.get(key, rule.default) != rule.default:
            return None
        is_settled = any(line.opening.other for line in table.sheet.lines) or not is_first(store(), table.id)
        return None if is_settled else rule

    @property
    def token(self) -> str:
        """An id under which a phone stores things of this table. It opens nothing."""
        return opaque_id(self.table.id, self.table.created.at, SCORER)

    def address(self, endpoint: str = "table.show", **values: str | int | None) -> str:
        """Return the address of one of the table's pages. Values that are None are left out."""
        return url_for(endpoint, key=self.key, **values)  # type: ignore[arg-type]

    def live(self, page: str, **query: str | int | None) -> str:
        """Return the address where a page asks for what is new, with its ``query``."""
        return self.address("table.live", page=page, **query)

    def tag(self, page: str) -> str:
        """Return what a page shows changes with: the table, its reader's role and, where it shows them, the links."""
        hears_of_links = page in ("screen", "shared") or self.may_write or self.link.asks
        return f"{self.table.version}.{self.role}.{self.link.changes if hears_of_links else ''}.{START_TOKEN}"


def make_opener(open_by: Callable[[str], object], *by_key: str) -> Callable[[], None]:
    """Return a function that replaces the key of an address by ``opened`` before a blueprint's views run.

    Views named ``by_key`` get the key: it may have ended.
    """

    def open_first() -> None:
        values = request.view_args or {}
        if "key" in values and (request.endpoint or "").partition(".")[2] not in by_key:
            values["opened"] = open_by(values.pop("key"))

    return open_first


def open_or_404(key: str, needs: str = WATCHER) -> Opened:
    """Open the table of a key. Raises UnknownLink (404), LinkEnded (410), MayNot (403) for less than ``needs``."""
    table, link = open_table(store(), credential_of(key)) or _show_way_back(key)
    if link.phone_id:
        presence().see(find_secret())
    opened = Opened(table, key, link)
    if not at_least(opened.role, needs):
        raise MayNot(needs if opened.may_write else SCORER)
    return opened


def _show_way_back(key: str) -> NoReturn:
    """Answer with the button of a host's way back; by 404 where the key is none. Raises LinkEnded if it was used."""
    way_back = find_way_back(store().db, key)
    if way_back is None or not _is_page():
        raise UnknownLink
    if not way_back["is_good"]:
        raise LinkEnded
    ask_for_cookie()
    abort(make_response(render_template("share/way_back.html", key=key, problem=None)))


def _is_page() -> bool:
    return request.method == "GET" and request.endpoint not in _FOR_SCRIPTS


def open_page(key: str, needs: str = WATCHER) -> Opened:
    """Open the table of a key; once a page of it is looked at, the table knows the phone by its cookie."""
    opened = open_or_404(key, needs)
    if not _is_page():
        return opened
    ask_for_cookie()
    if not find_secret() or opened.link.recorded_role == opened.role:
        return opened
    with suppress(TooManyRequests):
        record_phone(key)
        if opened.link.recorded_role is None and request.endpoint == "table.show" and opened.role == SCORER:
            abort(redirect(opened.address("share.who"), 303))
    return open_or_404(key, needs)


def open_to_write(key: str) -> Opened:
    """Open the table of a key, for a form or what it sends. Raises MayNot for a watcher."""
    return open_page(key, SCORER)


def record_phone(key: str) -> None:
    """Let a table know this phone in the role that its link gives it. Raises TooManyRequests."""
    if find_secret():
        begin("phones")
        record_visit(store(), credential_of(key))


def store() -> Store:
    """Return the application's store."""
    return current_app.extensions["store"]  # type: ignore[no-any-return]


def presence() -> Presence:
    """Return which phones have been here lately."""
    return current_app.extensions["presence"]  # type: ignore[no-any-return]


def opaque_id(*what: object) -> str:
    """Return a stable name for something that reveals nothing of it."""
    return hashlib.sha256(repr(what).encode()).hexdigest()[:16]


def seen_version() -> int | None:
    """Return the version of the table that the form was made from; None if it doesn't say."""
    return request.form.get("version", type=int) or None


def write_key() -> str:
    """Return the key that the form carries for this write; a missing or misshapen one is replaced."""
    key = request.form.get("key", "")
    return key if RANDOM_KEY.fullmatch(key) else new_key()


def answer_briefly(response: Response) -> Response:
    """Answer a script's write (``Prefer: return=minimal``, RFC 7240) with 204, or the problem as JSON (RFC 9457).

    A redirect or a page wouldn't do: a Wi-Fi's login page is one, too.
    """
    if request.method != "POST" or request.headers.get("Prefer") != "return=minimal":
        return response
    headers = {"Preference-Applied": "return=minimal", "Cache-Control": "no-store"}
    if response.status_code == 303:
        return Response(status=204, headers=headers)
    problem = json.dumps({"title": g.get("problem", ""), "status": response.status_code})
    return Response(problem, response.status_code, headers, "application/problem+json")
