"""What a page of a table needs besides its template, said by one decorator at its view."""

import hashlib
import secrets
from collections.abc import Callable
from functools import wraps

from flask import Response, current_app, make_response, request
from flask.typing import ResponseReturnValue

from companion.web.app.language import language
from companion.web.table.access import Opened, open_or_404
from companion.web.table.ruling import ruling_of

View = Callable[[Opened], ResponseReturnValue]

LIVE: dict[str, View] = {}
"""The views that phones ask for again at ``…/live`` when their table has changed, by the name that templates give."""
STARTED = secrets.token_hex(8)  # after another start the program or the file may be another


def table_page(live: str = "", *, tagged: bool = True) -> Callable[[View], Callable[[str], Response]]:
    """Open the table for a view; answer 304 before anything is rendered where the phone has the page.

    ``live`` is its name among the live pages. A page that depends on more than the table, the link and the address
    isn't tagged. None is while a ruling is shown, which goes after a while, or at the end: the rematch goes on.
    """

    def decorate(view: View) -> Callable[[str], Response]:
        if live:
            LIVE[live] = view

        @wraps(view)
        def answer(key: str) -> Response:
            opened = open_or_404(key)
            if not tagged or opened.table.sheet.ending or ruling_of(opened) or current_app.debug:
                return make_response(view(opened))
            seen = (STARTED, request.url, language(), opened.key, opened.table.version, opened.link)
            tag = hashlib.sha256(repr(seen).encode()).hexdigest()[:24]
            had = request.if_none_match.contains_weak(tag)
            response = Response(status=304) if had else make_response(view(opened))
            response.set_etag(tag, weak=True)
            return response

        return answer

    return decorate
