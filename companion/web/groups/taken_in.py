"""Puts a table that has no group into one. That needs the link to keep score and the link of the group."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.message import say
from companion.store.groups.groups import open_group
from companion.store.groups.tables import add_to_group
from companion.store.links.links import LinkEnded
from companion.web.groups.access import key_in
from companion.web.table.access import open_to_write, store

blueprint = Blueprint("taken_in", __name__, url_prefix="/t/<key>/group")


@blueprint.get("")
def ask(key: str) -> ResponseReturnValue:
    """The form for the group's link."""
    return render_template("groups/take_in.html", opened=open_to_write(key), typed="", problem=None)


@blueprint.post("")
def take(key: str) -> ResponseReturnValue:
    """Put the table into the group whose link was typed."""
    opened = open_to_write(key)
    typed = request.form.get("group", "")[:400]
    group_key = key_in(typed)
    try:
        group = open_group(store(), group_key) if group_key else None
    except LinkEnded:
        group = None
    if group is None:
        problem = say("This link opens no group. Copy it from the group's share screen.")
    elif add_to_group(store(), group.id, opened.table):
        return redirect(opened.address(), 303)
    else:
        problem = say("This table belongs to a group already, or this group has it from a file.")
    return render_template("groups/take_in.html", opened=opened, typed=typed, problem=problem), 422
