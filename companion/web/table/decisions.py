"""A table's decisions: undo, redo, another starter, stopping, playing on; and restoring lost rounds."""

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games import RULEBOOKS, sheetfile
from companion.games.derive import derive
from companion.games.message import say
from companion.games.reading import Unreadable
from companion.store.files.restoring import restore_rounds
from companion.store.journal.facts import Conflict, Fact
from companion.store.journal.tables import append_fact
from companion.web.app.parts import refuse
from companion.web.table.access import Opened, make_opener, open_to_write, store, write_key

DECISIONS = {"undo": ("undone", "seq"), "redo": ("redone", "seq"), "stop": ("stopped", "after")}

blueprint = Blueprint("decisions", __name__, url_prefix="/t/<key>")
blueprint.before_request(make_opener(open_to_write))


@blueprint.post("/undos", endpoint="undo")
@blueprint.post("/redos", endpoint="redo")
@blueprint.post("/stops", endpoint="stop")
def append_decision(opened: Opened) -> ResponseReturnValue:
    """Take back the last entry, put back what was undone last, or end the game early: then the standing counts."""
    kind, field = DECISIONS[(request.endpoint or "").partition(".")[2]]
    return append_to(opened, Fact(kind, {field: _read_number(field)}))


@blueprint.post("/starters")
def choose_starter(opened: Opened) -> ResponseReturnValue:
    """Choose another starter for the next round."""
    seat = _read_number("seat") - 1
    if seat not in opened.table.sitting.seated_next:
        return refuse_stale(opened)
    return append_to(opened, Fact("starter_chosen", {"number": _read_number("number"), "seat": seat}))


@blueprint.post("/continuations")
def play_on(opened: Opened) -> ResponseReturnValue:
    """Play past the end."""
    ends = request.form.get("ends", "").split()
    return append_to(opened, Fact("played_on", {"after": _read_number("after"), "ends": ends}))


@blueprint.post("/restorations")
def restore(opened: Opened) -> ResponseReturnValue:
    """Append the rounds that the server lost and only the phone has; where others differ, show both (409)."""
    try:
        sheet = sheetfile.parse_sheet(request.form.get("sheet", ""))
        restore_rounds(store(), opened.credential, sheet, opened.seat)
    except Unreadable as error:
        return render_template("table/restore.html", opened=opened, error=error, differences=[]), 422
    except Conflict as conflict:
        both = conflict.table.sheet, derive(RULEBOOKS[sheet.game], sheet.sitting)
        ours, theirs = ({line.number: line.points for line in each.lines} for each in both)
        rows = [(number, ours.get(number), theirs.get(number)) for number in sorted({*ours, *theirs})]
        differences = [row for row in rows if row[1] != row[2]]
        return render_template("table/restore.html", opened=opened, error=None, differences=differences), 409
    return redirect(opened.address(), 303)


def append_to(opened: Opened, fact: Fact, endpoint: str = "table.show") -> ResponseReturnValue:
    """Append a fact and go on to a page of the table; 409 where somebody else was quicker."""
    try:
        append_fact(store(), opened.credential, write_key(), fact)
    except Conflict:
        return refuse_stale(opened)
    return redirect(opened.address(endpoint), 303)


def refuse_stale(opened: Opened) -> ResponseReturnValue:
    """Answer (409) that somebody else was quicker."""
    return refuse(render_template("table/stale.html", opened=opened), 409, say("The table has changed"))


def _read_number(field: str) -> int:
    return request.form.get(field, 0, type=int)
