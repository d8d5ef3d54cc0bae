"""Sharing a table: its links with their QR codes, the short code, who has which phone, and what each may do."""

from contextlib import suppress

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import TooManyRequests

from companion.games.message import say
from companion.games.players import fold_name
from companion.store.links import links, phones
from companion.store.tables.deputies import become_deputy, dismiss_deputies
from companion.web.app.limits import TOO_MANY, begin
from companion.web.app.site import public
from companion.web.table.access import (
    Opened,
    make_opener,
    open_or_404,
    open_page,
    open_to_write,
    presence,
    record_phone,
    store,
    write_key,
)
from companion.web.table.cookies import credential_of, find_secret
from companion.web.table.forms import PhoneForm, add_error, read_name

NO_COOKIES = say("This browser keeps no cookies. Ask for the link “Score with us”.")
NO_REQUESTS = say("The hosts aren’t taking requests. Ask them in person.")

blueprint = Blueprint("share", __name__, url_prefix="/t/<key>")
blueprint.before_request(make_opener(open_to_write, "ask", "new_request", "use_way_back"))


@blueprint.post("/links")
def replace(opened: Opened) -> ResponseReturnValue:
    """Replace the table's links; phones that are known go on."""
    links.replace_links(store(), opened.credential, write_key())
    return redirect(opened.address("table.shared", done="links"), 303)


@blueprint.post("/hosts")
def use_way_back(key: str) -> ResponseReturnValue:
    """Make this phone a host by a way back, which ends with that."""
    if links.find_way_back(store().db, key) is None:
        return redirect(open_page(key, links.HOST).address(), 303)
    if not find_secret():
        return render_template("share/way_back.html", key=key, problem=NO_COOKIES), 422
    return redirect(url_for("table.show", key=phones.become_host(store(), key, find_secret())), 303)


@blueprint.route("/phones", methods=["GET", "POST"])
def who(opened: Opened) -> ResponseReturnValue:
    """Ask who has this phone; or save that, by a seat (0: nobody)."""
    seat = request.form.get("seat", -1, type=int)
    if not 0 <= seat <= len(opened.table.sitting.players):
        others = (phone for phone in phones.list_phones(store(), opened.table.id) if phone["seat"] != opened.seat)
        with_phone = {phone["seat"] for phone in others if phone["role"] != links.WATCHER}
        page = render_template("share/who.html", opened=opened, with_phone=with_phone, to_hand="hand" in request.values)
        return page, 422 if request.method == "POST" else 200
    if opened.link.recorded_role is None:
        record_phone(opened.key)
    phones.save_phone_seat(store(), opened.credential, seat - 1 if seat else None)
    if seat and "hand" in request.form:
        return redirect(opened.address("hands.new", seat=seat), 303)
    return redirect(opened.address(), 303)


@blueprint.post("/phones/<int(max=9007199254740991):phone_id>")
def decide(opened: Opened, phone_id: int) -> ResponseReturnValue:
    """Change another phone's role, remove it, or answer its request."""
    role, answer = request.form.get("role"), request.form.get("answer")
    if answer in ("yes", "no"):
        phones.answer(store(), opened.credential, phone_id, answer == "yes", are_hosts_away(opened))
    elif role in ("none", links.HOST, *links.HANDED_ON):
        phones.change_role(store(), opened.credential, phone_id, None if role == "none" else role)
    else:
        abort(400)
    if "at_table" in request.form:
        return redirect(opened.address(), 303)
    return redirect(opened.address("table.shared", done=role or answer) + "#phones", 303)


@blueprint.get("/requests/new", endpoint="new_request")
@blueprint.post("/requests")
def ask(key: str) -> ResponseReturnValue:
    """Ask to keep score, under a name, or to be host; or, as a host, say whether phones can ask.

    A watcher who wants to keep score gets the form first.
    """
    opened, form = open_page(key), PhoneForm(request.form or None)
    if "may" in request.form:
        phones.let_ask(store(), opened.credential, request.form["may"] == "yes")
        return redirect(opened.address("table.shared", done="requests") + "#phones", 303)
    if request.method == "POST" and opened.may_write:
        if opened.seat is None:
            return redirect(opened.address("share.who"), 303)
        if ask_for_role(key, links.HOST, form):
            return redirect(opened.address("table.shared"), 303)
    elif request.method == "POST" and form.validate() and ask_for_role(key, links.SCORER, form):
        return redirect(opened.address(), 303)
    return render_template("share/ask.html", opened=opened, form=form), 422 if form.errors else 200


@blueprint.post("/deputies")
def stand_in(opened: Opened) -> ResponseReturnValue:
    """Stand in for the hosts, none of whose phones is here; or, as a host, end that."""
    if "back" in request.form:
        dismiss_deputies(store(), opened.credential)
        return redirect(opened.address(), 303)
    if not opened.is_in_charge:
        if not are_hosts_away(opened):
            raise links.MayNot(links.HOST)
        become_deputy(store(), opened.credential)
    return redirect(opened.address("table.shared"), 303)


@blueprint.post("/offers")
def decline(opened: Opened) -> ResponseReturnValue:
    """Decline to make another phone host, for good."""
    phones.decline_offer(store(), opened.credential)
    return redirect(opened.address(), 303)


def are_hosts_away(opened: Opened) -> bool:
    """Return whether none of the hosts' phones has been here for ten minutes, at this table or another."""
    there = phones.list_phones(store(), opened.table.id)
    return presence().are_away([phone["secret"] for phone in there if phone["role"] == links.HOST])


def ask_for_role(key: str, role: str | None, form: PhoneForm) -> bool:
    """Save who has this phone, if the form has a name, and request a role; what prevents it is an error of the form."""
    name, players = read_name(form.name.data), open_or_404(key).table.sitting.players
    try:
        record_phone(key)
        if name:
            phones.save_phone_name(store(), credential_of(key), name, players, form.new_phone.data)
        link = open_or_404(key).link
        if role and not link.phone_id:
            add_error(form.name, NO_COOKIES)
        elif role and not link.asks:
            begin("requests")
            phones.request_role(store(), credential_of(key), role)
    except TooManyRequests:
        add_error(form.name, TOO_MANY)
    except phones.NoRequests:
        add_error(form.name, NO_REQUESTS)
    except phones.PhoneNameTaken:
        add_error(form.name, say("%(name)s is on another phone. Type another name.", name=name))
        form.takes_over = any(fold_name(player) == fold_name(name) for player in players)
    return not form.errors


def share_address(opened: Opened, role: str, endpoint: str = "table.show") -> str:
    """Return the address that the holder of a link hands on in a role, for other phones."""
    return public(url_for(endpoint, key=links.share_link(store(), opened.credential, role)))


def ensure_joining_code(opened: Opened) -> str | None:
    """Return the short code for reading out; a scorer's page makes one if there is none and limits allow."""
    code = links.find_code(store(), opened.table.id)
    if not code and opened.may_write:
        with suppress(TooManyRequests):
            begin("codes")
            code = links.ensure_code(store(), opened.table.id)
    return f"{code[:5]} {code[5:]}" if code else None
