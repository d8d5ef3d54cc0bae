"""Entering a round of High Card: who drew the highest."""

from __future__ import annotations

from companion.games.high_card import Drawn
from companion.web.rounds.result import ResultEntry


class Entry(ResultEntry[Drawn]):
    """``high-1`` is a round in which the first player drew the highest card."""

    template = "games/high_card/entry.html"

    def written(self, played: Drawn) -> dict[str, str]:
        """See the class."""
        return {"result": f"high-{played.highest + 1}"}

    def chosen(self, word: str, seat: int | None) -> Drawn | None:
        """See the class."""
        return Drawn(seat) if word == "high" and seat is not None else None
