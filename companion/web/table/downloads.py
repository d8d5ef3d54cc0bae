"""The score sheet as files to take home."""

import json

from flask import Blueprint, Response, render_template

from companion.store.files.sheets import write_table
from companion.store.journal.facts import Table
from companion.store.journal.history import list_times
from companion.web.app.language import words
from companion.web.exports.picture import Picture
from companion.web.exports.rows import sheet_csv
from companion.web.exports.workbook import workbook
from companion.web.table.access import open_or_404, store

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

blueprint = Blueprint("downloads", __name__, url_prefix="/t/<key>")


@blueprint.get("/sheet.json")
def as_json(key: str) -> Response:
    """Return the sheet file."""
    table = open_or_404(key).table
    written = json.dumps(write_table(store(), table), ensure_ascii=False, indent=1)
    return _download(table, written + "\n", "application/json", "json")


@blueprint.get("/sheet.csv")
def as_csv(key: str) -> Response:
    """Return a row a round with every player's points, totals and cells."""
    table = open_or_404(key).table
    return _download(table, sheet_csv(table, list_times(table), words()), "text/csv", "csv")


@blueprint.get("/sheet.xlsx")
def as_xlsx(key: str) -> Response:
    """Return the sheet as a workbook that goes on adding up."""
    table = open_or_404(key).table
    return _download(table, workbook(table, list_times(table), words()), XLSX, "xlsx")


@blueprint.get("/sheet.svg")
def as_picture(key: str) -> Response:
    """Return the sheet as a picture; the phone turns it into one that can be sent (see picture.js)."""
    table = open_or_404(key).table
    drawn = render_template("exports/picture.svg", picture=Picture(table, words()))
    return Response(drawn, mimetype="image/svg+xml")


def _download(table: Table, body: str | bytes, mimetype: str, ending: str) -> Response:
    name = f"{table.game}-{table.started_at[:10]}.{ending}"
    return Response(body, mimetype=mimetype, headers={"Content-Disposition": f'attachment; filename="{name}"'})
