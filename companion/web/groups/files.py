"""A group's files: exporting everything, and importing."""

from collections.abc import Iterator, Sequence

from flask import Blueprint, Response, redirect
from flask.typing import ResponseReturnValue

from companion import text
from companion.games import RULEBOOKS
from companion.games.message import say
from companion.games.reading import Unreadable
from companion.store.files import reading as filereader
from companion.store.files import sheets as files
from companion.store.groups import results
from companion.web.app.language import words
from companion.web.exports.rows import as_text, csv_file
from companion.web.groups.access import open_group_or_404
from companion.web.groups.settings import settings_page
from companion.web.start.imports import sent_file
from companion.web.table.access import store

COUNTED_IN_EVERY_GAME = {
    "rounds": say("Rounds"),
    "starts": say("Rounds started"),
    "starts_won": say("Rounds started and won"),
    "opened": say("Started the game"),
    "opened_won": say("Started the game and won it"),
}

blueprint = Blueprint("group_files", __name__, url_prefix="/g/<key>")


@blueprint.get("/group.json")
def as_json(key: str) -> ResponseReturnValue:
    """The whole group as one file."""
    return _download(files.write_group(store(), open_group_or_404(key).group), "application/json", "group.json")


@blueprint.get("/results.csv")
def as_csv(key: str) -> ResponseReturnValue:
    """A row for every player of every finished table."""
    rows = _rows(list(results.list_results(store(), open_group_or_404(key).group.id)))
    return _download(csv_file(rows), "text/csv", "results.csv")


@blueprint.post("/imports")
def import_file(key: str) -> ResponseReturnValue:
    """Import a group file or a sheet file: add the tables that the group does not have yet."""
    opened = open_group_or_404(key)
    try:
        raw = sent_file()
        if filereader.is_group(raw):
            group = filereader.read_group(raw)
            tables, added = group.tables, files.import_group(store(), opened.group.id, group)
        else:
            tables = (filereader.read_table(raw),)
            added = files.import_tables(store(), opened.group.id, tables)
    except Unreadable as error:
        return settings_page(opened, error=error), 422
    return redirect(opened.address("group_settings.show", added=str(added), known=str(len(tables) - added)), 303)


def _rows(rows: Sequence[results.Row]) -> Iterator[list[str | int]]:
    _ = words().gettext
    told = {figure.count: figure.label for book in RULEBOOKS.values() for figure in book.figures if not figure.per}
    labels = COUNTED_IN_EVERY_GAME | told
    counts = list(dict.fromkeys(name for row in rows for name in row.counts))
    named = [_("Table"), _("Started"), _("Game"), _("Player"), _("Name at the table")]
    came_out = [_("Seat"), _("Rank"), _("Won"), _("Total")]
    yield [*named, *came_out, *(text.translate(labels[name], words()) for name in counts)]
    for row in rows:
        names = [as_text(row.name), as_text(row.at_the_table)]
        numbers = [row.seat + 1, row.rank, int(row.won), row.total, *(row.counts.get(name, "") for name in counts)]
        plain = [str(number).removesuffix(".0") for number in numbers]
        yield [row.table, row.started_at, row.game, *names, *plain]


def _download(body: Iterator[str] | str, mimetype: str, name: str) -> Response:
    return Response(body, mimetype=mimetype, headers={"Content-Disposition": f'attachment; filename="{name}"'})
