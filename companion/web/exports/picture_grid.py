"""The rounds in the picture of a sheet: where every number and mark stands. Lengths are pixels."""

from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from companion.games.contract import Mark
from companion.games.sheet import Line
from companion.games.sitting import Round
from companion.store.journal.replay import Table
from companion.text import Catalogue, number, show, signed, translate
from companion.web.exports.text_width import fit, isolated, width, wrap

NUMBERS = 64  # the column with the numbers of the rounds
SMALL, SHOWN, LINES = 18, 23, 3  # what a game shows beside points: its size, the height of a line, and how many at most
HEAD, WORDS = 60, 56  # the row of names, and a row of words between the rounds, at least
NAMES = ((26, 1), (20, 1), (20, 2), (16, 3))  # sizes of names in columns, and the lines they may take
WIDE = 170  # the narrowest column in which points may stand beside a total, if there is room for these
ROWS = {True: 52, False: 82}  # the height of a round in wide columns and in narrow ones, where it has three lines
BEGUN = 12  # the height of a begun round above what is shown of it
MARKS, AFTER = 20, 20  # the width of a mark before points, and of one behind them


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


def grid_of(table: Table, words: Catalogue, x: float, y: float, room: float) -> dict[str, object]:
    """Lay out the grid of a table's rounds, from the corner ``x``, ``y`` and as wide as ``room``, for the template."""
    players = table.sitting.players
    column = (room - NUMBERS) / len(players)
    before_totals = list(_before_totals(table))
    # The widest total, which is bold, in letters of size 1. So far left of it points end that stand beside it.
    total = 1.2 * max((width(number(total), 1) for line in table.sheet.lines for total in line.totals), default=1)
    after = AFTER * any(mark.after for mark in _marks(table))
    beside = 27 * total + 14 + after
    widest = max((MARKS * marks + 22 * points for marks, points in before_totals), default=0)
    wide = column >= max(WIDE, beside + widest + 2 * 12)
    narrow_points = min(19, *((column - 24 - after) / points for _, points in before_totals))
    names = [fit(name, column - 12, NAMES if wide else NAMES[1:]) for name in players]
    head = max(HEAD, *(1.2 * size * len(lines) + 24 for size, lines in names))
    rows = list(_rows(table, words, y + head, column, ROWS[wide]))
    height = rows[-1].y + rows[-1].height - y
    legend = _legend(table, words, x, y + height + 50, room)
    return {
        "x": x,
        "y": y,
        "width": room,
        "height": height,
        "head": head,
        "numbers": NUMBERS,
        "column": column,
        "line": SHOWN,
        "marks": MARKS,
        # Baselines of marks, points and totals, from the top of a round.
        "baselines": (34, 34, 36) if wide else (22, 44, 72),
        "beside": beside if wide else after,
        "points_size": 22 if wide else narrow_points,
        "total_size": 27 if wide else min(28, (column - 16) / total),
        "names": [(size, tuple(map(isolated, lines))) for size, lines in names],
        "rows": rows,
        "legend": legend,
        "legend_y": legend[-1][1] if legend else y + height,
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
            yield Row(y, WORDS, words=(words.gettext("After the end: these rounds do not count"),))
            y += WORDS
        played = table.sitting.rounds[line.number - 1]
        shown = _shown(table, played, words, column)
        height = base + SHOWN * max(map(len, shown))
        yield Row(y, height, line.number, line, base, shown)
        y += height
        if ending and line.number == ending.after:
            why = " ".join(translate(reason, words, isolated) for reason in ending.reasons)
            said = wrap(f"{words.gettext('The end.')} {why}", 23, column * len(seats))
            height = WORDS + 28 * (len(said) - 1)
            yield Row(y, height, words=said)
            y += height

    if table.begun is not None and table.sheet.next:
        shown = _shown(table, table.begun, words, column)
        yield Row(y, 2 * BEGUN + SHOWN * max(1, *map(len, shown)), table.sheet.next.number, None, BEGUN, shown)


def _shown(table: Table, played: Round, words: Catalogue, column: float) -> tuple[tuple[str, ...], ...]:
    """What the game shows of a round beside points, by seat, in lines."""
    cells = [table.rulebook.cells_beside_marks(played, seat) for seat in table.sitting.seats]
    told = (" · ".join(show(cell, words) for cell in of_seat) for of_seat in cells)
    return tuple(wrap(text, SMALL, column - 24, LINES) for text in told)


def _legend(table: Table, words: Catalogue, x: float, y: float, room: float) -> list[tuple[float, float, str, str]]:
    """The marks and tallies that are there in centred lines: the place of each, its sign and what it means.

    A tally has no sign: its cells are gold.
    """
    lines = table.sheet.lines
    tallies = [tally for tally in table.rulebook.tallies if any(any(line.scored.tallied[tally.key]) for line in lines)]
    meanings = [(show(mark.sign, words), translate(mark.meaning, words)) for mark in _marks(table)]
    meanings += [("", translate(tally.label, words)) for tally in tallies]
    set_in_lines: list[list[tuple[float, str, str]]] = [[]]
    for sign, meaning in meanings:
        wide = 72 + width(meaning, 24)
        if set_in_lines[-1] and sum(each for each, *_ in set_in_lines[-1]) + wide > room + 40:
            set_in_lines.append([])
        set_in_lines[-1].append((wide, sign, meaning))
    found = []
    for below, line_of_signs in enumerate(set_in_lines):
        widths = [each for each, *_ in line_of_signs]
        places = accumulate(widths, initial=x + (room - sum(widths) + 40) / 2)
        found += [
            (at, y + 38 * below, sign, meaning) for at, (_, sign, meaning) in zip(places, line_of_signs, strict=False)
        ]
    return found


def _marks(table: Table) -> list[Mark]:
    """The marks that are there."""
    lines, seats = table.sheet.lines, table.sitting.seats
    return [
        mark for mark in table.rulebook.marks if any(line.has_mark(mark.key, seat) for line in lines for seat in seats)
    ]
