"""Entering a game of The Fool's Field: who won it, or a tie and who started the last battle."""

from companion.games.fools_field.game import FieldGame
from companion.games.message import Message
from companion.web.forms.entry import ChoiceEntry


class FieldGameEntry(ChoiceEntry[FieldGame]):
    """``win-1`` is a game that the first player won, ``tie-2`` a tie whose last battle the second one started."""

    def write(self, played: FieldGame) -> dict[str, str]:
        """See the class."""
        if played.winner is not None:
            return {"result": f"win-{played.winner + 1}"}
        return {"result": f"tie-{(played.started_last_battle or 0) + 1}"}

    def choose(self, word: str, seat: int | None) -> FieldGame | None:
        """See the class."""
        if seat is None:
            return None
        return {"win": FieldGame(seat), "tie": FieldGame(None, seat)}.get(word)

    def summarize_tie(self, seat: int) -> Message:
        """What a tie would come to whose last battle this seat started."""
        return self.summarize(FieldGame(None, seat))
