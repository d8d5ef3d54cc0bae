"""The JSON of a file: its text in any Unicode, and where in it something stands."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice

from companion.games.message import Message, say
from companion.games.reading import WHOLE_FILE, Unreadable

LOOKED_THROUGH = 4_000_000  # characters in which a place is looked for; a long evening has 20,000
MOST_TWICE = 10
# Lists and objects take up to thirty times as much memory as their text. An evening has an object in 60 to 150
# characters; a list takes half as much as an object.
MOST_PARTS, FOR_A_PART = 200_000, 10  # in any file; in a longer one, so many characters for each
MOST_KEYS, FOR_A_KEY = 200_000, 10
_TOKENS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]]|[^\s{}\[\],:"]+', re.DOTALL)
NO_JSON = say("This is not a JSON file.")
NO_UTF_8 = say("The letters of this file are not written in UTF-8. Save it again as UTF-8.")
TOO_MANY = say("This file has too many parts for a sheet or a group.")


@dataclass(frozen=True, slots=True)
class JsonFile:
    """What a file holds, its text, and the keys that stand twice in an object."""

    content: object
    text: str
    twice: tuple[Message, ...] = ()

    @contextmanager
    def located(self) -> Iterator[None]:
        """Add line and column to what is said to be unreadable in here."""
        try:
            yield
        except Unreadable as error:
            error.position = _position(self.text, _offset_of(error.place, self.text))
            raise


def parse(raw: str | bytes) -> JsonFile:
    """The JSON of a file in UTF-8, UTF-16 or UTF-32. Raises Unreadable, with line and column.

    What would take much more memory than its text is refused before it is read.
    """
    text = (_decoded(raw) if isinstance(raw, bytes) else raw).removeprefix("\ufeff")
    parts, keys = text.count("{") + text.count("[") // 2, text.count(":")
    if parts > max(MOST_PARTS, len(text) // FOR_A_PART) or keys > max(MOST_KEYS, len(text) // FOR_A_KEY):
        raise Unreadable(WHOLE_FILE, TOO_MANY)
    doubled: list[bool] = []

    def as_dict(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            doubled.append(True)
        return found

    try:
        content: object = json.loads(text, object_pairs_hook=as_dict)
    except json.JSONDecodeError as error:
        raise Unreadable(WHOLE_FILE, NO_JSON, (error.lineno, error.colno)) from error
    except (ValueError, RecursionError) as error:
        raise Unreadable(WHOLE_FILE, NO_JSON) from error
    return JsonFile(content, text, tuple(_told_twice(text)) if doubled else ())


def _decoded(raw: bytes) -> str:
    encoding = json.detect_encoding(raw)
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode(encoding, "replace")
        if before.lstrip("\ufeff \t\r\n")[:1] in ("{", "["):
            raise Unreadable(WHOLE_FILE, NO_UTF_8, _position(before, len(before))) from error
        raise Unreadable(WHOLE_FILE, NO_JSON) from error


def _position(text: str, offset: int) -> tuple[int, int]:
    """Line and column, from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


@dataclass(slots=True)
class _Open:
    """An object or a list on the way through a text: its place, and where in it one is."""

    place: str
    keys: set[str] | None
    key: str | None = None
    index: int = 0

    @property
    def inside(self) -> str:
        """The place of the value that comes next."""
        if self.keys is None:
            return f"{self.place}[{self.index}]"
        return f"{self.place}.{self.key}" if self.place else str(self.key)


@dataclass(frozen=True, slots=True)
class _Found:
    """Something in a text: its place and offset, and whether it is a key that stood there before."""

    place: str
    offset: int
    twice: str | None = field(default=None)


def _walk(text: str) -> Iterator[_Found]:
    """Every key and every item of a list, from the first to the last, of a text that is JSON."""
    around: list[_Open] = []
    for token in _TOKENS.finditer(text, 0, LOOKED_THROUGH):
        found, here = token[0], around[-1] if around else None
        if found in "]}":
            around.pop()
            continue
        if here and here.keys is not None and here.key is None:
            here.key = json.loads(found)
            yield _Found(here.inside, token.start(), here.key if here.key in here.keys else None)
            here.keys.add(here.key)
            continue
        place = here.inside if here else ""
        if here and here.keys is None:
            yield _Found(place, token.start())
        if here:
            here.key, here.index = None, here.index + 1
        if found in "[{":
            around.append(_Open(place, set() if found == "{" else None))


def _offset_of(place: str, text: str) -> int:
    """Where a place begins, or else what is there of it: a missing hand leads to the hands."""
    best, deepest = 0, ""
    for found in _walk(text):
        if found.place == place:
            return found.offset
        if len(found.place) > len(deepest) and place.startswith((f"{found.place}.", f"{found.place}[")):
            best, deepest = found.offset, found.place
    return best


def _told_twice(text: str) -> Iterator[Message]:
    doubled = (found for found in _walk(text) if found.twice is not None)
    for found in islice(doubled, MOST_TWICE):
        line, column = _position(text, found.offset)
        yield say(
            "“%(key)s” stands twice in the file, the second time in line %(line)s, column %(column)s. "
            "What stands last counts.",
            key=_short(found.twice or ""),
            line=line,
            column=column,
        )


def _short(key: str) -> str:
    return key[:60].encode("utf-8", "backslashreplace").decode()
