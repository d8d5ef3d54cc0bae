"""The sheet in rows, as a CSV file and a workbook have it, and how rows become a CSV file."""

import csv
import io
import unicodedata
from collections.abc import Iterable, Iterator

from companion.games.sheet import Opening
from companion.games.sitting import Round
from companion.store.journal.replay import Table
from companion.text import Catalogue, show, translate


def sheet_csv(table: Table, words: Catalogue) -> str:
    """A row a round with everybody's points and cells, and the totals."""
    return csv_file([as_text(cell) if isinstance(cell, str) else cell for cell in row] for row in _rows(table, words))


def _rows(table: Table, words: Catalogue) -> Iterator[list[str | float]]:
    _, players, sheet = words.gettext, table.sitting.players, table.sheet
    headings = cell_headings(table, words)
    yield [_("Round"), _("Starts"), _("Deals"), *players, *headings]
    for line in sheet.lines:
        number = str(line.number) if line.counts else _("%(number)s (after the end)") % {"number": line.number}
        shown = cells_of(table, table.sitting.rounds[line.number - 1], words)
        yield [number, *opened_by(table, line.opening), *line.points, *shown]
    if table.begun is not None and sheet.next:
        number = _("%(number)s (begun)") % {"number": sheet.next.number}
        nothing = [""] * len(players)
        yield [number, *opened_by(table, sheet.next), *nothing, *cells_of(table, table.begun, words)]
    yield [_("Total"), "", "", *sheet.totals, *[""] * len(headings)]


def cell_headings(table: Table, words: Catalogue) -> list[str]:
    """What stands above ``cells_of``."""
    return [
        f"{name}: {translate(cell.heading, words)}" for cell in table.rulebook.cells for name in table.sitting.players
    ]


def cells_of(table: Table, played: Round, words: Catalogue) -> list[str | int]:
    """What the game shows of a round beside points: cell by cell, and of each every seat."""
    by_seat = [table.rulebook.show(played, seat) for seat in table.sitting.seats]
    by_cell = [shown for cells in zip(*by_seat, strict=True) for shown in cells]
    return [shown if isinstance(shown, int) else show(shown, words) for shown in by_cell]


def opened_by(table: Table, opening: Opening) -> list[str]:
    """Who starts a round and who deals it; empty where that is not known."""
    return [table.sitting.players[seat] if seat is not None else "" for seat in (opening.starting, opening.dealing)]


def csv_file(rows: Iterable[Iterable[str | float]]) -> str:
    """Rows as a CSV file. Excel needs the byte order mark for UTF-8."""
    page = io.StringIO()
    csv.writer(page).writerows(rows)
    return "\ufeff" + page.getvalue()


def as_text(name: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{name}" if unicodedata.normalize("NFKC", name)[:1] in ("=", "+", "-", "@") else name
