"""Starting a new game, or a rematch: who plays, who starts, and every phone's way there."""

from collections.abc import Callable

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games import RULEBOOKS
from companion.games.contract import Rulebook
from companion.games.message import say
from companion.games.sitting import Sitting
from companion.store.groups.players import list_regulars, suggest_names
from companion.store.groups.tables import count_games, find_last_players, find_rule
from companion.store.links.links import LinkEnded
from companion.store.tables.rematches import find_rematch, follow_rematches, start_rematch
from companion.store.tables.starting import start_table
from companion.web.app.limits import begin
from companion.web.app.parts import part
from companion.web.forms.new_game import NewGameForm
from companion.web.groups import access
from companion.web.groups.access import OpenedGroup, find_group, may_choose, open_group_or_404, sent_key
from companion.web.table.access import Opened, open_page, open_to_write, store, write_key
from companion.web.table.cookies import credential_of, ensure_secret

blueprint = Blueprint("new_game", __name__)


@blueprint.get("/tables/new")
@blueprint.get("/g/<key>/tables/new", endpoint="new_in_group")
def new(key: str = "") -> ResponseReturnValue:
    """Return the empty form, for a game of a group if there is a key."""
    group, form = open_group_or_404(key) if key else None, NewGameForm(_rulebook(request.args.get("game")))
    _apply_group_rule(form, group)
    return _form(form, group)


@blueprint.get("/t/<key>/rematch")
def rematch(key: str) -> ResponseReturnValue:
    """Redirect to the rematch, or return the form for one with the table's seats and house rules."""
    opened = open_page(key)
    begun = follow_rematches(store(), credential_of(key))
    if begun or not opened.may_write:
        page = "table.screen" if begun and request.args.get("page") == "screen" else "table.show"
        return redirect(url_for(page, key=begun or key), 303)
    return _form(NewGameForm(opened.table.rulebook, rematch_of=opened.table), opened=opened)


@blueprint.post("/tables/new")
def rearrange() -> ResponseReturnValue:
    """Return the form after a player was moved or another game chosen, for a browser without JavaScript."""
    return _form(_rearranged(), find_group(sent_key()))


@blueprint.post("/tables/seats")
def seats() -> ResponseReturnValue:
    """Return the parts of the form with the seats and the first starter, after a player was moved."""
    form = _rearranged()
    return part(render_template("start/_seats.html", form=form) + render_template("start/_starter.html", form=form))


@blueprint.post("/tables")
def create() -> ResponseReturnValue:
    """Start the table, in the group that it belongs to."""
    form, group = NewGameForm(_rulebook(request.form.get("game")), request.form), find_group(sent_key())
    if request.form.get("as_before"):
        _apply_group_rule(form, group)

    def start(sitting: Sitting) -> str:
        begin("tables")
        secret = ensure_secret()
        return start_table(store(), form.rulebook.key, sitting, write_key(), access.home_of(secret), secret=secret)

    return _start(form, start, group)


@blueprint.post("/t/<key>/rematches")
def start_rematch_of(key: str) -> ResponseReturnValue:
    """Start the rematch, with the form's names and rules if it has them; a second phone gets the first one's."""
    opened = open_to_write(key)
    if "game" in request.form:
        form = NewGameForm(_rulebook(request.form["game"]), request.form)
    else:
        form = NewGameForm(opened.table.rulebook, rematch_of=opened.table)
        form.starter.data = request.form.get("first_starter", "")

    def start(sitting: Sitting) -> str:
        if find_rematch(store(), opened.table.id) is None:
            begin("rematches")
        home = access.choose_rematch_home(opened, sitting)
        # Only where a game is over do the others come along: else they are still playing.
        if opened.table.sheet.ending:
            return start_rematch(store(), opened.credential, form.rulebook.key, sitting, home)
        return start_table(store(), form.rulebook.key, sitting, write_key(), home, secret=ensure_secret())

    return _start(form, start, opened=opened)


def _start(
    form: NewGameForm, start: Callable[[Sitting], str], group: OpenedGroup | None = None, opened: Opened | None = None
) -> ResponseReturnValue:
    """Redirect to the table that ``start`` makes; if it can't, return the form with the problem."""
    if not form.validate():
        return _form(form, group, opened), 422
    try:
        sitting = form.read()
        alone = len(form.rulebook.sides(sitting)) == len(sitting.players)
        page = "players.paper" if alone and "paper" in request.form else "table.show"
        return redirect(url_for(page, key=start(sitting)), 303)
    except LinkEnded:
        form.form_errors = [say("Your group’s link no longer works. Ask for the new one, or start without a group.")]
        return _form(form, None, opened, ended=sent_key()), 422


def _rulebook(game: str | None) -> Rulebook:
    """Return the rulebook of a game by its key, or the first game's; answer 404 to an unknown key."""
    if game and game not in RULEBOOKS:
        abort(404)
    return RULEBOOKS[game] if game else next(iter(RULEBOOKS.values()))


def _apply_group_rule(form: NewGameForm, group: OpenedGroup | None) -> None:
    if group and (rule := form.rulebook.group_option):
        form.apply_group_rule(find_rule(store(), group.group.id, form.rulebook.key, rule))


def _rearranged() -> NewGameForm:
    change, before = request.form.get("change", ""), _rulebook(request.form.get("game"))
    rulebook = _rulebook(change.removeprefix("game-")) if change.startswith("game-") else before
    form = NewGameForm(rulebook, request.form, before=before)
    _suggest(form, find_group(sent_key()))
    form.rearrange(change)
    return form


def _suggest(form: NewGameForm, group: OpenedGroup | None) -> None:
    if group:
        form.suggested = suggest_names(store(), group.group.id)
        form.regulars = list_regulars(store(), group.group.id)
        form.last_players = find_last_players(store(), group.group.id, form.rulebook.seats)


def _form(form: NewGameForm, group: OpenedGroup | None = None, opened: Opened | None = None, ended: str = "") -> str:
    """Return the form, as it was sent; of a rematch of ``opened``, or without its group if that link has ``ended``."""
    _suggest(form, group)
    new = f"new-game {group.token}" if group else "new-game"
    sent, counts = request.form, count_games(store(), group.group.id) if group else {}
    return render_template(
        "start/new_game.html",
        form=form,
        games=sorted(RULEBOOKS.values(), key=lambda rulebook: -counts.get(rulebook.key, 0)),
        group=group,
        group_key=group.address() if group else "" if opened or ended else sent.get("group", ""),
        quiet=may_choose(opened) if opened else not group and not ended and ("quiet" in sent or not sent),
        rematch_of=opened.key if opened else sent.get("rematch_of", ""),
        draft=f"rematch {opened.key}" if opened else sent.get("draft", new),
        ended=ended,
    )
