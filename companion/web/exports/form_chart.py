"""A player's form: the totals of one game after the other, as a line for an SVG picture.

A star stands for a game won and a ring for any other. Lengths are in units of the picture's view box.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.web.exports.chart import ticks

WIDTH, HEIGHT = 344, 160
LEFT, RIGHT, TOP, BOTTOM = 38, 14, 14, 24
MOST = 20  # games
LABELS = 3  # the most labels that have room below
INSET = 8  # from the sides to the first and the last game: half a star


@dataclass(frozen=True, slots=True)
class FormGame:
    """A game as one player finished it: a short label (its date), total in points, rank among so many, a win."""

    label: str
    total: float
    rank: int
    players: int
    won: bool


@dataclass(frozen=True, slots=True)
class FormPoint:
    """Where a game stands."""

    x: float
    y: float
    game: FormGame


@dataclass(frozen=True, slots=True)
class FormChart:
    """The games from the oldest on, the line through them, and marks along the sides.

    ``heights`` are pairs of a height and the total there. ``average`` is the height of the average, ``total`` the sum
    of all totals. A label has its place, its text and its SVG ``text-anchor``.
    """

    points: tuple[FormPoint, ...]
    path: str
    average: float
    total: float
    heights: tuple[tuple[float, float], ...]
    labels: tuple[tuple[float, str, str], ...]
    wins: int
    left: int = LEFT
    right: int = WIDTH - RIGHT
    width: int = WIDTH
    height: int = HEIGHT


def draw_form(games: Sequence[FormGame]) -> FormChart | None:
    """The chart of the last twenty of these games, oldest first; None where there is none."""
    shown = games[-MOST:]
    if not shown:
        return None
    totals = [game.total for game in shown]
    low = min(*totals, 0)
    high = max(*totals, -low / 8, 1)  # room above
    room = WIDTH - LEFT - RIGHT - 2 * INSET

    def x(number: int) -> float:
        return round(LEFT + INSET + (room * number / (len(shown) - 1) if len(shown) > 1 else room / 2), 1)

    def y(total: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - total) / (high - low), 1)

    points = tuple(FormPoint(x(number), y(game.total), game) for number, game in enumerate(shown))
    return FormChart(
        points=points,
        path="M" + "L".join(f"{point.x} {point.y}" for point in points),
        average=y(sum(totals) / len(shown)),
        total=sum(totals),
        heights=tuple((y(total), total) for total in ticks(low, high)),
        labels=tuple(_labels(points)),
        wins=sum(game.won for game in shown),
    )


def _labels(points: Sequence[FormPoint]) -> Iterator[tuple[float, str, str]]:
    """The labels of at most three games: the first, the last, and one between."""
    last = len(points) - 1
    few = min(LABELS, 1 + last // 2) if last > 1 else last + 1
    for number in sorted({round(last * step / max(1, few - 1)) for step in range(few)}):
        anchor = "middle" if 0 < number < last or last == 0 else "end" if number else "start"
        x = {"start": points[0].x - INSET, "end": points[last].x + INSET}.get(anchor, points[number].x)
        yield x, points[number].game.label, anchor
