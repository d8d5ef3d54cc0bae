"""Before the first round: what to take from the box, who deals, and what the table notes about its own cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.message import Message, say
from companion.games.rulebook import Sitting
from companion.store import facts
from companion.store.facts import Conflict
from companion.store.tables import append
from companion.web.access import Opened, new_write_key, open_or_404, open_to_write, store, write_key

blueprint = Blueprint("setup", __name__, url_prefix="/t/<key>")


@blueprint.get("/setup")
def show(key: str) -> ResponseReturnValue:
    """The guide for the number of players at this table."""
    return _page(open_or_404(key))


@blueprint.post("/notes")
def note(key: str) -> ResponseReturnValue:
    """Note what the table's own cards are."""
    opened = open_to_write(key)
    sitting = opened.table.sitting
    values, problems = _read(opened)
    if not problems:
        number = _first_impossible(opened, replace(sitting, options={**sitting.options, **values}))
        if number:
            problems[""] = say("Round %(number)s has cards that would not be in play then.", number=number)
    if problems:
        return _page(opened, problems), 422
    try:
        append(store(), opened.table, write_key(), facts.cards_noted(values))
    except Conflict:
        return render_template("stale.html", opened=opened), 409
    return redirect(opened.address("setup.show"), 303)


def _read(opened: Opened) -> tuple[dict[str, Any], dict[str, Message]]:
    """What was typed, and what is wrong with it, by option."""
    players = len(opened.table.sitting.players)
    options = [option for option in opened.table.rulebook.options if option.noted]
    values = {option.key: option.take(request.form.get(option.key, ""), players) for option in options}
    found = {option.key: option.problem(values[option.key], players) for option in options}
    return values, {key: problem for key, problem in found.items() if problem}


def _first_impossible(opened: Opened, sitting: Sitting[Any]) -> int | None:
    """The first round that could not have been played with these cards."""
    check = opened.table.rulebook.check
    return next((number for number, played in enumerate(sitting.rounds, 1) if check(sitting, played).errors), None)


def _page(opened: Opened, problems: dict[str, Message] | None = None) -> str:
    table = opened.table
    noted = [option for option in table.rulebook.options if option.noted]
    typed = {
        option.key: request.form.get(option.key, option.typed(table.sitting.options.get(option.key)))
        for option in noted
    }
    return render_template(
        "setup.html",
        opened=opened,
        noted=noted,
        typed=typed,
        problems=problems or {},
        write_key=new_write_key(),
    )
