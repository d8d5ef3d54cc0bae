"""Starting a new game, or a rematch."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games import RULEBOOKS
from companion.store.tables import start_table
from companion.web.access import new_write_key, open_or_404, store, write_key
from companion.web.new_game_form import NewGameForm

GAME = "fool"

blueprint = Blueprint("new_game", __name__)


@blueprint.get("/tables/new")
def new() -> ResponseReturnValue:
    """The empty form."""
    return _page(NewGameForm(RULEBOOKS[GAME]))


@blueprint.get("/t/<key>/rematch")
def rematch(key: str) -> ResponseReturnValue:
    """The form with the seats and house rules of a table."""
    table = open_or_404(key).table
    return _page(NewGameForm(table.rulebook, sitting=table.sitting), draft=f"rematch {key}")


@blueprint.post("/tables/new")
def rearrange() -> ResponseReturnValue:
    """The form with a player moved, for a browser without JavaScript."""
    return _page(_rearranged())


@blueprint.post("/tables/seats")
def seats() -> ResponseReturnValue:
    """The seats with a player moved: a fragment."""
    return render_template("_seats.html", form=_rearranged())


@blueprint.get("/tables")
def again() -> ResponseReturnValue:
    """A phone that brings back a refused form asks for it here: back to the form, with its draft."""
    return redirect(url_for("new_game.new"), 303)


@blueprint.post("/tables")
def create() -> ResponseReturnValue:
    """Open the table."""
    form = NewGameForm(RULEBOOKS[GAME], request.form)
    sitting = form.judge()
    if sitting is None:
        return _page(form), 422
    return redirect(url_for("table.show", key=start_table(store(), GAME, sitting, write_key())), 303)


def _rearranged() -> NewGameForm:
    form = NewGameForm(RULEBOOKS[GAME], request.form)
    form.rearrange(request.form.get("change", ""))
    return form


def _page(form: NewGameForm, draft: str = "new-game") -> str:
    key = write_key() if request.form else new_write_key()
    return render_template("new_game.html", form=form, draft=draft, write_key=key)
