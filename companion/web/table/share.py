"""Sharing a table: its links with their QR codes, the short code, who has which phone, and what each may do."""

from contextlib import suppress

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.message import Message, say
from companion.games.players import check_names, clean_name
from companion.store.links import codes, links, phones
from companion.web.app.limits import NotNow, begin
from companion.web.app.site import public
from companion.web.table.access import (
    Opened,
    credential_of,
    make_opener,
    open_page,
    open_to_write,
    settle_phone,
    store,
    write_key,
)

blueprint = Blueprint("share", __name__, url_prefix="/t/<key>")
blueprint.before_request(make_opener(open_to_write, "replace", "ask", "new_request"))


@blueprint.post("/links")
def replace(key: str) -> ResponseReturnValue:
    """End the links of a role; the host goes on with their own, or a new one if the hosts' link is replaced."""
    role = request.form.get("role")
    if not links.look_up(store().db, key):
        abort(404)
    if role not in links.ROLES:
        open_to_write(key)
        abort(400)
    new = links.replace_links(store(), credential_of(key), role, write_key())
    return redirect(url_for("table.shared", key=new, replaced=key if new != key else None, done=role), 303)


@blueprint.route("/phones", methods=["GET", "POST"])
def who(opened: Opened) -> ResponseReturnValue:
    """Ask who has this phone; or save that, by a seat (0: nobody), and go on with the phone's own link."""
    seat = request.form.get("seat", -1, type=int)
    if not 0 <= seat <= len(opened.table.sitting.players):
        others = (phone for phone in phones.list_phones(store(), opened.table.id) if phone.seat != opened.seat)
        with_phone = {phone.seat for phone in others if phone.role != links.WATCHER}
        page = render_template("share/who.html", opened=opened, with_phone=with_phone, to_hand="hand" in request.values)
        return page, 422 if request.method == "POST" else 200
    mine = phones.save_phone_seat(
        store(), credential_of(settle_phone(opened.key)), seat - 1 if seat else None, write_key()
    )
    if seat and "hand" in request.form:
        return redirect(url_for("hands.new", key=mine, seat=seat), 303)
    return redirect(url_for("table.show", key=mine), 303)


@blueprint.post("/phones/<phone>")
def decide(opened: Opened, phone: str) -> ResponseReturnValue:
    """Change another phone's role, remove it, or answer its request."""
    role, answer, mine = request.form.get("role"), request.form.get("answer"), opened.key
    if answer in ("yes", "no"):
        phones.answer(store(), opened.credential, phone, answer == "yes")
    elif role == "none" or role in links.ROLES:
        mine = phones.change_role(store(), opened.credential, phone, None if role == "none" else role)
    else:
        abort(400)
    if "at_table" in request.form:
        return redirect(url_for("table.show", key=mine), 303)
    return redirect(url_for("table.shared", key=mine, done=role or answer) + "#phones", 303)


@blueprint.get("/requests/new", endpoint="new_request")
@blueprint.post("/requests")
def ask(key: str) -> ResponseReturnValue:
    """Ask to keep score, under a name, or to be host; or, as a host, say whether phones may ask.

    A watcher who wants to keep score gets the form first.
    """
    opened = open_page(key)
    if request.method != "POST":
        return render_template("share/ask.html", opened=opened, problem=None)
    if "may" in request.form:
        phones.let_ask(store(), opened.credential, request.form["may"] == "yes")
        return redirect(opened.address("table.shared", done="requests") + "#phones", 303)
    if opened.may_write and opened.seat is None:
        return redirect(opened.address("share.who"), 303)
    own, problem = (key, None) if opened.may_write else introduce(key)
    problem = problem or ask_for_role(own, links.HOST if opened.may_write else links.SCORER)
    if problem:
        return render_template("share/ask.html", opened=opened, problem=problem), 422
    return redirect(url_for("table.shared" if opened.may_write else "table.show", key=own), 303)


@blueprint.post("/offers")
def decline(opened: Opened) -> ResponseReturnValue:
    """Decline to make another phone host, for good."""
    phones.decline_offer(store(), opened.credential)
    return redirect(opened.address(), 303)


def introduce(key: str) -> tuple[str, Message | None]:
    """Save the phone's owner by the name in the form; return its key, and what is wrong with the name."""
    name = clean_name(request.form.get("name", ""))
    if problems := check_names([name]):
        return key, problems[0].message if name else say("Type your name.")
    try:
        return phones.save_phone_name(store(), credential_of(settle_phone(key)), name, write_key()), None
    except phones.PhoneNameTaken:
        return key, say("%(name)s is on another phone. Type another name.", name=name)


def ask_for_role(key: str, role: str) -> Message | None:
    """Request a role, unless this phone has done so; return why it can't."""
    opened = open_page(key)
    if opened.link.asks:
        return None
    try:
        begin("requests")
        phones.request_role(store(), opened.credential, role)
    except NotNow as refused:
        return refused.message
    except phones.NoRequests:
        return say("The hosts aren’t taking requests. Ask them in person.")
    return None


def share_address(opened: Opened, role: str) -> str:
    """Return the address that the holder of a link hands on in a role, for other phones."""
    return public(url_for("table.show", key=links.share_link(store(), opened.credential, role)))


def find_spoken_code(opened: Opened) -> str | None:
    """Return the short code for reading out; a scorer's page makes one if there is none and limits allow."""
    watching = links.share_link(store(), opened.credential, links.WATCHER)
    code = codes.find_code(store(), watching)
    if not code and opened.may_write:
        with suppress(NotNow):
            begin("codes")
            code = codes.offer_code(store(), watching)
    return f"{code[:5]} {code[5:]}" if code else None
