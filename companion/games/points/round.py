"""A round of another game: the points of every seat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.message import say
from companion.games.reading import Unreadable, by_seat, half
from companion.games.sitting import Round


@dataclass(frozen=True, slots=True)
class PointsRound(Round):
    """The points of every seat: whole numbers or halves, of either sign."""

    points: tuple[float, ...]


def read(raw: Mapping[str, object], names: Sequence[str], place: str) -> PointsRound:
    """A round as ``{"points": {name: number}}``; everybody has points, if only 0. Raises Unreadable."""
    given = by_seat(raw.get("points"), names, f"{place}.points", say("Here everybody’s points are expected."))
    points = []
    for name, number in zip(names, given, strict=True):
        value = half(number)
        if value is None:
            raise Unreadable(f"{place}.points.{name}", say("Points are a whole number or a half."))
        points.append(value)
    return PointsRound(tuple(points))


def write(played: PointsRound, names: Sequence[str]) -> dict[str, object]:
    """The form that ``read`` reads."""
    return {"points": dict(zip(names, played.points, strict=True))}
