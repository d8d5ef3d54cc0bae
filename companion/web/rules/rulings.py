"""Showing a ruling: what the referee says is on every phone at the table and on the big screen, with one tap."""

from flask import Blueprint, abort, redirect, request
from flask.typing import ResponseReturnValue

from companion.games.contract import Referee
from companion.store.journal import facts
from companion.web.forms.referee import Asked
from companion.web.table.access import Opened, open_to_write
from companion.web.table.decisions import append_to

LONGEST = 1000  # characters of a question

blueprint = Blueprint("rulings", __name__, url_prefix="/t/<key>/rulings")


@blueprint.post("")
def show(key: str) -> ResponseReturnValue:
    """Show the table how the referee rules on the question that was sent; nothing else is taken from it."""
    opened = open_to_write(key)
    referee = _referee(opened, request.form)
    if not referee.told or len(referee.query) > LONGEST:
        return redirect(f"{opened.address('referee.show_at_table')}?{referee.query[:LONGEST]}", 303)
    return append_to(opened, facts.ruling_shown(referee.query))


def _referee(opened: Opened, asked: Asked) -> Referee:
    referee = opened.game.referee
    return referee(asked, opened.table.sitting) if referee else abort(404)
