"""Answers: a part of a page, a file, a page for offline, why a write is refused, and for a link that opens nothing."""

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import ParamSpec, cast

from flask import Response, g, make_response
from flask.typing import ResponseReturnValue
from htmx_flask import make_response as with_htmx
from werkzeug.exceptions import NotFound

from companion.games.message import Message
from companion.web.app.language import in_words

P = ParamSpec("P")


class UnknownLink(NotFound):
    """The link in the address opens nothing, and never did."""


def part(body: ResponseReturnValue, readings: Mapping[str, str] | None = None) -> Response:
    """Return a part of a page.

    ``readings`` are fields' texts as typed and as the keys would have typed them; scripts put in those that differ.
    """
    texts = {typed: canonical for typed, canonical in (readings or {}).items() if typed != canonical}
    response: Response = with_htmx(body, trigger={"read": {"texts": texts}} if texts else None)
    return response


def download(body: str | bytes | Iterator[str], mimetype: str, name: str) -> Response:
    """Return a file to take home, under this name."""
    return Response(body, mimetype=mimetype, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def for_offline(view: Callable[P, ResponseReturnValue]) -> Callable[P, Response]:
    """Let the service worker keep what a view answers. Of forms only those that renew their write key (draft.js)."""

    @wraps(view)
    def answer(*args: P.args, **kwargs: P.kwargs) -> Response:
        response = make_response(view(*args, **kwargs))
        response.headers["Companion-Offline"] = "keep"
        return response

    return answer


def refuse_in_place(verdict: str) -> Response:
    """Answer htmx, to which a form was sent, with what stands in its way: in the place of what saving would do."""
    return cast(Response, with_htmx(verdict, 422, retarget="#verdict", reswap="innerHTML"))


def refuse(page: str, status: int, problem: Message) -> tuple[str, int]:
    """Answer with a page that says what is wrong; ``problem`` says it to a script."""
    g.problem = in_words(problem)
    return page, status
