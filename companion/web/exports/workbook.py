"""The sheet of a table as an Excel workbook (XLSX) with formulas.

Points are numbers. Totals, tallies and ranks are formulas, each saved with its value: when somebody changes a points
cell they follow, and a viewer that calculates nothing still shows them. Which rounds count does not follow: where the
game ends only the rules can say.
"""

import io
import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from xlsxwriter import Workbook
from xlsxwriter.utility import xl_range, xl_rowcol_to_cell

from companion.games.sheet import Line, Opening
from companion.games.sitting import Round
from companion.store.journal.replay import Table
from companion.text import Catalogue, title, translate
from companion.web.exports.rows import Times, cell_headings, cells_of, opened_by, opened_headings

# Write typed text as text: XlsxWriter would turn some of it into formulas, links or numbers.
OPTIONS = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
ROUND = 0  # the column of the numbers of rounds
TOP = 1  # the row of the first round
FORMATS = {
    "head": {"bold": True, "bg_color": "#ECE5D6", "bottom": 1, "text_wrap": True, "valign": "vcenter"},
    "points": {"num_format": "+General;-General;0"},
    "total": {"bold": True},
    "sum": {"bold": True, "top": 1},
    "ten": {"bg_color": "#FDF0C9"},
    "note": {"italic": True, "font_color": "#5F5570"},
    "time": {"num_format": "yyyy-mm-dd hh:mm", "align": "left"},
}
LONGEST_TAB = 31  # what Excel takes
NARROWEST, WIDEST = 8, 400  # the first column in digits; any other in pixels
TWO_LINES = 34  # points
NOT_IN_TABS = re.compile(r"[\[\]:*?/\\\ufffe\uffff]")


def workbook(table: Table, times: Times, words: Catalogue) -> bytes:
    """Return the bytes of the workbook's file; always the same for the same table."""
    file = io.BytesIO()
    with Workbook(file, OPTIONS) as book:
        started = datetime.fromisoformat(table.started_at).replace(tzinfo=None)
        book.set_properties({"title": title(table.rulebook, table.sitting, words), "created": started})
        _Page(table, times, words, book).write()
    return file.getvalue()


def tab_of(called: str, otherwise: str) -> str:
    """Return the name of a tab for what a table calls its game, as Excel takes it; else another."""
    name = NOT_IN_TABS.sub(" ", called)
    while len(name.encode("utf-16-le")) > 2 * LONGEST_TAB:
        name = name[:-1]
    name = name.strip("' ")
    return name if name and name.casefold() != "history" else otherwise


class _Page:
    """Writes the worksheet from top to bottom; ``row`` is the next row to write."""

    def __init__(self, table: Table, times: Times, words: Catalogue, book: Workbook) -> None:
        self.table, self.sheet, self.words, self.rulebook = table, table.sheet, words, table.rulebook
        self.players, self.seats, self.times = table.sitting.players, table.sitting.seats, times
        self.formats = {name: book.add_format(look) for name, look in FORMATS.items()}
        self.page = book.add_worksheet(tab_of(title(self.rulebook, table.sitting, words), words.gettext("Sheet")))
        # From ``first`` on points by seat, then totals by seat, then the game's cells, then when a round was saved.
        self.marked = 1 + len(opened_headings(table, words))
        self.first = self.marked + bool(self.rulebook.own_marks)
        self.shown = self.first + 2 * len(self.players)
        self.saved = self.shown + len(cell_headings(table, words))
        self.row = TOP

    def write(self) -> None:
        """Write the rounds that count, their totals, and below them the rounds after the end."""
        _ = self.words.gettext
        counted = [line for line in self.sheet.lines if line.counts]
        self._head()
        for line in counted:
            self._line(line)
        if self.table.begun is not None and self.sheet.next:
            self._round(self.sheet.next, self.table.begun)
        if counted:
            self._sums(self.row)
        if self.sheet.ending:
            why = " ".join(translate(reason, self.words) for reason in self.sheet.ending.reasons)
            self._note(f"{_('The end.')} {why}")
        if len(counted) < len(self.sheet.lines):
            self._note(_("After the end: these rounds do not count"))
        for line in self.sheet.lines[len(counted) :]:
            self._line(line)
        self._note(_("Change points here, and totals, counts and ranks follow. Where the game ended does not."))
        self.page.autofit(WIDEST)
        self.page.set_column(ROUND, ROUND, NARROWEST)  # notes run over the columns beside it

    def _head(self) -> None:
        _ = self.words.gettext
        names = [*self.players, *(f"Σ {name}" for name in self.players)]
        marked = ", ".join(translate(mark.meaning, self.words) for mark in self.rulebook.own_marks)
        marks = [marked[:1].upper() + marked[1:]] if marked else []
        opened, cells = opened_headings(self.table, self.words), cell_headings(self.table, self.words)
        head = [_("Round"), *opened, *marks, *names, *cells, _("Saved")]
        for column, text in enumerate(head):
            self.page.write_string(0, column, text, self.formats["head"])
        self.page.set_row(0, TWO_LINES)
        self.page.freeze_panes(1, 1)
        self.page.set_landscape()
        self.page.fit_to_pages(1, 0)
        self.page.repeat_rows(0)

    def _line(self, line: Line) -> None:
        """Write a round's points, and where it counts the totals after it."""
        if self.rulebook.own_marks:
            marks = self.rulebook.own_marks
            marked = [seat for seat in self.seats if any(line.has_mark(mark.key, seat) for mark in marks)]
            self.page.write(self.row, self.marked, ", ".join(self.players[seat] for seat in marked))
        self.page.write_row(self.row, self.first, line.points, self.formats["points"])
        for seat, total in enumerate(line.totals if line.counts else ()):
            column = self.first + len(self.players) + seat
            before = xl_rowcol_to_cell(self.row - 1, column) + "+" if self.row > TOP else ""
            formula = f"={before}{xl_rowcol_to_cell(self.row, self.first + seat)}"
            self.page.write_formula(self.row, column, formula, self.formats["total"], total)
        if line.number in self.times:
            local = self.times[line.number].astimezone().replace(tzinfo=None, microsecond=0)
            self.page.write_datetime(self.row, self.saved, local, self.formats["time"])
        self._round(line.opening, self.table.sitting.rounds[line.number - 1])

    def _round(self, opening: Opening, played: Round) -> None:
        """Write the number of a round, who starts and deals it, and what else the game shows of it."""
        self.page.write_row(self.row, ROUND, [opening.number, *opened_by(self.table, opening)])
        self.page.write_row(self.row, self.shown, cells_of(self.table, played, self.words))
        self.row += 1

    def _sums(self, row: int) -> None:
        """Write totals, tallies and ranks, from this row on, which is the first below the points."""
        _, columns = self.words.gettext, [self.first + seat for seat in self.seats]
        points = [xl_range(TOP, column, row - 1, column) for column in columns]
        self._sum(_("Total"), self.sheet.totals, [f"=SUM({cells})" for cells in points])
        for tally in self.rulebook.tallies:
            counting: list[str] = []
            if tally.points is not None:
                gold = {"type": "cell", "criteria": "==", "value": tally.points, "format": self.formats["ten"]}
                self.page.conditional_format(TOP, self.first, row - 1, columns[-1], gold)
                counting = [f"=COUNTIF({cells},{tally.points})" for cells in points]
            self._sum(translate(tally.label, self.words), self.sheet.tallies[tally.key], counting)
        self._sum(_("Rank"), self.sheet.ranks, list(self._ranks(row)))

    def _sum(self, label: str, values: Sequence[float], formulas: Sequence[str]) -> None:
        """Write a row below the points. Where no formula works them out, the values stand there as they are."""
        self.page.write(self.row, ROUND, label, self.formats["sum"])
        self.page.write_row(self.row, self.first, values, self.formats["sum"])
        for seat, formula in enumerate(formulas):
            self.page.write_formula(self.row, self.first + seat, formula, self.formats["sum"], values[seat])
        self.row += 1

    def _ranks(self, row: int) -> Iterator[str]:
        """Yield formulas for the ranks: 1 plus the number of better totals in this row. A tally may break ties."""
        breaking = self.rulebook.tie_break(self.table.sitting)
        below = row + 1 + [tally.key for tally in self.rulebook.tallies].index(breaking) if breaking else row
        totals, more = (xl_range(at, self.first, at, self.first + self.seats[-1]) for at in (row, below))
        better = "<" if self.rulebook.best_is_lowest(self.table.sitting) else ">"
        for seat in self.seats:
            total, mine = (xl_rowcol_to_cell(at, self.first + seat) for at in (row, below))
            among_equals = f'+COUNTIFS({totals},{total},{more},">"&{mine})' if breaking else ""
            yield f'=1+COUNTIF({totals},"{better}"&{total}){among_equals}'

    def _note(self, text: str) -> None:
        self.page.write(self.row, ROUND, text, self.formats["note"])
        self.row += 1
