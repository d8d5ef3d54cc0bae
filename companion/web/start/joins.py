"""Joining a table, to watch it, by its short code: guessing one is hopeless (see ``companion.store.links.codes``)."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.message import Message, say
from companion.store.links import codes
from companion.web.table.access import new_write_key, store

blueprint = Blueprint("joins", __name__, url_prefix="/joins")
NOBODYS = say("No table has this code now. Have it read out once more, or scan the QR code.")


@blueprint.get("/new")
def new() -> ResponseReturnValue:
    """The form for the code."""
    return _form()


@blueprint.post("")
def create() -> ResponseReturnValue:
    """Redirect to the table of the code, with a link to watch."""
    code = codes.read_code(request.form.get("code", ""))
    if code is None:
        return _form(say("A code has ten letters and digits, like K7P2M XQ9RT. It has no 0, O, 1 or I.")), 422
    found = codes.find_key(store(), code)
    if found is None:
        return _form(NOBODYS), 404
    return redirect(url_for("table.show", key=found), 303)


def _form(problem: Message | None = None) -> str:
    typed = request.form.get("code", "")
    return render_template("start/join.html", typed=typed, problem=problem, write_key=new_write_key())
