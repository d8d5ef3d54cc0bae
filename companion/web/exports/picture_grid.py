"""The rounds in the picture of a sheet: where every number and mark stands. Lengths are pixels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.sheet import Line
from companion.store.journal.replay import Table
from companion.text import Catalogue, number, show, signed, tell
from companion.web.exports.text_width import cut, isolated, width, wrap

NUMBERS = 64  # the column with the numbers of the rounds
SMALL, SHOWN, LINES = 18, 23, 3  # what a game shows beside points: its size, the height of a line, and how many at most
HEAD, WORDS = 60, 56  # the row of names, and a row of words between the rounds
WIDE = 170  # the narrowest column in which points may stand beside a total, if there is room for these
ROWS = {True: 52, False: 64}  # the height of a round in wide columns and in narrow ones


@dataclass(frozen=True, slots=True)
class Cell:
    """A player's cell of a round, from ``x`` on. The total is empty where the round does not count; marks are signs."""

    x: float
    points: str
    total: str
    tallied: bool
    before: tuple[str, ...]
    after: str
    shown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the grid: a round, or a line of words over the whole width."""

    y: float
    height: float
    number: int = 0
    cells: tuple[Cell, ...] = ()
    counts: bool = True
    words: str = ""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A mark in the legend."""

    x: float
    sign: str
    words: str


@dataclass(frozen=True, slots=True)
class Grid:
    """The rounds: names across with their places and size, rows down."""

    x: float
    y: float
    width: float
    height: float
    column: float
    base: float
    wide: bool
    beside: float
    points_size: float
    total_size: float
    names: tuple[tuple[float, str], ...]
    name_size: float
    rows: tuple[Row, ...]
    legend: tuple[Meaning, ...]
    legend_y: float
    head: float = HEAD
    numbers: float = NUMBERS
    line: float = SHOWN


def grid_of(table: Table, words: Catalogue, x: float, y: float, room: float) -> Grid:
    """Lay out the grid of a table's rounds, from the corner ``x``, ``y`` and as wide as ``room``."""
    players = table.sitting.players
    column = (room - NUMBERS) / len(players)
    # The widest total, which is bold, in letters of size 1. So far left of it points end that stand beside it.
    total = 1.2 * max(width(number(total), 1) for line in table.sheet.lines for total in line.totals)
    beside = 27 * total + 14
    wide = column >= max(
        WIDE, beside + max(20 * marks + 22 * points for marks, points in _before_total(table)) + 2 * 12
    )
    places = tuple(x + NUMBERS + column * seat for seat in range(len(players)))
    size = 26 if wide else 20
    rows = tuple(_rows(table, words, y + HEAD, places, column, ROWS[wide]))
    height = rows[-1].y + rows[-1].height - y
    legend = list(_meanings(table, words))
    return Grid(
        x=x,
        y=y,
        width=room,
        height=height,
        column=column,
        base=ROWS[wide],
        wide=wide,
        beside=beside if wide else 10,
        points_size=22
        if wide
        else min(19, *((column - 24 - 15 * marks) / points for marks, points in _before_total(table))),
        total_size=27 if wide else min(28, (column - 16) / total),
        names=tuple((place, isolated(name, size, column - 12)) for place, name in zip(places, players, strict=True)),
        name_size=size,
        rows=rows,
        legend=tuple(_legend(legend, x, room)),
        legend_y=y + height + 50,
    )


def _before_total(table: Table) -> Iterator[tuple[int, float]]:
    """How many marks stand before the points of a cell, and how wide these are in letters of size 1, cell by cell."""
    for line in table.sheet.lines:
        for seat, points in enumerate(line.points):
            marks = sum(not mark.after for mark in table.rulebook.marks_of(line, seat))
            yield marks, 1.1 * width(signed(points), 1)


def _rows(
    table: Table, words: Catalogue, y: float, places: tuple[float, ...], column: float, base: float
) -> Iterator[Row]:
    sheet = table.sheet
    for line in sheet.lines:
        if not line.counts and sheet.ending and line.number == sheet.ending.after + 1:
            yield Row(y, WORDS, words=words.gettext("After the end: these rounds do not count"))
            y += WORDS
        cells = tuple(_cell(table, words, line, seat, place, column - 24) for seat, place in enumerate(places))
        height = base + SHOWN * max(len(cell.shown) for cell in cells)
        yield Row(y, height, line.number, cells, line.counts)
        y += height
        if sheet.ending and line.number == sheet.ending.after:
            why = " ".join(tell(reason, words, isolated) for reason in sheet.ending.reasons)
            whole = places[-1] + column - places[0]
            yield Row(y, WORDS, words=cut(f"{words.gettext('The end.')} {why}", 23, whole))
            y += WORDS


def _cell(table: Table, words: Catalogue, line: Line, seat: int, x: float, room: float) -> Cell:
    rulebook = table.rulebook
    marks = rulebook.marks_of(line, seat)
    shown = rulebook.cells_beside_marks(table.sitting.rounds[line.number - 1], seat)
    return Cell(
        x=x,
        points=signed(line.points[seat]),
        total=number(line.totals[seat]) if line.counts else "",
        tallied=line.tallied(seat),
        before=tuple(mark.sign for mark in marks if not mark.after),
        after="".join(mark.sign for mark in marks if mark.after),
        shown=wrap(" · ".join(show(each, words) for each in shown), SMALL, room, LINES),
    )


def _meanings(table: Table, words: Catalogue) -> Iterator[tuple[str, str]]:
    """The marks and tallies that are there, with what they mean. A tally has no sign: its cells are gold."""
    lines, seats = table.sheet.lines, table.sitting.seats
    for mark in table.rulebook.marks:
        if any(line.has_mark(mark.key, seat) for line in lines for seat in seats):
            yield mark.sign, tell(mark.meaning, words)
    for tally in table.rulebook.tallies:
        if any(any(line.scored.tallied[tally.key]) for line in lines):
            yield "", tell(tally.label, words)


def _legend(meanings: list[tuple[str, str]], x: float, room: float) -> Iterator[Meaning]:
    """The legend: one line, centred."""
    widths = [72 + width(words, 24) for _, words in meanings]
    at = x + (room - sum(widths) + 40) / 2
    for (sign, words), taken in zip(meanings, widths, strict=True):
        yield Meaning(at, sign, words)
        at += taken
