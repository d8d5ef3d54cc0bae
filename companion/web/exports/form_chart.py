"""A player's form: the totals of one game after the other, as a line for an SVG picture.

A star stands for a game won and a ring for any other. Lengths are in units of the picture's view box.
"""

from collections.abc import Sequence
from typing import NamedTuple

from companion.web.exports.chart import ticks

WIDTH, HEIGHT = 344, 160
LEFT, RIGHT, TOP, BOTTOM = 38, 14, 14, 24
MOST = 20  # games
INSET = 8  # from the sides to the first and the last game: half a star


class FormGame(NamedTuple):
    """A game as one player finished it: a short label (its date), total in points, rank among so many, a win."""

    label: str
    total: float
    rank: int
    players: int
    won: bool


class FormPoint(NamedTuple):
    """Where a game stands."""

    x: float
    y: float
    game: FormGame


class FormChart(NamedTuple):
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
    """Return the chart of the last twenty of these games, oldest first; None where there is none."""
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
    last = len(points) - 1
    between = [(round(last / 2), "middle", 0)] if last > 3 else []
    labelled = [(0, "start", -INSET), *between, (last, "end", INSET)] if last else [(0, "middle", 0)]
    return FormChart(
        points=points,
        path="M" + "L".join(f"{point.x} {point.y}" for point in points),
        average=y(sum(totals) / len(shown)),
        total=sum(totals),
        heights=tuple((y(total), total) for total in ticks(low, high)),
        labels=tuple((points[at].x + aside, points[at].game.label, anchor) for at, anchor, aside in labelled),
        wins=sum(game.won for game in shown),
    )
