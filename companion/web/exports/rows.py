"""The sheet in rows, as a CSV file and a workbook have it, and how rows become a CSV file."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from companion.games.message import say_of
from companion.games.sheet import Opening
from companion.games.sitting import Round
from companion.store.journal.replay import Table
from companion.text import Catalogue, show, title, translate

Times = Mapping[int, datetime]
"""When rounds were saved, by number (see ``list_times``)."""

# A sign at the start or after a separator; after a space, which is in most names, only where it doesn't stand alone.
_SIGN = "[-=+@＝＋－＠﹦﹢﹣﹫⁼₌⁺₊﬩⩵⩶]"  # noqa: RUF001 - whatever NFKC makes a sign of
_FORMULA = re.compile(rf"""((?:^|[;,|:\t\r\n])[ "]*| [ "]*(?={_SIGN}[^ ]))(?={_SIGN})""")


def sheet_csv(table: Table, times: Times, words: Catalogue) -> str:
    """Return a row a round with everybody's points, totals and cells, and the totals."""
    rows = _rows(table, times, words)
    return "".join(csv_file([as_text(cell) if isinstance(cell, str) else cell for cell in row] for row in rows))


def _rows(table: Table, times: Times, words: Catalogue) -> Iterator[list[str | float]]:
    _, players, sheet = words.gettext, table.sitting.players, table.sheet
    opened, headings = opened_headings(table, words), cell_headings(table, words)
    totals = [f"Σ {name}" for name in players]
    game, nothing = title(table.rulebook, table.sitting, words), [""] * len(players)
    yield [_("Round"), *opened, *players, *totals, *headings, _("Saved"), _("Game")]
    for line in sheet.lines:
        number = str(line.number) if line.counts else _("%(number)s (after the end)") % {"number": line.number}
        shown = cells_of(table, table.sitting.rounds[line.number - 1], words)
        running = line.totals if line.counts else nothing
        at = times.get(line.number)
        saved = "" if at is None else as_moment(at)
        yield [number, *opened_by(table, line.opening), *line.points, *running, *shown, saved, game]
    if table.begun is not None and sheet.next:
        number = _("%(number)s (begun)") % {"number": sheet.next.number}
        shown = cells_of(table, table.begun, words)
        yield [number, *opened_by(table, sheet.next), *nothing, *nothing, *shown, "", game]
    yield [_("Total"), *[""] * len(opened), *sheet.totals, *nothing, *[""] * len(headings), "", game]


def cell_headings(table: Table, words: Catalogue) -> list[str]:
    """Return what stands above ``cells_of``."""
    return [
        translate(say_of(name, cell.heading), words) for cell in table.rulebook.cells for name in table.sitting.players
    ]


def cells_of(table: Table, played: Round, words: Catalogue) -> list[str | int]:
    """Return what the game shows of a round beside points: cell by cell, and of each every seat."""
    by_seat = [table.rulebook.show(played, seat) for seat in table.sitting.seats]
    by_cell = [shown for cells in zip(*by_seat, strict=True) for shown in cells]
    return [shown if isinstance(shown, int) else show(shown, words) for shown in by_cell]


def opened_headings(table: Table, words: Catalogue) -> list[str]:
    """Return what stands above ``opened_by``: no dealer in a game without one, no starter that isn't kept."""
    first = table.rulebook.opening(table.sitting, ())
    kept = ((first.starter, words.gettext("Starts")), (first.dealer, words.pgettext("column of dealers", "Deals")))
    return [heading for who, heading in kept if who is not None]


def opened_by(table: Table, opening: Opening) -> list[str]:
    """Return who starts and who deals a round, as far as the game has them; empty where that is not known."""
    first = table.rulebook.opening(table.sitting, ())
    kept = ((first.starter, opening.starting), (first.dealer, opening.dealing))
    return [table.sitting.players[seat] if seat is not None else "" for who, seat in kept if who is not None]


def csv_file(rows: Iterable[Iterable[str | float]]) -> Iterator[str]:
    """Yield rows as a CSV file, row by row. Excel needs the byte order mark for UTF-8."""
    mark = "\ufeff"
    for row in rows:
        line = io.StringIO()
        csv.writer(line).writerow(row)
        yield mark + line.getvalue()
        mark = ""


def as_moment(at: datetime) -> str:
    """Return a moment in the server's own time zone, as every spreadsheet reads it: 2026-11-21 21:05:07."""
    return f"{at.astimezone():%Y-%m-%d %H:%M:%S}"


def as_text(text: str) -> str:
    """Return a text of which no spreadsheet takes anything for a formula, whatever separates its fields.

    What a formula could begin with gets an apostrophe before it.
    """
    return _FORMULA.sub(r"\1'", text)
