"""House rules that the table changes in mid-game: from the next round on, or for the whole game."""

from types import SimpleNamespace

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.derive import derive, find_impossible_round
from companion.games.message import Message, say, say_n
from companion.games.option import Option, Text, house_rules
from companion.games.sitting import Sheet, Sitting
from companion.store.journal.facts import Fact, apply_fact
from companion.web.app.parts import refuse
from companion.web.table.access import Opened, make_opener, open_to_write, write_key
from companion.web.table.decisions import append_to

blueprint = Blueprint("house_rules", __name__, url_prefix="/t/<key>")
blueprint.before_request(make_opener(open_to_write))


@blueprint.get("/house-rules")
def show(opened: Opened) -> ResponseReturnValue:
    """Return the form with the house rules in force."""
    return _page(opened, {}, {})


@blueprint.post("/house-rules")
def change(opened: Opened) -> ResponseReturnValue:
    """Change house rules; for the whole game only once the page has said what that changes."""
    table, sitting, options = opened.table, opened.table.sitting, _list_options(opened)
    number, players = len(sitting.rounds) + 1, len(sitting.seated_next)
    now = sitting.with_rules_at(number).options
    typed = {each.key: request.form.get(each.key, each.typed(now.get(each.key))) for each in options}
    values = {each.key: each.take(typed[each.key], players) for each in options}
    problems = {each.key: wrong for each in options if (wrong := each.problem(values[each.key], players))}
    if problems:
        return _page(opened, typed, problems)
    changed = {key: value for key, value in values.items() if value != now.get(key)}
    since = 1 if request.form.get("since") == "1" else number
    fact = Fact("rules_changed", {"number": since, "options": changed}, {key: now.get(key) for key in changed})
    after = apply_fact(sitting, fact)
    if impossible := find_impossible_round(table.rulebook, after):
        problem = say("These rules make round %(number)s impossible.", number=impossible)
        return _page(opened, typed, {"": problem})
    if since == 1 < number and changed and "sure" not in request.form:
        return _page(opened, typed, {}, _find_differences(after, table.sheet, derive(table.rulebook, after)))
    if not changed:
        return redirect(opened.address(), 303)
    return append_to(opened, fact)


def _list_options(opened: Opened) -> list[Option]:
    options = house_rules(opened.table.rulebook.options)
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


def _page(
    opened: Opened, typed: dict[str, str], problems: dict[str, Message], differences: tuple[Message, ...] = ()
) -> ResponseReturnValue:
    now = opened.table.sitting.with_rules_at(len(opened.table.sitting.rounds) + 1).options
    pairs = [(each, typed.get(each.key, each.typed(now.get(each.key)))) for each in _list_options(opened)]
    page = render_template(
        "settings/house_rules.html",
        opened=opened,
        fields=[(each, SimpleNamespace(data=data)) for each, data in pairs],
        problems=problems,
        differences=differences,
        write_key=write_key(),
    )
    refused = (*problems.values(), *differences)
    return refuse(page, 422, refused[0]) if refused else page
