"""The history of a table: every entry as a sentence with its time."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.store.journal.history import list_history
from companion.store.journal.tables import retraced
from companion.web.table.access import open_or_404, store
from companion.web.table.shared import shared

blueprint = Blueprint("history", __name__, url_prefix="/t/<key>/history")


@blueprint.get("")
def show(key: str) -> ResponseReturnValue:
    """Every entry, the latest first, with undo and redo."""
    opened = shared(open_or_404(key))
    told = list_history(opened.table, retraced(store(), opened.table))
    return render_template("table/history.html", opened=opened, told=told)
