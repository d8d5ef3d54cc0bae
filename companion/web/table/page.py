"""The table: the screen that stays open, and the end of the game."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.store.journal.history import describe_redoable, describe_undoable
from companion.web.exports import bg_stats
from companion.web.exports.chart import draw
from companion.web.table.access import open_or_404
from companion.web.table.share import qr

blueprint = Blueprint("table", __name__, url_prefix="/t/<key>")


@blueprint.get("")
def show(key: str) -> ResponseReturnValue:
    """The standings and what comes next, or who has won."""
    opened = open_or_404(key)
    table = opened.table
    shown = {"opened": opened, "undoable": describe_undoable(table), "redoable": describe_redoable(table)}
    if table.sheet.ending:
        return render_template("table/end.html", chart=draw(table), bg_stats=bg_stats, qr=qr, **shown)
    lays_hands = opened.game.hand is not None
    return render_template("table/show.html", missing=table.hands_missing, lays_hands=lays_hands, **shown)


@blueprint.get("/chart")
def chart(key: str) -> ResponseReturnValue:
    """The course of the game as a picture."""
    opened = open_or_404(key)
    return render_template("table/chart.html", opened=opened, chart=draw(opened.table))
