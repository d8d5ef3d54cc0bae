"""Starting a new game, or a rematch: who plays, who starts, and every phone's way there."""

from collections.abc import Callable

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games import RULEBOOKS
from companion.games.contract import Rulebook
from companion.games.message import say
from companion.games.sitting import Sitting
from companion.store.groups.players import list_regulars, suggest_names
from companion.store.groups.tables import count_games, find_last_players, find_rule, list_group_tables
from companion.store.journal.rematches import find_rematch, follow_rematches, start_rematch
from companion.store.journal.tables import start_table
from companion.store.links.links import LinkEnded
from companion.web.app.limits import NotNow, begin
from companion.web.app.parts import part
from companion.web.forms.new_game import NewGameForm
from companion.web.groups.access import OpenedGroup, open_group_or_404, sent_key
from companion.web.groups.belonging import choose_rematch_home, find_sent_group, home_of, may_choose
from companion.web.table.access import Opened, open_page, open_to_write, store, write_key

blueprint = Blueprint("new_game", __name__)


@blueprint.get("/tables/new")
@blueprint.get("/g/<key>/tables/new", endpoint="new_in_group")
def new(key: str = "") -> ResponseReturnValue:
    """Return the empty form, for a game of a group if there is a key."""
    group, form = open_group_or_404(key) if key else None, NewGameForm(_rulebook(request.args.get("game")))
    _follow(form, group)
    return _form(form, group, draft=f"new-game {group.token}" if group else "new-game")


@blueprint.get("/t/<key>/rematch")
def rematch(key: str) -> ResponseReturnValue:
    """Redirect to the rematch, or return the form for one with the table's seats and house rules."""
    opened = open_page(key)
    begun = follow_rematches(store(), key)
    if begun or not opened.may_write:
        page = "table.screen" if begun and request.args.get("page") == "screen" else "table.show"
        return redirect(url_for(page, key=begun or key), 303)
    return _rematch_form(opened, NewGameForm(opened.table.rulebook, rematch_of=opened.table))


@blueprint.post("/tables/new")
@blueprint.post("/g/<key>/tables/new", endpoint="rearrange_in_group")
def rearrange(key: str = "") -> ResponseReturnValue:
    """Return the form after a player was moved or another game chosen, for a browser without JavaScript."""
    return _form_as_sent(_rearranged())


@blueprint.post("/tables/seats")
@blueprint.post("/g/<key>/tables/seats", endpoint="seats_in_group")
def seats(key: str = "") -> ResponseReturnValue:
    """Return the parts of the form with the seats and the first starter, after a player was moved."""
    form = _rearranged()
    return part(render_template("start/_seats.html", form=form) + render_template("start/_starter.html", form=form))


@blueprint.get("/tables")
@blueprint.get("/g/<key>/tables", endpoint="reload_in_group")
def reload(key: str = "") -> ResponseReturnValue:
    """Redirect to the form, where the draft is. A phone comes here when it loads the page of a refused form again."""
    return redirect(url_for("new_game.new_in_group", key=key) if key else url_for("new_game.new"), 303)


@blueprint.post("/tables")
@blueprint.post("/g/<key>/tables", endpoint="create_in_group")
def create(key: str = "") -> ResponseReturnValue:
    """Start the table, in the group that it belongs to."""
    form, group = _sent_form(), find_sent_group()
    if request.form.get("as_before"):
        _follow(form, group)

    def start(sitting: Sitting) -> str:
        if group and any(not table.finished for table in list_group_tables(store(), group.group.id)):
            begin("evenings", f"group {group.group.id}")
        else:
            begin("tables")
        return start_table(store(), form.rulebook.key, sitting, write_key(), home_of())

    return _start(form, start, lambda **values: _form_as_sent(form, **values))


@blueprint.post("/t/<key>/rematches")
def start_rematch_of(key: str) -> ResponseReturnValue:
    """Start the rematch, with the form's names and rules if it has them; a second phone gets the first one's."""
    opened = open_to_write(key)
    if "game" in request.form:
        form = _sent_form()
    else:
        form = NewGameForm(opened.table.rulebook, rematch_of=opened.table)
        form.starter.data = request.form.get("first_starter", "")

    def start(sitting: Sitting) -> str:
        if find_rematch(store(), opened.table.id) is None:
            begin("evenings", f"table {opened.table.id}")
        home = choose_rematch_home(opened, sitting)
        # Only where a game is over do the others come along: else they are still playing.
        if opened.table.sheet.ending:
            return start_rematch(store(), opened.credential, form.rulebook.key, sitting, home)
        return start_table(store(), form.rulebook.key, sitting, write_key(), home)

    return _start(form, start, lambda **values: _rematch_form(opened, form, **values))


def _start(form: NewGameForm, start: Callable[[Sitting], str], show: Callable[..., str]) -> ResponseReturnValue:
    """Redirect to the table that ``start`` makes; if it can't, ``show`` the form with the problem."""
    sitting = form.validate()
    if sitting is None:
        return show(), 422
    try:
        alone = len(form.rulebook.sides(sitting)) == len(sitting.players)
        page = "players.paper" if alone and "paper" in request.form else "table.show"
        return redirect(url_for(page, key=start(sitting)), 303)
    except NotNow as refused:
        form.problems[""] = refused.message
        return show(), refused.status, refused.headers
    except LinkEnded:
        form.problems[""] = say("Your group’s link no longer works. Ask for the new one, or start without a group.")
        return show(ended=sent_key()), 422


def _rulebook(game: str | None) -> Rulebook:
    """Return the rulebook of a game by its key, or the first game's; answer 404 to an unknown key."""
    if game and game not in RULEBOOKS:
        abort(404)
    return RULEBOOKS[game] if game else next(iter(RULEBOOKS.values()))


def _follow(form: NewGameForm, group: OpenedGroup | None) -> None:
    if group and (rule := form.rulebook.group_option):
        form.follow(find_rule(store(), group.group.id, form.rulebook.key, rule))


def _sent_form() -> NewGameForm:
    return NewGameForm(_rulebook(request.form.get("game")), request.form)


def _rearranged() -> NewGameForm:
    change, before = request.form.get("change", ""), _rulebook(request.form.get("game"))
    rulebook = _rulebook(change.removeprefix("game-")) if change.startswith("game-") else before
    form = NewGameForm(rulebook, request.form, before=before)
    _suggest(form, find_sent_group())
    form.rearrange(change)
    return form


def _suggest(form: NewGameForm, group: OpenedGroup | None) -> None:
    if group:
        form.suggested = suggest_names(store(), group.group.id)
        form.regulars = list_regulars(store(), group.group.id)
        form.last_players = find_last_players(store(), group.group.id, form.rulebook.seats)


def _rematch_form(opened: Opened, form: NewGameForm, ended: str = "") -> str:
    quiet = may_choose(opened)
    return _form(form, draft=f"rematch {opened.key}", rematch_of=opened.key, quiet=quiet, ended=ended)


def _form_as_sent(form: NewGameForm, ended: str = "") -> str:
    """Return the form as it was typed; without its group if that link has ``ended``."""
    if ended:
        return _form(form, quiet=False, ended=ended)
    typed = {"rematch_of": request.form.get("rematch_of", ""), "group_key": request.form.get("group", "")}
    return _form(form, find_sent_group(), quiet="quiet" in request.form, **typed)


def _form(form: NewGameForm, group: OpenedGroup | None = None, **values: object) -> str:
    _suggest(form, group)
    values = {"rematch_of": "", "group_key": "", "quiet": True, "ended": ""} | values
    if group:
        values |= {"group_key": group.address(), "quiet": False}
    values.setdefault("draft", request.form.get("draft", "new-game"))
    counts, key = count_games(store(), group.group.id) if group else {}, write_key()
    games = sorted(RULEBOOKS.values(), key=lambda rulebook: -counts.get(rulebook.key, 0))
    return render_template("start/new_game.html", form=form, games=games, group=group, write_key=key, **values)
