"""A game of The Fool's Field, as far as the match is concerned: who won it, or that it was tied.

Source: rulebook, "Game end conditions". A tie is both players out in the last battle, or agreed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.message import say
from companion.games.reading import Unreadable, read_flag, read_seat
from companion.games.sitting import Round

WIN, TIE = 1, 0.5


@dataclass(frozen=True, slots=True)
class FieldGame(Round):
    """The seat that won, or of a tie (``winner`` is None) the seat that started the last battle."""

    winner: int | None
    started_last_battle: int | None = None


def read(raw: Mapping[str, object], names: Sequence[str], place: str) -> FieldGame:
    """A game as ``{"winner": name}`` or ``{"tie": true, "started_last_battle": name}``. Raises Unreadable."""
    if read_flag(raw, "tie", place):
        if raw.get("winner") is not None:
            raise Unreadable(f"{place}.winner", say("A tie has no winner."))
        return FieldGame(None, read_seat(raw, "started_last_battle", names, place))
    return FieldGame(read_seat(raw, "winner", names, place))


def write(played: FieldGame, names: Sequence[str]) -> dict[str, object]:
    """The form that ``read`` reads."""
    if played.winner is not None:
        return {"winner": names[played.winner]}
    started = played.started_last_battle
    return {"tie": True, "started_last_battle": None if started is None else names[started]}
