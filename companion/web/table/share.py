"""Sharing a table: its links with their QR codes, the short code, who has which phone, and what each may do."""

from contextlib import suppress
from urllib.parse import urlsplit

import segno
from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.games.message import Message, say
from companion.games.players import check_names, clean_name
from companion.store.groups.tables import membership_of
from companion.store.links import codes, links, phones
from companion.web.app.limits import NotNow, ask_seldom, begin
from companion.web.app.place import own_address, public_url
from companion.web.table.access import (
    Opened,
    open_as_host,
    open_or_404,
    open_to_write,
    settled,
    shown,
    store,
    write_key,
)
from companion.web.table.shown import asking_of, known

OWN_NAMES = ("localhost", "127.0.0.1", "::1")
"""How a computer calls itself."""

blueprint = Blueprint("share", __name__, url_prefix="/t/<key>")


def shared(opened: Opened) -> ResponseReturnValue:
    """The links to hand on, each for who has at least its role; a host also decides over links and phones here."""
    handed_on = [role for role in links.ROLES if links.at_least(opened.role, role)]
    return render_template(
        "share/show.html",
        opened=opened,
        known=known(opened),
        shared={role: address_of(opened, role) for role in handed_on},
        asking=asking_of(opened),
        code=code_of(opened),
        group=membership_of(store(), opened.table.id) if opened.is_host else None,
        through_group=opened.link.group_id is not None,
        phones=phones.list_phones(store(), opened.table.id) if opened.may_write else [],
        may_ask=phones.may_ask(store(), opened.table.id),
        qr=qr,
        first_page=first_page(),
    )


@blueprint.post("/links")
def replace(key: str) -> ResponseReturnValue:
    """End the links of a role; a host goes on with his own, or with the new one where the hosts' link is replaced."""
    role = request.form.get("role")
    if not links.look_up(store().db, key):
        abort(404)
    if role not in links.ROLES:
        open_as_host(key)
        abort(400)
    new = links.replace_links(store(), shown(key), role, write_key())
    replaced = key if new != key else None
    return redirect(url_for("share.show", key=new, replaced=replaced, done=role), 303)


@blueprint.get("/phones")
def who(key: str) -> ResponseReturnValue:
    """Ask who has this phone."""
    return _ask_who(open_to_write(key))


@blueprint.post("/phones")
def say_who(key: str) -> ResponseReturnValue:
    """Say who has this phone, by a seat, or nobody by 0; it goes on with a link of its own."""
    opened = open_to_write(key)
    seat = request.form.get("seat", -1, type=int)
    if not 0 <= seat <= len(opened.table.sitting.players):
        return _ask_who(opened), 422
    mine = phones.say_who(store(), shown(settled(opened.shown)), seat - 1 if seat else None, write_key())
    if seat and "hand" in request.form:
        return redirect(url_for("hands.new", key=mine, seat=seat), 303)
    return redirect(url_for("table.show", key=mine), 303)


@blueprint.post("/phones/<phone>")
def decide(key: str, phone: str) -> ResponseReturnValue:
    """Say what another phone may do, put it out, or answer what it asks for."""
    opened = open_to_write(key)
    role, answer, mine = request.form.get("role"), request.form.get("answer"), key
    if answer in ("yes", "no"):
        phones.answer(store(), opened.shown, phone, answer == "yes")
    elif role == "none" or role in links.ROLES:
        mine = phones.change_role(store(), opened.shown, phone, None if role == "none" else role)
    else:
        abort(400)
    if "at_table" in request.form:
        return redirect(url_for("table.show", key=mine), 303)
    return redirect(url_for("share.show", key=mine, done=role or answer) + "#phones", 303)


@blueprint.post("/requests")
def ask(key: str) -> ResponseReturnValue:
    """Ask to keep score, under a name, or to be host; or, as a host, say whether phones may ask."""
    opened = open_or_404(key)
    if "may" in request.form:
        phones.let_ask(store(), opened.shown, request.form["may"] == "yes")
        return redirect(opened.address("share.show", done="requests") + "#phones", 303)
    if opened.may_write:
        if opened.seat is None:
            return redirect(opened.address("share.who"), 303)
        own, problem = key, ask_for(key, links.HOST)
    else:
        own, problem = introduce(key, request.form.get("name", ""))
        problem = problem or ask_for(own, links.SCORER)
    if problem:
        return render_template("share/ask.html", opened=opened, problem=problem), 422
    there = "share.show" if opened.may_write else "table.show"
    return redirect(url_for(there, key=own), 303)


@blueprint.get("/requests/new")
def new_request(key: str) -> ResponseReturnValue:
    """The form of a watcher who wants to keep score."""
    return render_template("share/ask.html", opened=open_or_404(key), problem=None)


@blueprint.post("/offers")
def decline(key: str) -> ResponseReturnValue:
    """Make no other phone host, and be offered that no more."""
    opened = open_to_write(key)
    phones.decline_offer(store(), opened.shown)
    return redirect(opened.address(), 303)


def introduce(key: str, typed: str) -> tuple[str, Message | None]:
    """Say whose phone it is, by a name as typed; return its own key, and what is wrong with the name."""
    name = clean_name(typed)
    if problems := check_names([name]):
        return key, problems[0].message if name else say("Type your name.")
    try:
        return phones.say_name(store(), shown(settled(shown(key))), name, write_key()), None
    except phones.NameTaken:
        return key, say("%(name)s is here on another phone. Type another name.", name=name)


def ask_for(key: str, role: str) -> Message | None:
    """Ask for a role, unless this phone has; return why that can't be."""
    opened = open_or_404(key)
    if opened.link.asks:
        return None
    try:
        ask_seldom(f"ask {opened.table.id}")
        phones.ask(store(), shown(key), role)
    except NotNow as refused:
        return refused.message
    except phones.NoRequests:
        return say("The hosts let nobody ask. Speak to them.")
    return None


def _ask_who(opened: Opened) -> str:
    others = (phone for phone in phones.list_phones(store(), opened.table.id) if phone.seat != opened.seat)
    taken = {phone.seat for phone in others if phone.role != links.WATCHER}
    return render_template("share/who.html", opened=opened, taken=taken, to_hand="hand" in request.values)


def address_of(opened: Opened, role: str) -> str:
    """The address that the holder of a link hands on in a role, for other phones."""
    return public(url_for("table.show", key=links.share_link(store(), opened.shown, role)))


def code_of(opened: Opened) -> str | None:
    """The short code as it is read out. A scorer's look makes one where there is none, if there may be one more."""
    watching = links.share_link(store(), opened.shown, links.WATCHER)
    code = codes.find_code(store(), watching)
    if not code and opened.may_write:
        with suppress(NotNow):
            begin("codes")
            code = codes.offer_code(store(), watching)
    return f"{code[:5]} {code[5:]}" if code else None


def public(path: str) -> str:
    """A path as an address that other phones can open, also when this page was opened on the computer itself."""
    if public_url():
        return public_url() + path
    asked = urlsplit(request.host_url)
    own = own_address()
    if own and asked.hostname in OWN_NAMES:
        return f"{asked.scheme}://{own}{f':{asked.port}' if asked.port else ''}{path}"
    return request.host_url.rstrip("/") + path


def first_page() -> str:
    """The address of the first page, as one reads it out."""
    return public(url_for("home.show")).partition("//")[2].rstrip("/")


def qr(address: str) -> Markup:
    """An address as a QR code, drawn as SVG."""
    drawn = segno.make(address, micro=False).svg_inline(omitsize=True, border=2, svgclass="qr", lineclass=None)
    return Markup(drawn)  # noqa: S704 - segno draws it, the address is only data
