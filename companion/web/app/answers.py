"""What a write answers to a script, which asks for no page (RFC 7240, "return=minimal")."""

from flask import Response, g, json, request

from companion import text
from companion.games.message import Message, say_of
from companion.web.app.language import words


def answer_briefly(response: Response) -> Response:
    """204 if the write is done, else the problem in a sentence as JSON (RFC 9457).

    A redirect or a page would not say so, since a Wi-Fi's login page is one too.
    """
    if request.method != "POST" or request.headers.get("Prefer") != "return=minimal":
        return response
    headers = {"Preference-Applied": "return=minimal", "Cache-Control": "no-store"}
    if response.status_code == 303:
        return Response(status=204, headers=headers)
    problem = json.dumps({"title": g.get("problem", ""), "status": response.status_code})
    return Response(problem, response.status_code, headers, "application/problem+json")


def refuse(page: str, status: int, problem: Message, name: str = "") -> tuple[str, int]:
    """Answer with a page that says what is wrong; ``problem`` says it to a script, of the player of this name."""
    g.problem = text.translate(say_of(name, problem) if name else problem, words())
    return page, status
