"""Parts of pages that scripts ask for: what every one of them carries."""

from collections.abc import Mapping

from flask import Flask, Response, request
from htmx_flask import make_response

# Each has an address of its own, and shares none with its page.
PARTS = frozenset({"live.show", "new_game.seats", "referee.ruling", "referee.ruling_at_table", "rounds.check"})


def init_app(app: Flask) -> None:
    """Mark the parts."""
    app.after_request(mark)


def mark(response: Response) -> Response:
    """Say in a header that this is the part that was asked for: a Wi-Fi's login page answers 200 as well."""
    if request.endpoint in PARTS and response.status_code == 200:
        response.headers["Companion-Part"] = request.endpoint or ""
    return response


def with_readings(part: str, readings: Mapping[str, str]) -> Response:
    """A part, and how keys would have typed what was typed in fields, where they would have done so in another way."""
    texts = {typed: canonical for typed, canonical in readings.items() if typed != canonical}
    response: Response = make_response(part, trigger={"read": {"texts": texts}} if texts else None)
    return response
