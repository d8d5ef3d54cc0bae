"""The table: the screen that stays open, and the end of the game."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.store.journal.history import describe_redoable, describe_undoable
from companion.web.app.parts import for_offline
from companion.web.exports.chart import draw
from companion.web.forms.new_game import NewGameForm
from companion.web.table import bg_stats
from companion.web.table.access import Opened, open_or_404
from companion.web.table.known import describe_rematch, known
from companion.web.table.pages import table_page
from companion.web.table.share import qr
from companion.web.table.why import asked_why

blueprint = Blueprint("table", __name__, url_prefix="/t/<key>")


@blueprint.get("")
@for_offline
@table_page("table")
def show(opened: Opened) -> ResponseReturnValue:
    """The standings and what comes next, or who has won; where the address asks why, how a total came about."""
    table = opened.table
    shown = {"opened": opened, "known": known(opened)}
    shown |= {"undoable": describe_undoable(table), "redoable": describe_redoable(table)}
    if table.sheet.ending:
        shown |= {"rematch": describe_rematch(table), "form": NewGameForm(table.rulebook, again=table)}
        return render_template("end/show.html", chart=draw(table), bg_stats=bg_stats, qr=qr, **shown)
    shown |= {"missing": table.hands_missing, "lays_hands": opened.game.hand is not None, "why": asked_why(table)}
    return render_template("table/show.html", **shown)


@blueprint.get("/state")
def state(key: str) -> ResponseReturnValue:
    """What a phone knows of the table, as it is by now: its first page asks."""
    return known(open_or_404(key))


@blueprint.get("/chart")
@for_offline
@table_page("chart")
def chart(opened: Opened) -> ResponseReturnValue:
    """The course of the game as a picture."""
    return render_template("table/chart.html", opened=opened, chart=draw(opened.table))
