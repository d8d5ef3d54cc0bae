"""What a table decides beside its rounds: undo, redo, another starter, a name, stop here, play on."""

from collections.abc import Mapping, Sequence

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.message import Message, say
from companion.games.players import check_names, clean_name, same_name
from companion.store.groups.tables import group_of
from companion.store.journal import facts
from companion.store.journal.facts import Conflict, Decision, derived
from companion.store.journal.tables import append
from companion.web.rounds.refusals import answer_briefly, refuse
from companion.web.table.access import Opened, open_to_write, store, write_key

blueprint = Blueprint("decisions", __name__, url_prefix="/t/<key>")
blueprint.after_request(answer_briefly)


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
    """Give players other names, each of whom the form says another name now than when it was shown."""
    opened = open_to_write(key)
    players = opened.table.sitting.players
    typed = {seat: request.form.get(f"name-{seat + 1}", name) for seat, name in enumerate(players)}
    wanted = {seat: clean_name(name) for seat, name in typed.items()}
    seen = {seat: request.form.get(f"was-{seat + 1}", name) for seat, name in enumerate(players)}
    new = {seat: name for seat, name in wanted.items() if name not in (seen[seat], players[seat])}
    problems = _problems_of(players, new)
    if problems or not any(name.startswith("name-") for name in request.form):
        return _settings(opened, typed, problems), 422
    try:
        for seat in _in_order(players, new):
            once = derived(write_key(), f"name:{seat}")
            append(store(), opened.table, once, facts.player_renamed(seat, new[seat]), opened.seat)
    except Conflict:
        return render_template("table/stale.html", opened=opened), 409
    return redirect(opened.address(), 303)


def _problems_of(players: Sequence[str], new: Mapping[int, str]) -> dict[int, Message]:
    """What is wrong with new names, by seat."""
    names = [new.get(seat, name) for seat, name in enumerate(players)]
    problems: dict[int, Message] = {}
    for found in check_names(names):
        at = found.seat or 0
        same = (seat for seat, name in new.items() if _same(name, names[at]))
        problems[at if at in new else next(same, at)] = found.message
    if not problems and len(_in_order(players, new)) < len(new):
        swap = say("Names can't be swapped at once. Give one of the two another name first.")
        problems = {seat: swap for seat in new if seat not in _in_order(players, new)}
    return problems


def _in_order(players: Sequence[str], new: Mapping[int, str]) -> list[int]:
    """The seats that get new names, each once nobody else has its name any more; those who swap names are left out."""
    now, order = dict(enumerate(players)), list[int]()
    left = [seat for seat, name in new.items() if name != now[seat]]
    while free := [s for s in left if not any(_same(new[s], name) for other, name in now.items() if other != s)]:
        order.append(free[0])
        left.remove(free[0])
        now[free[0]] = new[free[0]]
    return order


def _same(one: str, other: str) -> bool:
    return same_name(one) == same_name(other)


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
    return append_to(opened, facts.played_on(_number("after"), tuple(request.form.get("ends", "").split())))


def append_to(opened: Opened, decide: Decision, endpoint: str = "table.show") -> ResponseReturnValue:
    """Append a fact and go on to a page of the table; 409 where somebody else was quicker."""
    try:
        append(store(), opened.table, write_key(), decide, opened.seat)
    except Conflict:
        page = render_template("table/stale.html", opened=opened)
        return refuse(page, 409, say("The table has changed meanwhile."))
    return redirect(opened.address(endpoint), 303)


def _settings(
    opened: Opened, typed: Mapping[int, str] | None = None, problems: Mapping[int, Message] | None = None
) -> str:
    in_group = group_of(store(), opened.table.id) is not None
    typed = typed or dict(enumerate(opened.table.sitting.players))
    asked = min(problems) + 1 if problems else request.args.get("name", type=int)
    shown = {"typed": typed, "problems": problems or {}, "in_group": in_group, "asked": asked}
    return render_template("table/settings.html", opened=opened, write_key=write_key(), **shown)


def _number(field: str) -> int:
    return request.form.get(field, 0, type=int)
