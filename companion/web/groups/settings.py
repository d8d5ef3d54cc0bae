"""A group by itself: the link that it shares, its name, its files, and deleting it."""

from contextlib import suppress

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.message import Message, say
from companion.games.reading import Unreadable
from companion.store.groups import groups
from companion.store.groups import tables as group_tables
from companion.store.groups.players import list_players
from companion.store.links.links import LinkEnded
from companion.web.groups.access import OpenedGroup, open_group_or_404, sent_name
from companion.web.table.access import new_write_key, store, write_key
from companion.web.table.share import public, qr

blueprint = Blueprint("group_settings", __name__, url_prefix="/g/<key>")


@blueprint.get("/share")
def share(key: str) -> ResponseReturnValue:
    """Show the link for all who belong to the group, and its QR code."""
    opened = open_group_or_404(key)
    link = public(opened.address())
    return render_template("groups/share.html", opened=opened, link_address=link, qr=qr, write_key=new_write_key())


@blueprint.post("/links")
def replace(key: str) -> ResponseReturnValue:
    """Replace the group's link: the old one ends, and this phone gets the new one."""
    new = groups.replace_link(store(), key, write_key()) or abort(404)
    return redirect(url_for("group_settings.share", key=new, replaced=key), 303)


@blueprint.get("/settings")
def show(key: str) -> ResponseReturnValue:
    """Show name, files and deleting; after an import also how many tables were added."""
    return settings_page(open_group_or_404(key))


@blueprint.post("/names")
def rename(key: str) -> ResponseReturnValue:
    """Give the group another name."""
    opened = open_group_or_404(key)
    name, problem = sent_name(say("Give the group a name."))
    if problem:
        return settings_page(opened, problem), 422
    groups.rename_group(store(), opened.group.id, name)
    return redirect(opened.address(), 303)


@blueprint.get("/deletion")
def ask_to_delete(key: str) -> ResponseReturnValue:
    """Ask whether to delete the group, and say what is deleted with it."""
    opened = open_group_or_404(key)
    tables = sum(group_tables.count_games(store(), opened.group.id).values())
    players = len(list_players(store(), opened.group.id))
    return render_template("groups/delete.html", opened=opened, tables=tables, players=players)


@blueprint.post("/deletion")
def delete(key: str) -> ResponseReturnValue:
    """Delete the group for good."""
    with suppress(LinkEnded):
        group_tables.delete_group(store(), open_group_or_404(key).group.id)
    return redirect(url_for("home.show", deleted=key), 303)


def settings_page(opened: OpenedGroup, problem: Message | None = None, error: Unreadable | None = None) -> str:
    """Render the page, with what is wrong with the name that was typed or the file that was sent."""
    return render_template(
        "groups/settings.html",
        opened=opened,
        typed=request.form.get("name", opened.group.name),
        problem=problem,
        error=error,
        added=request.args.get("added", type=int),
        known=request.args.get("known", 0, type=int),
    )
