"""Starting a new game."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games import RULEBOOKS
from companion.games.contract import Rulebook
from companion.games.message import say
from companion.games.sitting import Round
from companion.store.groups.players import suggest_names
from companion.store.groups.tables import has_running
from companion.store.journal.tables import start_table
from companion.store.links.links import LinkEnded
from companion.web.app.limits import NotNow, begin
from companion.web.app.parts import part
from companion.web.groups.access import OpenedGroup, new_group_key, open_group_or_404, sent_key
from companion.web.groups.belonging import group_asked_for, home_of
from companion.web.start.new_game_form import NewGameForm
from companion.web.table.access import store, write_key

blueprint = Blueprint("new_game", __name__)


@blueprint.get("/tables/new")
def new() -> ResponseReturnValue:
    """The empty form."""
    return page(NewGameForm(_rulebook(request.args.get("game"))))


@blueprint.get("/g/<key>/tables/new")
def new_in_group(key: str) -> ResponseReturnValue:
    """The empty form for a game of a group."""
    opened = open_group_or_404(key)
    return page(NewGameForm(_rulebook(request.args.get("game"))), opened, draft=f"new-game {opened.token}")


@blueprint.post("/tables/new")
@blueprint.post("/g/<key>/tables/new", endpoint="rearrange_in_group")
def rearrange(key: str = "") -> ResponseReturnValue:
    """The form after a player was moved or another game chosen, for a browser without JavaScript."""
    return _again(_rearranged())


@blueprint.post("/tables/seats")
@blueprint.post("/g/<key>/tables/seats", endpoint="seats_in_group")
def seats(key: str = "") -> ResponseReturnValue:
    """The parts of the form with the seats and the first starter, after a player was moved."""
    form = _rearranged()
    return part(render_template("start/_seats.html", form=form) + render_template("start/_starter.html", form=form))


@blueprint.get("/tables")
@blueprint.get("/g/<key>/tables", endpoint="again_in_group")
def again(key: str = "") -> ResponseReturnValue:
    """Redirect to the form, where the draft is. A phone comes here when it loads the page of a refused form again."""
    return redirect(url_for("new_game.new_in_group", key=key) if key else url_for("new_game.new"), 303)


@blueprint.post("/tables")
@blueprint.post("/g/<key>/tables", endpoint="create_in_group")
def create(key: str = "") -> ResponseReturnValue:
    """Start the table, in the group that it belongs to."""
    form, group = asked_form(), group_asked_for()
    sitting = form.validate()
    if sitting is None:
        return _again(form), 422
    try:
        if group and has_running(store(), group.group.id):
            begin("evenings", f"group {group.group.id}")
        else:
            begin("tables")
        home = home_of()
    except NotNow as refused:
        form.problems[""] = refused.message
        return _again(form), refused.status, refused.headers
    except LinkEnded:
        form.problems[""] = say("The link of your group has ended. Ask for the new one, or start without a group.")
        return page(form, quiet=False, ended=sent_key()), 422
    return redirect(url_for("table.show", key=start_table(store(), form.rulebook.key, sitting, write_key(), home)), 303)


def asked_form() -> NewGameForm:
    """The form as it was sent."""
    return NewGameForm(_rulebook(request.form.get("game")), request.form)


def _rulebook(game: str | None) -> Rulebook[Round]:
    """The rulebook of a game by its key; the first game where no key is given. An unknown key is answered by 404."""
    if game and game not in RULEBOOKS:
        abort(404)
    return RULEBOOKS[game] if game else next(iter(RULEBOOKS.values()))


def _rearranged() -> NewGameForm:
    change = request.form.get("change", "")
    before = _rulebook(request.form.get("game"))
    rulebook = _rulebook(change.removeprefix("game-")) if change.startswith("game-") else before
    form = NewGameForm(rulebook, request.form, before=before.key)
    form.rearrange(change)
    group = group_asked_for()
    if group:
        form.suggested = suggest_names(store(), group.group.id)
    return form


def _again(form: NewGameForm) -> str:
    """Render the form again, as it was typed."""
    typed = {"rematch_of": request.form.get("rematch_of", ""), "group_key": request.form.get("group", "")}
    return page(form, group_asked_for(), quiet="quiet" in request.form, **typed)


def page(form: NewGameForm, group: OpenedGroup | None = None, **shown: str | bool) -> str:
    """Render the form, for a game of a group or a rematch if need be."""
    draft = request.form.get("draft", "new-game")
    asked = {"draft": draft, "rematch_of": "", "group_key": "", "quiet": True, "ended": ""} | shown
    if group:
        form.suggested = suggest_names(store(), group.group.id)
        asked |= {"group_key": group.address(), "quiet": False}
    asked |= {"write_key": write_key(), "new_group": url_for("group.show", key=new_group_key())}
    return render_template("start/new_game.html", form=form, games=RULEBOOKS.values(), group=group, **asked)
