"""A table's settings: its players' names, what to take from the box, and house rules changed in mid-game."""

from collections.abc import Mapping, Sequence
from types import SimpleNamespace

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.derive import derive, find_impossible_round
from companion.games.message import Message, say
from companion.games.option import Option, OptionValue, Text
from companion.games.players import check_names, clean_name, fold_name
from companion.games.reasons import describe_differences, describe_rule
from companion.games.sitting import Sitting
from companion.store.groups.tables import find_membership
from companion.store.journal.changes import Change
from companion.web.app.parts import refuse
from companion.web.forms.entry import digest
from companion.web.table.access import Opened, make_opener, open_page, open_to_write, store
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
    seen = (*opened.seen.sitting.players, *players[len(opened.seen.sitting.players) :])
    wanted = {seat: clean_name(name) for seat, name in enumerate(typed)}
    new = {seat: name for seat, name in wanted.items() if name not in (seen[seat], players[seat])}
    problems = _find_problems([new.get(seat, name) for seat, name in enumerate(players)], new)
    if problems or not any(name.startswith("name-") for name in request.form):
        return _settings(opened, typed, problems), 422
    if not new:
        return redirect(opened.address(), 303)
    return append_to(opened, Change("players_renamed", {"names": [*new.items()]}))


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
        in_group=find_membership(store(), opened.table.id) is not None,
        focus=min(problems) + 1 if problems else request.args.get("name", type=int),
    )


@blueprint.get("/setup")
def setup(key: str) -> ResponseReturnValue:
    """Show what to take from the box, and who deals and starts."""
    opened = open_page(key)
    if not opened.table.rulebook.setup(len(opened.table.sitting.seated_next)):
        abort(404)
    return render_template("settings/setup.html", opened=opened)


@blueprint.route("/house-rules", methods=["GET", "POST"])
def change_rules(opened: Opened) -> ResponseReturnValue:
    """Return the form with the house rules; or change them, for the whole game once the page has said what changes.

    Once the game is over nobody plays by rules from the next round on.
    """
    if request.method != "POST":
        return _rules(opened, {})
    table, sitting, number = opened.table, opened.table.sitting, len(opened.table.sitting.rounds) + 1
    values, problems = _read(_list_options(opened), sitting)
    if problems:
        return _rules(opened, problems)
    now = sitting.with_rules_at(number).options
    since = 1 if request.form.get("since") == "1" or not table.sheet.next else number
    in_force = {key: sitting.list_values(key) if since == 1 else [now.get(key)] for key in values}
    changed = {key: value for key, value in values.items() if any(value != each for each in in_force[key])}
    change = Change("rules_changed", {"number": since, "options": changed})
    after = change.make((sitting,))
    if impossible := find_impossible_round(table.rulebook, after):
        problem = say("These rules make round %(number)s impossible.", number=impossible)
        return _rules(opened, {"": problem})
    if since == 1 < number and changed:
        options = {each.key: each for each in table.rulebook.options}
        rules = tuple(describe_rule(options[key], value, after.players) for key, value in changed.items())
        found = describe_differences(after, table.sheet, derive(table.rulebook, after))
        differences = (say("House rules for the whole game: %(told)s.", told=rules), *found)
        if request.form.get("sure") != digest(differences):
            return _rules(opened, {}, differences)
    if not changed:
        return redirect(opened.address(), 303)
    return append_to(opened, change)


def _read(options: Sequence[Option], sitting: Sitting) -> tuple[dict[str, OptionValue], dict[str, Message]]:
    """Return the options' values as typed, and by key what is wrong with them."""
    typed, players = _list_typed(options, sitting), len(sitting.seated_next)
    values = {each.key: each.read(typed[each.key], sitting.players) for each in options}
    return values, {each.key: wrong for each in options if (wrong := each.problem(values[each.key], players))}


def _list_typed(options: Sequence[Option], sitting: Sitting) -> dict[str, str]:
    """Return what stands in the options' fields: as sent, else as it is now."""
    now = sitting.with_rules_at(len(sitting.rounds) + 1).options
    return {each.key: request.form.get(each.key, each.typed(now.get(each.key))) for each in options}


def _list_options(opened: Opened) -> list[Option]:
    options = opened.table.rulebook.options
    return [each for each in options if not each.fixed and not isinstance(each, Text) and len(each.choices) != 1]


def _rules(opened: Opened, problems: dict[str, Message], differences: tuple[Message, ...] = ()) -> ResponseReturnValue:
    options = _list_options(opened)
    typed = _list_typed(options, opened.table.sitting)
    fields = [(each, SimpleNamespace(data=typed[each.key])) for each in options]
    about = {"fields": fields, "problems": problems, "differences": differences, "sure": digest(differences)}
    page = render_template("settings/house_rules.html", opened=opened, **about)
    refused = (*problems.values(), *differences)
    return refuse(page, 422, refused[0]) if refused else page
