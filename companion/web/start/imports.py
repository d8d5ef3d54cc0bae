"""Opening a sheet file as a table, or a group's file as a group."""

from collections.abc import Callable
from typing import TypeVar

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.message import say
from companion.games.reading import Unreadable
from companion.store.files.imports import Destination, Imported, import_file
from companion.web.app.language import gettext as _
from companion.web.app.limits import begin
from companion.web.groups.access import new_group_key, own_key, sent_key
from companion.web.table.access import new_write_key, store, write_key

View = TypeVar("View", bound=Callable[..., ResponseReturnValue])
LARGEST_FILE = 2 * 1024 * 1024  # bytes; five hundred tables, and more by ``companion import``
AROUND_A_FILE = 64 * 1024  # bytes, for the rest of the form
MOST_GROUPS = 20  # of the groups that a phone knows, so many are looked at

blueprint = Blueprint("imports", __name__)


@blueprint.get("/imports/new")
def new() -> ResponseReturnValue:
    """Return the form that takes a file."""
    return _form()


@blueprint.get("/imports")
@blueprint.get("/g/<key>/files", endpoint="again_in_group")
def again(key: str = "") -> ResponseReturnValue:
    """Redirect to the form. A phone comes here when it loads the page of a refused form again."""
    return redirect(url_for("imports.new"), 303)


def takes_a_file(view: View) -> View:
    """Let a page take a body that is large enough for a file."""
    view.takes = LARGEST_FILE + AROUND_A_FILE  # type: ignore[attr-defined]
    return view


@blueprint.post("/imports")
@blueprint.post("/g/<key>/files", endpoint="create_in_group")
@takes_a_file
def create(key: str = "") -> ResponseReturnValue:
    """Import the file: a sheet file as a table, a group file as a group with its tables.

    Into the group of the phone, for a sheet, or the group that wrote the file; else as something new.
    """
    typed = request.form.get("groups", "").split()[:MOST_GROUPS]
    known = tuple(own_key(group) for group in typed)
    once = write_key()
    phone, name = request.form.get("phone") or once, _("Game night")
    to = Destination(phone, once, known=known, own=sent_key(), new=new_group_key(), name=name)
    try:
        found = import_sent(to)
    except Unreadable as error:
        return _form(error), 422
    if found.table:
        return imported(url_for("table.show", key=found.table), found)
    if found.table_id:
        return imported(url_for("group_tables.open_table", key=found.group, table_id=found.table_id), found)
    return imported(url_for("group.show", key=found.group), found)


def imported(address: str, found: Imported) -> ResponseReturnValue:
    """Redirect to what was imported; where the file differs from the rules, a page that says where and leads there."""
    if not found.warnings:
        return redirect(address, 303)
    return render_template("start/imported.html", address=address, warnings=found.warnings)


def import_sent(to: Destination) -> Imported:
    """Import the uploaded file. Raises Unreadable, also where no file was sent, and LinkEnded."""
    begin("imports")
    sent = request.files.get("file")
    raw = sent.read() if sent else request.form.get("sheet", "").encode()
    if not raw:
        raise Unreadable("", say("Choose a file first."))
    if len(raw) > LARGEST_FILE:
        abort(413)
    return import_file(store(), raw, to)


def _form(error: Unreadable | None = None) -> str:
    new_group = url_for("group.show", key=new_group_key())
    return render_template("start/import.html", error=error, write_key=new_write_key(), new_group=new_group)
