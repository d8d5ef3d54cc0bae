"""What every process of a companion counts, in one array that all of them share."""

from __future__ import annotations

from collections.abc import MutableSequence
from multiprocessing.sharedctypes import RawArray
from typing import TYPE_CHECKING

from companion.web.serving.connections import DOING, Doing

if TYPE_CHECKING:
    from companion.web.serving.access import Answered

NOW = ("phones", "connections")  # as many as there are just now; begins anew with a process
STATUSES = ("none", "1xx", "2xx", "3xx", "4xx", "5xx")  # by the first digit
WITHIN = (0.005, 0.025, 0.1, 0.5, 2.5)  # seconds in which requests are answered; what takes longer stands apart
LONGER = "longer"
COUNTED = (*NOW, *STATUSES, "bytes", "seconds", *map(str, WITHIN), LONGER)
_PLACE = {name: place for place, name in enumerate(COUNTED)}


class Figures:
    """The figures of some processes, each of which writes only into a row of its own."""

    def __init__(self, processes: int = 1) -> None:
        self.array: MutableSequence[float] = RawArray("d", processes * len(COUNTED))

    def row(self, process: int = 0) -> Row:
        """What one process writes, counted from 0. What another had open in its place is gone."""
        found = Row(self, process * len(COUNTED))
        for name in NOW:
            found[name] = 0
        return found

    def __getitem__(self, name: str) -> float:
        """A figure of all processes together."""
        return sum(self.array[_PLACE[name] :: len(COUNTED)])


class Row:
    """The figures of this process."""

    def __init__(self, figures: Figures, first: int) -> None:
        self.all, self.first = figures, first

    def __getitem__(self, name: str) -> float:
        return self.all.array[self.first + _PLACE[name]]

    def __setitem__(self, name: str, value: float) -> None:
        self.all.array[self.first + _PLACE[name]] = value

    def count(self, answered: Answered) -> None:
        """Count a request. How long somebody listened to a stream is no time that anybody waited."""
        self[STATUSES[(answered.status or 0) // 100]] += 1
        self["bytes"] += answered.bytes
        if answered.scope.get(DOING) != Doing.LISTENING:
            seconds = answered.seconds
            self["seconds"] += seconds
            self[next((str(most) for most in WITHIN if seconds <= most), LONGER)] += 1
