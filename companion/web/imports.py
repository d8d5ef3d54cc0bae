"""Opening a table from a sheet file."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games import sheetfile
from companion.games.rulebook import Unreadable
from companion.store.tables import start_table
from companion.web.access import new_write_key, store, write_key

blueprint = Blueprint("imports", __name__, url_prefix="/imports")


@blueprint.get("/new")
def new() -> ResponseReturnValue:
    """The form that takes a file."""
    return render_template("import.html", error=None, missing=False, write_key=new_write_key())


@blueprint.get("")
def again() -> ResponseReturnValue:
    """A phone that brings back a refused form asks for it here: back to the form."""
    return redirect(url_for("imports.new"), 303)


@blueprint.post("")
def create() -> ResponseReturnValue:
    """Open a table in the state that the file tells."""
    sent = request.files.get("file")
    text = sent.read() if sent else b""
    if not text:
        return render_template("import.html", error=None, missing=True, write_key=new_write_key()), 422
    try:
        sheet = sheetfile.loads(text)
    except Unreadable as error:
        return render_template("import.html", error=error, missing=False, write_key=new_write_key()), 422
    key = start_table(store(), sheet.game, sheet.sitting, write_key())
    return redirect(url_for("table.show", key=key), 303)
