"""The charts: everybody's total by round, and a player's totals game after game, as lines for an SVG picture.

The lines of a table differ in colour, in their dashes, and in the initials at their end, which no score looks like.
Lengths are in units of the picture's view box.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.store.groups.statistics import FinishedGame
from companion.store.journal.facts import Table
from companion.text import format_number

CHART_WIDTH, CHART_HEIGHT = 344, 240
PLAYER_HEIGHT = 14  # height for every player after the fourth
CHART_LEFT, CHART_RIGHT, CHART_TOP, CHART_BOTTOM = 34, 30, 10, 22  # left for totals of up to four digits
DIGIT_WIDTH = 9
POINT_GAP = 2.5  # between points that would lie on each other
LABEL_GAP, MARK = 17, 13  # the least distance between labels at the end, and between totals at the side
STEPS = tuple(step * 10**zeros for zeros in range(9) for step in (1, 2, 5))
TREND_HEIGHT, TREND_LEFT, TREND_RIGHT, TREND_TOP, TREND_BOTTOM = 160, 38, 14, 14, 24
INSET = 8  # from the sides to the first and the last game: half a star


class Curve(NamedTuple):
    """The line of one column, the points where a tally grew, its end, and the height of its label."""

    side: int
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
    heights: list[tuple[float, float]]
    rounds: list[tuple[int, float]]
    limit: tuple[float, float] | None
    height: int
    left: int
    width: int


def draw(table: Table, breadth: float = 0) -> Chart | None:
    """Lay out the chart of the rounds that count, ``breadth`` times as wide as high if given; None before the first."""
    lines = [line for line in table.sheet.lines if line.counts]
    if not lines:
        return None
    sheet = table.sheet
    limit = sheet.race.limit if sheet.race else None
    totals = (total for line in lines for total in (*line.totals, limit) if total is not None)
    values = [0.0, *totals, *table.sitting.start_totals.values()]
    low, high = min(values), max(*values, abs(limit or 0) / 8, 1)
    height = CHART_HEIGHT + (0 if breadth else PLAYER_HEIGHT * max(0, len(sheet.sides) - 4))
    width = max(CHART_WIDTH, round(height * breadth))
    marked = ticks(low, high)
    digits = max(len(format_number(total)) for total in (*marked, limit or 0))
    left = CHART_LEFT + DIGIT_WIDTH * max(0, digits - 4)
    y = _scale(low, high, CHART_TOP, height - CHART_BOTTOM)

    def x(number: int) -> float:
        return round(left + (width - left - CHART_RIGHT) * number / len(lines), 1)

    sides = [side for side in range(len(sheet.sides)) if any(side in line.present for line in lines)]
    labels = _spread([y(sheet.totals[side]) for side in sides], height)
    signs = initials(sheet.names)
    curves = []
    for seat, label in zip(sides, labels, strict=True):
        path, tallied, end, number = "", [], (0.0, 0.0), -1
        for line in lines:
            if seat not in line.present:
                continue
            total = line.standing.totals[seat]
            if line.number - 1 != number:  # a line begins where somebody comes
                path += f"M{x(line.number - 1)} {y(total - line.scored.points[seat])}"
            # Equal totals lie below each other, in seat order.
            end = x(line.number), round(y(total) + POINT_GAP * line.totals[:seat].count(total), 1)
            path += f"L{end[0]} {end[1]}"
            tallied += [end] if line.tallied(seat) else []
            number = line.number
        curves.append(Curve(seat, signs[seat], path, tallied, end, label))
    every = next(step for step in STEPS if len(lines) / step <= 10)
    return Chart(
        curves=curves,
        heights=[(y(total), total) for total in marked if limit is None or abs(y(total) - y(limit)) >= MARK],
        rounds=[(number, x(number)) for number in range(every, len(lines) + 1, every)],
        limit=(y(limit), limit) if limit is not None else None,
        height=height,
        left=left,
        width=width,
    )


def _scale(low: float, high: float, top: float, bottom: float) -> Callable[[float], float]:
    return lambda total: round(top + (bottom - top) * (high - total) / (high - low), 1)


def initials(names: Sequence[str]) -> list[str]:
    """Return one or two letters for each name, no two alike: the first, and a later one where others begin alike."""
    letters = [[letter for letter in name.title() if letter.isalnum()] or ["?"] for name in names]
    firsts = [first for first, *_ in letters]
    signs: list[str] = []
    for first, *later in letters:
        longer = [first + letter.lower() for letter in (*later, *"1234567890")] if firsts.count(first) > 1 else [first]
        signs.append(next((sign for sign in longer if sign not in signs), first))
    return signs


def ticks(low: float, high: float) -> list[float]:
    """Return the totals to write at the side: up to eight round numbers."""
    step = next((step for step in STEPS if (high - low) / step <= 7), STEPS[-1])
    return [value for value in range(int(low // step) * step, int(high) + 1, step) if value >= low]


def _spread(heights: Sequence[float], height: float) -> list[float]:
    """Return the heights moved apart so that labels don't overlap, inside the picture."""
    order = sorted(range(len(heights)), key=lambda seat: heights[seat])
    placed, floor, ceiling = list(heights), CHART_TOP / 2 + 2, height - 9
    for seat in order:
        placed[seat] = max(placed[seat], floor)
        floor = placed[seat] + LABEL_GAP
    for seat in reversed(order):
        placed[seat] = round(min(placed[seat], ceiling), 1)
        ceiling = placed[seat] - LABEL_GAP
    return placed


class TrendChart(NamedTuple):
    """A player's games from the oldest on, each with its place, and marks along the sides.

    ``heights`` are pairs of a height and the total there; a day has its place, its moment and its SVG ``text-anchor``.
    """

    points: list[tuple[float, float, FinishedGame]]
    average: float
    heights: list[tuple[float, float]]
    days: list[tuple[float, str, str]]
    left: int = TREND_LEFT
    right: int = CHART_WIDTH - TREND_RIGHT
    width: int = CHART_WIDTH
    height: int = TREND_HEIGHT


def draw_trend(games: Sequence[FinishedGame]) -> TrendChart | None:
    """Return the chart of these games, oldest first; None if there is none."""
    if not games:
        return None
    totals = [game.total for game in games]
    low = min(*totals, 0)
    high = max(*totals, -low / 8, 1)  # room above
    y = _scale(low, high, TREND_TOP, TREND_HEIGHT - TREND_BOTTOM)
    begin, end, last = float(TREND_LEFT + INSET), float(CHART_WIDTH - TREND_RIGHT - INSET), len(games) - 1
    step = (end - begin) / max(last, 1)
    points = [(round(begin + step * at, 1), y(game.total), game) for at, game in enumerate(games)]
    days = [(begin - INSET, games[0].started_at, "start"), (end + INSET, games[-1].started_at, "end")]
    return TrendChart(
        points=points,
        average=y(sum(totals) / len(games)),
        heights=[(y(total), total) for total in ticks(low, high)],
        days=days if last else days[:1],
    )
