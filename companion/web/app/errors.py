"""Error pages that look like the rest of the app and say what to do next."""

from sqlite3 import SQLITE_BUSY, SQLITE_LOCKED, OperationalError

from flask import Flask, g, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Gone, HTTPException, ServiceUnavailable

from companion import text
from companion.games.message import say
from companion.store.links.links import LinkEnded
from companion.web.app.language import words

WHAT_HAPPENED = {
    400: (say("That didn't arrive whole"), say("Go back and try once more. What you typed is still there.")),
    403: (
        say("This link can't write"),
        say("The request came from another site, or with a link that only lets you watch."),
    ),
    404: (
        say("There is no such page"),
        say("The link may be cut off or may have been replaced. Ask at the table for the full link."),
    ),
    405: (say("This page can't do that"), say("Go back and use the buttons on the page.")),
    410: (
        say("This link has ended"),
        say("It was replaced, or deleted with what it opened. What you typed is still on this phone."),
    ),
    413: (say("That is too large"), say("A file has up to 32 megabytes, a form up to one.")),
    503: (
        say("Just a moment"),
        say("The companion is busy. Try again in a few seconds: what you typed is still there."),
    ),
    500: (say("Something broke here"), say("It is our fault, not yours. Every saved round is safe.")),
}


def init_app(app: Flask) -> None:
    """Answer every error with a page of our own."""
    app.register_error_handler(HTTPException, page)
    app.register_error_handler(LinkEnded, lambda _ended: page(Gone()))
    app.register_error_handler(OperationalError, busy)


def busy(error: OperationalError) -> ResponseReturnValue:
    """The page (503) for when the database is locked for too long. Any other database error is answered by 500."""
    if getattr(error, "sqlite_errorcode", 0) & 0xFF not in (SQLITE_BUSY, SQLITE_LOCKED):
        raise error
    return page(ServiceUnavailable())


def page(error: HTTPException) -> ResponseReturnValue:
    """The page for an HTTP error. Flask logs an unexpected exception and passes it to this function as a 500."""
    code = error.code or 500
    title, advice = WHAT_HAPPENED.get(code) or WHAT_HAPPENED[400 if code < 500 else 500]
    g.problem = text.translate(title, words())  # see rounds/refusals.py
    body = render_template("app/error.html", code=code, title=title, advice=advice)
    allowed = {"Allow": ", ".join(error.valid_methods or [])} if code == 405 and hasattr(error, "valid_methods") else {}
    return ("" if request.method == "HEAD" else body), code, allowed
