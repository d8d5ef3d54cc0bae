"""Sharing a table: its links with their QR codes, the short code for watchers, and ending a link."""

import ipaddress
from contextlib import suppress
from urllib.parse import urlsplit

import segno
from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.store.groups.tables import membership_of
from companion.store.links import codes, links
from companion.web.app.hosts import public_url
from companion.web.app.limits import NotNow, begin
from companion.web.app.network import own_address
from companion.web.table.access import Opened, open_as_host, open_or_404, store, write_key
from companion.web.table.known import known

blueprint = Blueprint("share", __name__, url_prefix="/t/<key>")


@blueprint.get("/share")
def show(key: str) -> ResponseReturnValue:
    """The links to hand on, each for who has at least its role; a host also decides over links and phones here."""
    opened = open_or_404(key)
    shared = [role for role in links.ROLES if links.ROLES.index(role) >= links.ROLES.index(opened.role)]
    return render_template(
        "share/show.html",
        opened=opened,
        known=known(opened),
        shared={role: address_of(opened, role) for role in shared},
        code=code_of(opened),
        group=membership_of(store(), opened.table.id) if opened.is_host else None,
        through_group=opened.link.group_id is not None,
        phones=links.list_phones(store(), opened.table.id) if opened.is_host else [],
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
    new = links.replace_links(store(), key, role, write_key())
    replaced = key if new != key else None
    return redirect(url_for("share.show", key=new, replaced=replaced, done=role), 303)


def address_of(opened: Opened, role: str) -> str:
    """The address that the holder of a link hands on in a role, for other phones."""
    return public(url_for("table.show", key=links.share_link(store(), opened.key, role)))


def code_of(opened: Opened) -> str | None:
    """The short code as it is read out. A scorer's look makes one where there is none, if there may be one more."""
    watching = links.share_link(store(), opened.key, links.WATCHER)
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
    if own and asked.hostname and _only_here(asked.hostname):
        return f"{asked.scheme}://{own}{f':{asked.port}' if asked.port else ''}{path}"
    return request.host_url.rstrip("/") + path


def first_page() -> str:
    """The address of the first page, as one reads it out."""
    return public(url_for("home.show")).partition("//")[2].rstrip("/")


def _only_here(host: str) -> bool:
    """Whether a host is this computer's name for itself."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def qr(address: str) -> Markup:
    """An address as a QR code, drawn as SVG."""
    drawn = segno.make(address, micro=False).svg_inline(omitsize=True, border=2, svgclass="qr", lineclass=None)
    return Markup(drawn)  # noqa: S704 - segno draws it, the address is only data
