"""Pages for what went wrong: each says what happened and what to do, and leads on."""

import re
import sqlite3
from contextlib import suppress
from functools import partial

from flask import Flask, g, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape
from werkzeug.exceptions import BadHost, Gone, HTTPException

from companion import text
from companion.games.message import Message, say
from companion.store.groups.groups import open_group
from companion.store.journal.tables import TableFull
from companion.store.links import links
from companion.store.links.links import HOST, WATCHER, LinkEnded, MayNot
from companion.store.trouble import Trouble, trouble_of
from companion.web.app.hosts import good_address
from companion.web.app.language import translate, words
from companion.web.app.limits import NotNow
from companion.web.app.log import tell_trouble
from companion.web.table.access import Opened, open_or_404, store

Told = tuple[Message, Message]

WHAT_HAPPENED: dict[int, Told] = {
    400: (say("That didn't arrive whole"), say("Go back and try once more. What you typed is still there.")),
    403: (say("That came from another site"), say("Only the companion's own pages can change something here.")),
    404: (say("There is no such page"), say("The address may be mistyped or cut off.")),
    405: (say("This page can't do that"), say("Go back and use the buttons on the page.")),
    413: (
        say("That is too large"),
        say(
            "A file has up to 2 megabytes, a form up to one. "
            "Whoever runs the companion can open a larger file with “companion import”."
        ),
    ),
    414: (say("This address is too long"), say("Go back and try once more with less.")),
    415: (say("That kind of file can't be read here"), say("Go back and choose another one.")),
    503: (say("Just a moment"), say("The companion is busy. Try again in a few seconds.")),
    500: (say("Something broke here"), say("It is our fault, not yours. See what is saved, and try once more.")),
}
CANT_SAVE = say("The server can’t save just now")
# What is wrong with the file, and with which status it is told: a phone sends again what any of them answers.
TROUBLES: dict[Trouble, tuple[int, Told]] = {
    Trouble.BUSY: (503, WHAT_HAPPENED[503]),
    Trouble.GONE: (503, (CANT_SAVE, say("Its file is missing. Whoever runs it can put it back."))),
    Trouble.UNWRITABLE: (503, (CANT_SAVE, say("Its file can’t be written. Whoever runs it can change that."))),
    Trouble.FULL: (507, (CANT_SAVE, say("Its disk is full. Whoever runs it can make room."))),
    Trouble.UNREADABLE: (
        503,
        (say("The server can’t use its file just now"), say("Whoever runs it can look at its disk.")),
    ),
    Trouble.DAMAGED: (
        500,
        (
            say("The server’s file is damaged"),
            say("Some of what was saved can’t be read. Whoever runs it can put a backup in its place."),
        ),
    ),
}
IN_TROUBLE = "Companion-Trouble"  # the header that tells a script so
LINK_UNKNOWN = "Companion-Unknown"  # and that the file has never had this link, or no more since it was put back
NO_ROOM: dict[type[Exception], Told] = {
    TableFull: (say("This table is full"), say("Begin a rematch: there you can go on."))
}
# Where a key opens nothing (404) or no more (410), by what it is or was of: a table, a group.
UNKNOWN: dict[str, Told] = {
    "t": (
        say("No table has this link"),
        say("It may be cut off. Ask for the whole link, scan the QR code on the share page, or type the code."),
    ),
    "g": (say("No group has this link"), say("It may be cut off. Ask somebody in the group for the whole link.")),
}
REPLACED: dict[str, Told] = {
    "t": (
        say("This link has ended"),
        say("A host has replaced it. Ask a host for the new one. If you typed something, it is kept on this phone."),
    ),
    "watching": (say("This link has ended"), say("A host has replaced it. Ask a host for the new one.")),
    "g": (say("This link has ended"), say("Somebody in the group has replaced it. Ask there for the new one.")),
}
DELETED: dict[str, Told] = {
    "t": (
        say("This game has been deleted"),
        say("Somebody in its group, or whoever runs the server, did that. It can't be brought back."),
    ),
    "g": (say("This group has been deleted"), say("Its games went with it. They can't be brought back.")),
}
OTHER_NAME = say("That is not the companion’s name")
_KEY = re.compile(r"/([tg])/([^/]+)")
_LINK = re.compile(r"/t/[\w-]+", re.ASCII)


def init_app(app: Flask) -> None:
    """Answer every error with a page of our own."""
    app.register_error_handler(HTTPException, page)
    app.register_error_handler(BadHost, bad_host)
    app.register_error_handler(LinkEnded, ended)
    app.register_error_handler(MayNot, refused)
    app.register_error_handler(sqlite3.Error, in_trouble)
    app.register_error_handler(NotNow, not_now)
    for reason, told in NO_ROOM.items():
        app.register_error_handler(reason, partial(no_room, told))


def in_trouble(error: sqlite3.Error) -> ResponseReturnValue:
    """The page for when the file can't be used: what is wrong, who can help, and what was sent, to be sent again.

    An error that is not the file's fault is answered by 500.
    """
    trouble = trouble_of(error, store().path)
    if trouble is Trouble.UNUSABLE:
        raise error
    tell_trouble(error, store().path)
    status, told = TROUBLES[trouble]
    return _page(status, told, {IN_TROUBLE: trouble.name.lower(), "Retry-After": "10", "Cache-Control": "no-store"})


def not_now(error: NotNow) -> ResponseReturnValue:
    """The page (429, 507) for something new that is not begun now, with what was sent."""
    return _page(error.status, (say("Not just now"), error.message), error.headers)


def bad_host(_: BadHost) -> ResponseReturnValue:
    """A line (400) for a Host header that can be no name, under which no page can be shown."""
    return text.translate(OTHER_NAME, words()), 400, {"Content-Type": "text/plain; charset=utf-8"}


def no_room(told: Told, _: Exception) -> ResponseReturnValue:
    """The page (409) for where a table has as much of something as it may have."""
    return _page(409, told)


def ended(error: LinkEnded) -> ResponseReturnValue:
    """The page (410) for a link that was replaced, or whose table or group was deleted."""
    kind = "g" if request.path.startswith("/g/") else "t"
    if error.deleted:
        return _page(410, DELETED[kind])
    return _page(410, REPLACED["watching" if kind == "t" and _only_watched() else kind])


def _only_watched() -> bool:
    """Whether nothing can have been typed on a page of this table: on a watcher's phone, and on the big screen."""
    link = links.look_up(store().db, (request.view_args or {}).get("key", ""))
    return request.path.endswith("/screen") or (link is not None and link["role"] == WATCHER)


def refused(error: MayNot) -> ResponseReturnValue:
    """The page (403) for a link that lets its holder do less. It says who can help."""
    try:
        opened = open_or_404((request.view_args or {})["key"])
    except LinkEnded as meanwhile:
        return ended(meanwhile)
    asked = _any_host(opened)
    if error.role == HOST:
        told = say("Only a host can do that"), say("Ask %(host)s.", host=asked)
    else:
        advice = say("Ask %(host)s for the link “Score with us”. What you typed stays on this phone.", host=asked)
        told = say("This phone only watches"), advice
    return _page(403, told)


def _any_host(opened: Opened) -> Message:
    """The hosts of a table, any of whom can help: Anne, Bo or Deniz."""
    hosts = [phone.seat for phone in links.list_phones(store(), opened.table.id) if phone.role == HOST]
    names = [say("%(name)s", name=opened.table.sitting.players[seat]) for seat in dict.fromkeys(hosts)]
    # TRANSLATORS: stands in “Ask %(host)s.”
    *others, last = names or [say("whoever started the table")]
    return say("%(first)s or %(last)s", first=tuple(others), last=last) if others else last


def page(error: HTTPException) -> ResponseReturnValue:
    """The page for an HTTP error. Flask logs an unexpected exception and passes it to this function as a 500."""
    if isinstance(error, Gone):
        return ended(LinkEnded())
    code = error.code or 500
    told = WHAT_HAPPENED.get(code) or WHAT_HAPPENED[400 if code < 500 else 500]
    found = _KEY.match(request.path)
    if code == 404 and found and not _opens(found[1], found[2]):
        told = UNKNOWN[found[1]]
    if code == 421:
        there = good_address(request) + request.script_root
        advice = say("Open it under %(address)s: there it takes what you enter.", address=there)
        return _page(code, (OTHER_NAME, advice), elsewhere=there)
    if told in UNKNOWN.values():
        return _page(code, told, {LINK_UNKNOWN: found[1] if found else ""})
    allowed = {"Allow": ", ".join(error.valid_methods or [])} if code == 405 and hasattr(error, "valid_methods") else {}
    return _page(code, told, allowed)


def _opens(kind: str, key: str) -> bool:
    """Whether a key opens a table (``t``) or a group (``g``)."""
    try:
        return bool(links.find_link(store(), key) if kind == "t" else open_group(store(), key))
    except LinkEnded:
        return False
    except sqlite3.Error:  # nobody knows
        return True


def _page(code: int, told: Told, headers: dict[str, str] | None = None, elsewhere: str = "") -> ResponseReturnValue:
    """The page. ``elsewhere`` is the address under which to go on; what the advice names is a link then."""
    title, advice = (text.translate(part, words()) for part in told)
    g.problem = f"{title}. {advice}"  # see rounds/refusals.py
    found = _KEY.match(request.path)
    good = found and code != 410 and told not in UNKNOWN.values()
    site = elsewhere or request.script_root
    back = site + found[0] if found and good else ""
    lost = request.script_root + found[0] if code == 404 and found and not good and _LINK.fullmatch(found[0]) else ""
    shown = {"lost": lost, "kind": found[1] if found else "", "back": back, "elsewhere": elsewhere, "site": site}
    may_join = shown["kind"] == "t" and not good and told != DELETED["t"]
    handled = ""
    if told != WHAT_HAPPENED[403]:  # nothing is read of what another site sent
        with suppress(HTTPException):  # a form that can't be read
            handled = request.form.get("key", "")
    headers = headers or {}
    sends_again = "Retry-After" in headers and request.method == "POST"
    body = render_template(
        "app/error.html",
        **{"code": code, "title": told[0], "advice": _linked(told[1]) if elsewhere else translate(told[1])},
        **{"handled": handled, "may_join": may_join, "sends_again": sends_again},
        **shown,
    )
    return ("" if request.method == "HEAD" else body), code, headers


def _linked(advice: Message) -> Markup:
    """A sentence in which every name is an address, as a link."""
    said = text.translate(advice, words(), lambda address: '<a href="{0}">{0}</a>'.format(escape(address)))
    return Markup(said)  # noqa: S704 - the texts are ours, values are escaped
