"""The chart of a game: every player's total by round, as lines for an SVG picture.

The lines differ in colour, in their dashes, and in the initials at their end, which no score looks like. Lines that
would lie on each other run side by side. Lengths are in units of the picture's view box.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from companion.store.journal.replay import Table
from companion.text import number

WIDTH, HEIGHT = 344, 240
MORE = 14  # height for every player after the fourth
LEFT, RIGHT, TOP, BOTTOM = 34, 30, 10, 22  # the left one where totals have up to four digits
DIGIT = 9
APART, MOST_APART = 3.5, 24  # between lines that run side by side, and between the first and the last of many
LABEL_GAP, MARK = 17, 13  # the least distance between labels at the end, and between totals at the side
STEPS = tuple(step * 10**zeros for zeros in range(9) for step in (1, 2, 5))


class Curve(NamedTuple):
    """The line of one seat: its initials and path, the points where a tally grew, its end, the height of its label."""

    seat: int
    initials: str
    path: str
    tallied: list[tuple[float, float]]
    end: tuple[float, float]
    label: float


class Chart(NamedTuple):
    """The curves, and the scales at the sides.

    ``heights`` are pairs of a height and the total there, ``rounds`` of a round and its place. ``limit`` is the height
    of the total that ends the game, and that total; ``left`` is where the lines begin.
    """

    curves: list[Curve]
    heights: tuple[tuple[float, float], ...]
    rounds: tuple[tuple[int, float], ...]
    limit: tuple[float, float] | None
    height: int
    left: int
    width: int = WIDTH


def draw(table: Table) -> Chart | None:
    """Lay out the chart of the rounds that count; None before the first."""
    lines = [line for line in table.sheet.lines if line.counts]
    if not lines:
        return None
    seats = table.sitting.seats
    limit = table.sheet.race.limit if table.sheet.race else None
    values = [0.0, *(total for line in lines for total in line.totals), *([limit] if limit is not None else [])]
    low, high = min(values), max(*values, abs(limit or 0) / 8, 1)
    height = HEIGHT + MORE * max(0, len(seats) - 4)
    marked = ticks(low, high)
    digits = max(len(number(total)) for total in (*marked, limit or 0))
    left = LEFT + DIGIT * max(0, digits - 4)

    def x(played: int) -> float:
        return round(left + (WIDTH - left - RIGHT) * played / len(lines), 1)

    def y(total: float) -> float:
        return round(TOP + (height - TOP - BOTTOM) * (high - total) / (high - low), 1)

    totals = list(zip(*(line.totals for line in lines), strict=True))
    beside = _side_by_side([(0, *of_seat) for of_seat in totals])
    labels = _spread([y(lines[-1].totals[seat]) for seat in seats], height)
    signs = initials(table.sitting.players)
    curves = []
    for seat in seats:
        points = [(x(line.number), round(y(line.totals[seat]) + beside[seat], 1)) for line in lines]
        path = f"M{x(0)} {round(y(0) + beside[seat], 1)}" + "".join(f"L{right} {down}" for right, down in points)
        tallied = [point for point, line in zip(points, lines, strict=True) if line.tallied(seat)]
        curves.append(Curve(seat, signs[seat], path, tallied, points[-1], labels[seat]))
    # Numbers with three digits need more room.
    every = -(-len(lines) // 10) if len(lines) < 100 else next(step for step in STEPS if len(lines) / step <= 6)
    return Chart(
        curves=curves,
        heights=tuple((y(total), total) for total in marked if limit is None or abs(y(total) - y(limit)) >= MARK),
        rounds=tuple((played, x(played)) for played in range(every, len(lines) + 1, every)),
        limit=(y(limit), limit) if limit is not None else None,
        height=height,
        left=left,
    )


def _side_by_side(totals: Sequence[Sequence[float]]) -> list[float]:
    """Return how far each seat's line is moved down or up: those that share a stretch run side by side all over.

    Takes every seat's totals, before the first round as well.
    """
    seats = range(len(totals))
    together = {seat: {seat} for seat in seats}
    for one, other in combinations(seats, 2):
        if together[one] is not together[other] and _share_a_stretch(totals[one], totals[other]):
            joined = together[one] | together[other]
            together |= dict.fromkeys(joined, joined)
    moved = []
    for seat in seats:
        many = len(together[seat]) - 1
        apart = min(APART, MOST_APART / many) if many else 0
        moved.append(apart * (sorted(together[seat]).index(seat) - many / 2))
    return moved


def _share_a_stretch(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether two seats have the same totals after two rounds running."""
    before = False
    for mine, theirs in zip(one, other, strict=True):
        if mine == theirs and before:
            return True
        before = mine == theirs
    return False


def initials(names: Sequence[str]) -> list[str]:
    """Return one or two letters for each name, no two alike: the first, and a later one where others begin alike."""
    letters = [[letter for letter in name.title() if letter.isalnum()] or ["?"] for name in names]
    firsts = [first for first, *_ in letters]
    given: list[str] = []
    for first, *later in letters:
        signs = [first] if firsts.count(first) == 1 else [first + letter.lower() for letter in (*later, *"1234567890")]
        given.append(next((sign for sign in signs if sign not in given), first))
    return given


def ticks(low: float, high: float) -> list[float]:
    """Return the totals to write at the side: up to eight round numbers from the lowest to the highest."""
    step = next((step for step in STEPS if (high - low) / step <= 7), STEPS[-1])
    return [value for value in range(int(low // step) * step, int(high) + 1, step) if value >= low]


def _spread(heights: Sequence[float], height: float) -> list[float]:
    """Move heights apart so that labels do not cover each other, and keep them inside the picture."""
    order = sorted(range(len(heights)), key=lambda seat: heights[seat])
    placed: dict[int, float] = {}
    floor = TOP / 2 + 2
    for seat in order:
        placed[seat] = max(heights[seat], floor)
        floor = placed[seat] + LABEL_GAP
    ceiling = height - 9.0
    for seat in reversed(order):
        placed[seat] = round(min(placed[seat], ceiling), 1)
        ceiling = placed[seat] - LABEL_GAP
    return [placed[seat] for seat in range(len(heights))]
