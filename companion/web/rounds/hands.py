"""My own hand: every player can lay the cards left from a phone, covered until the round is saved."""

import json
from dataclasses import replace

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.message import Message, say
from companion.store.journal.facts import Conflict, Fact
from companion.store.journal.tables import append, derived
from companion.web.app.parts import for_offline, part, refuse
from companion.web.forms.entering import Entering, Typed
from companion.web.forms.game import HandForm
from companion.web.games import GAMES
from companion.web.rounds.rounds import answer_conflict, enter, keep_no_copy
from companion.web.table.access import Opened, new_write_key, open_to_write, store, write_key
from companion.web.table.pages import live_page

blueprint = Blueprint("hands", __name__, url_prefix="/t/<key>/hands")
blueprint.after_request(keep_no_copy)


@blueprint.get("/arrivals")
@live_page(tagged=False)
def arrivals(opened: Opened) -> ResponseReturnValue:
    """Return a fragment: who is in and who is missing, for pages on which hands of round ``number`` are typed."""
    number = request.args.get("number", 0, type=int)
    return render_template("rounds/_arrivals.html", opened=opened, number=number, missing=opened.table.hands_missing)


@blueprint.get("/<int:seat>")
@for_offline
def new(key: str, seat: int) -> ResponseReturnValue:
    """Return the form for one player's hand; seats count from 1."""
    opened = open_to_write(key)
    hand = _hand(opened, seat)
    if opened.table.sheet.next is None:
        return redirect(opened.address(), 303)
    return _form(opened, hand, opened.table.sheet.next.number)


@blueprint.post("/<int:seat>/check")
def check(key: str, seat: int) -> ResponseReturnValue:
    """Return a fragment: what sending the hand would do as it is typed now, or what is in the way."""
    hand = _hand(open_to_write(key), seat, request.form)
    if hand.said:
        hand.validate()
    return part(render_template("rounds/_hand_verdict.html", entry=hand), hand.readings)


@blueprint.post("/<int:seat>")
def lay(key: str, seat: int) -> ResponseReturnValue:
    """Lay the hand."""
    opened = open_to_write(key)
    hand = _hand(opened, seat, request.form)
    number = request.form.get("number", 0, type=int)
    laid = hand.validate()
    if laid is None or (hand.questions and request.form.get("anyway") != hand.doubt):
        return refuse(_form(opened, hand, number), 422, (*hand.errors, *hand.questions)[0].message)
    # Whoever corrects a hand whose answer was lost sends the same form again: the key goes with what it says.
    once = derived(write_key(), json.dumps(laid))
    try:
        append(
            store(),
            opened.shown,
            once,
            Fact("hand_laid", {"number": number, "seat": seat - 1, "hand": laid}, hand.seen),
        )
    except Conflict as conflict:
        return _answer_conflict(replace(opened, table=conflict.table), hand, number)
    return redirect(opened.address(), 303)


def _answer_conflict(opened: Opened, hand: HandForm, number: int) -> ResponseReturnValue:
    """Answer that another hand was laid for this seat, or the round was saved, before this one came in."""
    rounds, table = opened.table.sitting.rounds, opened.table
    if table.sheet.next is not None and table.sheet.next.number == number:
        # Also where it is the same: else who guesses would learn what was laid.
        laid = table.hands.get(hand.seat)
        hand.seen = laid.seq if laid else 0
        name = table.sitting.players[hand.seat]
        problem = say("Meanwhile another hand was sent for %(name)s. Send yours again to replace it.", name=name)
        return refuse(_form(opened, hand, number, replacing=True), 409, problem)
    if not 1 <= number <= len(rounds):
        return _too_late(opened, hand, number, say("Round %(number)s is not the next one", number=number))
    whole = enter(opened, number, played=hand.put_into(rounds[number - 1]), editing=True)
    mine = whole.validate()
    if mine is None:
        hand.errors = whole.errors
        title = say("Round %(number)s is saved by now", number=number)
        return _too_late(opened, hand, number, title, saved=True)
    return answer_conflict(opened, whole, mine, hand.seat)


def _too_late(
    opened: Opened, hand: HandForm, number: int, title: Message, *, saved: bool = False
) -> ResponseReturnValue:
    page = render_template("rounds/late.html", opened=opened, entry=hand, number=number, saved=saved, title=title)
    return refuse(page, 409, title)


def _hand(opened: Opened, seat: int, typed: Typed | None = None) -> HandForm:
    table = opened.table
    form = GAMES[table.game].hand
    if form is None or seat - 1 not in table.sitting.seated_next:
        abort(404)
    opening = table.opening(len(table.sitting.rounds) + 1)
    return form(Entering(table.rulebook, table.sitting, opening, typed, laid=table.hands), seat - 1)


def _form(opened: Opened, hand: HandForm, number: int, *, replacing: bool = False) -> str:
    key = None if replacing else request.form.get("key")
    about = {"number": number, "missing": opened.table.hands_missing, "replacing": replacing}
    page = f"games/{GAMES[opened.table.game].folder}/hand.html"
    return render_template(page, opened=opened, entry=hand, write_key=key or new_write_key(), **about)
