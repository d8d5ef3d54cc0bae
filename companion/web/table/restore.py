"""Bringing back what the server lost, from the sheet that a phone kept."""

from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games import RULEBOOKS, sheetfile
from companion.games.derive import derive
from companion.games.reading import Unreadable
from companion.store.files.restoring import restore_rounds
from companion.store.journal.facts import Conflict
from companion.web.table.access import open_to_write, store

blueprint = Blueprint("restore", __name__, url_prefix="/t/<key>")


class Difference(NamedTuple):
    """A round of which the server and a phone say something else: everybody's points by either, None without one."""

    number: int
    here: tuple[float, ...] | None
    there: tuple[float, ...] | None


@blueprint.post("/restorations")
def create(key: str) -> ResponseReturnValue:
    """Append the rounds that only the phone has; where others differ, show both (409)."""
    opened = open_to_write(key)
    try:
        kept = sheetfile.loads(request.form.get("sheet", ""))
    except Unreadable as error:
        return render_template("table/restore.html", opened=opened, error=error, differences=[]), 422
    try:
        restore_rounds(store(), key, kept, opened.seat)
    except Conflict as conflict:
        ours = {line.number: line.points for line in conflict.table.sheet.lines}
        sheet = derive(RULEBOOKS[kept.game], kept.sitting)
        theirs = {line.number: line.points for line in sheet.lines}
        both = (Difference(number, ours.get(number), theirs.get(number)) for number in sorted({*ours, *theirs}))
        differences = [found for found in both if found.here != found.there]
        return render_template("table/restore.html", opened=opened, error=None, differences=differences), 409
    return redirect(opened.address(), 303)
