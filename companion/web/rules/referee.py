"""The referee's pages: at a table with its players, or on their own."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from companion.games import RULEBOOKS
from companion.web.rules.referees import referee_of
from companion.web.table.access import Opened, open_or_404

blueprint = Blueprint("referee", __name__)


@blueprint.get("/referee/<game>")
def show(game: str) -> ResponseReturnValue:
    """The referee of a game, for whoever plays it."""
    return _answer(game)


@blueprint.get("/referee/<game>/ruling")
def ruling(game: str) -> ResponseReturnValue:
    """What the referee says of what is asked by now: a fragment."""
    return _answer(game, part="ruling")


@blueprint.get("/t/<key>/referee")
def show_at_table(key: str) -> ResponseReturnValue:
    """The referee with the players of a table."""
    opened = open_or_404(key)
    return _answer(opened.table.game, opened)


@blueprint.get("/t/<key>/referee/ruling")
def ruling_at_table(key: str) -> ResponseReturnValue:
    """The ruling with the players of a table: a fragment."""
    opened = open_or_404(key)
    return _answer(opened.table.game, opened, "ruling")


def _answer(game: str, opened: Opened | None = None, part: str = "page") -> ResponseReturnValue:
    if game not in RULEBOOKS:
        abort(404)
    referee = referee_of(game)(request.args, opened.table.sitting if opened else None)
    return render_template(
        getattr(referee, part),
        referee=referee,
        rulebook=RULEBOOKS[game],
        others=[rulebook for rulebook in RULEBOOKS.values() if rulebook.key != game],
        opened=opened,
        address=opened.address("referee.show_at_table") if opened else f"{request.script_root}/referee/{game}",
    )
