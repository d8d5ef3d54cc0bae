"""Live pages: what a phone shows once it has heard that its table has changed.

It hears that from an event stream (see ``companion.web.serving``). Where none comes through, it asks again and again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Blueprint, Flask, abort, current_app, request
from flask.typing import ResponseReturnValue

from companion.store.database import Store
from companion.store.links import links
from companion.web.table.access import open_or_404

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

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
_PATH = re.compile(r"/t/([\w-]+)/live", re.ASCII)
_ROLE = re.compile(r"(?:^|&)as=([a-z]+)(?:&|$)")
_REPLACED = re.compile(r"(?:^|&)replaced=([0-9]{1,9})(?:&|$)")
_VERSION = re.compile(r"(?:^|&)v=([0-9]{1,9})(?:&|$)")


def init_app(app: Flask, store: Store) -> None:
    """Answer polls."""
    app.register_blueprint(blueprint)
    app.wsgi_app = Unchanged(app.wsgi_app, store)  # type: ignore[method-assign]


@blueprint.get("/live")
def show(key: str) -> ResponseReturnValue:
    """What a page shows by now. A poll with the current version is answered before it gets here."""
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


class Unchanged:
    """Answers 204 to a poll for the version that a table has, and the role and the links to hand on that it still has.

    Nearly all requests of an evening are these, so they are answered without Flask, and without headers
    about a body that they do not have. Not 304: a browser turns that into a 200 for scripts.
    """

    def __init__(self, app: WSGIApplication, store: Store) -> None:
        self.app = app
        self.store = store

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """One request."""
        if environ["REQUEST_METHOD"] == "GET" and (asked := _PATH.fullmatch(environ["PATH_INFO"])):
            query = environ.get("QUERY_STRING", "")
            version, role, replaced = (known.search(query) for known in (_VERSION, _ROLE, _REPLACED))
            if version and self._is_at(asked[1], int(version[1]), role and role[1], replaced and int(replaced[1])):
                start_response("204 No Content", [("Cache-Control", "no-store")])
                return ()
        return self.app(environ, start_response)

    def _is_at(self, key: str, version: int, role: str | None, replaced: int | None) -> bool:
        try:
            link = links.find(self.store, key)
        except links.LinkEnded:
            return False
        if link is None or link.version != version:
            return False
        return role in (None, link.role) and replaced in (None, link.replaced)
