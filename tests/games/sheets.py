"""Sheet files of Fool! as tests write them, and wrong values for every place of a file."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Iterator
from typing import Any

import pytest

from companion.games import sheetfile
from companion.games.reading import Unreadable
from companion.games.sitting import Sitting
from tests.games.builders import said

GONE = object()


def a_sheet(**changes: Any) -> dict[str, Any]:
    """A small sheet file with facts only: two rounds of four players."""
    return {
        "format": "companion-sheet",
        "version": 1,
        "game": "fool",
        "players": ["Anne", "Paul", "Rachel", "Camille"],
        "first_starter": "Anne",
        "options": {"tens_to_end": 9},
        "rounds": [
            {"hands": {"Anne": [17], "Paul": [], "Rachel": 13, "Camille": []}, "fools": ["Paul"]},
            {"hands": {"Anne": [], "Paul": [1, 4], "Rachel": [5], "Camille": 30}, "fools": []},
        ],
    } | changes


def put(sheet: Any, path: list[Any], value: object) -> Any:
    """The same sheet with another value, or none, in one place."""
    step, *deeper = path
    changed = copy.copy(sheet)
    if deeper:
        changed[step] = put(sheet[step], deeper, value)
    elif value is GONE:
        del changed[step]
    else:
        changed[step] = value
    return changed


def refusal(raw: object) -> str:
    """The place of what cannot be read."""
    with pytest.raises(Unreadable) as refused:
        sheetfile.read(raw)
    assert said(refused.value.reason).endswith((".", "?"))
    return refused.value.place


def again(sitting: Sitting[Any], game: str = "fool") -> Sitting[Any]:
    """A sitting after export and import."""
    return sheetfile.loads(json.dumps(sheetfile.write(game, sitting), allow_nan=False)).sitting


def deep(levels: int) -> list[Any]:
    """Lists within lists."""
    nested: list[Any] = []
    for _ in range(levels):
        nested = [nested]
    return nested


HOSTILE = [
    None, True, False, 0, 1, -1, 2.5, math.nan, math.inf, -math.inf, 10**4000, -(10**4000), "", "x", "\x00", "\ud800",
    "%(name)s", "Anne", [], {}, [None], [[]], [True], [10**400], ["Anne", "Anne"], {"": None}, {"Anne": {}},
    {"starter": []}, deep(500),
]  # fmt: skip


def places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[list[Any]]:
    """Every place in a sheet file, from the top down; one for all that is derived per player."""
    steps = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for step, inner in steps:
        yield [*path, step]
        if step not in ("points", "totals", "tens"):
            yield from places(inner, (*path, step))
