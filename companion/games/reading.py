"""Reading what a sheet file says: names, seats and numbers, with the place of what can't be read."""

from collections.abc import Mapping, Sequence

from companion.games.message import Message, say

LONGEST_PLACE = 120  # characters
WHOLE_FILE = "file"
NO_PLAYER = say("Here the name of a player at the table is expected.")
STRANGER = say("This player is not at the table.")
MISSING = say("This player is missing.")


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


def read_seat(raw: Mapping[str, object], key: str, names: Sequence[str], place: str) -> int:
    """Return the seat of the player whose name stands under a key. Raises Unreadable."""
    return seat_of(raw.get(key), names, f"{place}.{key}")


def read_seat_if_given(raw: Mapping[str, object], key: str, names: Sequence[str], place: str) -> int | None:
    """Return the seat of the player whose name stands under a key, None where there is none. Raises Unreadable."""
    return None if raw.get(key) is None else read_seat(raw, key, names, place)


def seat_of(name: object, names: Sequence[str], place: str, reason: Message = NO_PLAYER) -> int:
    """Return the seat of a name as it is written in the file. Raises Unreadable."""
    if not isinstance(name, str) or name not in names:
        raise Unreadable(place, reason)
    return list(names).index(name)


def read_flag(raw: Mapping[str, object], key: str, place: str) -> bool:
    """Return whether something is true; False where it is left out. Raises Unreadable."""
    given = raw.get(key)
    if given is not None and not isinstance(given, bool):
        raise Unreadable(f"{place}.{key}", say("Here true or false is expected."))
    return given is True


def whole(raw: object) -> int | None:
    """Return a whole number of up to four digits; None where it is none."""
    return raw if isinstance(raw, int) and not isinstance(raw, bool) and abs(raw) < 10_000 else None


def read_numbers(raw: Mapping[str, object], key: str, names: Sequence[str], place: str) -> tuple[int, ...]:
    """Return the whole number that an object gives every player, in seat order. Raises Unreadable."""
    place = f"{place}.{key}"
    expected = say("Here a whole number for every player is expected.")
    numbers = [whole(written) for written in by_seat(raw.get(key), names, place, expected)]
    if None in numbers:
        raise Unreadable(f"{place}.{names[numbers.index(None)]}", say("Here a whole number is expected."))
    return tuple(number for number in numbers if number is not None)


def half(raw: object) -> float | None:
    """Return a whole number or a half, of up to nine digits; None where it is none."""
    if not isinstance(raw, (int, float)) or isinstance(raw, bool) or not abs(raw) < 1e9 or raw * 2 % 1:
        return None
    return int(raw) if raw == int(raw) else raw


def by_seat(
    raw: object, names: Sequence[str], place: str, expected: Message, missing: Message = MISSING
) -> list[object]:
    """Return what an object holds for every player, in seat order. Raises Unreadable for strangers and the missing."""
    if not isinstance(raw, Mapping):
        raise Unreadable(place, expected)
    for name in (*raw, *names):
        if name not in names or name not in raw:
            raise Unreadable(f"{place}.{name}", missing if name in names else STRANGER)
    return [raw[name] for name in names]
