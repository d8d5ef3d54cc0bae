"""The rules of each game in our own words: at a table with the way back there, or on their own."""

from __future__ import annotations

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from companion.games import RULEBOOKS
from companion.web.access import Opened, open_or_404

blueprint = Blueprint("rules", __name__)


@blueprint.get("/rules/<game>")
def show(game: str) -> ResponseReturnValue:
    """The rules of a game."""
    return _page(game)


@blueprint.get("/t/<key>/rules")
def show_at_table(key: str) -> ResponseReturnValue:
    """The rules of a table's game, with its house rules."""
    opened = open_or_404(key)
    return _page(opened.table.game, opened)


def _page(game: str, opened: Opened | None = None) -> ResponseReturnValue:
    if game not in RULEBOOKS:
        abort(404)
    return render_template(f"rules/{game}.html", rulebook=RULEBOOKS[game], opened=opened)
