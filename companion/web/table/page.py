"""The table: the screen that stays open, and the end of the game."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.store.journal.history import describe_redoable, describe_undoable
from companion.web.exports import bg_stats
from companion.web.exports.chart import draw
from companion.web.start.new_game_form import NewGameForm
from companion.web.table.access import open_or_404
from companion.web.table.known import describe_rematch, known
from companion.web.table.share import qr
from companion.web.table.shared import shared
from companion.web.table.why import asked_why

blueprint = Blueprint("table", __name__, url_prefix="/t/<key>")


@blueprint.get("")
def show(key: str) -> ResponseReturnValue:
    """The standings and what comes next, or who has won; where the address asks why, how a total came about."""
    opened = open_or_404(key)
    table = opened.table
    # At the end, whether there is a rematch is for another table to say.
    opened = opened if table.sheet.ending else shared(opened)
    shown = {"opened": opened, "known": known(opened)}
    shown |= {"undoable": describe_undoable(table), "redoable": describe_redoable(table)}
    if table.sheet.ending:
        shown |= {"rematch": describe_rematch(table), "form": NewGameForm(table.rulebook, again=table)}
        return render_template("table/end.html", chart=draw(table), bg_stats=bg_stats, qr=qr, **shown)
    shown |= {"missing": table.hands_missing, "lays_hands": opened.game.hand is not None, "why": asked_why(table)}
    return render_template("table/show.html", **shown)


@blueprint.get("/state")
def state(key: str) -> ResponseReturnValue:
    """What a phone knows of the table, as it is by now: its first page asks."""
    return known(open_or_404(key))


@blueprint.get("/chart")
def chart(key: str) -> ResponseReturnValue:
    """The course of the game as a picture."""
    opened = shared(open_or_404(key))
    return render_template("table/chart.html", opened=opened, chart=draw(opened.table))
