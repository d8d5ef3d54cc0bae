"""Error pages: what happened, and what to do."""

import re
import sqlite3
from urllib.parse import quote

from flask import Flask, current_app, g, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadHost, HTTPException, MethodNotAllowed

from companion.games.message import Message, say
from companion.games.reading import Unreadable
from companion.store.database import Store
from companion.store.journal.facts import Conflict
from companion.store.journal.loading import load_table
from companion.store.links.links import DEPUTY, HOST, SCORER, LinkEnded, MayNot, at_least
from companion.store.tables.writing import TableFull
from companion.store.trouble import Trouble, trouble_of
from companion.web.app.language import in_words
from companion.web.app.limits import TOO_MANY
from companion.web.app.parts import UnknownLink
from companion.web.app.site import good_site

Notice = tuple[Message, Message]  # what happened, and what to do

NOT_NOW, LINK_ENDED = say("Not right now"), say("This link no longer works")
CANT_SAVE, NO_WAY_BACK = say("The server can’t save right now"), say("This can’t be undone.")
# By status, or by what is told apart besides: of links to a table (t) or a group (g), and of the server's file.
NOTICES: dict[object, Notice] = {
    400: (say("Not all of it arrived"), say("Go back and try again. Your entries are still there.")),
    403: (say("That came from another site"), say("Use the app’s own pages to make changes.")),
    404: (say("Page not found"), say("Check the address.")),
    413: (
        say("That’s too large"),
        say("Up to 2\u00a0MB. The server’s owner can open larger files with “companion import”."),
    ),
    429: (NOT_NOW, TOO_MANY),
    500: (say("Something went wrong"), say("It’s our fault. Check what was saved, then try again.")),
    503: (NOT_NOW, say("The server is busy. Try again in a few seconds.")),
    ("t", 404): (
        say("This link doesn’t open a table"),
        say("Is it complete? Ask for it again, scan the QR code or type the code."),
    ),
    ("g", 404): (say("This link doesn’t open a group"), say("Ask the group for the new link.")),
    ("t", 410): (LINK_ENDED, say("Ask a host for the new link. Your entries are safe on this phone.")),
    ("g", 410): (LINK_ENDED, say("Ask the group for the new link.")),
    ("t", "deleted"): (say("This game was deleted"), NO_WAY_BACK),
    ("g", "deleted"): (say("This group was deleted"), NO_WAY_BACK),
    HOST: (say("Only hosts can do that"), say("Ask a host.")),
    SCORER: (
        say("This phone can only watch"),
        say("Ask a host for the link “Score with us”. Your entries are safe on this phone."),
    ),
    Conflict: (say("The table has changed"), say("Another phone was quicker. Check, then try again.")),
    TableFull: (say("This table is full"), say("Start a rematch to play on.")),
    Trouble.FULL: (CANT_SAVE, say("The server’s disk is full. Tell its owner.")),
    Trouble.DAMAGED: (say("The server’s file is damaged"), say("Ask the server’s owner to restore a backup.")),
    Trouble: (CANT_SAVE, say("Ask the server’s owner to check its disk.")),
}
TROUBLE_CODES = {Trouble.FULL: 507, Trouble.DAMAGED: 500}  # any other is 503; a phone sends again what got one of these
LINK_UNKNOWN = "Companion-Unknown"  # a header for scripts: the file doesn't have this link, perhaps since a restore
_LINK = re.compile(r"/([tg])/[^/]+")  # of a table or a group


def init_app(app: Flask) -> None:
    """Answer every error with a page of our own."""
    for kind in (HTTPException, LinkEnded, MayNot, Conflict, TableFull, Unreadable, sqlite3.Error):
        app.register_error_handler(kind, explain)


def explain(error: Exception) -> ResponseReturnValue:
    """Return the page for an error. Flask makes a logged 500 of any other, and of SQLite's that aren't the file's."""
    store: Store = current_app.extensions["store"]
    found, headers = _LINK.match(request.path), dict[str, str]()
    kind = found[1] if found else "g"  # else the key came in a form
    match error:
        case BadHost():
            return in_words(say("Wrong address")), 400, {"Content-Type": "text/plain; charset=utf-8"}
        case HTTPException(code=421):
            code, site = 421, good_site() + request.script_root
            notice = say("Wrong address"), say("Use %(address)s instead.", address=site)
        case MethodNotAllowed() if request.method == "GET":  # back, or loaded again, at the address of a form
            return redirect(request.script_root + (found[0] if found else f"{request.path}/new"), 303)
        case UnknownLink():
            code, notice, headers = 404, NOTICES[kind, 404], {LINK_UNKNOWN: kind}
        case HTTPException():
            code = error.code or 500
            notice = NOTICES.get(code) or NOTICES[400 if code < 500 else 500]
            headers = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")}
        case LinkEnded(moved_seat=int(seat)):
            name = load_table(store, error.table_id).sitting.players[seat]
            advice = say("To come back, ask a host to replace the links, then scan again.")
            code, notice = 410, (say("%(name)s plays from another phone now", name=name), advice)
        case LinkEnded():
            code, notice = 410, NOTICES[kind, "deleted" if error.deleted else 410]
        case MayNot():
            code, notice = 403, NOTICES[HOST if at_least(error.role, DEPUTY) else SCORER]
        case Conflict() | TableFull():
            code, notice = 409, NOTICES[type(error)]
        case Unreadable():
            code, notice = 422, (say("This can’t be saved"), error.reason)
        case sqlite3.Error() if (trouble := trouble_of(error, store.path)) is not Trouble.UNUSABLE:
            current_app.logger.error(trouble.explain(store.path, error))
            code, headers = TROUBLE_CODES.get(trouble, 503), {"Retry-After": "10", "Cache-Control": "no-store"}
            notice = NOTICES[503] if trouble is Trouble.BUSY else NOTICES.get(trouble, NOTICES[Trouble])
        case _:
            raise error
    title, advice = notice
    g.problem = f"{in_words(title)}. {in_words(advice)}"  # see ``answer_briefly``
    page = render_template(
        "app/error.html",
        code=code,
        title=title,
        advice=advice,
        kind=found[1] if found else "",
        opens=found and code != 410 and LINK_UNKNOWN not in headers,
        address=quote(found[0]) if found else "",
        site=(good_site() if code == 421 else "") + request.script_root,
        deleted=notice == NOTICES["t", "deleted"],
        sends_again="Retry-After" in headers and request.method == "POST",
    )
    return page, code, headers
