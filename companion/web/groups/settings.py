"""Settings of a group: its name, its files, and deleting it."""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.message import Message
from companion.games.players import clean_name
from companion.store.groups import groups
from companion.store.groups import tables as group_tables
from companion.store.groups.players import list_players
from companion.store.links.links import LinkEnded
from companion.web.groups.access import OpenedGroup, open_group_or_404, wrong_with
from companion.web.table.access import new_write_key, store

blueprint = Blueprint("group_settings", __name__, url_prefix="/g/<key>")


@blueprint.get("/settings")
def show(key: str) -> ResponseReturnValue:
    """The page with name, files and deleting. After an import it also says how many tables were added."""
    added, known = (request.args.get(name, type=int) for name in ("added", "known"))
    return settings_page(open_group_or_404(key), added=added, known=known or 0)


@blueprint.post("/names")
def rename(key: str) -> ResponseReturnValue:
    """Give the group another name."""
    opened = open_group_or_404(key)
    typed = request.form.get("name", "")
    problem = wrong_with(clean_name(typed))
    if problem:
        return settings_page(opened, typed, problem), 422
    groups.rename_group(store(), opened.group.id, clean_name(typed))
    return redirect(opened.address(), 303)


@blueprint.get("/deletion")
def ask_to_delete(key: str) -> ResponseReturnValue:
    """Ask whether to delete the group, and say what is deleted with it."""
    opened = open_group_or_404(key)
    group_id = opened.group.id
    return render_template(
        "groups/delete.html",
        opened=opened,
        tables=group_tables.count_tables(store(), group_id),
        players=len(list_players(store(), group_id)),
    )


@blueprint.post("/deletion")
def delete(key: str) -> ResponseReturnValue:
    """Delete the group for good."""
    with suppress(LinkEnded):
        group_tables.delete_group(store(), open_group_or_404(key).group.id)
    return redirect(url_for("home.show", deleted=key), 303)


def settings_page(
    opened: OpenedGroup, typed: str | None = None, problem: Message | None = None, **imported: object
) -> str:
    """Render the page, with what was typed and its error, or with the result of an import."""
    return render_template(
        "groups/settings.html",
        opened=opened,
        typed=opened.group.name if typed is None else typed,
        problem=problem,
        write_key=new_write_key(),
        **({"error": None, "missing": False, "added": None, "known": 0} | imported),
    )
