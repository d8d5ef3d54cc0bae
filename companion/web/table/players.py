"""Who plays from the next round on: who leaves, comes back, joins, changes seats; and what was played on paper."""

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue
from wtforms.form import BaseForm

from companion.store.tables.writing import find_written
from companion.web.app.parts import refuse
from companion.web.table.access import Opened, make_opener, open_to_write, store, write_key
from companion.web.table.decisions import append_to, refuse_stale
from companion.web.table.forms import PaperForm, SeatingForm, list_errors


def open_seating(key: str) -> Opened:
    """Open a table whose players can change: 404 for teams, whose partners stay, and for a duel."""
    opened = open_to_write(key)
    if opened.table.sheet.in_teams or len(opened.table.rulebook.seats) == 1:
        abort(404)
    return opened


blueprint = Blueprint("players", __name__, url_prefix="/t/<key>")
blueprint.before_request(make_opener(open_seating))


@blueprint.get("/players")
@blueprint.post("/players", endpoint="swap")
def show(opened: Opened) -> ResponseReturnValue:
    """Return the form: who plays the next round, and who could; after a tap on a player, with that one held."""
    form = SeatingForm(opened.table)
    form.swap(request.form.get("change", ""))
    return _page(opened, form)


@blueprint.post("/seatings")
def change(opened: Opened) -> ResponseReturnValue:
    """Save who plays from the next round on."""
    if find_written(store(), opened.table.id, write_key()):  # a second tap: its names are taken by the first
        return redirect(opened.address(), 303)
    form = SeatingForm(opened.table)
    return append_to(opened, form.change) if form.validate() else _page(opened, form)


def _page(opened: Opened, form: SeatingForm) -> ResponseReturnValue:
    if not opened.table.sheet.next:
        return refuse_stale(opened)
    return show_form("settings/players.html", opened, form)


@blueprint.route("/paper", methods=["GET", "POST"])
def paper(opened: Opened) -> ResponseReturnValue:
    """Return the form for the totals that the table has on paper; or save them, the tallies, and who starts."""
    form = PaperForm(opened.table)
    if request.method == "POST" and (form.validate() or opened.table.sitting.rounds):
        return append_to(opened, form.change)
    if opened.table.sitting.rounds:
        return refuse_stale(opened)
    return show_form("settings/paper.html", opened, form)


def show_form(template: str, opened: Opened, form: BaseForm) -> ResponseReturnValue:
    """Return the page of a form; one with errors is refused (422)."""
    page = render_template(template, opened=opened, form=form)
    problem = next(iter(list_errors(form)), None)
    return refuse(page, 422, problem) if problem else page
