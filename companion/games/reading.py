"""Reading a file: its JSON, the parts of it, and the refusal that says what in it can't be read, and where."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.message import Message, say

MAX_LOCATION_LENGTH = 120  # characters
WHOLE_FILE = "file"
TWICE = say("This is in the file twice.")
STRANGER = say("This player isn’t at the table.")
PLAYERS_EXPECTED = say("Expected the list of players.")


class Unreadable(ValueError):
    """Something unreadable in a file: its location (like ``rounds[3].hands.Anne``) and the reason."""

    def __init__(self, location: str, reason: Message) -> None:
        super().__init__(location, reason)
        self.location = location[:MAX_LOCATION_LENGTH].encode("utf-8", "backslashreplace").decode()
        self.reason = reason


def parse_json(raw: str | bytes) -> object:
    """Return what a JSON file in any Unicode holds. Raises Unreadable, also where an object has a key twice."""

    def as_dict(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found: dict[str, object] = {}
        for key, value in pairs:
            if key in found:  # a hand would be lost, and nobody would know
                raise Unreadable(key, TWICE)
            found[key] = value
        return found

    try:
        content: object = json.loads(raw, object_pairs_hook=as_dict)
    except Unreadable:
        raise
    except (ValueError, RecursionError) as error:  # also a number of 5,000 digits, lists in lists in lists
        raise Unreadable(WHOLE_FILE, say("This isn’t a JSON file in UTF-8.")) from error
    return content


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a parsed file, and its location. What reads it raises Unreadable."""

    raw: Any
    location: str = ""

    def refuse(self, reason: Message) -> Unreadable:
        """Return the refusal of this part."""
        return Unreadable(self.location, reason)

    def get(self, key: str, default: object = None) -> Part:
        """Return the part with this key, the default if there is none."""
        found = self.raw.get(key, default) if isinstance(self.raw, Mapping) else default
        return Part(found, f"{self.location}.{key}".removeprefix("."))

    def read_list(self, length: int | None = None) -> list[Part]:
        """Return the parts of a list, of so many if that is given."""
        if not isinstance(self.raw, list) or length not in (None, len(self.raw)):
            raise self.refuse(say("Expected a list."))
        return [Part(each, f"{self.location}[{index}]") for index, each in enumerate(self.raw)]

    def read_keys(self, expected: Message = PLAYERS_EXPECTED) -> dict[str, Part]:
        """Return the parts of an object by their keys."""
        if not isinstance(self.raw, Mapping):
            raise self.refuse(expected)
        return {key: self.get(key) for key in self.raw}

    def read_name(self) -> str:
        """Return a name as it is written."""
        if not isinstance(self.raw, str):
            raise self.refuse(say("Expected a name."))
        return self.raw

    def read_whole(self) -> int:
        """Return a whole number of up to four digits."""
        if not isinstance(self.raw, int) or isinstance(self.raw, bool) or abs(self.raw) >= 10_000:
            raise self.refuse(say("Expected a whole number."))
        return self.raw

    def read_half(self) -> float:
        """Return a whole number or a half of up to nine digits."""
        raw = self.raw
        if not isinstance(raw, (int, float)) or isinstance(raw, bool) or not abs(raw) < 1e9 or raw * 2 % 1:
            raise self.refuse(say("Points are whole or half numbers."))
        return int(raw) if raw == int(raw) else raw

    def read_flag(self) -> bool:
        """Return whether something is true."""
        if not isinstance(self.raw, bool):
            raise self.refuse(say("Expected one of these: %(words)s.", words=("true", "false")))
        return self.raw

    def read_seat(self, seats: Mapping[str, int]) -> int:
        """Return the seat of a name, as it is written in the file."""
        if self.read_name() not in seats:
            raise self.refuse(STRANGER)
        return seats[self.read_name()]

    def read_seats(self, seats: Mapping[str, int]) -> tuple[int, ...]:
        """Return the seats of a list of names, each at most once."""
        found: list[int] = []
        for part in self.read_list():
            if part.read_seat(seats) in found:
                raise part.refuse(TWICE)
            found.append(part.read_seat(seats))
        return tuple(found)
