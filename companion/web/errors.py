"""Error pages: what happened, and what to do."""

import re
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType

from flask import Flask, g, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadHost, HTTPException

from companion import text
from companion.games.message import Message, say, say_value
from companion.store.groups.groups import open_group
from companion.store.journal.tables import TableFull
from companion.store.links import links
from companion.store.links.links import HOST, WATCHER, LinkEnded, MayNot
from companion.store.links.phones import list_phones
from companion.store.trouble import Trouble, trouble_of
from companion.web.app.language import get_catalogue
from companion.web.app.limits import NotNow
from companion.web.app.log import tell_host
from companion.web.app.site import good_site
from companion.web.table.access import open_or_404, store

Notice = tuple[Message, Message]  # what happened, and what to do

WHAT_HAPPENED: dict[int, Notice] = {
    400: (say("Not all of it arrived"), say("Go back and try again. Your entries are still there.")),
    403: (say("That came from another site"), say("Use the app’s own pages to make changes.")),
    404: (say("Page not found"), say("Check the address.")),
    405: (say("This page can’t do that"), say("Use the app’s own pages to make changes.")),
    413: (
        say("That’s too large"),
        say("Up to 2\u00a0MB. The server’s owner can open larger files with “companion import”."),
    ),
    503: (say("Not right now"), say("The server is busy. Try again in a few seconds.")),
    500: (say("Something went wrong"), say("It’s our fault. Check what was saved, then try again.")),
}
CANT_SAVE = say("The server can’t save right now")
CHECK_DISK = say("Ask the server’s owner to check its disk.")
# The status and the notice for each trouble with the file. A phone repeats what was answered with one of these.
TROUBLES: dict[Trouble, tuple[int, Notice]] = {
    Trouble.BUSY: (503, WHAT_HAPPENED[503]),
    Trouble.GONE: (503, (CANT_SAVE, CHECK_DISK)),
    Trouble.UNWRITABLE: (503, (CANT_SAVE, CHECK_DISK)),
    Trouble.FULL: (507, (CANT_SAVE, say("The server’s disk is full. Tell its owner."))),
    Trouble.UNREADABLE: (503, (CANT_SAVE, CHECK_DISK)),
    Trouble.DAMAGED: (500, (say("The server’s file is damaged"), say("Ask the server’s owner to restore a backup."))),
}
IN_TROUBLE = "Companion-Trouble"  # a header for scripts: the file can't be used
LINK_UNKNOWN = "Companion-Unknown"  # a header for scripts: the file doesn't have this link, perhaps since a restore
TABLE_FULL = say("This table is full"), say("Start a rematch to play on.")
# For a key that opens nothing (404) or no longer does (410), by what it is of: a table (t), a group (g).
UNKNOWN: dict[str, Notice] = {
    "t": (
        say("This link doesn’t open a table"),
        say("Is it complete? Ask for it again, scan the QR code or type the code."),
    ),
    "g": (say("This link doesn’t open a group"), say("Ask the group for the new link.")),
}
REPLACED_LINK: dict[str, Notice] = {
    "t": (say("This link no longer works"), say("Ask a host for the new link. Your entries are safe on this phone.")),
    "watching": (say("This link no longer works"), say("Ask a host for the new link.")),
    "g": (say("This link no longer works"), say("Ask the group for the new link.")),
}
DELETED: dict[str, Notice] = {
    "t": (say("This game was deleted"), say("This can’t be undone.")),
    "g": (say("This group was deleted"), say("This can’t be undone.")),
}
OTHER_NAME = say("Wrong address")
NOT_NOW = say("Not right now")
_LINK = re.compile(r"/([tg])/([^/]+)")
_MAY_BE_LOST = re.compile(r"[\w-]+", re.ASCII)


def init_app(app: Flask) -> None:
    """Answer every error with a page of our own."""
    app.register_error_handler(HTTPException, explain_status)
    app.register_error_handler(BadHost, refuse_host)
    app.register_error_handler(LinkEnded, explain_ended_link)
    app.register_error_handler(MayNot, refuse_role)
    app.register_error_handler(TableFull, lambda _: _page(409, TABLE_FULL))
    app.register_error_handler(sqlite3.Error, explain_trouble)
    app.register_error_handler(NotNow, lambda error: _page(error.status, (NOT_NOW, error.message), error.headers))


def explain_status(error: HTTPException) -> ResponseReturnValue:
    """Return the page for an HTTP error. Flask logs an unexpected exception and passes it on as a 500."""
    code = error.code or 500
    if code == 421:
        address = good_site() + request.script_root
        advice = say("Use %(address)s instead.", address=address)
        return _page(code, (OTHER_NAME, advice))
    kind, key = _link()
    if code == 404 and kind and not _opens(kind, key):
        return _page(code, UNKNOWN[kind], {LINK_UNKNOWN: kind})
    notice = WHAT_HAPPENED.get(code) or WHAT_HAPPENED[400 if code < 500 else 500]
    return _page(code, notice, {name: value for name, value in error.get_headers() if name == "Allow"})


def refuse_host(_: BadHost) -> ResponseReturnValue:
    """Return a line (400) for a Host header that can be no name, under which no page can be shown."""
    return text.translate(OTHER_NAME, get_catalogue()), 400, {"Content-Type": "text/plain; charset=utf-8"}


def explain_ended_link(error: LinkEnded) -> ResponseReturnValue:
    """Return the page (410) for a link that was replaced, or whose table or group was deleted."""
    kind, key = _link()
    kind = kind or "g"  # the key came in a form
    if error.deleted:
        return _page(410, DELETED[kind])
    link = links.look_up(store().db, key)
    if kind == "t" and (request.path.endswith("/screen") or (link and link["role"] == WATCHER)):
        kind = "watching"  # nothing can have been typed
    return _page(410, REPLACED_LINK[kind])


def refuse_role(error: MayNot) -> ResponseReturnValue:
    """Return the page (403) for a link that lets its holder do less. It says who can help: any of the hosts."""
    try:
        opened = open_or_404(_link()[1])
    except LinkEnded as meanwhile:
        return explain_ended_link(meanwhile)
    hosts = [phone for phone in list_phones(store(), opened.table.id) if phone.role == HOST]
    called = (phone.name if phone.seat is None else opened.table.sitting.players[phone.seat] for phone in hosts)
    names = [say_value(name) for name in called if name]
    # TRANSLATORS: stands in “Ask %(host)s.”
    *others, helper = names or [say("a host")]
    if others:
        helper = say("%(first)s or %(last)s", first=tuple(others), last=helper)
    if error.role == HOST:
        return _page(403, (say("Only hosts can do that"), say("Ask %(host)s.", host=helper)))
    advice = say("Ask %(host)s for the link “Score with us”. Your entries are safe on this phone.", host=helper)
    return _page(403, (say("This phone can only watch"), advice))


def explain_trouble(error: sqlite3.Error) -> ResponseReturnValue:
    """Return the page for when the file can't be used: what is wrong, who can help, and what was sent, to send anew.

    An error that is not the file's fault is answered by 500.
    """
    path = store().path
    trouble = trouble_of(error, path)
    if trouble is Trouble.UNUSABLE:
        raise error
    tell_host(trouble.explain(path, error), about=trouble.name)
    status, notice = TROUBLES[trouble]
    return _page(status, notice, {IN_TROUBLE: trouble.name.lower(), "Retry-After": "10", "Cache-Control": "no-store"})


def _link() -> tuple[str, str]:
    """Return whether the address is a table's (``t``) or a group's (``g``), and its key; both empty for other pages."""
    found = _LINK.match(request.path)
    return (found[1], found[2]) if found else ("", "")


def _opens(kind: str, key: str) -> bool:
    try:
        return bool(links.find_link(store(), key) if kind == "t" else open_group(store(), key))
    except LinkEnded:
        return False


def _page(code: int, notice: Notice, headers: Mapping[str, str] = MappingProxyType({})) -> ResponseReturnValue:
    title, advice = notice
    g.problem = (
        f"{text.translate(title, get_catalogue())}. {text.translate(advice, get_catalogue())}"  # see ``answer_briefly``
    )
    kind, key = _link()
    handled = ""
    if code != 413 and notice != WHAT_HAPPENED[403]:  # nothing is read of what another site sent
        with suppress(HTTPException):  # a form that can't be read
            handled = request.form.get("key", "")
    body = render_template(
        "app/error.html",
        code=code,
        title=title,
        advice=advice,
        kind=kind,
        opens=kind and code != 410 and LINK_UNKNOWN not in headers,
        handled=handled,
        address=f"/{kind}/{key}" if kind else "",
        may_be_lost=_MAY_BE_LOST.fullmatch(key),
        site=(good_site() if code == 421 else "") + request.script_root,
        deleted=notice == DELETED["t"],
        sends_again="Retry-After" in headers and request.method == "POST",
    )
    return body, code, headers
