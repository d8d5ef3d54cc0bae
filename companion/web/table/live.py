"""Live pages: what a phone shows once it has heard that its table has changed.

It hears that from an event stream (see ``companion.web.serving``). Where none comes through, it asks again and again.
"""

from flask import Blueprint, abort, current_app, request
from flask.typing import ResponseReturnValue

from companion.web.table.access import open_or_404

blueprint = Blueprint("live", __name__, url_prefix="/t/<key>")

# The pages that can be asked for here. Their templates render only what changes (see _live_part.html).
PAGES = {
    "table": "table.show",
    "sheet": "sheet.show",
    "chart": "table.chart",
    "history": "history.show",
    "screen": "screen.show",
    "arrivals": "hands.arrivals",
}


@blueprint.get("/live")
def show(key: str) -> ResponseReturnValue:
    """What a page shows by now. A poll with the current version is answered before it gets here (see shared.py)."""
    endpoint = PAGES.get(request.args.get("page", "table"))
    if endpoint is None:
        abort(404)
    shown: ResponseReturnValue = current_app.ensure_sync(current_app.view_functions[endpoint])(key=key)
    return shown


@blueprint.get("/events")
def no_stream(key: str) -> ResponseReturnValue:
    """No stream: this server has no event loop to hold it. By status 204 a browser does not ask again."""
    open_or_404(key)
    return "", 204
