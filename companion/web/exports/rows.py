"""The sheet in columns and rows, as every export has it, and how rows become a CSV file."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, TypeAlias

from companion.games.fields import Per
from companion.games.message import say_of
from companion.games.record import list_cell_fields
from companion.games.sitting import Opening, Round
from companion.store.journal.facts import Table
from companion.text import Catalogue, format_cell, name_played_game, translate

RowCells: TypeAlias = list[float | str | datetime]
Times: TypeAlias = Mapping[int, datetime]
"""When rounds were saved, by number (see ``list_times``)."""

# A sign at the start or after a separator; after a space, which is in most names, only where it doesn't stand alone.
_SIGN = "[-=+@＝＋－＠﹦﹢﹣﹫⁼₌⁺₊﬩⩵⩶]"  # noqa: RUF001 - and what NFKC turns into one
_FORMULA = re.compile(rf"""((?:^|[;,|:\t\r\n])[ "]*| [ "]*(?={_SIGN}[^ ]))(?={_SIGN})""")


class Column(NamedTuple):
    """A player's column in a file: the seat and its side, the name, and what the side came to.

    The rank is None if the side isn't ranked (``Sheet.ranked``).
    """

    seat: int
    side: int
    name: str
    total: float
    rank: int | None
    won: bool


def people(table: Table) -> list[Column]:
    """Return a column for every player, in seat order: files have players, each with what the side has."""
    sheet, won = table.sheet, table.sheet.winners
    players = [(seat, sheet.side_of(seat), name) for seat, name in enumerate(table.sitting.players)]
    return [
        Column(seat, side, name, sheet.totals[side], sheet.find_place(side), seat in won)
        for seat, side, name in players
    ]


def find_first_points(table: Table) -> int:
    """Return the column of the first player's points, from 0; before it are the round, and who starts and deals."""
    opening = table.rulebook.opening(table.sitting, ())
    return 1 + bool(opening.starter) + bool(opening.dealer)


def sheet_rows(table: Table, times: Times, catalogue: Catalogue) -> Iterator[RowCells]:
    """Yield the headings, the totals from paper, the rounds, the round that has begun, and the totals.

    After everybody's points come everybody's totals, the game's cells by seat, when the round was saved, and the game.
    What isn't known or doesn't count is empty.
    """
    _, sitting, sheet, rulebook = catalogue.gettext, table.sitting, table.sheet, table.rulebook
    players, names, first = people(table), sitting.players, rulebook.opening(sitting, ())
    game, nothing = name_played_game(rulebook, sitting, catalogue), [None] * len(sheet.sides)
    fields = [
        (field, at, name)
        for field in list_cell_fields(rulebook)
        for at, name in enumerate(sheet.names if field.per is Per.SIDE else names)
    ]

    def pick_openers(starter: str, dealer: str) -> list[str]:
        return [who for is_wanted, who in ((first.starter, starter), (first.dealer, dealer)) if is_wanted]

    def row(
        label: float | str,
        points: Sequence[float | None],
        totals: Sequence[float | None],
        opening: Opening | None = None,
        played: Round | None = None,
    ) -> RowCells:
        seats = (opening.starting, opening.dealing) if opening else (None, None)
        openers = pick_openers(*("" if seat is None else names[seat] for seat in seats))
        numbers = [each[player.side] for each in (points, totals) for player in players]
        values = (
            field.show(field.value_of(played.get(field.key), at), names) if played else "" for field, at, _ in fields
        )
        cells = [cell if isinstance(cell, int) else format_cell(cell, catalogue) for cell in values]
        saved = local_time(times[opening.number]) if opening and opening.number in times else ""
        return [label, *openers, *("" if number is None else number for number in numbers), *cells, saved, game]

    above = pick_openers(_("Starts"), catalogue.pgettext("column of dealers", "Deals"))
    headings = [translate(say_of(name, field.name), catalogue) for field, _at, name in fields]
    yield [_("Round"), *above, *names, *(f"Σ {name}" for name in names), *headings, _("Saved"), _("Game")]
    if sitting.start_totals:
        start = [sum(sitting.start_totals.get(seat, 0) for seat in side) for side in sheet.sides]
        yield row(_("Start"), start, start)
    for line, played in zip(sheet.lines, sitting.rounds, strict=True):
        number = line.number if line.counts else _("%(number)s (after the end)") % {"number": line.number}
        yield row(number, line.points, line.totals if line.counts else nothing, line.opening, played)
    if table.begun is not None and sheet.next:
        number = _("%(number)s (started)") % {"number": sheet.next.number}
        yield row(number, nothing, nothing, sheet.next, table.begun)
    yield row(_("Total"), sheet.totals, nothing)


def sheet_csv(table: Table, times: Times, catalogue: Catalogue) -> str:
    """Return the sheet as a CSV file, with times as every spreadsheet reads them: 2026-11-21 21:05:07."""
    rows = sheet_rows(table, times, catalogue)
    return "".join(csv_file([escape_formula(cell) if isinstance(cell, str) else cell for cell in row] for row in rows))


def csv_file(rows: Iterable[Iterable[object]]) -> Iterator[str]:
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
