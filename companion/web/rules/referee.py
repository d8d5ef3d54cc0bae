"""The referee's pages: at a table with its players, or on their own."""

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from companion.games import RULEBOOKS
from companion.web.app.parts import part
from companion.web.games import GAMES
from companion.web.table.access import Opened, open_or_404

blueprint = Blueprint("referee", __name__)


@blueprint.get("/referee/<game>")
@blueprint.get("/referee/<game>/ruling", endpoint="ruling")
def show(game: str) -> ResponseReturnValue:
    """The referee of a game, for whoever plays it; or what it says of what is asked by now: a fragment."""
    return _answer(game)


@blueprint.get("/t/<key>/referee")
@blueprint.get("/t/<key>/referee/ruling", endpoint="ruling_at_table")
def show_at_table(key: str) -> ResponseReturnValue:
    """The same with the players of a table."""
    opened = open_or_404(key)
    return _answer(opened.table.game, opened)


def _answer(game: str, opened: Opened | None = None) -> ResponseReturnValue:
    referee_of = GAMES[game].referee if game in GAMES else None
    if referee_of is None:
        abort(404)
    wanted = "_ruling" if request.path.endswith("/ruling") else "referee"
    referee = referee_of(request.args, opened.table.sitting if opened else None)
    page = render_template(
        f"games/{GAMES[game].folder}/{wanted}.html",
        referee=referee,
        rulebook=RULEBOOKS[game],
        others=[other.rulebook for other in GAMES.values() if other.referee and other is not GAMES[game]],
        opened=opened,
        rules=GAMES[game].example is not None,
        address=opened.address("referee.show_at_table") if opened else f"{request.script_root}/referee/{game}",
    )
    return part(page, referee.readings) if wanted == "_ruling" else page
