"""The phones at a table: each can say who it is, and a host says what each of them may do."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.store.links import links
from companion.web.table.access import Opened, open_as_host, open_to_write, store, write_key

blueprint = Blueprint("phones", __name__, url_prefix="/t/<key>/phones")


@blueprint.get("")
def who(key: str) -> ResponseReturnValue:
    """Ask who has this phone."""
    return _ask(open_to_write(key))


@blueprint.post("")
def say(key: str) -> ResponseReturnValue:
    """Say who has this phone, by a seat, or nobody by 0; it goes on with a link of its own."""
    opened = open_to_write(key)
    seat = request.form.get("seat", -1, type=int)
    if not 0 <= seat <= len(opened.table.sitting.players):
        return _ask(opened), 422
    mine = links.say_who(store(), key, seat - 1 if seat else None, write_key())
    if seat and "hand" in request.form:
        return redirect(url_for("hands.new", key=mine, seat=seat), 303)
    return redirect(url_for("table.show", key=mine), 303)


@blueprint.post("/<phone>")
def decide(key: str, phone: str) -> ResponseReturnValue:
    """Say what another phone may do."""
    opened = open_as_host(key)
    role = request.form.get("role")
    if role not in links.ROLES:
        abort(400)
    links.change_role(store(), key, phone, role)
    return redirect(opened.address("share.show", done=role) + "#phones", 303)


def _ask(opened: Opened) -> str:
    return render_template("share/who.html", opened=opened, to_hand="hand" in request.values)
