"""A game of The Fool's Field, as far as the match is concerned: who won it, or that it was tied.

Source: rulebook, "Game end conditions". A tie is both players out in the last battle, or agreed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.message import say
from companion.games.rulebook import Unreadable

WIN, TIE = 1, 0.5


@dataclass(frozen=True, slots=True)
class FieldGame:
    """The seat that won, or of a tie (``winner`` is None) the seat that started the last battle."""

    winner: int | None
    started_last_battle: int | None = None

    @property
    def tied(self) -> bool:
        """Whether nobody won."""
        return self.winner is None


def read(raw: Mapping[str, Any], seats: Sequence[str], place: str) -> FieldGame:
    """A game as ``{"winner": seat}`` or ``{"tie": true, "started_last_battle": seat}``."""
    if raw.get("tie") is True:
        if raw.get("winner") is not None:
            raise Unreadable(f"{place}.winner", say("A tie has no winner."))
        return FieldGame(None, _seat(raw, "started_last_battle", seats, place))
    if raw.get("tie") not in (None, False):
        raise Unreadable(f"{place}.tie", say("Here true or false is expected."))
    return FieldGame(_seat(raw, "winner", seats, place))


def write(played: FieldGame, seats: Sequence[str]) -> dict[str, Any]:
    """The form that ``read`` reads."""
    if played.winner is not None:
        return {"winner": seats[played.winner]}
    started = played.started_last_battle
    return {"tie": True, "started_last_battle": None if started is None else seats[started]}


def _seat(raw: Mapping[str, Any], key: str, seats: Sequence[str], place: str) -> int:
    name = raw.get(key)
    if not isinstance(name, str) or name not in seats:
        raise Unreadable(f"{place}.{key}", say("Here the name of a player at the table is expected."))
    return list(seats).index(name)
