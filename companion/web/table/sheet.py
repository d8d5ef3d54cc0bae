"""The score sheet: on the screen, on paper, and as files to take home."""

import json

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from companion.store.files.sheets import write_table
from companion.store.journal.playtime import list_times
from companion.store.journal.replay import Table
from companion.text import day
from companion.web.app.language import words
from companion.web.app.parts import for_offline
from companion.web.exports.picture import draw
from companion.web.exports.rows import sheet_csv
from companion.web.exports.workbook import workbook
from companion.web.table.access import Opened, open_or_404, store
from companion.web.table.pages import table_page
from companion.web.table.part import asked_part
from companion.web.table.why import asked_why

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

blueprint = Blueprint("sheet", __name__, url_prefix="/t/<key>")


@blueprint.get("/sheet", endpoint="show")
@for_offline
@table_page("sheet")
def page(opened: Opened) -> ResponseReturnValue:
    """The sheet as paper would show it, or a part of a long one; how a number came about, if the address asks why."""
    lines, why = opened.table.sheet.lines, asked_why(opened.table)
    part = asked_part(len(lines), why.number if why else None)
    shown = lines[part.first - 1 : part.last]
    return render_template("table/sheet.html", opened=opened, why=why, part=part, lines=shown)


@blueprint.get("/sheet.json")
def as_json(key: str) -> ResponseReturnValue:
    """The sheet file."""
    table = open_or_404(key).table
    written = json.dumps(write_table(store(), table), ensure_ascii=False, indent=1)
    return _download(table, written + "\n", "application/json", "json")


@blueprint.get("/sheet.csv")
def as_csv(key: str) -> ResponseReturnValue:
    """A row a round with every player's points, totals and cells."""
    table = open_or_404(key).table
    return _download(table, sheet_csv(table, list_times(table), words()), "text/csv", "csv")


@blueprint.get("/sheet.xlsx")
def as_xlsx(key: str) -> ResponseReturnValue:
    """The sheet as a workbook that goes on adding up."""
    table = open_or_404(key).table
    return _download(table, workbook(table, list_times(table), words()), XLSX, "xlsx")


@blueprint.get("/sheet.svg")
def as_picture(key: str) -> ResponseReturnValue:
    """The sheet as a picture; the phone turns it into one that can be sent (see picture.js)."""
    table = open_or_404(key).table
    drawn = render_template("exports/picture.svg", picture=draw(table, words()), date=day(table.started_at, words()))
    return Response(drawn, mimetype="image/svg+xml")


def _download(table: Table, body: str | bytes, mimetype: str, ending: str) -> Response:
    name = f"{table.game}-{table.started_at[:10]}.{ending}"
    return Response(body, mimetype=mimetype, headers={"Content-Disposition": f'attachment; filename="{name}"'})
