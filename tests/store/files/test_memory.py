"""How much memory a file may take while it is read."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator

import pytest

from companion.games import jsonfile
from companion.games.reading import Unreadable
from companion.store.database import Store
from companion.store.files import imports


def test_a_longer_file_may_have_more_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many for its length as an evening has; not as many as would fit."""
    monkeypatch.setattr(jsonfile, "MAX_PARTS", 20)
    evening = '{"hands": {"Anne": [17], "Paul": []}, "more": "' + "x" * 60 + '"},'
    assert jsonfile.parse("[" + evening * 60 + "{}]")[1] == ()
    with pytest.raises(Unreadable):
        jsonfile.parse("[" + "{},       " * 600 + "{}]")


def _hostile(size: int) -> Iterator[tuple[str, str]]:
    """Texts of so many bytes that want to become many more."""
    yield "objects", "[" + '{"":0},' * (size // 11) + "{}]"
    yield "deep", "[" * size
    yield "lists", "[" + "[0]," * (size // 6) + "0]"
    yield "a number", '{"a":' + "9" * size + "}"
    yield "keys", "{" + ",".join(f'"{number:06}":0' for number in range(size // 12)) + "}"
    yield "texts", "[" + ",".join(f'"{number:06}"' for number in range(size // 9)) + "]"
    sheet = {"format": "companion-sheet", "version": 1, "game": "points", "players": ["A", "B"], "first_starter": "A"}
    group = {"format": "companion-group", "version": 1, "id": "12345678", "tables": []}
    name = "\ufdfa" * (size // 3 - 40)
    yield "a name", json.dumps({**sheet, "players": [name, "B"]}, ensure_ascii=False)
    yield "a group's name", json.dumps({**group, "name": name}, ensure_ascii=False)
    yield "rounds", json.dumps({**sheet, "rounds": [0] * (size // 3)})


@pytest.mark.thorough
def test_no_file_takes_much_more_memory_than_its_length(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused in a sentence; Python's own count of what it takes meanwhile, with a tenth of all limits."""
    monkeypatch.setattr(jsonfile, "MAX_PARTS", jsonfile.MAX_PARTS // 10)
    for name, text in _hostile(200 * 1024):
        tracemalloc.start()
        try:
            with pytest.raises(Unreadable):
                imports.import_file(store, text.encode(), imports.Destination("a" * 22, "b" * 22))
            assert tracemalloc.get_traced_memory()[1] < 6 * 1024 * 1024, name
        finally:
            tracemalloc.stop()
    assert store.db.table("tables").count == 0
