"""A group's files: exporting everything, and importing what a form brings, into a group or elsewhere."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import TypeVar

from flask import Blueprint, Response, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion import text
from companion.games import RULEBOOKS
from companion.games.message import say
from companion.games.reading import Unreadable
from companion.store.files import sheets as files
from companion.store.files.imports import Destination, Imported, import_file
from companion.store.groups import results
from companion.store.groups.statistics import COUNTED_IN_EVERY_GAME
from companion.text import Catalogue
from companion.web.app.language import words
from companion.web.app.limits import begin
from companion.web.exports.rows import csv_file, escape_formula, local_time
from companion.web.groups.access import open_group_or_404
from companion.web.groups.settings import settings_page
from companion.web.table.access import store

View = TypeVar("View", bound=Callable[..., ResponseReturnValue])
LARGEST_FILE = 2 * 1024 * 1024  # bytes; five hundred tables, and more by ``companion import``
AROUND_A_FILE = 64 * 1024  # bytes, for the rest of the form

blueprint = Blueprint("group_files", __name__, url_prefix="/g/<key>")


def takes_a_file(view: View) -> View:
    """Let a page take a body that is large enough for a file."""
    view.takes = LARGEST_FILE + AROUND_A_FILE  # type: ignore[attr-defined]
    return view


@blueprint.get("/group.json")
def as_json(key: str) -> ResponseReturnValue:
    """Return the whole group as one file."""
    return _download(files.write_group(store(), open_group_or_404(key).group), "application/json", "group.json")


@blueprint.get("/results.csv")
def as_csv(key: str) -> ResponseReturnValue:
    """Return a row for every player of every finished table."""
    group, kept = open_group_or_404(key).group, store()
    return _download(csv_file(_rows(lambda: results.list_results(kept, group.id), words())), "text/csv", "results.csv")


@blueprint.post("/imports")
@takes_a_file
def take_in(key: str) -> ResponseReturnValue:
    """Import a group file or a sheet file: add the tables that the group does not have yet."""
    opened = open_group_or_404(key)
    try:
        found = import_sent(Destination(into=key))
    except Unreadable as error:
        return settings_page(opened, error=error), 422
    shown = {"added": str(found.added), "known": str(found.tables - found.added)}
    return imported(opened.address("group_settings.show", **shown), found)


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


def imported(address: str, found: Imported) -> ResponseReturnValue:
    """Redirect to what was imported; where the file differs from the rules, a page that says where and leads there."""
    if not found.warnings:
        return redirect(address, 303)
    return render_template("start/imported.html", address=address, warnings=found.warnings)


def _rows(read: Callable[[], Iterator[results.Row]], words: Catalogue) -> Iterator[list[str | int]]:
    """Yield the head and the rows. They are read twice: what is counted in any game has a column."""
    _ = words.gettext
    told = {figure.key: figure.label for book in RULEBOOKS.values() for figure in book.figures if not figure.per_round}
    labels = COUNTED_IN_EVERY_GAME | told
    # What has no label of its own, such as the points of another game, stands in another column already.
    counts = [name for name in dict.fromkeys(name for row in read() for name in row.counts) if name in labels]
    named = [_("Table"), _("Started"), _("Game"), _("Title"), _("Player"), _("Name at the table")]
    came_out = [_("Seat"), _("Rank"), _("Won"), _("Total")]
    yield [*named, *came_out, *(text.translate(labels[name], words) for name in counts)]
    for row in read():
        called = row.title or text.usual_title(RULEBOOKS[row.game], words)
        names = [escape_formula(name) for name in (called, row.name, row.at_the_table)]
        started = str(local_time(datetime.fromisoformat(row.started_at)))
        numbers = [row.seat + 1, row.rank, int(row.won), row.total, *(row.counts.get(name, "") for name in counts)]
        plain = [str(number).removesuffix(".0") for number in numbers]
        yield [row.table, started, row.game, *names, *plain]


def _download(pieces: Iterator[str], mimetype: str, name: str) -> Response:
    """Return a file to save, which is worked out as it is read."""
    return Response(pieces, mimetype=mimetype, headers={"Content-Disposition": f'attachment; filename="{name}"'})
