"""The sheet in columns and rows, as every export has it, and how rows become a CSV file."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from companion.games.fields import Per
from companion.games.message import say_of
from companion.games.record import list_cell_fields
from companion.games.sitting import Opening, Round
from companion.store.journal.facts import Table
from companion.text import Catalogue, format_cell, name_played_game, translate

Times = Mapping[int, datetime]
"""When rounds were saved, by number (see ``list_times``)."""

# A sign at the start or after a separator; after a space, which is in most names, only where it doesn't stand alone.
_SIGN = "[-=+@＝＋－＠﹦﹢﹣﹫⁼₌⁺₊﬩⩵⩶]"  # noqa: RUF001 - and what NFKC turns into one
_FORMULA = re.compile(rf"""((?:^|[;,|:\t\r\n])[ "]*| [ "]*(?={_SIGN}[^ ]))(?={_SIGN})""")


class Column(NamedTuple):
    """A player's column in a file: the seat and its side, the name, and what the side came to."""

    seat: int
    side: int
    name: str
    total: float
    rank: int
    won: bool


class SheetRow(NamedTuple):
    """A round on the sheet, or what stands above the rounds.

    ``openers`` is who starts and deals, as far as the game has them. ``points`` and ``totals`` have an entry for each
    column, ``cells`` one for each of the game's cells and each seat. What isn't known or doesn't count is empty.
    """

    number: int | str
    openers: Sequence[str]
    points: Sequence[float | str]
    totals: Sequence[float | str]
    cells: Sequence[int | str]
    saved: datetime | str
    game: str

    def flat(self) -> list[float | str]:
        """Return everything in one list, times as every spreadsheet reads them: 2026-11-21 21:05:07."""
        return [self.number, *self.openers, *self.points, *self.totals, *self.cells, str(self.saved), self.game]


def people(table: Table) -> list[Column]:
    """Return a column for every player, in seat order: files have players, each with what the side has."""
    sheet, won = table.sheet, table.sheet.winners
    players = [(seat, sheet.side_of(seat), name) for seat, name in enumerate(table.sitting.players)]
    return [Column(*player, sheet.totals[player[1]], sheet.ranks[player[1]], player[0] in won) for player in players]


def sheet_rows(table: Table, times: Times, catalogue: Catalogue) -> Iterator[SheetRow]:
    """Yield what stands above the rounds, the rounds, and the round that has begun."""
    _, sitting, sheet, rulebook = catalogue.gettext, table.sitting, table.sheet, table.rulebook
    players = people(table)
    names = [player.name for player in players]
    nothing = [""] * len(names)
    game, first = name_played_game(rulebook, sitting, catalogue), rulebook.opening(sitting, ())

    def openers(starter: str, dealer: str) -> list[str]:
        return [who for is_wanted, who in ((first.starter, starter), (first.dealer, dealer)) if is_wanted]

    def row(number: int | str, opening: Opening, played: Round, saved: datetime | None = None) -> SheetRow:
        who = ("" if seat is None else sitting.players[seat] for seat in (opening.starting, opening.dealing))
        found = (field.show(field.value_of(played.get(field.key), at), sitting.players) for field, at, _name in fields)
        cells = [cell if isinstance(cell, int) else format_cell(cell, catalogue) for cell in found]
        return SheetRow(number, openers(*who), nothing, nothing, cells, local_time(saved) if saved else "", game)

    fields = [
        (field, at, name)
        for field in list_cell_fields(rulebook)
        for at, name in enumerate(sheet.names if field.per is Per.SIDE else sitting.players)
    ]
    headings = [translate(say_of(name, field.name), catalogue) for field, _at, name in fields]
    above = openers(_("Starts"), catalogue.pgettext("column of dealers", "Deals"))
    yield SheetRow(_("Round"), above, names, [f"Σ {name}" for name in names], headings, _("Saved"), _("Game"))
    if sitting.start_totals:
        start = [sum(sitting.start_totals.get(seat, 0) for seat in sheet.sides[player.side]) for player in players]
        yield SheetRow(_("Start"), openers("", ""), start, start, [""] * len(fields), "", game)
    for line, played in zip(sheet.lines, sitting.rounds, strict=True):
        number = line.number if line.counts else _("%(number)s (after the end)") % {"number": line.number}
        whole = row(number, line.opening, played, times.get(line.number))
        points, totals = (
            ["" if (value := values[player.side]) is None else value for player in players]
            for values in (line.points, line.totals)
        )
        yield whole._replace(points=points, totals=totals if line.counts else nothing)
    if table.begun is not None and sheet.next:
        yield row(_("%(number)s (started)") % {"number": sheet.next.number}, sheet.next, table.begun)


def sheet_csv(table: Table, times: Times, catalogue: Catalogue) -> str:
    """Return a row a round with everybody's points, totals and cells, and the totals."""
    head, *rounds = sheet_rows(table, times, catalogue)
    sums = [player.total for player in people(table)]
    openers, running, cells = ([""] * len(part) for part in (head.openers, head.totals, head.cells))
    game = name_played_game(table.rulebook, table.sitting, catalogue)
    last = SheetRow(catalogue.gettext("Total"), openers, sums, running, cells, "", game)
    rows = (row.flat() for row in (head, *rounds, last))
    return "".join(csv_file([escape_formula(cell) if isinstance(cell, str) else cell for cell in row] for row in rows))


def csv_file(rows: Iterable[Iterable[str | float]]) -> Iterator[str]:
    """Yield rows as a CSV file, row by row. Excel needs the byte order mark for UTF-8."""
    yield "\ufeff"
    for row in rows:
        line = io.StringIO()
        csv.writer(line).writerow(row)
        yield line.getvalue()


def local_time(at: datetime) -> datetime:
    """Return a moment in the server's own time zone, in whole seconds, as spreadsheets take it."""
    return at.astimezone().replace(tzinfo=None, microsecond=0)


def escape_formula(text: str) -> str:
    """Put an apostrophe before whatever a spreadsheet could take for the beginning of a formula."""
    return _FORMULA.sub(r"\1'", text)
