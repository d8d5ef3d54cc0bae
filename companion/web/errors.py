"""Error pages: what happened, and what to do."""

import re
import sqlite3
from urllib.parse import quote

from flask import Flask, current_app, g, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadHost, HTTPException

from companion.games.message import Message, say
from companion.games.reading import Unreadable
from companion.store.database import Store
from companion.store.journal.facts import Conflict
from companion.store.journal.loading import load_table
from companion.store.links.links import DEPUTY, LinkEnded, MayNot, at_least
from companion.store.tables.writing import TableFull
from companion.store.trouble import Trouble, trouble_of
from companion.web.app.language import in_words
from companion.web.app.limits import TOO_MANY
from companion.web.app.parts import UnknownLink
from companion.web.app.site import good_site

Notice = tuple[Message, Message]  # what happened, and what to do

WRONG_ADDRESS, NOT_NOW, LINK_ENDED = say("Wrong address"), say("Not right now"), say("This link no longer works")
CANT_SAVE, NO_WAY_BACK = say("The server can’t save right now"), say("This can’t be undone.")
BY_STATUS: dict[int, Notice] = {
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
}
# The status and the notice for trouble with the file; any other is the last. A phone repeats what got one of these.
TROUBLES: dict[Trouble | None, tuple[int, Notice]] = {
    Trouble.BUSY: (503, BY_STATUS[503]),
    Trouble.FULL: (507, (CANT_SAVE, say("The server’s disk is full. Tell its owner."))),
    Trouble.DAMAGED: (500, (say("The server’s file is damaged"), say("Ask the server’s owner to restore a backup."))),
    None: (503, (CANT_SAVE, say("Ask the server’s owner to check its disk."))),
}
LINK_UNKNOWN = "Companion-Unknown"  # a header for scripts: the file doesn't have this link, perhaps since a restore
# For keys that open nothing, by what they are of: a table (t), a group (g).
UNKNOWN: dict[str, Notice] = {
    "t": (
        say("This link doesn’t open a table"),
        say("Is it complete? Ask for it again, scan the QR code or type the code."),
    ),
    "g": (say("This link doesn’t open a group"), say("Ask the group for the new link.")),
}
REPLACED: dict[str, Notice] = {
    "t": (LINK_ENDED, say("Ask a host for the new link. Your entries are safe on this phone.")),
    "g": (LINK_ENDED, say("Ask the group for the new link.")),
}
DELETED: dict[str, Notice] = {
    "t": (say("This game was deleted"), NO_WAY_BACK),
    "g": (say("This group was deleted"), NO_WAY_BACK),
}
HOSTS_ONLY: Notice = say("Only hosts can do that"), say("Ask a host.")
SCORERS_ONLY: Notice = (
    say("This phone can only watch"),
    say("Ask a host for the link “Score with us”. Your entries are safe on this phone."),
)
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
            return in_words(WRONG_ADDRESS), 400, {"Content-Type": "text/plain; charset=utf-8"}
        case HTTPException(code=421):
            notice = WRONG_ADDRESS, say("Use %(address)s instead.", address=good_site() + request.script_root)
            code = 421
        case UnknownLink():
            code, notice, headers = 404, UNKNOWN[kind], {LINK_UNKNOWN: kind}
        case HTTPException():
            code = error.code or 500
            notice = BY_STATUS.get(code) or BY_STATUS[400 if code < 500 else 500]
            headers = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")}
        case LinkEnded(moved_seat=int(seat)):
            name = load_table(store, error.table_id).sitting.players[seat]
            code, notice = (
                410,
                (
                    say("%(name)s plays from another phone now", name=name),
                    say("To come back, ask a host to replace the links, then scan again."),
                ),
            )
        case LinkEnded():
            code, notice = 410, (DELETED if error.deleted else REPLACED)[kind]
        case MayNot():
            code, notice = 403, HOSTS_ONLY if at_least(error.role, DEPUTY) else SCORERS_ONLY
        case Conflict():
            code, notice = 409, (say("The table has changed"), say("Another phone was quicker. Check, then try again."))
        case TableFull():
            code, notice = 409, (say("This table is full"), say("Start a rematch to play on."))
        case Unreadable():
            code, notice = 422, (say("This can’t be saved"), error.reason)
        case sqlite3.Error() if (trouble := trouble_of(error, store.path)) is not Trouble.UNUSABLE:
            current_app.logger.error(trouble.explain(store.path, error))
            code, notice = TROUBLES.get(trouble, TROUBLES[None])
            headers = {"Retry-After": "10", "Cache-Control": "no-store"}
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
        deleted=notice == DELETED["t"],
        sends_again="Retry-After" in headers and request.method == "POST",
    )
    return page, code, headers
