"""What a write answers to a script, which asks for no page (RFC 7240, "return=minimal").

A phone keeps for a while what it delivered. Where the file is put back from an older copy, it delivers again what is
not in it (see ``deliveries``).
"""

from collections.abc import Iterable
from urllib.parse import urlencode

from flask import Response, g, json, request
from flask.typing import ResponseReturnValue

from companion import text
from companion.games.message import Message, say, say_of
from companion.store.journal.replay import Table
from companion.web.app.language import words

ENTRY, AGAIN, EARLY = "Companion-Entry", "Companion-Again", "Retry-After"


def answer_briefly(response: Response) -> Response:
    """204 if the write is done, with what the phone keeps of it, else the problem in a sentence as JSON (RFC 9457).

    A redirect or a page would not say so, since a Wi-Fi's login page is one too.
    """
    if request.method != "POST" or request.headers.get("Prefer") != "return=minimal":
        return response
    headers = {"Preference-Applied": "return=minimal", "Cache-Control": "no-store"}
    if response.status_code == 303:
        return Response(status=204, headers=headers | g.get("kept", {}))
    if EARLY in response.headers:
        headers[EARLY] = response.headers[EARLY]
    problem = json.dumps({"title": g.get("problem", ""), "status": response.status_code})
    return Response(problem, response.status_code, headers, "application/problem+json")


def refuse(page: str, status: int, problem: Message, name: str = "") -> tuple[str, int]:
    """Answer with a page that says what is wrong; ``problem`` says it to a script, of the player of this name."""
    g.problem = text.translate(say_of(name, problem) if name else problem, words())
    return page, status


def keep(receipt: str | None, fields: Iterable[tuple[str, str]] = ()) -> None:
    """Tell the phone what the entry is known by, and its form as it is sent again where some fields were empty."""
    whole = dict(fields)
    form = [urlencode(request.form.to_dict() | whole)] if whole else []
    g.kept = {ENTRY: " ".join([receipt, *form])} if receipt else {}


def is_again(table: Table) -> bool:
    """Whether this was delivered before, or typed when the table had a newer version than it has by now."""
    brief = request.headers.get("Prefer") == "return=minimal"
    return brief and (AGAIN in request.headers or request.form.get("version", 0, type=int) > table.version)


def too_early(table: Table, number: int, *, is_next: bool = True) -> ResponseReturnValue | None:
    """The answer to what is sent again before what came first is there, so that it waits on its phone; else None.

    It is about round ``number``, which is there by now or, where ``is_next``, may be the upcoming one.
    """
    upcoming = table.sheet.next
    there = number <= len(table.sitting.rounds) or (is_next and upcoming is not None and upcoming.number == number)
    if there or not is_again(table):
        return None
    if upcoming:
        problem = say("Round %(number)s has to come first; then it follows by itself.", number=upcoming.number)
    else:
        problem = say("The game is over; it follows by itself once you play on.")
    page, status = refuse("", 409, problem)
    return page, status, {EARLY: "5"}
