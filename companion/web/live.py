"""Live pages: every phone asks again and again whether the table has changed, and shows what has.

Polling, since an event stream would hold one of the server's threads for every phone.
"""

from __future__ import annotations

from flask import Blueprint, Response, abort, current_app, request
from flask.typing import ResponseReturnValue

from companion.web.access import open_or_404

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
    """What a page shows by now; 204 if the table is still at version ``v``.

    Not 304: a browser turns that into a 200 for scripts.
    """
    opened = open_or_404(key)
    if request.args.get("v", type=int) == opened.table.version:
        return unchanged()
    endpoint = PAGES.get(request.args.get("page", "table"))
    if endpoint is None:
        abort(404)
    shown: ResponseReturnValue = current_app.ensure_sync(current_app.view_functions[endpoint])(key=key)
    return shown


def unchanged() -> Response:
    """The answer to nearly every poll, as short as it can be."""
    return Response(status=204, headers={"Cache-Control": "no-store"})
