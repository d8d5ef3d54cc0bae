"""The first page, and joining a table by its code."""

from collections.abc import Mapping
from types import MappingProxyType

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import __version__
from companion.games.message import Message, say
from companion.store.links import codes
from companion.store.links.links import SCORER
from companion.web.app.parts import for_offline
from companion.web.games import GAMES
from companion.web.table.access import ensure_secret, store
from companion.web.table.share import ask_for_role, introduce

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
@for_offline
def show() -> ResponseReturnValue:
    """Show the first page. A script adds the tables that this phone has opened, which the server does not know."""
    return render_template(
        "start/home.html",
        version=__version__,
        with_rules=next(game for game in GAMES if GAMES[game].example),
        with_referee=next(game for game in GAMES if GAMES[game].referee),
    )


@blueprint.get("/joins/new")
def join() -> ResponseReturnValue:
    """Return the form for a table's code, to play or to watch, with a secret: a form sent twice is from one phone."""
    ensure_secret()
    return _join()


@blueprint.post("/joins")
def join_by_code() -> ResponseReturnValue:
    """Redirect to the table of the code, and ask to play there. Guessing one is hopeless (``store.links.codes``)."""
    code = codes.read_code(request.form.get("code", ""))
    if code is None:
        return _join({"code": say("Codes look like K7P2M XQ9RT, without 0, O, 1 or I.")}), 422
    found = codes.find_key_by_code(store(), code)
    if found is None:
        return _join({"code": say("No table has this code. Check it, or scan the QR code.")}), 404
    play = "play" in request.form
    problem, is_players = None, False
    if play or request.form.get("name", "").strip():
        problem, is_players = introduce(found)
        problem = problem or (ask_for_role(found, SCORER) if play else None)
    if problem:
        return _join({"name": problem}, is_players), 422
    return redirect(url_for("table.screen" if "screen" in request.form else "table.show", key=found), 303)


def _join(problems: Mapping[str, Message] = MappingProxyType({}), takes_over: bool = False) -> str:
    typed = {name: request.values.get(name, "") for name in ("code", "name")}
    return render_template("start/join.html", typed=typed, problems=problems, takes_over=takes_over)
