"""Opening a sheet file as a table, or a group's file as a group."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games import sheetfile
from companion.games.reading import Unreadable
from companion.store.files import reading as filereader
from companion.store.files import sheets as files
from companion.store.groups.groups import Group, open_group, start_group
from companion.store.journal.tables import start_table
from companion.store.links.links import LinkEnded, derived
from companion.web.app.language import gettext as _
from companion.web.groups.access import key_in
from companion.web.table.access import new_write_key, store, write_key

LARGEST_FILE = 32 * 1024 * 1024  # bytes; ten thousand tables
AROUND_A_FILE = 64 * 1024  # bytes, for the rest of the form
MOST_GROUPS = 20  # of the groups that a phone knows, so many are looked at

blueprint = Blueprint("imports", __name__, url_prefix="/imports")


@blueprint.get("/new")
def new() -> ResponseReturnValue:
    """The form that takes a file."""
    return _form()


@blueprint.get("")
def again() -> ResponseReturnValue:
    """Redirect to the form. A phone comes here when it loads the page of a refused form again."""
    return redirect(url_for("imports.new"), 303)


@blueprint.post("")
def create() -> ResponseReturnValue:
    """Import the file: a sheet file as a table, a group file as a group with its tables."""
    try:
        raw = sent_file()
        if raw is None:
            return _form(missing=True), 422
        if filereader.is_group(raw):
            return _open_group(filereader.read_group(raw))
        return _open_table(filereader.read_table(raw))
    except Unreadable as error:
        return _form(error), 422


def sent_file() -> object | None:
    """The JSON of the uploaded file; None where no file was sent. Raises Unreadable."""
    if request.mimetype == "multipart/form-data":
        request.max_content_length = LARGEST_FILE + AROUND_A_FILE
    sent = request.files.get("file")
    text = sent.read() if sent else b""
    return sheetfile.parse(text) if text else None


def _open_table(file: filereader.TableFile) -> ResponseReturnValue:
    """Import the table into the phone's group, which has it only once; without a group, as a table by itself."""
    group, key = _latest_group()
    if group is None:
        sheet = file.sheet
        address = start_table(store(), sheet.game, sheet.sitting, write_key(), past=file.past)
        return redirect(url_for("table.show", key=address), 303)
    files.import_tables(store(), group.id, [file])
    table_id = files.table_of(store(), group.id, file.past.uid)
    return redirect(url_for("group_tables.open_table", key=key, table_id=table_id), 303)


def _open_group(file: filereader.GroupFile) -> ResponseReturnValue:
    """Import into the group that wrote the file, if the phone knows it; else into a new group.

    The same phone gets the same new group when it sends the file again.
    """
    for key in _known_keys():
        found = _opened(key)
        if found is not None and found.uid == file.uid:
            break
    else:
        found, key = _new_group(file)
    files.import_group(store(), found.id, file)
    return redirect(url_for("group.show", key=key), 303)


def _new_group(file: filereader.GroupFile) -> tuple[Group, str]:
    """Make the group of a file. Its key is derived from the phone's secret, so the same phone finds it again.

    If that group was deleted or its link replaced, another one is made.
    """
    secret, times = request.form.get("phone") or write_key(), 0
    while True:
        key = derived(secret, f"group:{file.uid}:{times}")
        try:
            return start_group(store(), key, file.name, file.uid), key
        except LinkEnded:
            times += 1


def _latest_group() -> tuple[Group | None, str]:
    """The group that the phone opened last; else the new one whose key the phone sends, if it sends one."""
    for key in _known_keys():
        found = _opened(key)
        if found is not None:
            return found, key
    quiet = key_in(request.form.get("group", ""))
    return (start_group(store(), quiet, _("Game night")), quiet) if quiet else (None, "")


def _known_keys() -> list[str]:
    return request.form.get("groups", "").split()[:MOST_GROUPS]


def _opened(key: str) -> Group | None:
    try:
        return open_group(store(), key)
    except LinkEnded:
        return None


def _form(error: Unreadable | None = None, *, missing: bool = False) -> str:
    return render_template("start/import.html", error=error, missing=missing, write_key=new_write_key())
