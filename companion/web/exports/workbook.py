"""The sheet of a table as an Excel workbook (XLSX) with formulas.

Points are numbers. Totals, tallies and ranks are formulas, each saved with its value: when somebody changes a points
cell they follow, and a viewer that calculates nothing still shows them. Which rounds count does not follow: where the
game ends only the rules can say.
"""

import io
from collections.abc import Iterator, Sequence
from datetime import datetime

from xlsxwriter import Workbook
from xlsxwriter.utility import xl_range, xl_rowcol_to_cell

from companion.games.derive import best_is_lowest
from companion.store.journal.facts import Table
from companion.text import Catalogue, translate
from companion.web.exports.rows import Times, people, sheet_rows

# Write typed text as text: XlsxWriter would turn some of it into formulas, links or numbers.
WRITE_TEXT_AS_TEXT = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}
NUMBER_DIGITS, MAX_COLUMN_PIXELS = 8, 400  # the first column in digits; any other in pixels
HEAD_POINTS = 34  # two lines


def workbook(table: Table, times: Times, catalogue: Catalogue) -> bytes:
    """Return the bytes of the workbook's file; always the same for the same table."""
    file, (head, *rounds) = io.BytesIO(), sheet_rows(table, times, catalogue)
    first = 1 + len(head.openers)  # the column of the first points
    running = first + len(head.points)  # that of the first running total
    saved = running + len(head.totals) + len(head.cells)
    with Workbook(file, WRITE_TEXT_AS_TEXT) as book:
        book.set_properties({"created": datetime.fromisoformat(table.started_at).replace(tzinfo=None)})
        page = book.add_worksheet(catalogue.gettext("Sheet"))
        heading = {"bold": True, "bg_color": "#ECE5D6", "bottom": 1, "text_wrap": True, "valign": "vcenter"}
        page.write_row(0, 0, head.flat(), book.add_format(heading))
        before: dict[int, str] = {}  # the cells of the latest totals
        for at, row in enumerate(rounds, start=1):
            page.write_row(at, 0, row.flat())
            if isinstance(row.saved, datetime):
                page.write_datetime(at, saved, row.saved)
            for column, total in enumerate(row.totals, start=running):
                if total != "":
                    points = xl_rowcol_to_cell(at, column - len(head.points))
                    page.write_formula(at, column, "=" + before.get(column, "") + points, None, total)
                    before[column] = xl_rowcol_to_cell(at, column) + "+"
        at = 1 + len(rounds)
        counted = sum(line.counts for line in table.sheet.lines)
        summed = book.add_format({"bold": True, "top": 1})
        for label, values, formulas in _sums(table, first, counted, at, catalogue) if counted else ():
            page.write(at, 0, label, summed)
            page.write_row(at, first, values, summed)
            for seat, formula in enumerate(formulas):
                page.write_formula(at, first + seat, formula, summed, values[seat])
            at += 1
        _, ending = catalogue.gettext, table.sheet.ending
        notes = [_("Change points here to update totals, counts and ranks. The end of the game stays the same.")]
        if ending:
            notes.insert(0, f"{_('The end.')} {' '.join(translate(reason, catalogue) for reason in ending.reasons)}")
        for line, note in enumerate(notes, start=at):
            page.write(line, 0, note, book.add_format({"italic": True, "font_color": "#5F5570"}))
        page.set_column(first, running - 1, None, book.add_format({"num_format": "+General;-General;0"}))
        page.set_column(running, running + len(head.totals) - 1, None, book.add_format({"bold": True}))
        page.set_column(saved, saved, None, book.add_format({"num_format": "yyyy-mm-dd hh:mm", "align": "left"}))
        page.autofit(MAX_COLUMN_PIXELS)
        page.set_column(0, 0, NUMBER_DIGITS)  # notes run over the columns beside it
        page.set_row(0, HEAD_POINTS)
        page.freeze_panes(1, 1)
        page.set_landscape()
        page.fit_to_pages(1, 0)
        page.repeat_rows(0)
    return file.getvalue()


def _sums(
    table: Table, first: int, counted: int, row: int, catalogue: Catalogue
) -> Iterator[tuple[str, Sequence[float], Sequence[str]]]:
    """Yield totals, tallies and ranks: the label, the values and their formulas, if there are any.

    The first points stand in the column ``first``, so many rounds count, and the totals stand in ``row``.
    """
    players, rulebook, sitting = people(table), table.rulebook, table.sitting
    columns, above = range(first, first + len(players)), 1 if sitting.start_totals else 0
    sums = [f"=SUM({xl_range(1, column, above + counted, column)})" for column in columns]
    points = [xl_range(1 + above, column, above + counted, column) for column in columns]
    yield catalogue.gettext("Total"), [player.total for player in players], sums
    for tally in rulebook.tallies:
        begun = sitting.start_tallies.get(tally.key, {})
        counting = [f"=COUNTIF({cells},{tally.points})+{begun.get(seat, 0)}" for seat, cells in enumerate(points)]
        counting = [] if tally.points is None else [formula.removesuffix("+0") for formula in counting]
        tallied = table.sheet.tallies[tally.key]
        yield translate(tally.label, catalogue), [tallied[player.side] for player in players], counting
    breaking = rulebook.tie_break(table.sitting)
    below = row + 1 + [tally.key for tally in rulebook.tallies].index(breaking) if breaking else row
    totals, more = (xl_range(at, first, at, first + len(players) - 1) for at in (row, below))
    better = "<" if best_is_lowest(rulebook, table.sitting) else ">"
    ranks: list[str] = []
    sides = {player.side: xl_rowcol_to_cell(row, column) for player, column in zip(players, columns, strict=True)}
    for column in () if table.sheet.gone else columns:  # who has left comes last, whatever the total
        total, mine = (xl_rowcol_to_cell(at, column) for at in (row, below))
        among_equals = f'+COUNTIFS({totals},{total},{more},">"&{mine})' if breaking else ""
        ahead = f'COUNTIF({totals},"{better}"&{total}){among_equals}'
        if table.sheet.in_teams:  # partners have the same total twice
            ahead = "+".join(f"({other}{better}{total})" for other in sides.values())
        ranks.append(f"=1+{ahead}")
    yield catalogue.gettext("Rank"), [player.rank for player in players], ranks
