"""Rows of a form that move up and down, one place at a time."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Move:
    """A row, from 0, the row that it changes places with, and the key that has the focus afterwards (``up-2``)."""

    row: int
    other: int
    focus: str


def read_move(change: str, rows: int) -> Move | None:
    """Return the move that ``up-3`` or ``down-3`` asks for (rows from 1); None if it leads out of so many rows."""
    asked = re.fullmatch(r"(up|down)-(\d{1,2})", change)
    if not asked:
        return None
    way, row = asked[1], int(asked[2]) - 1
    other = row - 1 if way == "up" else row + 1
    if not (0 <= row < rows and 0 <= other < rows):
        return None
    on = "down" if other == 0 else "up" if other == rows - 1 else way
    return Move(row, other, f"{on}-{other + 1}")
