"""The history of a table: every entry as a sentence with its time."""

from itertools import islice

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.store.journal.history import list_history
from companion.store.journal.tables import retraced, table_at
from companion.web.app.parts import for_offline
from companion.web.table.access import Opened, store
from companion.web.table.pages import table_page
from companion.web.table.part import asked_part

blueprint = Blueprint("history", __name__, url_prefix="/t/<key>/history")


@blueprint.get("")
@for_offline
@table_page("history")
def show(opened: Opened) -> ResponseReturnValue:
    """The entries, the latest first, with undo and redo; a long history in parts."""
    part = asked_part(opened.table.version)
    steps = retraced(store(), table_at(store(), opened.table, part.last))
    told = islice(list_history(opened.table, steps), part.last - part.first + 1)
    return render_template("table/history.html", opened=opened, told=told, part=part)
