"""Entering a round, and correcting one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.store.journal import facts
from companion.store.journal.facts import Conflict, Decision
from companion.store.journal.tables import append
from companion.web.rounds.forms import entry_of, missing
from companion.web.table.access import Opened, new_write_key, open_to_write, store, write_key

blueprint = Blueprint("rounds", __name__, url_prefix="/t/<key>/rounds")


@blueprint.after_request
def keep_no_copy(response: Response) -> Response:
    """Going back to an entry page asks the server again, so it never offers a round that is saved by now."""
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.after_request
def answer_briefly(response: Response) -> Response:
    """A script that delivers what waited on a phone asks for no page: 204 tells it that the write is done.

    A redirect would not, since a Wi-Fi's login page sends one too (RFC 7240, "return=minimal").
    """
    if response.status_code != 303 or request.method != "POST" or request.headers.get("Prefer") != "return=minimal":
        return response
    return Response(status=204, headers={"Preference-Applied": "return=minimal", "Cache-Control": "no-store"})


@blueprint.get("/new")
def new(key: str) -> ResponseReturnValue:
    """The form for the next round; once the game is over, back to the table that says so."""
    opened = open_to_write(key)
    if opened.table.sheet.next is None:
        return redirect(opened.address(), 303)
    number = opened.table.sheet.next.number
    return _form(opened, _entry(opened, number, played=_undone_round(opened, number)), number)


@blueprint.get("")
def again(key: str) -> ResponseReturnValue:
    """A phone that brings back a page answered to a form asks for it here: back to the form, with its draft."""
    return redirect(open_to_write(key).address("rounds.new"), 303)


@blueprint.post("")
def create(key: str) -> ResponseReturnValue:
    """Save a new round."""
    opened = open_to_write(key)
    number = _number(opened)
    return _save(
        opened, _entry(opened, number, request.form), number, lambda played: facts.round_entered(number, played)
    )


@blueprint.get("/<int:number>")
def edit(key: str, number: int) -> ResponseReturnValue:
    """The form to correct a round."""
    opened = open_to_write(key)
    return _form(opened, _entry(opened, number, played=_round_or_404(opened, number), editing=True), number)


@blueprint.post("/<int:number>")
def update(key: str, number: int) -> ResponseReturnValue:
    """Save a corrected round."""
    opened = open_to_write(key)
    if number not in opened.table.changed:
        abort(404)
    seen = request.form.get("version", 0, type=int)
    entry = _entry(opened, number, request.form, editing=True)
    return _save(opened, entry, number, lambda played: facts.round_corrected(number, played, seen))


@blueprint.post("/check")
def check(key: str) -> ResponseReturnValue:
    """What saving would do as things are typed now, or what is missing for it: a fragment."""
    opened = open_to_write(key)
    entry = _entry(opened, _number(opened), request.form, editing="editing" in request.form)
    played = entry.judge(trying=True)
    return render_template("rounds/_verdict.html", entry=entry, played=played, opened=opened)


def _save(opened: Opened, entry: Any, number: int, decide: Callable[[Any], Decision]) -> ResponseReturnValue:
    played = entry.judge()
    if played is None or (entry.questions and request.form.get("anyway") != entry.doubt):
        return _form(opened, entry, number), 422
    try:
        saved = append(store(), opened.table, write_key(), decide(played))
    except Conflict as conflict:
        return answer_conflict(Opened(conflict.table, opened.key, opened.role), entry, number, played)
    return redirect(opened.address() + f"#saved-{len(saved.sitting.rounds)}", 303)


def answer_conflict(
    opened: Opened, entry: Any, number: int, played: Any, seat: int | None = None
) -> ResponseReturnValue:
    """Somebody was quicker: both entries side by side, and a way to keep either. If they say the same, all is done.

    With a ``seat`` it is only about the hand of that player.
    """
    rounds = opened.table.sitting.rounds
    saved = rounds[number - 1] if 1 <= number <= len(rounds) else None
    if saved is not None and entry.says(saved):
        return redirect(opened.address(), 303)
    page = render_template(
        "rounds/conflict.html",
        opened=opened,
        entry=entry,
        number=number,
        mine=played,
        saved=saved,
        seat=seat,
        write_key=new_write_key(),
    )
    return page, 409


def _form(opened: Opened, entry: Any, number: int) -> str:
    editing = number <= len(opened.table.sitting.rounds) and request.endpoint in ("rounds.edit", "rounds.update")
    return render_template(
        entry.template,
        opened=opened,
        entry=entry,
        number=number,
        editing=editing,
        write_key=request.form.get("key") or new_write_key(),
        version=request.form.get("version", opened.table.version, type=int),
        missing=() if editing else missing(opened.table),
    )


def _number(opened: Opened) -> int:
    """The number of the round that a form is about."""
    return request.form.get("number", type=int) or len(opened.table.sitting.rounds) + 1


def _entry(opened: Opened, number: int, formdata: Any = None, played: Any = None, *, editing: bool = False) -> Any:
    return entry_of(opened.table.game)(opened.table, number, formdata, played, editing=editing)


def _undone_round(opened: Opened, number: int) -> Any:
    """The round as it was before it was undone, so that it need not be typed again; None if it was not."""
    entry = opened.table.redoable
    is_it = entry is not None and entry.kind == "round_entered" and entry.payload["number"] == number
    return entry.payload["round"] if entry and is_it else None


def _round_or_404(opened: Opened, number: int) -> Any:
    if not 1 <= number <= len(opened.table.sitting.rounds):
        abort(404)
    return opened.table.sitting.rounds[number - 1]
