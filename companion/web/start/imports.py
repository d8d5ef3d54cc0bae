"""Opening a sheet file as a table, or a group's file as a group."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.reading import Unreadable
from companion.store.files.imports import Destination
from companion.web.app.language import gettext as _
from companion.web.groups.access import new_group_key, parse_group_key, sent_key
from companion.web.groups.settings import import_sent
from companion.web.table.access import write_key
from companion.web.table.cookies import ensure_secret

MAX_GROUPS_PER_PHONE = 20  # so many of those that it remembers are looked at

blueprint = Blueprint("imports", __name__)


@blueprint.get("/imports/new", endpoint="new")
@blueprint.post("/imports")
def create() -> ResponseReturnValue:
    """Return the form that takes a file; or import it.

    A sheet comes into the phone's group, a group's file into the group that wrote it; else it is something new.
    """
    if request.method != "POST":
        return _form()
    groups = tuple(map(parse_group_key, request.form.get("groups", "").split()[:MAX_GROUPS_PER_PHONE]))
    own = sent_key()
    name = _("Game night") if own == new_group_key() else ""
    try:
        found = import_sent(Destination(write_key(), groups=groups, own=own, name=name, secret=ensure_secret()))
    except Unreadable as error:
        return _form(error), 422
    if found.table:
        address = url_for("table.show", key=found.table)
    elif found.table_id:
        address = url_for("group.go_to_table", key=found.group, table_id=found.table_id)
    else:
        address = url_for("group.show", key=found.group)
    return redirect(address, 303)


def _form(error: Unreadable | None = None) -> str:
    new_group = url_for("group.show", key=new_group_key())
    return render_template("start/import.html", error=error, new_group=new_group)
