"""The history of a table: every entry as a sentence with its time."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.store.journal.history import list_history
from companion.web.app.parts import for_offline
from companion.web.table.access import Opened
from companion.web.table.pages import table_page
from companion.web.table.part import asked_part

blueprint = Blueprint("history", __name__, url_prefix="/t/<key>/history")


@blueprint.get("")
@for_offline
@table_page("history")
def show(opened: Opened) -> ResponseReturnValue:
    """The entries, the latest first, with undo and redo; a long history in parts."""
    part = asked_part(opened.table.version)
    entries = list_history(opened.table, part.first, part.last)
    return render_template("table/history.html", opened=opened, entries=entries, part=part)
