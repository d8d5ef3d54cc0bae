"""A deal of Durak, as far as the marks are concerned: who was the fool, or that nobody was.

Source: summary ("the person who has the cards when the opponent no longer has them loses").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.message import say
from companion.games.rulebook import Unreadable


@dataclass(frozen=True, slots=True)
class Deal:
    """The seat left holding cards, or of a draw (``fool`` is None) the seat that defended last, where it was noted.

    ``first_out`` is the seat that was out of cards first, where that was noted.
    """

    fool: int | None
    last_defender: int | None = None
    first_out: int | None = None

    @property
    def drawn(self) -> bool:
        """Whether the last two went out together."""
        return self.fool is None


def read(raw: Mapping[str, Any], seats: Sequence[str], place: str) -> Deal:
    """A deal as ``{"fool": seat}`` or ``{"draw": true, "last_defender": seat}``; either may have ``first_out``."""
    first_out = _seat(raw, "first_out", seats, place)
    if raw.get("draw") is True:
        if raw.get("fool") is not None:
            raise Unreadable(f"{place}.fool", say("In a draw nobody is the fool."))
        return Deal(None, _seat(raw, "last_defender", seats, place), first_out)
    if raw.get("draw") not in (None, False):
        raise Unreadable(f"{place}.draw", say("Here true or false is expected."))
    fool = _seat(raw, "fool", seats, place)
    if fool is None:
        raise Unreadable(f"{place}.fool", say("Here the name of a player at the table is expected."))
    return Deal(fool, first_out=first_out)


def write(played: Deal, seats: Sequence[str]) -> dict[str, Any]:
    """The form that ``read`` reads."""
    noted = {"last_defender": played.last_defender, "first_out": played.first_out}
    also = {key: seats[seat] for key, seat in noted.items() if seat is not None}
    return ({"draw": True} if played.fool is None else {"fool": seats[played.fool]}) | also


def _seat(raw: Mapping[str, Any], key: str, seats: Sequence[str], place: str) -> int | None:
    name = raw.get(key)
    if name is None:
        return None
    if not isinstance(name, str) or name not in seats:
        raise Unreadable(f"{place}.{key}", say("Here the name of a player at the table is expected."))
    return list(seats).index(name)
