"""House rules that the table changes in mid-game: from the next round on, or for the whole game."""

from types import SimpleNamespace

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.derive import derive, find_impossible_round
from companion.games.message import Message, say, say_n
from companion.games.option import Option, OptionValue, Text, house_rules
from companion.games.sitting import Sheet, Sitting
from companion.store.journal import facts
from companion.store.journal.facts import with_rules
from companion.web.app.parts import refuse
from companion.web.table.access import Opened, open_to_write, write_key
from companion.web.table.decisions import append_to

blueprint = Blueprint("house_rules", __name__, url_prefix="/t/<key>")


@blueprint.get("/house-rules")
def show(key: str) -> ResponseReturnValue:
    """Return the form with the house rules in force."""
    return _page(open_to_write(key), {}, {})


@blueprint.post("/house-rules")
def change(key: str) -> ResponseReturnValue:
    """Change house rules; for the whole game only once the page has said what that changes."""
    opened = open_to_write(key)
    table, sitting = opened.table, opened.table.sitting
    number, players = len(sitting.rounds) + 1, len(sitting.seated_next)
    now = sitting.at(number).options
    asked = {option.key: option for option in changeable(opened)}
    typed = {option: request.form.get(option, asked[option].typed(now.get(option))) for option in asked}
    values: dict[str, OptionValue] = {each: asked[each].take(typed[each], players) for each in asked}
    problems = {each: wrong for each in asked if (wrong := asked[each].problem(values[each], players))}
    changed = {each: value for each, value in values.items() if value != now.get(each)}
    since = 1 if request.form.get("since") == "1" else number
    after = with_rules(sitting, since, changed) if not problems else sitting
    if not problems and (impossible := find_impossible_round(table.rulebook, after)):
        problems[""] = say("By these rules round %(number)s can’t have been played.", number=impossible)
    if problems:
        return refuse(_page(opened, typed, problems), 422, next(iter(problems.values())))
    if since == 1 < number and changed and "sure" not in request.form:
        differences = _differences(after, table.sheet, derive(table.rulebook, after))
        return refuse(_page(opened, typed, {}, differences), 422, differences[0])
    if not changed:
        return redirect(opened.address(), 303)
    return append_to(opened, facts.rules_changed(since, changed, {each: now.get(each) for each in changed}))


def changeable(opened: Opened) -> list[Option]:
    """Return the house rules that leave a choice and may change in mid-game."""
    options = house_rules(opened.table.rulebook.options)
    return [each for each in options if not each.fixed and not isinstance(each, Text) and len(each.choices) != 1]


def _differences(after: Sitting, before: Sheet, then: Sheet) -> tuple[Message, ...]:
    """Return what other rules change for the whole game: who leads, who starts, whether it is over."""
    players = after.players
    leads = [tuple(sheet.names[side] for side, rank in enumerate(sheet.ranks) if rank == 1) for sheet in (before, then)]
    told = []
    if leads[0] != leads[1]:
        told.append(say_n("%(names)s leads.", "%(names)s lead.", len(leads[1]), names=leads[1]))
    if then.ending and not before.ending:
        told.append(say("The game is over after round %(number)s.", number=then.ending.after))
    if before.ending and not then.ending:
        told.append(say("The game goes on."))
    starts = [sheet.next.starting if sheet.next else None for sheet in (before, then)]
    if starts[1] is not None and starts[0] != starts[1]:
        told.append(say("%(name)s starts the next round.", name=players[starts[1]]))
    if [line.points for line in before.lines] != [line.points for line in then.lines]:
        told.append(say("Points of rounds change."))
    return tuple(told) or (say("Points, leader and starter stay the same."),)


def _page(
    opened: Opened, typed: dict[str, str], problems: dict[str, Message], differences: tuple[Message, ...] = ()
) -> str:
    now = opened.table.sitting.at(len(opened.table.sitting.rounds) + 1).options
    fields = [
        (each, SimpleNamespace(data=typed.get(each.key, each.typed(now.get(each.key))))) for each in changeable(opened)
    ]
    shown = {"fields": fields, "problems": problems, "differences": differences}
    return render_template("table/house_rules.html", opened=opened, write_key=write_key(), **shown)
