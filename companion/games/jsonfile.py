"""Read the JSON of a file in any Unicode, and refuse what would take much more memory than its text."""

import json
from collections import Counter

from companion.games.message import Message, say
from companion.games.reading import WHOLE_FILE, Unreadable

# Lists and objects take up to thirty times as much memory as their text. An evening has an object in 60 to 150
# characters; a list takes half as much as an object.
MAX_PARTS, CHARACTERS_PER_PART = 200_000, 10  # in any file; in a longer one, a part for so many characters
MAX_DOUBLED_KEYS = 10
LONGEST_KEY = 60  # characters that are shown
NO_JSON = say("This is not a JSON file.")
NO_UTF_8 = say("The letters of this file are not written in UTF-8. Save it again as UTF-8.")
TOO_MANY = say("This file has too many parts for a sheet or a group.")


def parse(raw: str | bytes) -> tuple[object, tuple[Message, ...]]:
    """Return what a file holds, and which keys an object has twice. Raises Unreadable."""
    text = (_decode(raw) if isinstance(raw, bytes) else raw).removeprefix("\ufeff")
    parts = max(text.count("{") + text.count("[") // 2, text.count(":"))
    if parts > max(MAX_PARTS, len(text) // CHARACTERS_PER_PART):
        raise Unreadable(WHOLE_FILE, TOO_MANY)
    doubled: dict[str, None] = {}

    def as_dict(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            doubled.update((key, None) for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        return found

    try:
        content: object = json.loads(text, object_pairs_hook=as_dict)
    except json.JSONDecodeError as error:
        where = say("line %(line)s, column %(column)s", line=error.lineno, column=error.colno)
        raise Unreadable(WHOLE_FILE, NO_JSON, where) from error
    except (ValueError, RecursionError) as error:  # a number of 5,000 digits, lists in lists in lists
        raise Unreadable(WHOLE_FILE, NO_JSON) from error
    shown = (key[:LONGEST_KEY].encode("utf-8", "backslashreplace").decode() for key in doubled)
    told = (say("“%(key)s” is in the file twice. The last one counts.", key=key) for key in shown)
    return content, tuple(told)[:MAX_DOUBLED_KEYS]


def _decode(raw: bytes) -> str:
    encoding = json.detect_encoding(raw)
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        begins = raw[: error.start].decode(encoding, "replace").lstrip("\ufeff \t\r\n")[:1]
        raise Unreadable(WHOLE_FILE, NO_UTF_8 if begins in ("{", "[") else NO_JSON) from error
