"""The sheet of a table as an Excel workbook (XLSX) with formulas.

Points are numbers. Totals, tallies and ranks are formulas, each saved with its value: when somebody changes a points
cell they follow, and a viewer that calculates nothing still shows them. Which rounds count does not follow: where the
game ends only the rules can say.
"""

from __future__ import annotations

import io
from datetime import datetime

from xlsxwriter import Workbook
from xlsxwriter.utility import xl_range, xl_rowcol_to_cell

from companion.games.sheet import Line, Opening
from companion.games.sitting import Round
from companion.store.journal.replay import Table
from companion.text import Catalogue, show, tell

# Write typed text as text: XlsxWriter would turn some of it into formulas, links or numbers.
OPTIONS = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
ROUND, STARTS, DEALS, MARKED, FIRST = range(
    5
)  # columns; from FIRST on points by seat, then totals by seat, then the game's cells
TOP = 1  # the row of the first round
FORMATS = {
    "head": {"bold": True, "bg_color": "#ECE5D6", "bottom": 1, "text_wrap": True, "valign": "vcenter"},
    "points": {"num_format": "+General;-General;0"},
    "total": {"bold": True},
    "sum": {"bold": True, "top": 1},
    "ten": {"bg_color": "#FDF0C9"},
    "note": {"italic": True, "font_color": "#5F5570"},
}


def workbook(table: Table, words: Catalogue) -> bytes:
    """The bytes of the workbook's file; always the same for the same table."""
    file = io.BytesIO()
    with Workbook(file, OPTIONS) as book:
        started = datetime.fromisoformat(table.started_at).replace(tzinfo=None)
        book.set_properties({"title": table.rulebook.title_at(table.sitting), "created": started})
        _Page(table, words, book).write()
    return file.getvalue()


class _Page:
    """Writes the worksheet from top to bottom; ``row`` is the next row to write."""

    def __init__(self, table: Table, words: Catalogue, book: Workbook) -> None:
        self.table, self.sheet, self.words, self.rulebook = table, table.sheet, words, table.rulebook
        self.players = table.sitting.players
        self.seats = range(len(self.players))
        self.counted = [line for line in self.sheet.lines if line.counts]
        self.formats = {name: book.add_format(look) for name, look in FORMATS.items()}
        self.page = book.add_worksheet()
        self.row = 0

    def write(self) -> None:
        """Write the rounds that count, their totals, and below them the rounds after the end."""
        _ = self.words.gettext
        self._head()
        for line in self.counted:
            self._round(line)
        if self.table.begun is not None and self.sheet.next:
            self._opened(self.sheet.next)
            self._cells(self.table.begun)
            self.row += 1
        if self.counted:
            self._sums()
        if self.sheet.ending:
            why = " ".join(tell(reason, self.words) for reason in self.sheet.ending.reasons)
            self._note(f"{_('The end.')} {why}")
        if len(self.counted) < len(self.sheet.lines):
            self._note(_("After the end: these rounds do not count"))
        for line in self.sheet.lines[len(self.counted) :]:
            self._round(line)
        self._note(_("Change a points cell and all that is worked out from it follows, but for where the game ended."))

    def _head(self) -> None:
        _ = self.words.gettext
        names = [*self.players, *(f"Σ {name}" for name in self.players)]
        marked = ", ".join(tell(mark.meaning, self.words) for mark in self.rulebook.own_marks)
        cells = [f"{name}: {tell(cell.heading, self.words)}" for cell in self.rulebook.cells for name in self.players]
        head = (_("Round"), _("Starts"), _("Deals"), _headed(marked), *names, *cells)
        for column, text in enumerate(head):
            self.page.write_string(0, column, text, self.formats["head"])
        self.page.freeze_panes(1, 1)
        self.page.set_column(ROUND, ROUND, 8)
        self.page.set_column(STARTS, len(head) - 1, 12)
        self.page.set_landscape()
        self.page.fit_to_pages(1, 0)
        self.page.repeat_rows(0)
        self.row = TOP

    def _round(self, line: Line) -> None:
        """A round's points, and where it counts the totals after it."""
        self._opened(line.opening)
        marked = [seat for seat in self.seats if any(line.has_mark(mark.key, seat) for mark in self.rulebook.own_marks)]
        if marked:
            self.page.write_string(self.row, MARKED, ", ".join(self.players[seat] for seat in marked))
        for seat in self.seats:
            self.page.write_number(self.row, FIRST + seat, line.points[seat], self.formats["points"])
            if line.counts:
                column = FIRST + len(self.players) + seat
                added = [xl_rowcol_to_cell(self.row - 1, column)] if self.row > TOP else []
                formula = "+".join([*added, xl_rowcol_to_cell(self.row, FIRST + seat)])
                self._formula(column, formula, "total", line.totals[seat])
        self._cells(self.table.sitting.rounds[line.number - 1])
        self.row += 1

    def _opened(self, opening: Opening) -> None:
        """The number of a round, and who starts and deals it."""
        self.page.write_number(self.row, ROUND, opening.number)
        for column, role in ((STARTS, opening.starter), (DEALS, opening.dealer)):
            if role and role.seat is not None:
                self.page.write_string(self.row, column, self.players[role.seat])

    def _cells(self, played: Round) -> None:
        """What else the game shows of a round."""
        first = FIRST + 2 * len(self.players)
        for seat in self.seats:
            for index, shown in enumerate(self.rulebook.show(played, seat)):
                column = first + index * len(self.players) + seat
                if isinstance(shown, int):
                    self.page.write_number(self.row, column, shown)
                elif shown is not None:
                    self.page.write_string(self.row, column, show(shown, self.words))

    def _sums(self) -> None:
        """Totals, tallies and ranks, below the points."""
        _ = self.words.gettext
        last = FIRST + self.seats[-1]
        row, end = self.row, self.row - 1
        rounds = [xl_range(TOP, FIRST + seat, end, FIRST + seat) for seat in self.seats]
        self._sum(_("Total"), [f"SUM({cells})" for cells in rounds], self.sheet.totals)
        for tally in self.rulebook.tallies:
            label, values = tell(tally.label, self.words), self.sheet.tallies[tally.key]
            if tally.points is None:
                self._values(label, values)
                continue
            gold = {"type": "cell", "criteria": "==", "value": tally.points, "format": self.formats["ten"]}
            self.page.conditional_format(TOP, FIRST, end, last, gold)
            self._sum(label, [f"COUNTIF({cells},{tally.points})" for cells in rounds], values)
        self._sum(_("Rank"), self._ranks(row), self.sheet.ranks)

    def _sum(self, label: str, formulas: list[str], values: tuple[float, ...]) -> None:
        self.page.write_string(self.row, ROUND, label, self.formats["sum"])
        for seat in self.seats:
            self._formula(FIRST + seat, formulas[seat], "sum", values[seat])
        self.row += 1

    def _values(self, label: str, values: tuple[float, ...]) -> None:
        """A row of numbers that no formula works out."""
        self.page.write_string(self.row, ROUND, label, self.formats["sum"])
        for seat in self.seats:
            self.page.write_number(self.row, FIRST + seat, values[seat], self.formats["sum"])
        self.row += 1

    def _ranks(self, row: int) -> list[str]:
        """Formulas for the ranks: 1 plus the number of better totals in this row. A tally may break ties."""
        sitting, breaking = self.table.sitting, self.rulebook.tie_break(self.table.sitting)
        keys = [tally.key for tally in self.rulebook.tallies]
        below = row + 1 + (keys.index(breaking) if breaking else 0)
        totals, more = (xl_range(at, FIRST, at, FIRST + self.seats[-1]) for at in (row, below))
        formulas = []
        better = "<" if self.rulebook.best_is_lowest(sitting) else ">"
        for seat in self.seats:
            total, mine = (xl_rowcol_to_cell(at, FIRST + seat) for at in (row, below))
            formula = f'1+COUNTIF({totals},"{better}"&{total})'
            if breaking:
                formula += f'+COUNTIFS({totals},{total},{more},">"&{mine})'
            formulas.append(formula)
        return formulas

    def _formula(self, column: int, formula: str, look: str, value: float) -> None:
        self.page.write_formula(self.row, column, f"={formula}", self.formats[look], value)

    def _note(self, text: str) -> None:
        self.page.write_string(self.row, ROUND, text, self.formats["note"])
        self.row += 1


def _headed(word: str) -> str:
    """A word as the heading of a column, with a capital letter."""
    return word[:1].upper() + word[1:]
