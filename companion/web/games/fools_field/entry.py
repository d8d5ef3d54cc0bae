"""Entering a game of The Fool's Field: who won it, or a tie and who started the last battle."""

from __future__ import annotations

from companion.games.fools_field.game import FieldGame
from companion.web.rounds.result import ResultEntry


class Entry(ResultEntry[FieldGame]):
    """``win-1`` is a game that the first player won, ``tie-2`` a tie whose last battle the second one started."""

    template = "games/fools_field/entry.html"

    def written(self, played: FieldGame) -> dict[str, str]:
        """See the class."""
        if played.winner is not None:
            return {"result": f"win-{played.winner + 1}"}
        return {"result": f"tie-{(played.started_last_battle or 0) + 1}"}

    def chosen(self, word: str, seat: int | None) -> FieldGame | None:
        """See the class."""
        if seat is None:
            return None
        return {"win": FieldGame(seat), "tie": FieldGame(None, seat)}.get(word)

    def after(self, result: str) -> FieldGame | None:
        """The game that a result would be."""
        word, _, seat = result.partition("-")
        return self.chosen(word, int(seat) - 1)
