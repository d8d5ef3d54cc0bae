"""What a table decides beside its rounds: undo, redo, another starter, a name, stop here, play on."""

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.players import check_names, clean_name
from companion.store.groups.tables import group_of
from companion.store.journal import facts
from companion.store.journal.facts import Conflict, Decision
from companion.store.journal.tables import append
from companion.web.table.access import Opened, open_to_write, store, write_key

blueprint = Blueprint("decisions", __name__, url_prefix="/t/<key>")


@blueprint.get("/settings")
def settings(key: str) -> ResponseReturnValue:
    """Names, starter, stop: everything about a table that is not a round."""
    return _settings(open_to_write(key))


@blueprint.post("/undos")
def undo(key: str) -> ResponseReturnValue:
    """Take back the last entry."""
    return append_to(open_to_write(key), facts.undone(_number("seq")))


@blueprint.post("/redos")
def redo(key: str) -> ResponseReturnValue:
    """Put back what was undone last."""
    return append_to(open_to_write(key), facts.redone(_number("seq")))


@blueprint.post("/starters")
def choose_starter(key: str) -> ResponseReturnValue:
    """Let somebody else start the next round."""
    opened = open_to_write(key)
    seat = _number("seat") - 1
    if seat not in range(len(opened.table.sitting.players)):
        return _settings(opened), 422
    return append_to(opened, facts.starter_chosen(_number("number"), seat))


@blueprint.post("/names")
def rename(key: str) -> ResponseReturnValue:
    """Give a player another name."""
    opened = open_to_write(key)
    players = opened.table.sitting.players
    seat, name = _number("seat") - 1, clean_name(request.form.get("name", ""))
    if seat not in range(len(players)):
        return _settings(opened), 422
    if name == players[seat]:
        return redirect(opened.address("decisions.settings"), 303)
    for problem in check_names([*players[:seat], name, *players[seat + 1 :]]):
        return _settings(opened, seat, request.form.get("name", ""), problem.message), 422
    return append_to(opened, facts.player_renamed(seat, name), "decisions.settings")


@blueprint.post("/stops")
def stop(key: str) -> ResponseReturnValue:
    """End the game early; the standing counts."""
    return append_to(open_to_write(key), facts.stopped(_number("after")))


@blueprint.post("/continuations")
def play_on(key: str) -> ResponseReturnValue:
    """Play past the end."""
    opened = open_to_write(key)
    if not opened.table.rulebook.plays_on:
        abort(404)
    ends = tuple(request.form.get("ends", "").split())
    return append_to(opened, facts.played_on(_number("after"), ends))


def append_to(opened: Opened, decide: Decision, endpoint: str = "table.show") -> ResponseReturnValue:
    """Append a fact and go on to a page of the table; 409 where somebody else was quicker."""
    try:
        append(store(), opened.table, write_key(), decide)
    except Conflict:
        return render_template("table/stale.html", opened=opened), 409
    return redirect(opened.address(endpoint), 303)


def _settings(opened: Opened, wrong: int | None = None, typed: str = "", problem: object = None) -> str:
    in_group = group_of(store(), opened.table.id) is not None
    shown = {"wrong": wrong, "typed": typed, "problem": problem, "in_group": in_group}
    return render_template("table/settings.html", opened=opened, **shown)


def _number(field: str) -> int:
    return request.form.get(field, 0, type=int)
