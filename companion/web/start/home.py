"""Before there is a table: the first page, and joining a table by its code."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import __version__
from companion.games.message import Message, say
from companion.store.links import codes
from companion.web.app.parts import for_offline
from companion.web.games import GAMES
from companion.web.table.access import new_write_key, store

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
@for_offline
def show() -> ResponseReturnValue:
    """The first page. A script adds the tables that this phone has opened, for the server does not know them."""
    return render_template(
        "start/home.html",
        version=__version__,
        with_rules=next(game for game in GAMES if GAMES[game].example),
        with_referee=next(game for game in GAMES if GAMES[game].referee),
    )


@blueprint.get("/joins/new")
def join() -> ResponseReturnValue:
    """The form for the code of a table to watch."""
    return _join()


@blueprint.post("/joins")
def join_by_code() -> ResponseReturnValue:
    """Redirect to the table of the code. Guessing one is hopeless (see ``companion.store.links.codes``)."""
    code = codes.read_code(request.form.get("code", ""))
    if code is None:
        return _join(say("A code has ten letters and digits, like K7P2M XQ9RT. It has no 0, O, 1 or I.")), 422
    found = codes.find_key(store(), code)
    if found is None:
        return _join(say("No table has this code now. Have it read out once more, or scan the QR code.")), 404
    return redirect(url_for("table.show", key=found), 303)


def _join(problem: Message | None = None) -> str:
    typed = request.form.get("code", "")
    return render_template("start/join.html", typed=typed, problem=problem, write_key=new_write_key())
