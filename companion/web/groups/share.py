"""The share page of a group: its link with a QR code, and replacing the link."""

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.store.groups import groups
from companion.web.groups.access import open_group_or_404
from companion.web.table.access import new_write_key, store, write_key
from companion.web.table.share import public, qr

blueprint = Blueprint("group_share", __name__, url_prefix="/g/<key>")


@blueprint.get("/share")
def show(key: str) -> ResponseReturnValue:
    """The page with the link for all who belong to the group."""
    opened = open_group_or_404(key)
    link = public(opened.address())
    return render_template("groups/share.html", opened=opened, link_address=link, qr=qr, write_key=new_write_key())


@blueprint.post("/links")
def replace(key: str) -> ResponseReturnValue:
    """Replace the group's link: the old one ends, and this phone gets the new one."""
    new = groups.replace_link(store(), key, write_key()) or abort(404)
    return redirect(url_for("group_share.show", key=new, replaced=key), 303)
