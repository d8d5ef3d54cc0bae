"""The referee's pages: at a table with its players, where a ruling can be shown to everybody, or on their own."""

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games import RULEBOOKS
from companion.store.journal.facts import Fact
from companion.web.app.parts import part
from companion.web.games import GAMES
from companion.web.table.access import open_or_404, open_to_write
from companion.web.table.decisions import append_to

MAX_QUESTION_CHARACTERS = 1000

blueprint = Blueprint("referee", __name__)


@blueprint.get("/referee/<game>")
@blueprint.get("/referee/<game>/ruling", endpoint="ruling")
@blueprint.get("/t/<key>/referee", endpoint="show_at_table")
@blueprint.get("/t/<key>/referee/ruling", endpoint="ruling_at_table")
def show(game: str = "", key: str = "") -> ResponseReturnValue:
    """Show the referee of a game or a table's game; or, as a fragment, its ruling on what is asked."""
    opened = open_or_404(key) if key else None
    game = opened.table.game if opened else game
    referee_of = (GAMES[game].referee if game in GAMES else None) or abort(404)
    referee = referee_of(request.args, opened.table.sitting if opened else None)
    template = "_ruling" if request.path.endswith("/ruling") else "referee"
    page = render_template(
        f"games/{GAMES[game].folder}/{template}.html",
        referee=referee,
        rulebook=RULEBOOKS[game],
        others=[other.rulebook for other in GAMES.values() if other.referee and other is not GAMES[game]],
        opened=opened,
        rules=GAMES[game].example is not None,
        address=opened.address("referee.show_at_table") if opened else f"{request.script_root}/referee/{game}",
    )
    return part(page, referee.readings) if template == "_ruling" else page


@blueprint.post("/t/<key>/rulings")
def show_ruling(key: str) -> ResponseReturnValue:
    """Show how the referee rules on the question that was sent, on every phone at the table and on the big screen."""
    opened = open_to_write(key)
    referee_of = opened.game_pages.referee or abort(404)
    referee = referee_of(request.form, opened.table.sitting)
    if not referee.sentences or len(referee.query) > MAX_QUESTION_CHARACTERS:
        return redirect(f"{opened.address('referee.show_at_table')}?{referee.query[:MAX_QUESTION_CHARACTERS]}", 303)
    return append_to(opened, Fact("ruling_shown", {"asked": referee.query}))
