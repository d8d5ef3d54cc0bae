"""The first page: a new game, and the tables this phone has opened."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion import __version__
from companion.web.app.parts import for_offline
from companion.web.games import GAMES

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
@for_offline
def show() -> ResponseReturnValue:
    """The first page. A script adds the tables that this phone has opened, for the server does not know them."""
    return render_template(
        "start/home.html",
        version=__version__,
        with_rules=next(game for game in GAMES if GAMES[game].example),
        with_referee=next(game for game in GAMES if GAMES[game].referee),
    )
