"""The pages of a table that are looked at, each live: what changes elsewhere shows by itself."""

import hashlib
import secrets
from collections.abc import Callable
from functools import wraps

from flask import (
    Blueprint,
    Response,
    abort,
    after_this_request,
    current_app,
    make_response,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from companion.store.journal.history import describe, list_history
from companion.store.links.links import SCORER, WATCHER
from companion.web.app.language import language
from companion.web.app.parts import for_offline, part
from companion.web.exports.chart import draw
from companion.web.forms.new_game import NewGameForm
from companion.web.table import bg_stats, share
from companion.web.table.access import Opened, open_or_404, open_page
from companion.web.table.share import address_of, code_of, first_page, public, qr
from companion.web.table.shown import (
    ORDER,
    asked_order,
    asked_part,
    asked_why,
    asking_of,
    describe_rematch,
    known,
    remember_order,
    ruling_of,
    standing_order,
)

View = Callable[[Opened], ResponseReturnValue]

LIVE: dict[str, View] = {}
"""The views that phones ask for again at ``…/live`` when their table has changed, by the name that templates give."""

STARTED = secrets.token_hex(8)  # after another start the program or the file may be another

blueprint = Blueprint("table", __name__, url_prefix="/t/<key>")


def live_page(*, tagged: bool = True) -> Callable[[View], Callable[[str], Response]]:
    """Open the table for a view, here and at ``…/live``, where the page's name is the view's.

    Where the phone has the page, 304 is answered before anything is rendered; a page that depends on more than the
    table, the link and the address isn't ``tagged``. None is while a ruling is shown, which goes after a while, or at
    the end: the rematch goes on.
    """

    def decorate(view: View) -> Callable[[str], Response]:
        LIVE[view.__name__] = view

        @wraps(view)
        def answer(key: str) -> Response:
            opened = open_page(key)
            changing = opened.table.sheet.ending or ruling_of(opened) or ORDER in request.args
            if not tagged or changing or current_app.debug:
                return make_response(view(opened))
            seen = (STARTED, request.url, language(), opened.key, opened.table.version, opened.link, asked_order())
            tag = hashlib.sha256(repr(seen).encode()).hexdigest()[:24]
            had = request.if_none_match.contains_weak(tag)
            response = Response(status=304) if had else make_response(view(opened))
            response.set_etag(tag, weak=True)
            return response

        return answer

    return decorate


@blueprint.get("", endpoint="show")
@for_offline
@live_page()
def table(opened: Opened) -> ResponseReturnValue:
    """Show the standings and what comes next, or who has won; and how a total came about, if the address asks why."""
    table = opened.table
    shown = {"opened": opened, "known": known(opened), "asking": asking_of(opened)}
    shown |= {"undoable": table.undoable and describe(table, table.undoable)}
    shown |= {"redoable": table.redoable and describe(table, table.redoable)}
    if table.sheet.ending:
        shown |= {"rematch": describe_rematch(table), "form": NewGameForm(table.rulebook, again=table)}
        return render_template("end/show.html", chart=draw(table), bg_stats=bg_stats, qr=qr, **shown)
    after_this_request(remember_order)
    shown |= {"order": asked_order(), "sides": standing_order(table)}
    shown |= {"missing": table.hands_missing, "lays_hands": opened.game.hand is not None, "why": asked_why(table)}
    return render_template("table/show.html", **shown)


@blueprint.get("/chart")
@for_offline
@live_page()
def chart(opened: Opened) -> ResponseReturnValue:
    """Show the course of the game as a picture."""
    return render_template("table/chart.html", opened=opened, chart=draw(opened.table))


@blueprint.get("/sheet")
@for_offline
@live_page()
def sheet(opened: Opened) -> ResponseReturnValue:
    """Show the sheet as on paper, of a long one the latest; and how a number came about, if the address asks why."""
    lines, why = opened.table.sheet.lines, asked_why(opened.table)
    shown = asked_part(len(lines), why.number if why else None)
    return render_template("table/sheet.html", opened=opened, why=why, part=shown, lines=lines[shown.first - 1 :])


@blueprint.get("/history")
@for_offline
@live_page()
def history(opened: Opened) -> ResponseReturnValue:
    """Show every entry as a sentence with its time, the latest first, with undo and redo."""
    shown = asked_part(opened.table.version)
    entries = list_history(opened.table, shown.first, shown.last)
    return render_template("history/show.html", opened=opened, entries=entries, part=shown)


@blueprint.get("/screen")
@for_offline
@live_page(tagged=False)
def screen(opened: Opened) -> ResponseReturnValue:
    """Show the big screen: a laptop or a TV on the sideboard that everybody can read from their chair.

    Its QR code leads phones to keep score where it was opened so, else to the form for the code; it makes no host.
    """
    role, code = SCORER if opened.may_write else WATCHER, code_of(opened)
    return render_template(
        "screen/show.html",
        opened=opened,
        chart=draw(opened.table) if opened.table.sheet.ending else None,
        rematch=describe_rematch(opened.table),
        missing=opened.table.hands_missing,
        join=qr(public(url_for("home.join", code=code)) if code and not opened.may_write else address_of(opened, role)),
        code=code,
        first_page=first_page(),
    )


share.blueprint.add_url_rule("/share", "show", live_page(tagged=False)(share.shared))


@blueprint.get("/live")
def live(key: str) -> ResponseReturnValue:
    """Return what a page shows now; 204 to a phone that has that: a browser would turn a 304 into a 200 for scripts."""
    opened = open_or_404(key)
    now = {"v": opened.table.version, "as": opened.role, "replaced": opened.link.changes}
    if "v" in request.args and all(request.args[name] == str(now[name]) for name in now if name in request.args):
        return "", 204
    view = LIVE.get(request.args.get("page", "table"))
    return part(view(opened)) if view else abort(404)


@blueprint.get("/events")
def no_stream(key: str) -> ResponseReturnValue:
    """Answer that there is no stream (204), so that a browser does not ask again: here is no event loop."""
    open_or_404(key)
    return "", 204


@blueprint.get("/state")
def state(key: str) -> ResponseReturnValue:
    """Return what a phone knows of the table, as its first page asks."""
    return known(open_or_404(key))
