"""A table's settings: its players' names, what to take from the box, and house rules changed in mid-game."""

from collections.abc import Mapping, Sequence
from types import SimpleNamespace

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.derive import derive, find_impossible_round
from companion.games.message import Message, say, say_n
from companion.games.option import Option, OptionValue, Text
from companion.games.players import check_names, clean_name, fold_name
from companion.games.sitting import Sheet, Sitting
from companion.store.groups.tables import find_membership
from companion.store.journal.facts import Fact, apply_fact
from companion.web.app.parts import refuse
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
    """Return the form with the house rules; or change them, for the whole game once the page has said what changes."""
    if request.method != "POST":
        return _rules(opened, {})
    table, sitting, number = opened.table, opened.table.sitting, len(opened.table.sitting.rounds) + 1
    values, problems = _read(_list_options(opened), sitting)
    if problems:
        return _rules(opened, problems)
    now = sitting.with_rules_at(number).options
    changed = {key: value for key, value in values.items() if value != now.get(key)}
    since = 1 if request.form.get("since") == "1" else number
    fact = Fact("rules_changed", {"number": since, "options": changed}, {key: now.get(key) for key in changed})
    after = apply_fact(sitting, fact)
    if impossible := find_impossible_round(table.rulebook, after):
        problem = say("These rules make round %(number)s impossible.", number=impossible)
        return _rules(opened, {"": problem})
    if since == 1 < number and changed and "sure" not in request.form:
        return _rules(opened, {}, _find_differences(after, table.sheet, derive(table.rulebook, after)))
    if not changed:
        return redirect(opened.address(), 303)
    return append_to(opened, fact)


def _read(
    options: Sequence[Option], sitting: Sitting, before: str = ""
) -> tuple[dict[str, OptionValue], dict[str, Message]]:
    """Return the options' values as typed, and by key what is wrong with them."""
    typed, players = _list_typed(options, sitting, before), len(sitting.seated_next)
    values = {each.key: each.take(typed[each.key], players) for each in options}
    return values, {each.key: wrong for each in options if (wrong := each.problem(values[each.key], players))}


def _list_typed(options: Sequence[Option], sitting: Sitting, before: str = "") -> dict[str, str]:
    """Return what stands in the options' fields, whose names begin with ``before``: as sent, else as it is now."""
    now = sitting.with_rules_at(len(sitting.rounds) + 1).options
    return {each.key: request.form.get(before + each.key, each.typed(now.get(each.key))) for each in options}


def _list_options(opened: Opened) -> list[Option]:
    options = opened.table.rulebook.options
    return [each for each in options if not each.fixed and not isinstance(each, Text) and len(each.choices) != 1]


def _find_differences(after: Sitting, before: Sheet, then: Sheet) -> tuple[Message, ...]:
    """Return what these rules change for the whole game: leader, starter, end, points."""
    differences = []
    leads = [tuple(sheet.names[side] for side, rank in enumerate(sheet.ranks) if rank == 1) for sheet in (before, then)]
    if leads[0] != leads[1]:
        differences.append(say_n("%(names)s leads.", "%(names)s lead.", len(leads[1]), names=leads[1]))
    if then.ending and not before.ending:
        differences.append(say("The game is over after round %(number)s.", number=then.ending.after))
    if before.ending and not then.ending:
        differences.append(say("The game goes on."))
    starts = [sheet.next.starting if sheet.next else None for sheet in (before, then)]
    if starts[1] is not None and starts[0] != starts[1]:
        differences.append(say("%(name)s starts the next round.", name=after.players[starts[1]]))
    if [line.points for line in before.lines] != [line.points for line in then.lines]:
        differences.append(say("Points change."))
    return tuple(differences) or (say("Points, leader and starter stay the same."),)


def _rules(opened: Opened, problems: dict[str, Message], differences: tuple[Message, ...] = ()) -> ResponseReturnValue:
    options = _list_options(opened)
    typed = _list_typed(options, opened.table.sitting)
    fields = [(each, SimpleNamespace(data=typed[each.key])) for each in options]
    about = {"fields": fields, "problems": problems, "differences": differences}
    page = render_template("settings/house_rules.html", opened=opened, **about)
    refused = (*problems.values(), *differences)
    return refuse(page, 422, refused[0]) if refused else page
