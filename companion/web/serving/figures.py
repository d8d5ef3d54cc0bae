"""What every process of a companion counts, in one array that all of them share."""

from __future__ import annotations

from collections.abc import MutableSequence
from multiprocessing.sharedctypes import RawArray

NOW = ("phones", "connections")  # as many as there are just now; begins anew with a process
COUNTED = NOW


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
        return sum(self.array[COUNTED.index(name) :: len(COUNTED)])


class Row:
    """The figures of this process."""

    def __init__(self, figures: Figures, first: int) -> None:
        self.all, self.first = figures, first

    def __getitem__(self, name: str) -> float:
        return self.all.array[self.first + COUNTED.index(name)]

    def __setitem__(self, name: str, value: float) -> None:
        self.all.array[self.first + COUNTED.index(name)] = value
