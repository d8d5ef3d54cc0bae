"""A table's settings: its players' names, and what to take from the box."""

from collections.abc import Mapping, Sequence

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.derive import find_impossible_round
from companion.games.message import Message, say
from companion.games.option import notes
from companion.games.players import check_names, clean_name, fold_name
from companion.store.groups.tables import membership_of
from companion.store.journal.facts import Fact, apply_fact
from companion.web.table.access import Opened, make_opener, open_page, open_to_write, store, write_key
from companion.web.table.decisions import append_to

blueprint = Blueprint("settings", __name__, url_prefix="/t/<key>")
blueprint.before_request(make_opener(open_to_write, "setup"))


@blueprint.get("/settings")
def show(opened: Opened) -> ResponseReturnValue:
    """Show names, starter, stop."""
    return _settings(opened, opened.table.sitting.players, {})


@blueprint.post("/names")
def rename(opened: Opened) -> ResponseReturnValue:
    """Rename the players whose names were changed in the form since it was shown."""
    players = opened.table.sitting.players
    typed = [request.form.get(f"name-{seat}", name) for seat, name in enumerate(players, start=1)]
    seen = [request.form.get(f"was-{seat}", name) for seat, name in enumerate(players, start=1)]
    wanted = {seat: clean_name(name) for seat, name in enumerate(typed)}
    new = {seat: name for seat, name in wanted.items() if name not in (seen[seat], players[seat])}
    problems = _find_problems([new.get(seat, name) for seat, name in enumerate(players)], new)
    if problems or not any(name.startswith("name-") for name in request.form):
        return _settings(opened, typed, problems), 422
    if not new:
        return redirect(opened.address(), 303)
    return append_to(opened, Fact("players_renamed", {"names": [*new.items()]}))


def _find_problems(names: Sequence[str], new: Mapping[int, str]) -> dict[int, Message]:
    problems: dict[int, Message] = {}
    for found in check_names(names):
        seat = found.seat or 0
        same = (other for other, name in new.items() if fold_name(name) == fold_name(names[seat]))
        problems[seat if seat in new else next(same, seat)] = found.message
    return problems


def _settings(opened: Opened, typed: Sequence[str], problems: Mapping[int, Message]) -> str:
    return render_template(
        "settings/show.html",
        opened=opened,
        typed=typed,
        problems=problems,
        in_group=membership_of(store(), opened.table.id) is not None,
        focus=min(problems) + 1 if problems else request.args.get("name", type=int),
        write_key=write_key(),
    )


@blueprint.get("/setup")
def setup(key: str) -> ResponseReturnValue:
    """Show what to take from the box, who deals, and what the table notes about its own cards."""
    opened = open_page(key)
    if not opened.table.rulebook.setup(len(opened.table.sitting.seated_next)):
        abort(404)
    return _setup(opened, {})


@blueprint.post("/notes")
def note(opened: Opened) -> ResponseReturnValue:
    """Save the notes about the table's own cards."""
    rulebook, sitting, players = opened.table.rulebook, opened.table.sitting, len(opened.table.sitting.seated_next)
    noting, options = rulebook.noting, notes(rulebook.options)
    if noting is None:
        abort(404)
    values = {option.key: option.take(request.form.get(option.key, ""), players) for option in options}
    problems = {option.key: wrong for option in options if (wrong := option.problem(values[option.key], players))}
    if not problems:
        after = apply_fact(sitting, Fact("cards_noted", {"options": values}))
        if too_few := noting.problem(after):
            problems[""] = too_few
        elif number := find_impossible_round(rulebook, after):
            problems[""] = say("Round %(number)s has cards that aren’t in play.", number=number)
    if problems:
        return _setup(opened, problems), 422
    seen = {option.key: option.take(request.form.get(f"seen-{option.key}", ""), players) for option in options}
    if values == seen == {option.key: sitting.options.get(option.key) for option in options}:
        return redirect(opened.address("settings.setup"), 303)
    return append_to(opened, Fact("cards_noted", {"options": values}, seen), "settings.setup")


def _setup(opened: Opened, problems: Mapping[str, Message]) -> str:
    options, now = notes(opened.table.rulebook.options), opened.table.sitting.options
    written = {option.key: option.typed(now.get(option.key)) for option in options}
    typed = {key: request.form.get(key, value) for key, value in written.items()}
    seen = {key: request.form.get(f"seen-{key}", value) for key, value in written.items()}
    return render_template(
        "settings/setup.html", opened=opened, options=options, typed=typed, seen=seen, problems=problems
    )
