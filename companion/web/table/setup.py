"""Before the first round: what to take from the box, who deals, and what the table notes about its own cards."""

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.derive import find_impossible_round
from companion.games.message import Message, say
from companion.store.journal import facts
from companion.store.journal.replay import with_notes
from companion.web.table.access import Opened, open_or_404, open_to_write
from companion.web.table.decisions import append_to

blueprint = Blueprint("setup", __name__, url_prefix="/t/<key>")


@blueprint.get("/setup")
def show(key: str) -> ResponseReturnValue:
    """The guide for the number of players at this table."""
    opened = open_or_404(key)
    if not opened.table.rulebook.setup(len(opened.table.sitting.players)):
        abort(404)
    return _page(opened)


@blueprint.post("/notes")
def note(key: str) -> ResponseReturnValue:
    """Note what the table's own cards are."""
    opened = open_to_write(key)
    options = opened.table.rulebook.notes
    if not options:
        abort(404)
    rulebook, sitting = opened.table.rulebook, opened.table.sitting
    players = len(sitting.players)
    values = {option.key: option.take(request.form.get(option.key, ""), players) for option in options}
    found = {option.key: option.problem(values[option.key], players) for option in options}
    problems = {key: problem for key, problem in found.items() if problem}
    if not problems:
        after = with_notes(sitting, values)
        if too_few := rulebook.notes_problem(after):
            problems[""] = too_few
        elif number := find_impossible_round(rulebook, after):
            problems[""] = say("Round %(number)s has cards that would not be in play then.", number=number)
    if problems:
        return _page(opened, problems), 422
    seen = {option.key: option.take(request.form.get(f"seen-{option.key}", ""), players) for option in options}
    if values == seen == {option.key: sitting.options.get(option.key) for option in options}:
        return redirect(opened.address("setup.show"), 303)
    return append_to(opened, facts.cards_noted(values, seen), "setup.show")


def _page(opened: Opened, problems: dict[str, Message] | None = None) -> str:
    options, now = opened.table.rulebook.notes, opened.table.sitting.options
    kept = {option.key: option.typed(now.get(option.key)) for option in options}
    typed = {key: request.form.get(key, value) for key, value in kept.items()}
    seen = {key: request.form.get(f"seen-{key}", value) for key, value in kept.items()}
    shown = {"noted": options, "typed": typed, "seen": seen, "problems": problems or {}}
    return render_template("table/setup.html", opened=opened, **shown)
