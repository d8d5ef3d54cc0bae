"""The table: the screen that stays open, and the end of the game."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.store.journal.history import tell_redoable, tell_undoable
from companion.web.exports import bg_stats
from companion.web.exports.chart import draw
from companion.web.rounds.forms import hand_entry_of, missing
from companion.web.table.access import new_write_key, open_or_404
from companion.web.table.share import qr

blueprint = Blueprint("table", __name__, url_prefix="/t/<key>")


@blueprint.get("")
def show(key: str) -> ResponseReturnValue:
    """The standings and what comes next, or who has won."""
    opened = open_or_404(key)
    told = {"tell_undoable": tell_undoable, "tell_redoable": tell_redoable, "new_write_key": new_write_key}
    if opened.table.sheet.ending:
        return render_template(
            "table/end.html", opened=opened, chart=draw(opened.table), bg_stats=bg_stats, qr=qr, **told
        )
    hands = {"missing": missing(opened.table), "lays_hands": hand_entry_of(opened.table.game) is not None}
    return render_template("table/show.html", opened=opened, **hands, **told)


@blueprint.get("/chart")
def chart(key: str) -> ResponseReturnValue:
    """The course of the game as a picture."""
    opened = open_or_404(key)
    return render_template("table/chart.html", opened=opened, chart=draw(opened.table))
