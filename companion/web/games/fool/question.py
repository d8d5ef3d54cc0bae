"""What is asked about a trick of Fool!, as it stands in the address: cards, who played them, and the key pressed."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.fool import deck
from companion.games.fool.card import COLOUR_NAMES, split
from companion.web.rules.referees import Asked


@dataclass(frozen=True, slots=True)
class Question:
    """The fields of the page, after the key that was pressed without JavaScript has done its work.

    ``count`` is the number of players; ``led``, ``sits`` and ``about`` are seats from 0 (in the address from 1).
    ``into`` says where the pad's keys go, and ``colour`` which of them are shown.
    """

    count: int
    led: int
    sits: tuple[int, ...]
    about: int | None
    into: str
    colour: str
    cards: str
    hand: str


def read_question(asked: Asked, players: int) -> Question:
    """The question in an address, for so many players at the table (0: the address says how many)."""
    wanted = asked.get("players", 0, type=int)
    count = players or (wanted if wanted in deck.SEATS else deck.SEATS[0])
    into = "hand" if asked.get("into") == "hand" else "cards"
    return Question(
        count=count,
        led=next(iter(_seats(asked, "led", count)), 0),
        sits=_seats(asked, "sits", count)[: deck.discs(count)],
        about=next(iter(_seats(asked, "about", count)), None),
        into=into,
        colour=next((colour for colour in COLOUR_NAMES if colour == asked.get("colour")), next(iter(COLOUR_NAMES))),
        cards=_after_key(asked, "cards", into),
        hand=_after_key(asked, "hand", into),
    )


def _seats(asked: Asked, field: str, count: int) -> tuple[int, ...]:
    numbers = dict.fromkeys(asked.getlist(field, type=int))
    return tuple(number - 1 for number in numbers if 0 < number <= count)


def _after_key(asked: Asked, field: str, into: str) -> str:
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
