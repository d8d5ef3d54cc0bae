"""My own hand: every player can lay the cards left from a phone, covered until the round is saved."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.store.journal import facts
from companion.store.journal.facts import Conflict
from companion.store.journal.tables import append
from companion.store.links.keys import derived
from companion.web.rounds.forms import entry_of, hand_entry_of, missing
from companion.web.rounds.rounds import answer_briefly, answer_conflict, keep_no_copy
from companion.web.table.access import Opened, new_write_key, open_or_404, open_to_write, store, write_key

blueprint = Blueprint("hands", __name__, url_prefix="/t/<key>/hands")
blueprint.after_request(keep_no_copy)
blueprint.after_request(answer_briefly)


@blueprint.get("")
def who(key: str) -> ResponseReturnValue:
    """Ask whose hand it is."""
    opened = open_to_write(key)
    if hand_entry_of(opened.table.game) is None:
        abort(404)
    return render_template("rounds/who.html", opened=opened)


@blueprint.get("/arrivals")
def arrivals(key: str) -> ResponseReturnValue:
    """Who is in and who is missing: a fragment of the pages on which hands of round ``number`` are typed."""
    opened = open_or_404(key)
    number = request.args.get("number", 0, type=int)
    return render_template("rounds/_arrivals.html", opened=opened, number=number, missing=missing(opened.table))


@blueprint.get("/<int:seat>")
def new(key: str, seat: int) -> ResponseReturnValue:
    """The form for one player's hand; seats count from 1."""
    opened = open_to_write(key)
    entry = _entry(opened, seat)
    if opened.table.sheet.next is None:
        return redirect(opened.address(), 303)
    return _form(opened, entry, opened.table.sheet.next.number)


@blueprint.post("/<int:seat>")
def lay(key: str, seat: int) -> ResponseReturnValue:
    """Lay the hand."""
    opened = open_to_write(key)
    entry = _entry(opened, seat, request.form)
    number = request.form.get("number", 0, type=int)
    hand = entry.judge()
    if hand is None:
        return _form(opened, entry, number), 422
    # Whoever corrects a hand whose answer was lost sends the same form again: the key goes with what it says.
    once = derived(write_key(), json.dumps(hand))
    try:
        append(store(), opened.table, once, facts.hand_laid(number, seat - 1, hand, entry.seen))
    except Conflict as conflict:
        return _answer_conflict(Opened(conflict.table, opened.key, opened.role), entry, number)
    return redirect(opened.address(), 303)


def _answer_conflict(opened: Opened, entry: Any, number: int) -> ResponseReturnValue:
    """Another hand was laid for this seat, or the round was saved, before this one came in."""
    rounds, table = opened.table.sitting.rounds, opened.table
    if table.sheet.next is not None and table.sheet.next.number == number:
        laid = table.hands.get(entry.seat)
        if laid is not None and entry.says(laid.hand):
            return redirect(opened.address(), 303)
        entry.seen = laid.seq if laid else 0
        return _form(opened, entry, number, replacing=True), 409
    if not 1 <= number <= len(rounds):
        return render_template("rounds/late.html", opened=opened, entry=entry, number=number, saved=False), 409
    whole = entry_of(table.game)(table, number, played=rounds[number - 1], editing=True)
    whole.put(entry)
    mine = whole.judge()
    if mine is None:
        entry.errors = whole.errors
        return render_template("rounds/late.html", opened=opened, entry=entry, number=number, saved=True), 409
    return answer_conflict(opened, whole, number, mine, entry.seat)


def _entry(opened: Opened, seat: int, formdata: Any = None) -> Any:
    hand_entry = hand_entry_of(opened.table.game)
    if hand_entry is None or not 1 <= seat <= len(opened.table.sitting.players):
        abort(404)
    return hand_entry(opened.table, seat - 1, formdata)


def _form(opened: Opened, entry: Any, number: int, *, replacing: bool = False) -> str:
    return render_template(
        entry.template,
        opened=opened,
        entry=entry,
        number=number,
        missing=missing(opened.table),
        replacing=replacing,
        write_key=new_write_key() if replacing else request.form.get("key") or new_write_key(),
    )
