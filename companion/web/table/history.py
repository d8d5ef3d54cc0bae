"""The history of a table: every entry as a sentence with its time."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.store.journal.history import list_history
from companion.web.table.access import open_or_404
from companion.web.table.part import asked_part
from companion.web.table.shared import shared

blueprint = Blueprint("history", __name__, url_prefix="/t/<key>/history")


@blueprint.get("")
def show(key: str) -> ResponseReturnValue:
    """The entries, the latest first, with undo and redo; a long history in parts."""
    opened = shared(open_or_404(key))
    part = asked_part(opened.table.version)
    entries = list_history(opened.table, part.first, part.last)
    return render_template("table/history.html", opened=opened, entries=entries, part=part)
