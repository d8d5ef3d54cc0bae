"""Reading a file: its JSON, and the refusal that says what in it can't be read, and where."""

import json
from collections import Counter

from companion.games.message import Message, say

MAX_LOCATION_LENGTH = 120  # characters
WHOLE_FILE = "file"
NO_JSON = say("This isn’t a JSON file.")
TWICE = say("This is in the file twice.")


class Unreadable(ValueError):
    """Something unreadable in a file: its location (like ``rounds[3].hands.Anne``) and the reason."""

    def __init__(self, location: str, reason: Message) -> None:
        super().__init__(location, reason)
        self.location = location[:MAX_LOCATION_LENGTH].encode("utf-8", "backslashreplace").decode()
        self.reason = reason


def parse_json(raw: str | bytes) -> object:
    """Return what a JSON file in any Unicode holds. Raises Unreadable, also where an object has a key twice."""

    def as_dict(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):  # a hand would be lost, and nobody would know
            ((twice, _),) = Counter(key for key, _ in pairs).most_common(1)
            raise Unreadable(twice, TWICE)
        return found

    try:
        content: object = json.loads(raw, object_pairs_hook=as_dict)
    except Unreadable:
        raise
    except UnicodeDecodeError as error:
        reason = NO_JSON
        if error.object.lstrip()[:1] in (b"{", b"["):
            reason = say("This file isn’t in UTF-8. Save it as UTF-8.")
        raise Unreadable(WHOLE_FILE, reason) from error
    except (ValueError, RecursionError) as error:  # also a number of 5,000 digits, lists in lists in lists
        raise Unreadable(WHOLE_FILE, NO_JSON) from error
    return content
