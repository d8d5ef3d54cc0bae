"""The players of a group: each one's figures and latest games; renaming and merging them."""

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue
from wtforms import Form, IntegerField

from companion.games.message import say
from companion.store.groups import players, statistics
from companion.store.groups.players import Player, PlayerNameTaken, SatTogether
from companion.web.exports.chart import draw_trend
from companion.web.groups.access import OpenedGroup, open_group_or_404
from companion.web.groups.statistics import find_choice
from companion.web.table.access import make_opener, store
from companion.web.table.forms import add_error, make_name_field, read_name

PLAYER = "/<int(max=9007199254740991):player_id>"

blueprint = Blueprint("group_players", __name__, url_prefix="/g/<key>/players")
blueprint.before_request(make_opener(open_group_or_404))


class PlayerForm(Form):
    """A player's name, and ``into`` whom to merge them."""

    name = make_name_field(say("Give this player a name."))
    into = IntegerField()


@blueprint.get("")
def show_all(opened: OpenedGroup) -> ResponseReturnValue:
    """Show everybody in the group."""
    return render_template("groups/players.html", opened=opened, players=players.list_players(store(), opened.group.id))


@blueprint.get(PLAYER)
@blueprint.post(PLAYER + "/names", endpoint="rename")
def show(opened: OpenedGroup, player_id: int) -> ResponseReturnValue:
    """Show a player's figures, form and rivals; or give the player another name."""
    player = _find(opened, player_id)
    form = PlayerForm(request.form or None, data={"name": player.name})
    if request.method != "POST":
        return _page(opened, player, form) if player.id == player_id else _back(opened, player.id)
    if not form.validate():
        return _page(opened, player, form)
    try:
        players.rename_player(store(), opened.group.id, player.id, read_name(form.name.data))
    except PlayerNameTaken as error:
        add_error(form.name, say("Another player has this name. Same person? Merge them below."))
        form.into.data = error.player_id
        return _page(opened, player, form)
    return _back(opened, player_id)


@blueprint.post(PLAYER + "/merges")
def merge(opened: OpenedGroup, player_id: int) -> ResponseReturnValue:
    """Merge the player into another: both names are one person."""
    player = _find(opened, player_id)
    form = PlayerForm(request.form, data={"name": player.name})
    if not form.into.data:
        add_error(form.into, say("Choose a player."))
        return _page(opened, player, form)
    into = _find(opened, form.into.data)
    try:
        players.merge_players(store(), opened.group.id, player_id, into.id)
    except SatTogether:
        add_error(form.into, say("They played at the same table, so they can’t be one person."))
        return _page(opened, player, form)
    return _back(opened, into.id)


def _back(opened: OpenedGroup, player_id: int) -> ResponseReturnValue:
    return redirect(opened.address("group_players.show", player_id=player_id), 303)


def _find(opened: OpenedGroup, player_id: int) -> Player:
    return players.find_player(store(), opened.group.id, player_id) or abort(404)


def _page(opened: OpenedGroup, player: Player, form: PlayerForm) -> ResponseReturnValue:
    group_id, chosen = opened.group.id, find_choice(opened.group.id)
    game, title = chosen.rulebook.key, chosen.title
    found = statistics.add_up(store(), group_id, game, chosen.period, title)
    rivals = found.rivals.get(player.id, {})
    page = render_template(
        "groups/player.html",
        opened=opened,
        player=player,
        everybody={each.id: each for each in players.list_players(store(), group_id)},
        chosen=chosen,
        figures=found.figures.get(player.id),
        rivals=sorted(rivals.items(), key=lambda met: (-met[1].games, met[0])),
        trend=draw_trend(statistics.list_latest_games(store(), group_id, player.id, game, title)),
        form=form,
    )
    return page, 422 if form.errors else 200
