"""Sharing a table: its links with their QR codes, the short code for watchers, and ending a link."""

import ipaddress
from urllib.parse import urlsplit

import segno
from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.store.links import codes, links
from companion.web.app.serving import own_address
from companion.web.table.access import Opened, open_or_404, open_to_write, store, write_key

blueprint = Blueprint("share", __name__, url_prefix="/t/<key>")


@blueprint.get("/share")
def show(key: str) -> ResponseReturnValue:
    """The links to hand on: a scorer can hand on both, a watcher the one that only lets people watch."""
    opened = open_or_404(key)
    return render_template(
        "table/share.html",
        opened=opened,
        watch=public(url_for("table.show", key=watcher_key(opened))),
        score=public(opened.address()) if opened.may_write else None,
        code=code_of(opened),
        replaced=links.times_replaced(store().db, opened.table.id),
        qr=qr,
        first_page=first_page(),
    )


@blueprint.post("/links")
def replace(key: str) -> ResponseReturnValue:
    """End the links of a role; whoever scores goes on with the new one."""
    if request.form.get("role") == links.SCORER:
        new = links.replace_scorer(store(), key, write_key())
        if new is None:
            abort(403 if links.find(store(), key) else 404)
        return redirect(url_for("share.show", key=new, replaced=key), 303)
    opened = open_to_write(key)
    if request.form.get("role") != links.WATCHER:
        abort(400)
    links.replace_watchers(store(), opened.table.id, request.form.get("times", -1, type=int))
    return redirect(opened.address("share.show"), 303)


def watcher_key(opened: Opened) -> str:
    """The key of a link that only lets people watch: a watcher has one already."""
    return links.watcher_key(store(), opened.table.id, opened.key) if opened.may_write else opened.key


def code_of(opened: Opened) -> str | None:
    """The short code: a scorer's look at it makes one where there is none."""
    return (codes.offer if opened.may_write else codes.current)(store(), opened.table.id)


def public(path: str) -> str:
    """A path as an address that other phones can open, also when this page was opened on the computer itself."""
    here = urlsplit(request.host_url)
    own = own_address()
    if own and here.hostname and _only_here(here.hostname):
        return f"{here.scheme}://{own}{f':{here.port}' if here.port else ''}{path}"
    return request.host_url.rstrip("/") + path


def first_page() -> str:
    """The address of the first page, as one reads it out."""
    return public("/").partition("//")[2].rstrip("/")


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
