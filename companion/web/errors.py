"""Error pages: what happened, and what to do."""

import re
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType

from flask import Flask, g, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadHost, HTTPException, MethodNotAllowed

from companion.games.message import Message, say, say_value
from companion.games.reading import Unreadable
from companion.store.groups.groups import open_group
from companion.store.links import links
from companion.store.links.links import DEPUTY, HOST, WATCHER, LinkEnded, MayNot
from companion.store.links.phones import list_phones
from companion.store.tables.writing import TableFull
from companion.store.trouble import Trouble, trouble_of
from companion.web.app.language import in_words
from companion.web.app.limits import NotNow
from companion.web.app.log import log_for_owner
from companion.web.app.site import good_site
from companion.web.table.access import Opened, open_or_404, store

Notice = tuple[Message, Message]  # what happened, and what to do

OTHER_NAME, NOT_NOW = say("Wrong address"), say("Not right now")
LINK_ENDED, CANT_SAVE = say("This link no longer works"), say("The server can’t save right now")
NO_WAY_BACK = say("This can’t be undone.")
BY_STATUS: dict[int, Notice] = {
    400: (say("Not all of it arrived"), say("Go back and try again. Your entries are still there.")),
    403: (say("That came from another site"), say("Use the app’s own pages to make changes.")),
    404: (say("Page not found"), say("Check the address.")),
    405: (say("This page can’t do that"), say("Use the app’s own pages to make changes.")),
    409: (say("This table is full"), say("Start a rematch to play on.")),
    413: (
        say("That’s too large"),
        say("Up to 2\u00a0MB. The server’s owner can open larger files with “companion import”."),
    ),
    500: (say("Something went wrong"), say("It’s our fault. Check what was saved, then try again.")),
    503: (NOT_NOW, say("The server is busy. Try again in a few seconds.")),
}
# The status and the notice for trouble with the file; any other is the last. A phone repeats what got one of these.
TROUBLES: dict[Trouble | None, tuple[int, Notice]] = {
    Trouble.BUSY: (503, BY_STATUS[503]),
    Trouble.FULL: (507, (CANT_SAVE, say("The server’s disk is full. Tell its owner."))),
    Trouble.DAMAGED: (500, (say("The server’s file is damaged"), say("Ask the server’s owner to restore a backup."))),
    None: (503, (CANT_SAVE, say("Ask the server’s owner to check its disk."))),
}
IN_TROUBLE = "Companion-Trouble"  # a header for scripts: the file can't be used
LINK_UNKNOWN = "Companion-Unknown"  # a header for scripts: the file doesn't have this link, perhaps since a restore
# For a key that opens nothing (404) or no longer does (410), by what it is of: a table (t), a group (g).
UNKNOWN: dict[str, Notice] = {
    "t": (
        say("This link doesn’t open a table"),
        say("Is it complete? Ask for it again, scan the QR code or type the code."),
    ),
    "g": (say("This link doesn’t open a group"), say("Ask the group for the new link.")),
}
REPLACED: dict[str, Notice] = {
    "t": (LINK_ENDED, say("Ask a host for the new link. Your entries are safe on this phone.")),
    "watching": (LINK_ENDED, say("Ask a host for the new link.")),
    "g": (LINK_ENDED, say("Ask the group for the new link.")),
}
DELETED: dict[str, Notice] = {
    "t": (say("This game was deleted"), NO_WAY_BACK),
    "g": (say("This group was deleted"), NO_WAY_BACK),
}
# The ends of addresses that forms are sent to. A phone comes there when it loads the page of a refused form again.
FORM_IS_AT_NEW = ("/tables", "/imports", "/rounds", "/groups", "/joins", "/requests")
_LINK = re.compile(r"/([tg])/([^/]+)")
_MAY_BE_LOST = re.compile(r"[\w-]+", re.ASCII)


def init_app(app: Flask) -> None:
    """Answer every error with a page of our own."""
    for kind in (HTTPException, LinkEnded, MayNot, TableFull, Unreadable, NotNow, sqlite3.Error):
        app.register_error_handler(kind, explain)


def explain(error: Exception) -> ResponseReturnValue:
    """Return the page for an error. Flask logs an unexpected exception and passes it on as a 500.

    Under a Host header that can be no name, no page can be shown. SQLite's errors that aren't the file's fault are a
    500, too.
    """
    match error:
        case BadHost():
            return in_words(OTHER_NAME), 400, {"Content-Type": "text/plain; charset=utf-8"}
        case HTTPException(code=421):
            return _page(421, (OTHER_NAME, say("Use %(address)s instead.", address=good_site() + request.script_root)))
        case MethodNotAllowed() if request.method == "GET" and request.path.endswith(FORM_IS_AT_NEW):
            at = f"{request.path}/new"
            return redirect(request.script_root + re.sub(r"^(/g/[^/]+)/imports/new$", r"\1/settings", at), 303)
        case HTTPException():
            code, (kind, key) = error.code or 500, _link()
            if code == 404 and kind and not _opens(kind, key):
                return _page(code, UNKNOWN[kind], {LINK_UNKNOWN: kind})
            notice = BY_STATUS.get(code) or BY_STATUS[400 if code < 500 else 500]
            return _page(code, notice, {name: value for name, value in error.get_headers() if name == "Allow"})
        case LinkEnded():
            return _page(410, _explain_end(error.deleted))
        case MayNot():
            try:
                return _page(403, _refuse_role(error.role, open_or_404(_link()[1])))
            except LinkEnded as meanwhile:
                return explain(meanwhile)
        case TableFull():
            return _page(409, BY_STATUS[409])
        case Unreadable():
            return _page(422, (say("This can’t be saved"), error.reason))
        case NotNow():
            return _page(error.status, (NOT_NOW, error.message), error.headers)
        case sqlite3.Error() if (trouble := trouble_of(error, store().path)) is not Trouble.UNUSABLE:
            log_for_owner(trouble.explain(store().path, error), about=trouble.name)
            headers = {IN_TROUBLE: trouble.name.lower(), "Retry-After": "10", "Cache-Control": "no-store"}
            return _page(*TROUBLES.get(trouble, TROUBLES[None]), headers)
    raise error


def _explain_end(deleted: bool) -> Notice:
    """Return the notice for a link that was replaced, or whose table or group was deleted."""
    kind, key = _link()
    kind = kind or "g"  # the key came in a form
    if deleted:
        return DELETED[kind]
    row = links.find_row(store().db, "key = ?", key)
    if kind == "t" and (request.path.endswith("/screen") or (row and row["role"] == WATCHER)):
        kind = "watching"  # nothing can have been typed
    return REPLACED[kind]


def _refuse_role(needed: str, opened: Opened) -> Notice:
    """Return the notice for a link that lets its holder do less. It says who can help: any of the hosts."""
    hosts = [phone for phone in list_phones(store(), opened.table.id) if phone.role == HOST]
    called = (phone.name if phone.seat is None else opened.table.sitting.players[phone.seat] for phone in hosts)
    names = [say_value(name) for name in called if name]
    # TRANSLATORS: stands in “Ask %(host)s.”
    *others, helper = names or [say("a host")]
    if others:
        helper = say("%(first)s or %(last)s", first=tuple(others), last=helper)
    if links.at_least(needed, DEPUTY):
        return say("Only hosts can do that"), say("Ask %(host)s.", host=helper)
    advice = say("Ask %(host)s for the link “Score with us”. Your entries are safe on this phone.", host=helper)
    return say("This phone can only watch"), advice


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
    g.problem = f"{in_words(title)}. {in_words(advice)}"  # see ``answer_briefly``
    kind, key = _link()
    handled = ""
    if code != 413 and notice != BY_STATUS[403]:  # nothing is read of what another site sent
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
