"""The first page, and joining a table by its code."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import StringField

from companion import __version__
from companion.games.message import say
from companion.store.links import links
from companion.store.links.links import SCORER
from companion.web.app.parts import for_offline
from companion.web.games import GAMES
from companion.web.table.access import store
from companion.web.table.cookies import ensure_secret
from companion.web.table.forms import PhoneForm, add_error, read_name
from companion.web.table.share import ask_for_role


class CodeForm(PhoneForm):
    """A table's code, and who wants to play there."""

    code = StringField(default="")


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


@blueprint.get("/joins/new", endpoint="join")
@blueprint.post("/joins")
def join_by_code() -> ResponseReturnValue:
    """Return the form for a table's code, to play or to watch; or redirect there, and ask to play.

    Guessing a code is hopeless (``store.links``). A form sent twice is from one phone: it has a secret by then.
    """
    ensure_secret()
    form = CodeForm(request.values)
    if request.method != "POST":
        return _join(form), 200
    code = links.read_code(form.code.data or "")
    found = links.find_key_by_code(store(), code) if code else None
    if code is None:
        add_error(form.code, say("Codes look like K7P2M XQ9RT, without 0, O, 1 or I."))
    elif found is None:
        add_error(form.code, say("No table has this code. Check it, or scan the QR code."))
    if found is None:
        return _join(form), 404 if code else 422
    role = SCORER if "play" in request.form else None
    if (role or read_name(form.name.data)) and not (form.validate() and ask_for_role(found, role, form)):
        return _join(form), 422
    return redirect(url_for("table.screen" if "screen" in request.form else "table.show", key=found), 303)


def _join(form: CodeForm) -> str:
    return render_template("start/join.html", form=form)
