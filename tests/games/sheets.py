"""Sheet files of Fool! as tests write them."""

import copy
import json
from typing import Any

import pytest

from companion.games import sheetfile
from companion.games.reading import Unreadable
from companion.games.sitting import Sitting
from tests.games.builders import english

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
        sheetfile.read_sheet(raw)
    assert english(refused.value.reason).endswith((".", "?"))
    return refused.value.location


def reread(sitting: Sitting, game: str = "fool") -> Sitting:
    return sheetfile.parse_sheet(json.dumps(sheetfile.write_sheet(game, sitting), allow_nan=False)).sitting
