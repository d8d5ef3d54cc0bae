"""A table's settings: its players' names, what to take from the box, and house rules changed in mid-game."""

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.derive import derive, find_impossible_round
from companion.games.message import Message, say
from companion.games.reasons import describe_differences, describe_rule
from companion.store.groups.tables import find_membership
from companion.store.journal.changes import Change
from companion.web.app.parts import refuse
from companion.web.forms.entry import digest
from companion.web.table.access import Opened, make_opener, open_page, open_to_write, store
from companion.web.table.decisions import append_to
from companion.web.table.forms import HouseRulesForm, NamesForm, add_error, list_errors

blueprint = Blueprint("settings", __name__, url_prefix="/t/<key>")
blueprint.before_request(make_opener(open_to_write, "setup"))


@blueprint.get("/settings")
@blueprint.post("/names", endpoint="rename")
def show(opened: Opened) -> ResponseReturnValue:
    """Show names, starter, stop; or rename the players whose names were changed in the form since it was shown."""
    form = NamesForm(opened.table.sitting.players, opened.seen.sitting.players)
    if request.method == "POST" and form.validate():
        if not form.names:
            return redirect(opened.address(), 303)
        return append_to(opened, Change("players_renamed", {"names": [*form.names.items()]}))
    in_group = find_membership(store(), opened.table.id) is not None
    page = render_template("settings/show.html", opened=opened, form=form, in_group=in_group)
    return page, 422 if request.method == "POST" else 200


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
    table, form = opened.table, HouseRulesForm(opened.table)
    if request.method != "POST" or not form.validate():
        return _rules(opened, form)
    change = form.change
    after = change.make((table.sitting,))
    if impossible := find_impossible_round(table.rulebook, after):
        add_error(form, say("These rules make round %(number)s impossible.", number=impossible))
        return _rules(opened, form)
    if form.is_for_whole_game and table.sitting.rounds and form.changed:
        options = {each.key: each for each in table.rulebook.options}
        rules = tuple(describe_rule(options[key], value, after.players) for key, value in form.changed.items())
        found = describe_differences(after, table.sheet, derive(table.rulebook, after))
        differences = (say("House rules for the whole game: %(told)s.", told=rules), *found)
        if request.form.get("sure") != digest(differences):
            return _rules(opened, form, differences)
    return append_to(opened, change) if form.changed else redirect(opened.address(), 303)


def _rules(opened: Opened, form: HouseRulesForm, differences: tuple[Message, ...] = ()) -> ResponseReturnValue:
    about = {"form": form, "differences": differences, "sure": digest(differences)}
    page = render_template("settings/house_rules.html", opened=opened, **about)
    problem = next(iter((*list_errors(form), *differences)), None)
    return refuse(page, 422, problem) if problem else page
