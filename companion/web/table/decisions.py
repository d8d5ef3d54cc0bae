"""A table's decisions: undo, redo, going back, another starter, stopping, playing on; and restoring lost rounds."""

from typing import NoReturn

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games import RULEBOOKS, sheetfile
from companion.games.derive import derive
from companion.games.reading import Unreadable
from companion.store.files.restoring import restore_sheet
from companion.store.journal.changes import Change
from companion.store.journal.facts import Conflict
from companion.store.journal.history import describe
from companion.store.tables.writing import append, find_written
from companion.web.table.access import Opened, make_opener, open_to_write, seen_version, store, write_key
from companion.web.table.pages import go_on

blueprint = Blueprint("decisions", __name__, url_prefix="/t/<key>")
blueprint.before_request(make_opener(open_to_write))


@blueprint.post("/undos")
def undo(opened: Opened) -> ResponseReturnValue:
    """Take back the last entry; or what the write key in ``of`` has saved, which a phone doesn't know by its number."""
    seq = find_written(store(), opened.table.id, request.form["of"]) if "of" in request.form else _read_number("seq")
    return append_to(opened, Change("undone", {"seq": seq})) if seq else go_on(opened, opened.table)


@blueprint.post("/redos")
def redo(opened: Opened) -> ResponseReturnValue:
    """Put back what was undone last."""
    return append_to(opened, Change("redone", {"seq": _read_number("seq")}))


@blueprint.post("/stops")
def stop(opened: Opened) -> ResponseReturnValue:
    """End the game early: the standing counts."""
    return append_to(opened, Change("stopped", {"after": _read_number("after")}))


@blueprint.route("/returns/<int:seq>", methods=["GET", "POST"])
def go_back(opened: Opened, seq: int) -> ResponseReturnValue:
    """Ask whether the whole table goes back to what it was after an entry; or go back."""
    if not 1 <= seq <= opened.table.version:
        abort(404)
    if request.method == "POST":
        return append_to(opened, Change("returned", {"seq": seq}))
    entry = opened.table.entries[seq - 1]
    about = {"told": describe(opened.table, entry), "then": opened.table.at(seq).sheet}
    return render_template("history/go_back.html", opened=opened, entry=entry, **about)


@blueprint.post("/starters")
def choose_starter(opened: Opened) -> ResponseReturnValue:
    """Choose another starter for the next round."""
    seat = _read_number("seat") - 1
    if seat not in opened.table.sitting.seated_next:
        refuse_stale(opened)
    return append_to(opened, Change("starter_chosen", {"number": _read_number("number"), "seat": seat}))


@blueprint.post("/continuations")
def play_on(opened: Opened) -> ResponseReturnValue:
    """Play past the end."""
    ends = request.form.get("ends", "").split()
    return append_to(opened, Change("played_on", {"after": _read_number("after"), "ends": ends}))


@blueprint.post("/restorations")
def restore(opened: Opened) -> ResponseReturnValue:
    """Append the rounds that the server lost and only the phone has; where others differ, show both (409)."""
    try:
        sheet = sheetfile.parse_sheet(request.form.get("sheet", ""))
        restore_sheet(store(), opened.credential, sheet)
    except Unreadable as error:
        return render_template("table/restore.html", opened=opened, error=error, differences=[]), 422
    except Conflict as conflict:
        both = conflict.table.sheet, derive(RULEBOOKS[sheet.game], sheet.sitting)
        ours, theirs = ({line.number: line.points for line in each.lines} for each in both)
        rows = [(number, ours.get(number), theirs.get(number)) for number in sorted({*ours, *theirs})]
        differences = [row for row in rows if row[1] != row[2]]
        return render_template("table/restore.html", opened=opened, error=None, differences=differences), 409
    return redirect(opened.address(), 303)


def append_to(opened: Opened, change: Change, endpoint: str = "table.show") -> ResponseReturnValue:
    """Append a change and go on to a page of the table. Raises Conflict (409) where somebody else was quicker."""
    saved = append(store(), opened.credential, write_key(), change, seen_version())
    return go_on(opened, saved) if endpoint == "table.show" else redirect(opened.address(endpoint), 303)


def refuse_stale(opened: Opened) -> NoReturn:
    """Answer (409) that somebody else was quicker."""
    raise Conflict(opened.table)


def _read_number(field: str) -> int:
    return request.form.get(field, 0, type=int)
