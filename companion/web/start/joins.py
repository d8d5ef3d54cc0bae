"""Joining a table, to watch it, by its short code.

Whoever tries many wrong codes is answered more slowly, and so is everybody while very many are tried in all: but nobody
is refused. That guessing is hopeless is said in ``companion.store.links.codes``.
"""

import math
import time
from threading import Lock

from cachetools import LRUCache
from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.message import Message, say
from companion.store.links import codes
from companion.web.app.limits import network
from companion.web.app.place import here
from companion.web.table.access import new_write_key, store

MANY, MANY_IN_ALL = 20, 100  # wrong codes lately, from one address and from all
HALF_FORGOTTEN = 60.0  # seconds after which a wrong code counts half
HELD_BACK = 1.0  # seconds, the longest that an answer waits
MOST_ADDRESSES = 10_000

blueprint = Blueprint("joins", __name__, url_prefix="/joins")
_wrong: LRUCache[str, tuple[float, float]] = LRUCache(MOST_ADDRESSES)  # how many wrong codes, and when that was so
_counting = Lock()
ALL = ""  # in place of an address
NOBODYS = say("No table has this code now. Have it read out once more, or scan the QR code.")


@blueprint.get("/new")
def new() -> ResponseReturnValue:
    """The form for the code."""
    return _form()


@blueprint.post("")
@blueprint.post("/<sent>", endpoint="create_here")
def create(sent: str = "") -> ResponseReturnValue:
    """Redirect to the table of the code, with a link to watch; where another cell has given it out, to that cell."""
    if here().own(sent) is None:  # as good as always a cell that there is not: a letter too much
        hold_back(count_wrong=True)
        return _form(NOBODYS), 421
    cell, code = codes.read_code(request.form.get("code", "")) or ("", None)
    if code is None or (cell and not here().cell):
        return _form(say("A code has ten letters and digits, like K7P2M XQ9RT. It has no 0, O, 1 or I.")), 422
    if cell and here().own(f"{cell}.{code}") is None:
        # The code itself goes with the form: addresses stand in logs.
        return redirect(f"{url_for('.create')}/{cell}.code", 307)
    found = codes.find_key(store(), code)
    hold_back(count_wrong=found is None)
    if found is None:
        return _form(NOBODYS), 404
    return redirect(url_for("table.show", key=found), 303)


def hold_back(count_wrong: bool) -> None:
    """Let the answer wait where many wrong codes were tried lately, whether this one is right or wrong."""
    now, limits = time.monotonic(), {network(request.remote_addr or ""): MANY, ALL: MANY_IN_ALL}
    with _counting:
        lately = {place: _lately(place, now) for place in limits}
        if count_wrong:
            _wrong.update({place: (lately[place] + 1, now) for place in limits})
    if any(lately[place] >= most for place, most in limits.items()):
        request.environ.get("asgi.scope", {})["companion.wait"] = HELD_BACK


def _lately(place: str, now: float) -> float:
    """How many wrong codes were tried lately, an older one counting less."""
    wrong, at = _wrong.get(place, (0.0, now))
    return wrong * math.exp2((at - now) / HALF_FORGOTTEN)


def _form(problem: Message | None = None) -> str:
    typed = request.form.get("code", "")
    return render_template("start/join.html", typed=typed, problem=problem, write_key=new_write_key())
