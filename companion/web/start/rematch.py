"""A rematch: who plays again, who starts, and every phone's way there."""

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.message import say
from companion.games.sitting import Round, Sitting
from companion.store.journal.rematches import follow, has_rematch, start_rematch
from companion.store.journal.tables import start_table
from companion.store.links.links import LinkEnded
from companion.web.app.limits import NotNow, begin
from companion.web.forms.new_game import NewGameForm
from companion.web.groups.access import sent_key
from companion.web.groups.belonging import may_choose, rematch_home
from companion.web.start.new_game import asked_form, page
from companion.web.table.access import Opened, open_or_404, open_to_write, store, write_key

blueprint = Blueprint("rematch", __name__, url_prefix="/t/<key>")


@blueprint.get("/rematch")
def show(key: str) -> ResponseReturnValue:
    """Go to the rematch; where there is none, the form for one with the seats and house rules of the table."""
    opened = open_or_404(key)
    there = follow(store(), key)
    if there or not opened.may_write:
        to_screen = there and request.args.get("page") == "screen"
        return redirect(url_for("screen.show" if to_screen else "table.show", key=there or key), 303)
    return _page(opened, NewGameForm(opened.table.rulebook, again=opened.table))


@blueprint.post("/rematches")
def start(key: str) -> ResponseReturnValue:
    """Start the rematch, with other names and rules where they are in the form; who was later finds the first."""
    opened = open_to_write(key)
    if "game" in request.form:
        form = asked_form()
    else:
        form = NewGameForm(opened.table.rulebook, again=opened.table)
        form.starter.data = request.form.get("first_starter", "")
    sitting = form.validate()
    if sitting is None:
        return _page(opened, form), 422
    try:
        there = _start(opened, form.rulebook.key, sitting)
    except NotNow as refused:
        form.problems[""] = refused.message
        return _page(opened, form), refused.status, refused.headers
    except LinkEnded:
        form.problems[""] = say("The link of your group has ended. Ask for the new one, or start without a group.")
        return _page(opened, form, ended=sent_key()), 422
    return redirect(url_for("table.show", key=there), 303)


def _start(opened: Opened, game: str, sitting: Sitting[Round]) -> str:
    """The key of the new table. Only where a game is over do the others come along: else they are still playing."""
    if not has_rematch(store(), opened.link):
        begin("evenings", f"table {opened.table.id}")
    home = rematch_home(opened, sitting)
    if opened.table.sheet.ending:
        return start_rematch(store(), opened.key, game, sitting, home)
    return start_table(store(), game, sitting, write_key(), home)


def _page(opened: Opened, form: NewGameForm, ended: str = "") -> str:
    draft = f"rematch {opened.key}"
    return page(form, draft=draft, rematch_of=opened.key, quiet=may_choose(opened), ended=ended)
