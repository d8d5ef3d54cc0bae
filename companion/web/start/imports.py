"""Opening a sheet file as a table, or a group's file as a group."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games import jsonfile
from companion.games.message import Message, say
from companion.games.reading import Unreadable
from companion.store.files import reading as filereader
from companion.store.files import sheets as files
from companion.store.groups.groups import start_group
from companion.store.journal.tables import start_table
from companion.store.links.links import LinkEnded, derived
from companion.web.app.limits import begin
from companion.web.groups.access import OpenedGroup, find_group
from companion.web.groups.belonging import made_group
from companion.web.table.access import new_write_key, store, write_key

View = TypeVar("View", bound=Callable[..., ResponseReturnValue])
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


def takes_a_file(view: View) -> View:
    """Let a page take a body that is large enough for a file."""
    view.takes = LARGEST_FILE + AROUND_A_FILE  # type: ignore[attr-defined]
    return view


@blueprint.post("")
@takes_a_file
def create() -> ResponseReturnValue:
    """Import the file: a sheet file as a table, a group file as a group with its tables."""
    try:
        file, warnings = sent_file()
    except Unreadable as error:
        return _form(error), 422
    address = _open_group(file) if isinstance(file, filereader.GroupFile) else _open_table(file)
    return imported(address, warnings)


def imported(address: str, warnings: Sequence[Message]) -> ResponseReturnValue:
    """Redirect to what was imported; where the file differs from the rules, a page that says where and leads there."""
    if not warnings:
        return redirect(address, 303)
    return render_template("start/imported.html", address=address, warnings=warnings)


def sent_file() -> tuple[filereader.TableFile | filereader.GroupFile, tuple[Message, ...]]:
    """The table or the group of the uploaded file, and its warnings. Raises Unreadable, also where no file was sent."""
    begin("imports")
    sent = request.files.get("file")
    text = sent.read() if sent else b""
    if not text:
        raise Unreadable("", say("Choose a file first."))
    parsed = jsonfile.parse(text)
    with parsed.located():
        read = filereader.read_group if filereader.is_group(parsed.content) else filereader.read_table
        file = read(parsed.content)
    return file, (*parsed.twice, *file.warnings)


def _open_table(file: filereader.TableFile) -> str:
    """Import the table into the phone's group, which has it only once, or as a table by itself; its address."""
    opened = next(_known_groups(), None) or made_group()
    if opened is None:
        key = start_table(store(), file.sheet.game, file.sheet.sitting, write_key(), past=file.past)
        return url_for("table.show", key=key)
    files.import_tables(store(), opened.group.id, [file])
    table_id = files.table_of(store(), opened.group.id, file.past.uid)
    return opened.address("group_tables.open_table", table_id=table_id)


def _open_group(file: filereader.GroupFile) -> str:
    """Import into the group that wrote the file, if the phone knows it; else into a new group. Its address.

    The same phone gets the same new group when it sends the file again.
    """
    opened = next((known for known in _known_groups() if known.group.uid == file.uid), None) or _new_group(file)
    files.import_group(store(), opened.group.id, file)
    return opened.address()


def _new_group(file: filereader.GroupFile) -> OpenedGroup:
    """Make the group of a file. Its key is derived from the phone's secret, so the same phone finds it again.

    If that group was deleted or its link replaced, another one is made.
    """
    secret, times = request.form.get("phone") or write_key(), 0
    while True:
        key = derived(secret, f"group:{file.uid}:{times}")
        with suppress(LinkEnded):
            return OpenedGroup(start_group(store(), key, file.name, file.uid), key)
        times += 1


def _known_groups() -> Iterator[OpenedGroup]:
    """The groups whose keys the phone sends, the one that it opened last first."""
    return filter(None, map(find_group, request.form.get("groups", "").split()[:MOST_GROUPS]))


def _form(error: Unreadable | None = None) -> str:
    return render_template("start/import.html", error=error, write_key=new_write_key())
