"""Before the first round: what to take from the box, who deals, and what the table notes about its own cards."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.message import Message, say
from companion.games.option import Option
from companion.store.journal import facts
from companion.store.journal.facts import Conflict
from companion.store.journal.replay import Table, noted
from companion.store.journal.tables import append
from companion.web.table.access import Opened, new_write_key, open_or_404, open_to_write, store, write_key

blueprint = Blueprint("setup", __name__, url_prefix="/t/<key>")


@blueprint.get("/setup")
def show(key: str) -> ResponseReturnValue:
    """The guide for the number of players at this table."""
    return _page(open_or_404(key))


@blueprint.post("/notes")
def note(key: str) -> ResponseReturnValue:
    """Note what the table's own cards are."""
    opened = open_to_write(key)
    options = _noted(opened.table)
    if not options:
        abort(404)
    players = len(opened.table.sitting.players)
    values = {option.key: option.take(request.form.get(option.key, ""), players) for option in options}
    found = {option.key: option.problem(values[option.key], players) for option in options}
    problems = {key: problem for key, problem in found.items() if problem}
    contradicting = None if problems else _contradicting(opened.table, values)
    too_few = None if problems else opened.table.rulebook.against_noted(noted(opened.table.sitting, values))
    if too_few:
        problems[""] = too_few
    elif contradicting:
        problems[""] = say("Round %(number)s has cards that would not be in play then.", number=contradicting)
    if problems:
        return _page(opened, problems), 422
    seen = {option.key: option.take(request.form.get(f"seen-{option.key}", ""), players) for option in options}
    if values == seen == {option.key: opened.table.sitting.options.get(option.key) for option in options}:
        return redirect(opened.address("setup.show"), 303)
    try:
        append(store(), opened.table, write_key(), facts.cards_noted(values, seen))
    except Conflict:
        return render_template("table/stale.html", opened=opened), 409
    return redirect(opened.address("setup.show"), 303)


def _noted(table: Table) -> list[Option]:
    """What a table can note about its own cards."""
    return [option for option in table.rulebook.options if option.noted]


def _contradicting(table: Table, values: dict[str, Any]) -> int | None:
    """The first round that could not have been played with these cards."""
    sitting, check = noted(table.sitting, values), table.rulebook.check
    return next((number for number, played in enumerate(sitting.rounds, 1) if check(sitting, played).errors), None)


def _page(opened: Opened, problems: dict[str, Message] | None = None) -> str:
    options, now = _noted(opened.table), opened.table.sitting.options
    kept = {option.key: option.typed(now.get(option.key)) for option in options}
    typed = {key: request.form.get(key, value) for key, value in kept.items()}
    seen = {key: request.form.get(f"seen-{key}", value) for key, value in kept.items()}
    return render_template(
        "table/setup.html",
        opened=opened,
        noted=options,
        typed=typed,
        seen=seen,
        problems=problems or {},
        write_key=new_write_key(),
    )
