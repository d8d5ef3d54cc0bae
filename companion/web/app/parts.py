"""What a page is for scripts besides itself: a part that they asked for, or one to keep for when there is no server."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import ParamSpec

from flask import Response, make_response, request
from flask.typing import ResponseReturnValue
from htmx_flask import make_response as with_htmx

P = ParamSpec("P")


def part(body: ResponseReturnValue, readings: Mapping[str, str] | None = None) -> Response:
    """Return a part of a page, marked in a header: a Wi-Fi's login page answers 200 as well.

    ``readings`` are fields' texts as typed and as the keys would have typed them; scripts put in those that differ.
    """
    texts = {typed: canonical for typed, canonical in (readings or {}).items() if typed != canonical}
    response: Response = with_htmx(body, trigger={"read": {"texts": texts}} if texts else None)
    response.headers["Companion-Part"] = request.endpoint or ""
    return response


def for_offline(view: Callable[P, ResponseReturnValue]) -> Callable[P, Response]:
    """Let the service worker keep what a view answers. Not for forms: a kept one has a write key that was used."""

    @wraps(view)
    def answer(*args: P.args, **kwargs: P.kwargs) -> Response:
        response = make_response(view(*args, **kwargs))
        response.headers["Companion-Offline"] = "keep"
        return response

    return answer
