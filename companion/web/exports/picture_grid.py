"""The rounds in the picture of a sheet: where every number and mark stands. Lengths are pixels."""

from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from companion.games.sheet import Line
from companion.store.journal.replay import Table
from companion.text import Catalogue, number, show, signed, translate
from companion.web.exports.text_width import cut, isolated, width, wrap

NUMBERS = 64  # the column with the numbers of the rounds
SMALL, SHOWN, LINES = 18, 23, 3  # what a game shows beside points: its size, the height of a line, and how many at most
HEAD, WORDS = 60, 56  # the row of names, and a row of words between the rounds
WIDE = 170  # the narrowest column in which points may stand beside a total, if there is room for these
ROWS = {True: 52, False: 64}  # the height of a round in wide columns and in narrow ones


class Row(NamedTuple):
    """A row of the grid: a round, with what the game shows of it by seat in lines; or words over the whole width."""

    y: float
    height: float
    line: Line | None = None
    shown: tuple[tuple[str, ...], ...] = ()
    words: str = ""


def grid_of(table: Table, words: Catalogue, x: float, y: float, room: float) -> dict[str, object]:
    """Lay out the grid of a table's rounds, from the corner ``x``, ``y`` and as wide as ``room``, for the template."""
    players = table.sitting.players
    column = (room - NUMBERS) / len(players)
    before_totals = list(_before_totals(table))
    # The widest total, which is bold, in letters of size 1. So far left of it points end that stand beside it.
    total = 1.2 * max(width(number(total), 1) for line in table.sheet.lines for total in line.totals)
    beside = 27 * total + 14
    wide = column >= max(WIDE, beside + max(20 * marks + 22 * points for marks, points in before_totals) + 2 * 12)
    narrow_points = min(19, *((column - 24 - 15 * marks) / points for marks, points in before_totals))
    name_size = 26 if wide else 20
    rows = list(_rows(table, words, y + HEAD, column, ROWS[wide]))
    height = rows[-1].y + rows[-1].height - y
    return {
        "x": x,
        "y": y,
        "width": room,
        "height": height,
        "head": HEAD,
        "numbers": NUMBERS,
        "column": column,
        "base": ROWS[wide],
        "line": SHOWN,
        "wide": wide,
        "beside": beside if wide else 10,
        "points_size": 22 if wide else narrow_points,
        "total_size": 27 if wide else min(28, (column - 16) / total),
        "names": [isolated(name, name_size, column - 12) for name in players],
        "name_size": name_size,
        "rows": rows,
        "legend": _legend(table, words, x, room),
        "legend_y": y + height + 50,
    }


def _before_totals(table: Table) -> Iterator[tuple[int, float]]:
    """How many marks stand before the points of a cell, and how wide these are in letters of size 1, cell by cell."""
    for line in table.sheet.lines:
        for seat, points in enumerate(line.points):
            marks = sum(not mark.after for mark in table.rulebook.marks_of(line, seat))
            yield marks, 1.1 * width(signed(points), 1)


def _rows(table: Table, words: Catalogue, y: float, column: float, base: float) -> Iterator[Row]:
    ending, seats = table.sheet.ending, table.sitting.seats
    for line in table.sheet.lines:
        if line.number == table.sheet.first_uncounted:
            yield Row(y, WORDS, words=words.gettext("After the end: these rounds do not count"))
            y += WORDS
        played = table.sitting.rounds[line.number - 1]
        cells = [table.rulebook.cells_beside_marks(played, seat) for seat in seats]
        told = (" · ".join(show(cell, words) for cell in of_seat) for of_seat in cells)
        shown = tuple(wrap(text, SMALL, column - 24, LINES) for text in told)
        yield Row(y, base + SHOWN * max(map(len, shown)), line, shown)
        y += base + SHOWN * max(map(len, shown))
        if ending and line.number == ending.after:
            why = " ".join(translate(reason, words, isolated) for reason in ending.reasons)
            yield Row(y, WORDS, words=cut(f"{words.gettext('The end.')} {why}", 23, column * len(seats)))
            y += WORDS


def _legend(table: Table, words: Catalogue, x: float, room: float) -> list[tuple[float, str, str]]:
    """The marks and tallies that are there in one centred line: the place of each, its sign and what it means.

    A tally has no sign: its cells are gold.
    """
    lines, seats = table.sheet.lines, table.sitting.seats
    marks = [
        mark for mark in table.rulebook.marks if any(line.has_mark(mark.key, seat) for line in lines for seat in seats)
    ]
    tallies = [tally for tally in table.rulebook.tallies if any(any(line.scored.tallied[tally.key]) for line in lines)]
    meanings = [(mark.sign, translate(mark.meaning, words)) for mark in marks]
    meanings += [("", translate(tally.label, words)) for tally in tallies]
    widths = [72 + width(meaning, 24) for _, meaning in meanings]
    places = accumulate(widths, initial=x + (room - sum(widths) + 40) / 2)
    return [(place, sign, meaning) for place, (sign, meaning) in zip(places, meanings, strict=False)]
