"""The sheet of a table as an Excel workbook (XLSX): values, and a sum below each player's points."""

import io
from datetime import datetime

from xlsxwriter import Workbook
from xlsxwriter.utility import xl_range

from companion.games.message import say
from companion.store.journal.facts import Table
from companion.text import Catalogue, translate
from companion.web.exports.rows import Times, find_first_points, people, sheet_rows

OPTIONS = {
    "in_memory": True,
    "default_date_format": "yyyy-mm-dd hh:mm",
    # Else XlsxWriter turns some names into formulas, links or numbers.
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}
MAX_COLUMN_PIXELS = 400


def workbook(table: Table, times: Times, catalogue: Catalogue) -> bytes:
    """Return the bytes of the workbook's file; always the same for the same table."""
    file, (head, *rounds, total) = io.BytesIO(), sheet_rows(table, times, catalogue)
    sheet, first, players = table.sheet, find_first_points(table), people(table)
    places = [sheet.find_place(side) or "–" for side in range(len(sheet.sides))]
    below = [*((tally.label, sheet.tallies[tally.key]) for tally in table.rulebook.tallies), (say("Rank"), places)]
    with Workbook(file, OPTIONS) as book:
        book.set_properties({"created": datetime.fromisoformat(table.started_at).replace(tzinfo=None)})
        page, bold, end = (
            book.add_worksheet(catalogue.gettext("Sheet")),
            book.add_format({"bold": True}),
            1 + len(rounds),
        )
        page.write_row(0, 0, head, bold)
        for at, row in enumerate(rounds, start=1):
            page.write_row(at, 0, row)
        if sheet.lines:
            counted = sum(line.counts for line in sheet.lines) + bool(table.sitting.start_totals)
            page.write(end, 0, total[0], bold)
            for column, player in enumerate(players, start=first):
                page.write_formula(end, column, f"=SUM({xl_range(1, column, counted, column)})", bold, player.total)
            for label, values in below:
                end += 1
                page.write(end, 0, translate(label, catalogue), bold)
                page.write_row(end, first, [values[player.side] for player in players], bold)
        page.autofit(MAX_COLUMN_PIXELS)
        if sheet.ending:  # runs over the columns beside it
            reasons = " ".join(translate(reason, catalogue) for reason in sheet.ending.reasons)
            page.write(end + 1, 0, f"{catalogue.gettext('The end.')} {reasons}")
        page.freeze_panes(1, 1)
        page.set_landscape()
        page.fit_to_pages(1, 0)
        page.repeat_rows(0)
    return file.getvalue()
