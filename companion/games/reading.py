"""Reading what a file says: its JSON, and names, seats and numbers in it, with the place of what can't be read."""

import json
from collections.abc import Sequence

from companion.games.message import Message, say

LONGEST_PLACE = 120  # characters
WHOLE_FILE = "file"
NO_PLAYER = say("Here the name of a player at the table is expected.")
STRANGER = say("This player is not at the table.")
MISSING = say("This player is missing.")
NO_JSON = say("This is not a JSON file.")
NO_UTF_8 = say("The letters of this file are not written in UTF-8. Save it again as UTF-8.")


class Unreadable(ValueError):
    """Something in a file can't be read: its place as a path such as ``rounds[3].hands.Anne``, and why.

    ``where`` is the place for a reader.
    """

    def __init__(self, place: str, reason: Message, where: Message | None = None) -> None:
        super().__init__(place, reason)
        self.place = place[:LONGEST_PLACE].encode("utf-8", "backslashreplace").decode()
        self.reason = reason
        shown = say("file") if self.place == WHOLE_FILE else say("%(place)s", place=self.place)
        self.where = where or (shown if self.place else None)


def parse(raw: str | bytes) -> object:
    """Return what a JSON file in any Unicode holds. Raises Unreadable, also where an object has a key twice."""
    doubled: list[str] = []

    def as_dict(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found: dict[str, object] = {}
        for key, value in pairs:
            if key in found:
                doubled.append(key)
            found[key] = value
        return found

    try:
        content: object = json.loads(raw, object_pairs_hook=as_dict)
    except json.JSONDecodeError as error:
        where = say("line %(line)s, column %(column)s", line=error.lineno, column=error.colno)
        raise Unreadable(WHOLE_FILE, NO_JSON, where) from error
    except UnicodeDecodeError as error:
        begins_like_json = error.object.lstrip()[:1] in (b"{", b"[")
        raise Unreadable(WHOLE_FILE, NO_UTF_8 if begins_like_json else NO_JSON) from error
    except (ValueError, RecursionError) as error:  # a number of 5,000 digits, lists in lists in lists
        raise Unreadable(WHOLE_FILE, NO_JSON) from error
    if doubled:  # a hand would be lost, and nobody would know
        raise Unreadable(doubled[0], say("This is in the file twice."))
    return content


def seat_of(name: object, names: Sequence[str], place: str, reason: Message = NO_PLAYER) -> int:
    """Return the seat of a name as it is written in the file. Raises Unreadable."""
    if not isinstance(name, str) or name not in names:
        raise Unreadable(place, reason)
    return list(names).index(name)


def read_flag(raw: object, place: str) -> bool:
    """Return whether something is true. Raises Unreadable."""
    if not isinstance(raw, bool):
        raise Unreadable(place, say("Here true or false is expected."))
    return raw


def whole(raw: object) -> int | None:
    """Return a whole number of up to four digits; None where it is none."""
    return raw if isinstance(raw, int) and not isinstance(raw, bool) and abs(raw) < 10_000 else None


def half(raw: object) -> float | None:
    """Return a whole number or a half, of up to nine digits; None where it is none."""
    if not isinstance(raw, (int, float)) or isinstance(raw, bool) or not abs(raw) < 1e9 or raw * 2 % 1:
        return None
    return int(raw) if raw == int(raw) else raw
