"""My own hand: every player can lay the cards left from a phone, covered until the round is saved."""

import json
from dataclasses import replace

from flask import Blueprint, abort, redirect, render_template
from flask.typing import ResponseReturnValue
from htmx_flask import request

from companion.games.message import say
from companion.store.journal.changes import Change
from companion.store.journal.facts import Conflict
from companion.store.tables.writing import append, derive_write_key
from companion.web.app.parts import for_offline, part, refuse, refuse_in_place
from companion.web.forms.entry import Entering
from companion.web.forms.game import HandForm
from companion.web.rounds.conflicts import answer_conflict
from companion.web.rounds.rounds import keep_no_copy
from companion.web.table.access import Opened, make_opener, open_to_write, seen_version, store, write_key
from companion.web.table.pages import LIVE

blueprint = Blueprint("hands", __name__, url_prefix="/t/<key>/hands")
blueprint.before_request(make_opener(open_to_write))
blueprint.after_request(keep_no_copy)


def arrivals(opened: Opened) -> ResponseReturnValue:
    """Return a fragment: whose hands have come in, for pages where those of round ``number`` are typed."""
    number = request.args.get("number", 0, type=int)
    return render_template("rounds/_arrivals.html", opened=opened, number=number)


LIVE["arrivals"] = arrivals


@blueprint.get("/<int:seat>")
@for_offline
def new(opened: Opened, seat: int) -> ResponseReturnValue:
    """Return the form for one player's hand; seats count from 1."""
    hand = _read(opened, seat)
    if opened.table.sheet.next is None:
        return redirect(opened.address(), 303)
    return _form(opened, hand, opened.table.sheet.next.number)


@blueprint.post("/<int:seat>/check")
def check(opened: Opened, seat: int) -> ResponseReturnValue:
    """Return a fragment: what sending the hand would do, or what is wrong with it."""
    hand = _read(opened, seat)
    if hand.is_filled:
        hand.validate()
    return part(render_template("rounds/_hand_verdict.html", entry=hand), hand.readings)


@blueprint.post("/<int:seat>")
def lay(opened: Opened, seat: int) -> ResponseReturnValue:
    """Lay the hand."""
    hand, number = _read(opened, seat), request.form.get("number", 0, type=int)
    if not hand.validate():
        if request.htmx:
            return refuse_in_place(render_template("rounds/_hand_verdict.html", entry=hand))
        return refuse(_form(opened, hand, number), 422, (*hand.problems, *hand.anyway.errors)[0])
    laid = hand.read()
    # Whoever corrects a hand whose answer was lost sends the same form again: the key goes with what it says.
    once = derive_write_key(write_key(), json.dumps(laid))
    try:
        payload = {"number": number, "seat": seat - 1, "hand": laid}
        append(store(), opened.credential, once, Change("hand_laid", payload), seen_version() or 0)
    except Conflict as conflict:
        return _answer_conflict(replace(opened, table=conflict.table), hand, number)
    return redirect(opened.address(), 303)


def _answer_conflict(opened: Opened, hand: HandForm, number: int) -> ResponseReturnValue:
    """Return the page (409) for a hand that came after another one, or after the round was saved."""
    rounds, table = opened.table.sitting.rounds, opened.table
    if table.is_next(number):
        # Also where it is the same: else who guesses would learn what was laid.
        name = table.sitting.players[hand.seat]
        problem = say("Another phone sent %(name)s’s hand. Send yours again to replace it.", name=name)
        return refuse(_form(opened, hand, number, replacing=True), 409, problem)
    title, problems = say("Round %(number)s is no longer next", number=number), []
    is_saved = 1 <= number <= len(rounds)
    if is_saved:
        title = say("Round %(number)s is saved", number=number)
        whole = opened.game_pages.form(Entering(table, number, played=hand.put_into(rounds[number - 1]), editing=True))
        whole.validate()
        if not whole.problems:
            return answer_conflict(opened, whole, whole.read(), hand.seat)
        problems = whole.problems
    about = {"entry": hand, "number": number, "saved": is_saved, "problems": problems}
    page = render_template("rounds/late.html", opened=opened, title=title, **about)
    return refuse(page, 409, title)


def _read(opened: Opened, seat: int) -> HandForm:
    table, form = opened.table, opened.game_pages.hand
    if form is None or seat - 1 not in table.sitting.seated_next:
        abort(404)
    typed = request.form if request.method == "POST" else None
    return form(Entering(table, len(table.sitting.rounds) + 1, typed), seat - 1)


def _form(opened: Opened, hand: HandForm, number: int, *, replacing: bool = False) -> str:
    return render_template(
        f"games/{opened.game_pages.folder}/hand.html", opened=opened, entry=hand, number=number, replacing=replacing
    )
