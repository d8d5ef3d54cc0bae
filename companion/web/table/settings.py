"""Everything about a table that is not a round: its players' names, and what to take from the box."""

from collections.abc import Mapping

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.derive import find_impossible_round
from companion.games.message import Message, say
from companion.games.option import notes
from companion.games.players import check_names, clean_name, same_name
from companion.store.groups.tables import membership_of
from companion.store.journal.facts import Fact, apply
from companion.web.table.access import Opened, open_or_404, open_to_write, store, write_key
from companion.web.table.decisions import append_to

blueprint = Blueprint("settings", __name__, url_prefix="/t/<key>")


@blueprint.get("/settings")
def show(key: str) -> ResponseReturnValue:
    """Show names, starter, stop."""
    return _settings(open_to_write(key))


@blueprint.post("/names")
def rename(key: str) -> ResponseReturnValue:
    """Give players other names, each of whom the form says another name now than when it was shown."""
    opened = open_to_write(key)
    players = opened.table.sitting.players
    typed = {seat: request.form.get(f"name-{seat + 1}", name) for seat, name in enumerate(players)}
    seen = {seat: request.form.get(f"was-{seat + 1}", name) for seat, name in enumerate(players)}
    wanted = {seat: clean_name(name) for seat, name in typed.items()}
    new = {seat: name for seat, name in wanted.items() if name not in (seen[seat], players[seat])}
    problems = _problems_of(players, new)
    if problems or not any(name.startswith("name-") for name in request.form):
        return _settings(opened, typed, problems), 422
    return (
        append_to(opened, Fact("players_renamed", {"names": [*new.items()]}))
        if new
        else redirect(opened.address(), 303)
    )


def _problems_of(players: tuple[str, ...], new: Mapping[int, str]) -> dict[int, Message]:
    """Return what is wrong with new names, by seat."""
    names = [new.get(seat, name) for seat, name in enumerate(players)]
    problems: dict[int, Message] = {}
    for found in check_names(names):
        at = found.seat or 0
        same = (seat for seat, name in new.items() if same_name(name) == same_name(names[at]))
        problems[at if at in new else next(same, at)] = found.message
    return problems


def _settings(
    opened: Opened, typed: Mapping[int, str] | None = None, problems: Mapping[int, Message] | None = None
) -> str:
    in_group = membership_of(store(), opened.table.id) is not None
    typed = typed or dict(enumerate(opened.table.sitting.players))
    asked = min(problems) + 1 if problems else request.args.get("name", type=int)
    shown = {"typed": typed, "problems": problems or {}, "in_group": in_group, "asked": asked}
    return render_template("table/settings.html", opened=opened, write_key=write_key(), **shown)


@blueprint.get("/setup")
def setup(key: str) -> ResponseReturnValue:
    """Show what to take from the box, who deals, and what the table notes about its own cards."""
    opened = open_or_404(key)
    if not opened.table.rulebook.setup(len(opened.table.sitting.seated_next)):
        abort(404)
    return _setup(opened)


@blueprint.post("/notes")
def note(key: str) -> ResponseReturnValue:
    """Note what the table's own cards are."""
    opened = open_to_write(key)
    rulebook, sitting = opened.table.rulebook, opened.table.sitting
    noting, options = rulebook.noting, notes(rulebook.options)
    if noting is None:
        abort(404)
    players = len(sitting.seated_next)
    values = {option.key: option.take(request.form.get(option.key, ""), players) for option in options}
    found = {option.key: option.problem(values[option.key], players) for option in options}
    problems = {key: problem for key, problem in found.items() if problem}
    seen = {option.key: option.take(request.form.get(f"seen-{option.key}", ""), players) for option in options}
    fact = Fact("cards_noted", {"options": values}, seen)
    if not problems:
        after = apply(sitting, fact)
        if too_few := noting.problem(after):
            problems[""] = too_few
        elif number := find_impossible_round(rulebook, after):
            problems[""] = say("Round %(number)s has cards that would not be in play then.", number=number)
    if problems:
        return _setup(opened, problems), 422
    if values == seen == {option.key: sitting.options.get(option.key) for option in options}:
        return redirect(opened.address("settings.setup"), 303)
    return append_to(opened, fact, "settings.setup")


def _setup(opened: Opened, problems: Mapping[str, Message] | None = None) -> str:
    options, now = notes(opened.table.rulebook.options), opened.table.sitting.options
    kept = {option.key: option.typed(now.get(option.key)) for option in options}
    typed = {key: request.form.get(key, value) for key, value in kept.items()}
    seen = {key: request.form.get(f"seen-{key}", value) for key, value in kept.items()}
    shown = {"noted": options, "typed": typed, "seen": seen, "problems": problems or {}}
    return render_template("table/setup.html", opened=opened, **shown)
