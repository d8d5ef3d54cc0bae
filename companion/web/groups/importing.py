"""Importing the file that a form brings."""

from collections.abc import Callable
from typing import TypeVar

from flask import abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.message import say
from companion.games.reading import Unreadable
from companion.store.files.imports import Destination, Imported, import_file
from companion.web.app.limits import begin
from companion.web.table.access import store

View = TypeVar("View", bound=Callable[..., ResponseReturnValue])
LARGEST_FILE = 2 * 1024 * 1024  # bytes; five hundred tables, and more by ``companion import``
AROUND_A_FILE = 64 * 1024  # bytes, for the rest of the form


def takes_a_file(view: View) -> View:
    """Let a page take a body that is large enough for a file."""
    view.takes = LARGEST_FILE + AROUND_A_FILE  # type: ignore[attr-defined]
    return view


def import_sent(to: Destination) -> Imported:
    """Import the uploaded file. Raises Unreadable, also where no file was sent, and LinkEnded."""
    begin("imports")
    sent = request.files.get("file")
    raw = sent.read() if sent else request.form.get("sheet", "").encode()
    if not raw:
        raise Unreadable("", say("Choose a file first."))
    if len(raw) > LARGEST_FILE:
        abort(413)
    return import_file(store(), raw, to)


def imported(address: str, found: Imported) -> ResponseReturnValue:
    """Redirect to what was imported; where the file differs from the rules, a page that says where and leads there."""
    if not found.warnings:
        return redirect(address, 303)
    return render_template("start/imported.html", address=address, warnings=found.warnings)
