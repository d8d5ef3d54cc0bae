"""The score sheet: on the screen, on paper, and as files to take home."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Iterator

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from companion.games.sheet import Opening
from companion.games.sitting import Round
from companion.store.files.sheets import write_table
from companion.store.journal.replay import Table
from companion.text import show, tell
from companion.web.app.language import when, words
from companion.web.exports.picture import draw
from companion.web.exports.workbook import workbook
from companion.web.table.access import open_or_404, store

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

blueprint = Blueprint("sheet", __name__, url_prefix="/t/<key>")


@blueprint.get("/sheet", endpoint="show")
def page(key: str) -> ResponseReturnValue:
    """The sheet as paper would show it."""
    return render_template("table/sheet.html", opened=open_or_404(key))


@blueprint.get("/sheet.json")
def as_json(key: str) -> ResponseReturnValue:
    """The sheet file."""
    table = open_or_404(key).table
    written = json.dumps(write_table(store(), table), ensure_ascii=False, indent=1)
    return _download(table, written + "\n", "application/json", "json")


@blueprint.get("/sheet.csv")
def as_csv(key: str) -> ResponseReturnValue:
    """A row a round with every player's points, and the totals. Excel needs the byte order mark for UTF-8."""
    table = open_or_404(key).table
    page = io.StringIO()
    csv.writer(page).writerows(_rows(table))
    return _download(table, "\ufeff" + page.getvalue(), "text/csv", "csv")


@blueprint.get("/sheet.xlsx")
def as_xlsx(key: str) -> ResponseReturnValue:
    """The sheet as a workbook that goes on adding up."""
    table = open_or_404(key).table
    return _download(table, workbook(table, words()), XLSX, "xlsx")


@blueprint.get("/sheet.svg")
def as_picture(key: str) -> ResponseReturnValue:
    """The sheet as a picture; the phone turns it into one that can be sent (see picture.js)."""
    table = open_or_404(key).table
    drawn = render_template("exports/picture.svg", picture=draw(table, words()), date=when(table.started_at)[:10])
    return Response(drawn, mimetype="image/svg+xml")


def _rows(table: Table) -> Iterator[list[str | float]]:
    _ = words().gettext
    players, sheet, rulebook = [as_text(name) for name in table.sitting.players], table.sheet, table.rulebook
    cells = [f"{name}: {tell(cell.heading, words())}" for cell in rulebook.cells for name in players]
    yield [_("Round"), _("Starts"), _("Deals"), *players, *cells]
    for line in sheet.lines:
        number = str(line.number) if line.counts else _("%(number)s (after the end)") % {"number": line.number}
        shown = _shown(table, table.sitting.rounds[line.number - 1])
        yield [number, *_opened(players, line.opening), *line.points, *shown]
    if table.begun is not None and sheet.next:
        number = _("%(number)s (begun)") % {"number": sheet.next.number}
        yield [number, *_opened(players, sheet.next), *[""] * len(players), *_shown(table, table.begun)]
    yield [_("Total"), "", "", *sheet.totals, *[""] * len(cells)]


def _opened(players: list[str], opening: Opening) -> list[str]:
    return [players[seat] if seat is not None else "" for seat in (opening.starter.seat, opening.dealing)]


def _shown(table: Table, played: Round) -> Iterator[str | int]:
    """What the game shows of a round beside points: cell by cell, and of each every seat."""
    for cells in zip(*(table.rulebook.show(played, seat) for seat in table.sitting.seats), strict=True):
        for shown in cells:
            yield shown if isinstance(shown, int) else as_text(show(shown, words()))


def as_text(name: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{name}" if unicodedata.normalize("NFKC", name)[:1] in ("=", "+", "-", "@") else name


def _download(table: Table, body: str | bytes, mimetype: str, ending: str) -> Response:
    name = f"{table.game}-{table.started_at[:10]}.{ending}"
    return Response(body, mimetype=mimetype, headers={"Content-Disposition": f'attachment; filename="{name}"'})
