"""What is asked about a trick of Fool!, as it stands in the address: cards, who played them, and the key pressed."""

from companion.games.fool import deck
from companion.games.fool.card import COLOUR_NAMES, split
from companion.web.forms.entering import Typed


class Question:
    """The fields of the page, after the key that was pressed without JavaScript has done its work.

    ``count`` is the number of players, by the address where none are at a table. ``led``, ``sits`` and ``about`` are
    seats from 0 (in the address from 1). ``into`` says where the pad's keys go, ``colour`` which of them are shown.
    """

    def __init__(self, asked: Typed, players: int) -> None:
        wanted = asked.get("players", 0, type=int)
        self.count = players or (wanted if wanted in deck.SEATS else deck.SEATS[0])
        self.led = next(iter(_seats(asked, "led", self.count)), 0)
        self.sits = _seats(asked, "sits", self.count)[: deck.discs(self.count)]
        self.about = next(iter(_seats(asked, "about", self.count)), None)
        self.into = "hand" if asked.get("into") == "hand" else "cards"
        self.colour = asked.get("colour") if asked.get("colour") in COLOUR_NAMES else next(iter(COLOUR_NAMES))
        self.cards = _after_key(asked, "cards", self.into)
        self.hand = _after_key(asked, "hand", self.into)


def _seats(asked: Typed, field: str, count: int) -> tuple[int, ...]:
    numbers = dict.fromkeys(asked.getlist(field, type=int))
    return tuple(number - 1 for number in numbers if 0 < number <= count)


def _after_key(asked: Typed, field: str, into: str) -> str:
    """What stands in a field after a card was added, the last one or, of the trick, any one taken back."""
    written = _line(asked.get(field, ""))
    cards = split(written)
    dropped = asked.get("drop", 0, type=int) if field == "cards" else 0
    if field == into and "add" in asked:
        cards.append(_line(asked["add"]))
    elif field == into and "back" in asked:
        cards[-1:] = []
    elif 0 < dropped <= len(cards):
        del cards[dropped - 1]
    else:
        return written
    return " ".join(cards)


def _line(typed: str) -> str:
    """What can stand in a field: no line breaks or other control characters."""
    return "".join(sign if sign.isprintable() else " " for sign in typed).strip()
