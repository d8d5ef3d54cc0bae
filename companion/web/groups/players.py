"""The players of a group: each one's figures and latest games; renaming and merging them."""

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.message import Message, say
from companion.store.groups import players, statistics
from companion.store.groups.players import Player, PlayerNameTaken, SatTogether
from companion.web.exports.chart import draw_trend
from companion.web.groups.access import OpenedGroup, open_group_or_404, sent_name
from companion.web.groups.statistics import find_choice
from companion.web.table.access import make_opener, store

PLAYER = "/<int(max=9007199254740991):player_id>"

blueprint = Blueprint("group_players", __name__, url_prefix="/g/<key>/players")
blueprint.before_request(make_opener(open_group_or_404))


@blueprint.get("")
def show_all(opened: OpenedGroup) -> ResponseReturnValue:
    """Show everybody in the group."""
    return render_template("groups/players.html", opened=opened, players=players.list_players(store(), opened.group.id))


@blueprint.get(PLAYER)
def show(opened: OpenedGroup, player_id: int) -> ResponseReturnValue:
    """Show a player's figures, form and rivals."""
    player = _find(opened, player_id)
    return _page(opened, player) if player.id == player_id else _back(opened, player.id)


@blueprint.post(PLAYER + "/names")
def rename(opened: OpenedGroup, player_id: int) -> ResponseReturnValue:
    """Give the player another name."""
    player, (name, problem) = _find(opened, player_id), sent_name(say("Give this player a name."))
    if problem:
        return _page(opened, player, problem), 422
    try:
        players.rename_player(store(), opened.group.id, player.id, name)
    except PlayerNameTaken as error:
        problem = say("Another player has this name. Same person? Merge them below.")
        return _page(opened, player, problem, same_as=error.player_id), 422
    return _back(opened, player_id)


@blueprint.post(PLAYER + "/merges")
def merge(opened: OpenedGroup, player_id: int) -> ResponseReturnValue:
    """Merge the player into another: both names are one person."""
    player = _find(opened, player_id)
    if not request.form.get("into"):
        return _page(opened, player, merge_problem=say("Choose a player.")), 422
    into = _find(opened, request.form.get("into", 0, type=int))
    try:
        players.merge_players(store(), opened.group.id, player_id, into.id)
    except SatTogether:
        problem = say("They played at the same table, so they can’t be one person.")
        return _page(opened, player, merge_problem=problem, same_as=into.id), 422
    return _back(opened, into.id)


def _back(opened: OpenedGroup, player_id: int) -> ResponseReturnValue:
    return redirect(opened.address("group_players.show", player_id=player_id), 303)


def _find(opened: OpenedGroup, player_id: int) -> Player:
    return players.find_player(store(), opened.group.id, player_id) or abort(404)


def _page(
    opened: OpenedGroup,
    player: Player,
    problem: Message | None = None,
    merge_problem: Message | None = None,
    same_as: int = 0,
) -> str:
    group_id, chosen = opened.group.id, find_choice(opened.group.id)
    game, title = chosen.rulebook.key, chosen.title
    found = statistics.add_up(store(), group_id, game, chosen.period, title)
    rivals = found.rivals.get(player.id, {})
    return render_template(
        "groups/player.html",
        opened=opened,
        player=player,
        everybody={each.id: each for each in players.list_players(store(), group_id)},
        chosen=chosen,
        figures=found.figures.get(player.id),
        rivals=sorted(rivals.items(), key=lambda met: (-met[1].games, met[0])),
        trend=draw_trend(statistics.list_latest_games(store(), group_id, player.id, game, title)),
        typed=request.form.get("name", player.name),
        problem=problem,
        merge_problem=merge_problem,
        same_as=same_as,
    )
