"""A deal of Durak, as far as the marks are concerned: who was the fool, or that nobody was.

Source: summary ("the person who has the cards when the opponent no longer has them loses").
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.message import say
from companion.games.reading import Unreadable, read_flag, read_seat, read_seat_if_given
from companion.games.sitting import Round


@dataclass(frozen=True, slots=True)
class Deal(Round):
    """The seat left holding cards, or of a draw (``fool`` is None) the seat that defended last, where it was noted.

    ``first_out`` is the seat that was out of cards first, where that was noted.
    """

    fool: int | None
    last_defender: int | None = None
    first_out: int | None = None


def read(raw: Mapping[str, object], names: Sequence[str], place: str) -> Deal:
    """Read ``{"fool": name}`` or ``{"draw": true, "last_defender": name}``, with ``first_out``. Raises Unreadable."""
    first_out = read_seat_if_given(raw, "first_out", names, place)
    if read_flag(raw, "draw", place):
        if raw.get("fool") is not None:
            raise Unreadable(f"{place}.fool", say("In a draw nobody is the fool."))
        return Deal(None, read_seat_if_given(raw, "last_defender", names, place), first_out)
    return Deal(read_seat(raw, "fool", names, place), first_out=first_out)


def write(played: Deal, names: Sequence[str]) -> dict[str, object]:
    """The form that ``read`` reads."""
    noted = {"last_defender": played.last_defender, "first_out": played.first_out}
    how: dict[str, object] = {"draw": True} if played.fool is None else {"fool": names[played.fool]}
    return how | {key: names[seat] for key, seat in noted.items() if seat is not None}
