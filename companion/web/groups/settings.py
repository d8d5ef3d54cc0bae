"""Settings of a group: its name, its files, and deleting it."""

from contextlib import suppress

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.message import Message, say
from companion.games.reading import Unreadable
from companion.store.groups import groups
from companion.store.groups import tables as group_tables
from companion.store.groups.players import list_players
from companion.store.links.links import LinkEnded
from companion.web.groups.access import OpenedGroup, open_group_or_404, sent_name
from companion.web.table.access import store

blueprint = Blueprint("group_settings", __name__, url_prefix="/g/<key>")


@blueprint.get("/settings")
def show(key: str) -> ResponseReturnValue:
    """The page with name, files and deleting. After an import it also says how many tables were added."""
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
    tables = group_tables.count_tables(store(), opened.group.id)
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
