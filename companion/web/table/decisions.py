"""What a table decides beside its rounds: undo, redo, another starter, stop here, play on; and bringing back rounds."""

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games import RULEBOOKS, sheetfile
from companion.games.derive import derive
from companion.games.message import say
from companion.games.reading import Unreadable
from companion.store.files.restoring import restore_rounds
from companion.store.journal.facts import Conflict, Fact
from companion.store.journal.tables import append
from companion.web.app.parts import refuse
from companion.web.table.access import Opened, open_to_write, store, write_key

blueprint = Blueprint("decisions", __name__, url_prefix="/t/<key>")


@blueprint.post("/undos")
def undo(key: str) -> ResponseReturnValue:
    """Take back the last entry."""
    return append_to(open_to_write(key), Fact("undone", {"seq": _number("seq")}))


@blueprint.post("/redos")
def redo(key: str) -> ResponseReturnValue:
    """Put back what was undone last."""
    return append_to(open_to_write(key), Fact("redone", {"seq": _number("seq")}))


@blueprint.post("/starters")
def choose_starter(key: str) -> ResponseReturnValue:
    """Let somebody else start the next round."""
    opened = open_to_write(key)
    seat = _number("seat") - 1
    if seat not in opened.table.sitting.seated_next:
        return refuse_stale(opened)
    return append_to(opened, Fact("starter_chosen", {"number": _number("number"), "seat": seat}))


@blueprint.post("/stops")
def stop(key: str) -> ResponseReturnValue:
    """End the game early; the standing counts."""
    return append_to(open_to_write(key), Fact("stopped", {"after": _number("after")}))


@blueprint.post("/continuations")
def play_on(key: str) -> ResponseReturnValue:
    """Play past the end."""
    opened = open_to_write(key)
    return append_to(
        opened, Fact("played_on", {"after": _number("after"), "ends": tuple(request.form.get("ends", "").split())})
    )


@blueprint.post("/restorations")
def restore(key: str) -> ResponseReturnValue:
    """Append the rounds that the server lost and only the phone has; where others differ, show both (409)."""
    opened = open_to_write(key)
    try:
        kept = sheetfile.loads(request.form.get("sheet", ""))
    except Unreadable as error:
        return render_template("table/restore.html", opened=opened, error=error, differences=[]), 422
    try:
        restore_rounds(store(), opened.shown, kept, opened.seat)
    except Conflict as conflict:
        here, there = conflict.table.sheet, derive(RULEBOOKS[kept.game], kept.sitting)
        ours, theirs = ({line.number: line.points for line in sheet.lines} for sheet in (here, there))
        both = ((number, ours.get(number), theirs.get(number)) for number in sorted({*ours, *theirs}))
        differences = [(number, one, other) for number, one, other in both if one != other]
        return render_template("table/restore.html", opened=opened, error=None, differences=differences), 409
    return redirect(opened.address(), 303)


def append_to(opened: Opened, decide: Fact, endpoint: str = "table.show") -> ResponseReturnValue:
    """Append a fact and go on to a page of the table; 409 where somebody else was quicker."""
    try:
        append(store(), opened.shown, write_key(), decide)
    except Conflict:
        return refuse_stale(opened)
    return redirect(opened.address(endpoint), 303)


def refuse_stale(opened: Opened) -> ResponseReturnValue:
    """Answer (409) that somebody else was quicker."""
    return refuse(render_template("table/stale.html", opened=opened), 409, say("The table has changed meanwhile."))


def _number(field: str) -> int:
    return request.form.get(field, 0, type=int)
