"""Joining a table, to watch it, by its short code."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.message import Message, say, say_n
from companion.store.links import codes
from companion.web.table.access import new_write_key, store, write_key

blueprint = Blueprint("joins", __name__, url_prefix="/joins")


@blueprint.get("/new")
def new() -> ResponseReturnValue:
    """The form for the code."""
    return _form()


@blueprint.post("")
def create() -> ResponseReturnValue:
    """Redirect to the table of the code, with a link to watch."""
    code = codes.cleaned(request.form.get("code", ""))
    if code is None:
        return _form(say("A code has six letters and digits, like K7P 2MX. It has no 0, O, 1 or I.")), 422
    try:
        key = codes.join(store(), code, write_key())
    except codes.TooManyTries as many:
        problem = say_n(
            "Too many wrong codes were tried for this table. Scan its QR code, or try again in %(n)s minute.",
            "Too many wrong codes were tried for this table. Scan its QR code, or try again in %(n)s minutes.",
            many.minutes,
        )
        return _form(problem), 429
    if key is None:
        return _form(say("No table has this code now. Have it read out once more, or scan the QR code.")), 404
    return redirect(url_for("table.show", key=key), 303)


def _form(problem: Message | None = None) -> str:
    typed = request.form.get("code", "")
    return render_template("start/join.html", typed=typed, problem=problem, write_key=new_write_key())
