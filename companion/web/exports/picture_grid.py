"""The rounds in the picture of a sheet: where every number and mark stands. Lengths are pixels."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.contract import Mark
from companion.games.sheet import Line
from companion.games.sitting import Round
from companion.store.journal.replay import Table
from companion.text import Catalogue, number, show, signed, translate
from companion.web.exports.text_width import BOLD, fit, isolate, width, wrap

NUMBERS = 64  # the column with the numbers of the rounds
SMALL, SHOWN = 18, 23  # what a game shows beside points: its size, and the height of a line
HEAD, WORDS = 60, 56  # the row of names, and a row of words between the rounds, at least
NAMES = ((26, 1), (20, 1), (20, 2), (16, 3))  # sizes of names in columns, and the lines they may take
ROWS = {True: 52, False: 82}  # the height of a round with points beside the total, and with points above it
BEGUN = 12  # the height of a begun round above what is shown of it
MARK = 20  # the width of a mark
PADDING = 12  # at the sides of a cell
TOTAL, POINTS = 27, 22  # font sizes
DIGIT = 0.75  # of the font size, with the sign


class Row(NamedTuple):
    """A row of the grid: a round by its number, with what the game shows of it by seat in lines, from ``base`` down.

    One that has only begun has no ``line`` of the sheet. Or words over the whole width.
    """

    y: float
    height: float
    number: int = 0
    line: Line | None = None
    base: float = 0
    shown: tuple[tuple[str, ...], ...] = ()
    words: tuple[str, ...] = ()


def lay_out_grid(table: Table, words: Catalogue, x: float, y: float, room: float) -> dict[str, object]:
    """Lay out the grid of a table's rounds, from the corner ``x``, ``y`` and as wide as ``room``, for the template."""
    players, lines, marks = table.sitting.players, table.sheet.lines, _find_marks(table)
    column = (room - NUMBERS) / len(players)
    total = DIGIT * max((len(number(total)) for line in lines for total in line.totals), default=1)
    points = DIGIT * max((len(signed(points)) for line in lines for points in line.points), default=1)
    after = MARK * any(mark.after for mark in marks)
    before = MARK * min(2, sum(not mark.after for mark in marks))
    beside = TOTAL * total + PADDING + after
    is_wide = column >= beside + POINTS * points + before + 2 * PADDING
    names = [fit(name, (column - PADDING) / BOLD, NAMES) for name in players]
    head = max(HEAD, *(1.2 * size * len(lines) + 24 for size, lines in names))
    rows = list(_lay_out_rows(table, words, y + head, column, ROWS[is_wide]))
    height = rows[-1].y + rows[-1].height - y
    legend = list(_lay_out_legend(table, marks, words, x, y + height + 50, room))
    return {
        "x": x,
        "y": y,
        "width": room,
        "height": height,
        "head": head,
        "numbers": NUMBERS,
        "column": column,
        "line": SHOWN,
        "marks": MARK,
        # Baselines of marks, points and totals, from the top of a round.
        "baselines": (34, 34, 36) if is_wide else (22, 44, 72),
        "beside": beside if is_wide else after,
        "points_size": POINTS if is_wide else min(19, (column - 2 * PADDING - after) / points),
        "total_size": TOTAL if is_wide else min(28, (column - 2 * PADDING) / total),
        "names": [(size, tuple(map(isolate, lines))) for size, lines in names],
        "rows": rows,
        "legend": legend,
        "legend_y": legend[-1][1] if legend else y + height,
    }


def _lay_out_rows(table: Table, words: Catalogue, y: float, column: float, base: float) -> Iterator[Row]:
    ending, seats = table.sheet.ending, table.sitting.seats
    for line in table.sheet.lines:
        if line.number == table.sheet.first_uncounted:
            yield Row(y, WORDS, words=(words.gettext("After the end: these rounds do not count"),))
            y += WORDS
        shown = _show(table, table.sitting.rounds[line.number - 1], words, column)
        height = base + SHOWN * max(map(len, shown))
        yield Row(y, height, line.number, line, base, shown)
        y += height
        if ending and line.number == ending.after:
            why = " ".join(translate(reason, words, isolate) for reason in ending.reasons)
            said = wrap(f"{words.gettext('The end.')} {why}", 23, column * len(seats) / BOLD)
            height = WORDS + 28 * (len(said) - 1)
            yield Row(y, height, words=said)
            y += height

    if table.begun is not None and table.sheet.next:
        shown = _show(table, table.begun, words, column)
        yield Row(y, 2 * BEGUN + SHOWN * max(1, *map(len, shown)), table.sheet.next.number, None, BEGUN, shown)


def _show(table: Table, played: Round, words: Catalogue, column: float) -> tuple[tuple[str, ...], ...]:
    """Return what the game shows of a round beside points, by seat, in lines."""
    cells = [table.rulebook.cells_beside_marks(played, seat) for seat in table.sitting.seats]
    texts = (" · ".join(show(cell, words) for cell in of_seat) for of_seat in cells)
    return tuple(wrap(text, SMALL, column - 2 * PADDING) for text in texts)


def _find_marks(table: Table) -> list[Mark]:
    """Return the marks that stand anywhere on the sheet."""
    lines, seats = table.sheet.lines, table.sitting.seats
    return [
        mark for mark in table.rulebook.marks if any(line.has_mark(mark.key, seat) for line in lines for seat in seats)
    ]


def _lay_out_legend(
    table: Table, marks: list[Mark], words: Catalogue, x: float, y: float, room: float
) -> Iterator[tuple[float, float, str, str]]:
    """Yield the place of each mark and tally below the grid, its sign and what it means.

    A tally has no sign: its cells are gold.
    """
    lines = table.sheet.lines
    tallies = [tally for tally in table.rulebook.tallies if any(any(line.scored.tallied[tally.key]) for line in lines)]
    meanings = [(show(mark.sign, words), translate(mark.meaning, words)) for mark in marks]
    meanings += [("", translate(tally.label, words)) for tally in tallies]
    widths = [72 + width(meaning, 24) for _, meaning in meanings]
    spare = room + 40 - sum(widths)
    for place, (sign, meaning) in enumerate(meanings):
        if spare >= 0:
            yield x + spare / 2 + sum(widths[:place]), y, sign, meaning
        else:  # in two columns
            yield x + place % 2 * room / 2, y + 38 * (place // 2), sign, meaning
