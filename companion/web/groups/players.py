"""The players of a group: each one's figures and form, and renaming, merging and hiding them."""

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.message import Message, say
from companion.store.groups import players, statistics
from companion.store.groups.players import NameTaken, Player, SatTogether
from companion.web.exports.chart import draw_form
from companion.web.groups.access import OpenedGroup, open_group_or_404, sent_name
from companion.web.groups.statistics import asked_period
from companion.web.table.access import store

PLAYER = "/<int(max=9007199254740991):player_id>"

blueprint = Blueprint("group_players", __name__, url_prefix="/g/<key>/players")


@blueprint.get("")
def show_all(key: str) -> ResponseReturnValue:
    """Show everybody in the group."""
    opened = open_group_or_404(key)
    return render_template("groups/players.html", opened=opened, players=players.list_players(store(), opened.group.id))


@blueprint.get(PLAYER)
def show(key: str, player_id: int) -> ResponseReturnValue:
    """Show a player's figures, form and rivals."""
    opened, player = _open_player(key, player_id)
    return _page(opened, player) if player.id == player_id else _back(opened, player.id)


@blueprint.post(PLAYER + "/names")
def rename(key: str, player_id: int) -> ResponseReturnValue:
    """Give the player another name."""
    opened, player = _open_player(key, player_id)
    name, problem = sent_name(say("Give this player a name."))
    if problem:
        return _page(opened, player, problem), 422
    try:
        players.rename_player(store(), opened.group.id, player.id, name)
    except NameTaken as taken:
        problem = say("Somebody else has this name. If both are one person, choose that below.")
        return _page(opened, player, problem, same_as=taken.player_id), 422
    return _back(opened, player_id)


@blueprint.post(PLAYER + "/hidden")
def hide(key: str, player_id: int) -> ResponseReturnValue:
    """Hide the player, or show them again."""
    opened, _ = _open_player(key, player_id)
    players.hide_player(store(), opened.group.id, player_id, request.form.get("hidden") == "1")
    return _back(opened, player_id)


@blueprint.post(PLAYER + "/merges")
def merge(key: str, player_id: int) -> ResponseReturnValue:
    """Merge the player into another: both names are one person."""
    opened, player = _open_player(key, player_id)
    if not request.form.get("into"):
        return _page(opened, player, merge_problem=say("Choose who it is.")), 422
    _, into = _open_player(key, request.form.get("into", 0, type=int))
    try:
        players.merge_players(store(), opened.group.id, player_id, into.id)
    except SatTogether:
        problem = say("These two sat at the same table, so they are two people.")
        return _page(opened, player, merge_problem=problem, same_as=into.id), 422
    return _back(opened, into.id)


@blueprint.post(PLAYER + "/separations")
def separate(key: str, player_id: int) -> ResponseReturnValue:
    """Undo a merge: one of the player's spellings is a person of its own again."""
    opened, player = _open_player(key, player_id)
    asked = request.form.get("spelling", 0, type=int)
    if asked in player.names:
        players.separate_player(store(), opened.group.id, asked)
    return _back(opened, player_id)


def _back(opened: OpenedGroup, player_id: int) -> ResponseReturnValue:
    return redirect(opened.address("group_players.show", player_id=player_id), 303)


def _open_player(key: str, player_id: int) -> tuple[OpenedGroup, Player]:
    opened = open_group_or_404(key)
    return opened, players.find_player(store(), opened.group.id, player_id) or abort(404)


def _page(opened: OpenedGroup, player: Player, problem: Message | None = None, **merging: Message | int) -> str:
    chosen = asked_period(opened.group.id)
    found = statistics.add_up(store(), opened.group.id, chosen.rulebook.key, chosen.period, chosen.title)
    rivals = found.rivals.get(player.id, {})
    form = statistics.list_form(store(), opened.group.id, player.id, chosen.rulebook.key, chosen.title)
    return render_template(
        "groups/player.html",
        opened=opened,
        player=player,
        everybody={found.id: found for found in players.list_players(store(), opened.group.id)},
        chosen=chosen,
        figures=found.figures.get(player.id),
        rivals=sorted(rivals.items(), key=lambda met: (-met[1].games, met[0])),
        form=draw_form(form),
        typed=request.form.get("name", player.name),
        problem=problem,
        **({"merge_problem": None, "same_as": 0} | merging),
    )
