"""Live pages: what a phone shows once it has heard that its table has changed.

It hears that from an event stream (see ``companion.web.serving``). Where none comes through, it asks again and again.
"""

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from companion.web.app.parts import part
from companion.web.table.access import open_or_404
from companion.web.table.pages import LIVE

blueprint = Blueprint("live", __name__, url_prefix="/t/<key>")


@blueprint.get("/live")
def show(key: str) -> ResponseReturnValue:
    """Return what a page shows now; 204 to a phone that has that: a browser would turn a 304 into a 200 for scripts."""
    opened = open_or_404(key)
    now = {"v": opened.table.version, "as": opened.role, "replaced": opened.link.changes}
    if "v" in request.args and all(request.args[name] == str(now[name]) for name in now if name in request.args):
        return "", 204
    view = LIVE.get(request.args.get("page", "table"))
    return part(view(opened)) if view else abort(404)


@blueprint.get("/events")
def no_stream(key: str) -> ResponseReturnValue:
    """No stream: this server has no event loop to hold it. By status 204 a browser does not ask again."""
    open_or_404(key)
    return "", 204
